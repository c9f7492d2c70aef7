/* SPDX-License-Identifier: MIT */
/* Small scenarios drawn at random in which everything meets: joints of every type, some of which
   break, soft and hard contacts, changes of every kind, inlets, outlets, crushing, bonds, driven
   groups. In two dimensions and in three. */
#ifndef RANDOM_JOINED_H
#define RANDOM_JOINED_H

#include "parallel/random_scenarios.h"

enum { JOINED_MOST = 30, JOINED_STEPS = 40 };

/* A scenario under way. */
typedef struct {
  Draft *t;
  Random r;
  bool   flat, hard, walled, drives, reflects;
  double speed; /* largest component of velocities, m/s */
  double side[3];
  int    n; /* clumps, with these places; fixed or driven ones */
  Vec3   x[JOINED_MOST];
  bool   held[JOINED_MOST];
} Joined;

static inline const char *choose(Joined *j, const char *const *words, int n)
{
  return words[below(&j->r, n)];
}

#define CHOOSE(j, ...) \
  choose(j, (const char *const[]){__VA_ARGS__}, \
         (int)(sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *)))

static inline void add_vector(Joined *j, const char *before, Vec3 v, const char *after)
{
  if (j->flat) add(j->t, "%s[%.4f, %.4f]%s", before, v.x, v.y, after);
  else add(j->t, "%s[%.4f, %.4f, %.4f]%s", before, v.x, v.y, v.z, after);
}

static inline Vec3 any_vector(Joined *j, double most)
{
  const double x = between(&j->r, -most, most), y = between(&j->r, -most, most),
               z = between(&j->r, -most, most);

  return vec3(x, y, j->flat ? 0 : z);
}

/* ---- what clumps are made of ---- */

static inline void add_joined_run(Joined *j, int seed)
{
  const char *faces[3];

  for (int k = 0; k < 3; k++) faces[k] = CHOOSE(j, "periodic", "periodic", "open", "free");
  j->reflects = below(&j->r, 3) == 0;
  if (j->reflects) faces[0] = "reflect";
  j->walled = strcmp(faces[j->flat ? 1 : 2], "periodic") != 0 && below(&j->r, 3) > 0;
  add(
    j->t,
    "schema: 1\nrun: {end_time: 1, dt: %s, seed: %d, dimension: %d, integrator: %s, substeps: %d, "
    "static_passes: %d, overlap_limit: 1e9",
    CHOOSE(j, "1e-3", "5e-4"), seed, j->flat ? 2 : 3,
    j->reflects ? "verlet" : CHOOSE(j, "verlet", "verlet", "euler"), 1 + (below(&j->r, 4) == 0),
    2 * (below(&j->r, 4) == 0));
  if (below(&j->r, 4) == 0) add(j->t, ", damping: .1");
  add_vector(j, ", gravity: ", any_vector(j, 9), "}\n");
  add_vector(j, "domain: {lo: ", vec3(0, 0, 0), "");
  for (int k = 0; k < 3; k++) j->side[k] = between(&j->r, 0.5, 1);
  add_vector(j, ", hi: ", vec3(j->side[0], j->side[1], j->side[2]), "");
  add(j->t, ", boundary: [%s, %s", faces[0], faces[1]);
  if (!j->flat) add(j->t, ", %s", faces[2]);
  add(j->t, "]}\nmaterial:\n  - a: {density: 500, young: 1e6, poisson: .3}\n"
            "  - b: {density: 2600, young: 3e5, poisson: .3}\n");
}

/* A law between two materials; a hard one is drawn into `hard` in its place. */
static inline void add_joined_law(Joined *j, const char *a, const char *b, Draft *hard)
{
  if (j->hard && below(&j->r, 2)) {
    add(hard,
        "  - hard-%s%s: {type: contact, between: [%s, %s], sweeps: %d, velocity_sweeps: %d, "
        "friction: "
        "%.3f, restitution: %s}\n",
        a, b, a, b, 1 + below(&j->r, 5), 1 + below(&j->r, 3),
        between(&j->r, -0.3, 0.8) > 0 ? 0.3 : 0., CHOOSE(j, "0", ".5", "1"));
    return;
  }
  add(j->t, "  - %s%s: {between: [%s, %s], ", a, b, a, b);
  switch (below(&j->r, 4)) {
  case 0:
    add(
      j->t,
      "normal: walton_braun, stiffness: 3e4, unloading_stiffness: 4.5e4, damping: 26, tangential: "
      "static_dynamic, friction: .53, friction_dynamic: .37");
    break;
  case 1:
    add(j->t, "normal: hooke, stiffness: 3e4, restitution: .7, limit_damping: true, siblings: %s",
        CHOOSE(j, "separate", "damped", "shared"));
    break;
  case 2:
    add(j->t,
        "normal: hertz, damping: 21, cohesion: %s, tangential: mindlin, friction: .8, twisting: "
        "constant_torque, twisting_friction: .1",
        CHOOSE(j, "van_der_waals, hamaker: .0193, hamaker_gap: .001, hamaker_cutoff: .02",
               "sjkr, cohesion_energy_density: 1e4"));
    break;
  default:
    add(j->t, "normal: hooke, stiffness: 2e4, restitution: .5, tangential: hooke, friction: .4");
  }
  add(j->t, "}\n");
}

static inline void add_joined_template(Joined *j, const char *name, const char *of, int n,
                                       double size)
{
  add(j->t, "  - %s: {material: %s, pebbles: [", name, of);
  for (int i = 0; i < n; i++) {
    const Vec3 at = n == 1 ? vec3(0, 0, 0) : any_vector(j, size);

    add(j->t, "%s%.5f, %.5f, ", i ? ", " : "", at.x, at.y);
    if (!j->flat) add(j->t, "%.5f, ", at.z);
    add(j->t, "%.5f", between(&j->r, 0.7, 1.5) * size);
  }
  add(j->t, "]}\n");
}

static inline void add_joined_templates(Joined *j)
{
  add(j->t, "template:\n");
  add_joined_template(j, "ball", "b", 1, between(&j->r, 0.02, 0.05));
  add_joined_template(j, "lump", "b", 2 + below(&j->r, 7), between(&j->r, 0.015, 0.04));
  add_joined_template(j, "few", "a", 2, between(&j->r, 0.02, 0.05));
  add(j->t, "  - rod: {material: a, pebbles: [");
  for (int i = -5; i <= 5; i++) {
    add(j->t, "%s0, %.4f, ", i > -5 ? ", " : "", 0.08 * i);
    if (!j->flat) add(j->t, "0, ");
    add(j->t, ".0317");
  }
  add(j->t, "]}\n");
}

/* ---- clumps ---- */

static inline void write_joined(Joined *j)
{
  static Draft rows;
  int          rods = 0;

  rows.n    = 0;
  j->drives = below(&j->r, 3) == 0;
  j->n      = 8 + below(&j->r, JOINED_MOST - 8);
  add(&rows, "id,template,x,y,z,vx,vy,vz,wx,wy,wz,scale,blocked,group\n");
  for (int k = 0; k < j->n; k++) {
    const Vec3  v = any_vector(j, j->speed), w = any_vector(j, 4 * j->speed);
    const char *of    = rods < 2 ? CHOOSE(j, "ball", "lump", "lump", "few", "rod")
                                 : CHOOSE(j, "ball", "lump", "few"),
               *group = k % 3 == 0   ? "g0"
                        : k % 3 == 1 ? "g1"
                                     : "g2",
               *free  = below(&j->r, 5) ? ""
                        : j->flat       ? CHOOSE(j, "xyZ", "y", "Z", "xy")
                                        : CHOOSE(j, "xyzXYZ", "xyz", "x", "Z", "XYZ");

    rods += strcmp(of, "rod") == 0;
    if (k == 1 && j->drives) group = "driven";
    j->held[k] = !strcmp(free, "xyZ") || !strcmp(free, "xyzXYZ") || !strcmp(group, "driven");
    j->x[k] = vec3(between(&j->r, 0.13, j->side[0] - 0.13), between(&j->r, 0.02, j->side[1] - 0.02),
                   j->flat ? 0 : between(&j->r, 0.02, j->side[2] - 0.02));
    add(&rows, "%d,%s,%.6f,%.6f,%.6f,", 3 * k + 1, of, j->x[k].x, j->x[k].y, j->x[k].z);
    if (j->held[k]) add(&rows, "0,0,0,0,0,0");
    else
      add(&rows, "%.3f,%.3f,%.3f,%.3f,%.3f,%.3f", v.x, v.y, v.z, j->flat ? 0 : w.x,
          j->flat ? 0 : w.y, w.z + (j->flat ? w.x : 0));
    add(&rows, ",%s,%s,%s\n", CHOOSE(j, ".3", ".5", "1"), free, group);
  }
  test_file("joined.csv", rows.text);
}

/* ---- joints ---- */

static const char *const        joined_types[]   = {"distance", "distance", "ball",  "weld",
                                                    "hinge",    "slider",   "plane", NULL},
                         *const joined_columns[] = {"length",
                                                    "length",
                                                    "ax,ay,az,bx,by,bz",
                                                    "",
                                                    "ax,ay,az,bx,by,bz,ux,uy,uz",
                                                    "ux,uy,uz",
                                                    "nx,ny,nz,height"};

static inline void add_arms(Joined *j, Draft *rows, Vec3 way)
{
  const Vec3 a = vec3_scale(0.5, way), b = vec3_scale(-0.5, way);

  (void)j;
  add(rows, ",%.6f,%.6f,%.6f,%.6f,%.6f,%.6f", a.x, a.y, a.z, b.x, b.y, b.z);
}

static inline void add_joint_row(Joined *j, Draft *rows, int type, int a, int b)
{
  const Vec3 way = vec3_sub(j->x[b], j->x[a]), n = any_vector(j, 1);

  add(rows, "%d,%d", 3 * a + 1, 3 * b + 1);
  if (type < 2) add(rows, ",%.5f", vec3_norm(way) * between(&j->r, 0.9, 1.1) + 1e-3);
  if (type == 2 || type == 4) add_arms(j, rows, way);
  if (type == 4) add(rows, j->flat ? ",0,0,1" : ",.3,-.5,1");
  if (type == 5) add(rows, ",%.6f,%.6f,%.6f", way.x + 1e-3, way.y, way.z);
  if (type == 6) add(rows, ",%.4f,%.4f,%.4f,%.4f", n.x + 0.01, n.y, n.z, between(&j->r, -0.3, 0));
  add(rows, "\n");
}

/* Write a chain of joints through clumps that are chosen at random. */
static inline void write_joints(Joined *j, int type, const char *file)
{
  static Draft rows;
  int          a = below(&j->r, j->n), left = 1 + below(&j->r, 6);
  bool         used[JOINED_MOST] = {false};

  rows.n = 0;
  add(&rows, "a,b%s%s\n", joined_columns[type][0] ? "," : "", joined_columns[type]);
  used[a] = true;
  for (int tries = 0; tries < 40 && left > 0; tries++) {
    const int b = below(&j->r, j->n);

    if (used[b] || (j->held[a] && j->held[b])) continue;
    add_joint_row(j, &rows, type, a, b);
    used[b] = true;
    a       = b;
    left--;
  }
  test_file(file, rows.text);
}

static inline void add_joined_joints(Joined *j, const char *hard)
{
  const int n = 1 + below(&j->r, 3), first = below(&j->r, 7);

  add(j->t, "constraint:\n%s", hard);
  for (int k = 0; k < n; k++) {
    const int  type  = (first + 3 * k) % 7;
    const bool turns = type >= 3 && type <= 5;
    char       file[30];

    snprintf(file, sizeof file, "joint%d.csv", k);
    write_joints(j, type, file);
    add(j->t, "  - j%d: {type: %s, file: %s, sweeps: %d", k, joined_types[type], file,
        1 + below(&j->r, 6));
    if (type == 1) add(j->t, ", rope: true");
    if (below(&j->r, 3) == 0) add(j->t, ", compliance: 1e-5, damping: %d", below(&j->r, 3));
    if (below(&j->r, 2)) add(j->t, ", break_force: %s", CHOOSE(j, "5", "50", "500", "5e3"));
    if (turns && below(&j->r, 2)) add(j->t, ", break_torque: %s", CHOOSE(j, ".5", "20"));
    if (turns && below(&j->r, 3) == 0) add(j->t, ", turn_compliance: .01, turn_damping: 1e-3");
    if (type == 4 && below(&j->r, 2)) add(j->t, ", motor_rate: 5, motor_torque: .2");
    if (type == 4 && below(&j->r, 2)) add(j->t, ", angles: [-40, 5]");
    if (type == 5 && below(&j->r, 2)) add(j->t, ", places: [-1, 1]");
    if (type == 5 && below(&j->r, 2)) add(j->t, ", motor_speed: 1, motor_force: 20");
    add(j->t, "}\n");
  }
}

/* ---- what happens ---- */

/* Add changes, at the end of a step or with an event. */
static inline void add_joined_changes(Joined *j)
{
  static const char *const actions[] = {"scale, factor: .8",
                                        "scale, factor: .5",
                                        "scale, factor: 1.1",
                                        "scale, factor: .9",
                                        "scale, factor: .7",
                                        "delete",
                                        "density, density: 900",
                                        "fix",
                                        "free",
                                        "group, group: g0",
                                        "push, velocity: %",
                                        "velocity, velocity: %",
                                        "fix, blocked: x",
                                        "velocity, spin: [0, 0, 3]"};
  const int                n         = below(&j->r, 5);

  if (n > 0) add(j->t, "change:\n");
  for (int k = 0; k < n; k++) {
    const char *action = actions[below(&j->r, 14)], *at = strchr(action, '%');

    add(j->t, "  - c%d: {groups: [%s], action: %.*s", k, CHOOSE(j, "g0", "g1", "g2"),
        at ? (int)(at - action) : (int)strlen(action), action);
    if (at) add_vector(j, "", any_vector(j, 3), "");
    if (below(&j->r, 3)) add(j->t, ", start: %.5f}\n", between(&j->r, 0, 0.03));
    else add(j->t, ", after: %s}\n", CHOOSE(j, "soon", "later"));
  }
  add(j->t, "event:\n  - soon: {when: time, above: %.4f}\n", between(&j->r, 0.002, 0.02));
  add(j->t, "  - later: {when: %s, after: soon, delay: .002}\n",
      CHOOSE(j, "number, every: 1e-3, above: 1", "energy, every: 1e-3, below: 1",
             "energy, every: 2e-3, of: kinetic_rotational, above: .1"));
}

static inline void add_joined_ways(Joined *j)
{
  const Vec3 all = vec3(j->side[0], j->side[1], j->side[2]);

  if (below(&j->r, 2)) {
    add(j->t,
        "inlet:\n  - rain: {template: [%s], every: %s, number_rate: %d, group: %s, velocity: ",
        CHOOSE(j, "ball", "lump", "few"), CHOOSE(j, ".003", ".007"), 100 + below(&j->r, 900),
        CHOOSE(j, "g0", "g1"));
    add_vector(j, "", any_vector(j, 3), ", attempts: 20, ");
    add_vector(j, "lo: ", vec3_scale(0.1, all), ", ");
    add_vector(j, "hi: ", vec3_scale(0.9, all), "}\n");
  }
  if (below(&j->r, 3) == 0) {
    add_vector(j, "outlet:\n  - sink: {lo: ", vec3_scale(between(&j->r, 0, 0.3), all), ", ");
    add_vector(j, "hi: ", vec3_scale(between(&j->r, 0.4, 0.8), all), "");
    add(j->t, ", groups: [%s], start: %.4f}\n", CHOOSE(j, "g0", "g1"), between(&j->r, 0, 0.02));
  }
  if (!j->hard && below(&j->r, 2))
    add(j->t, "crush:\n  - crack: {template: lump, strength: %s}\n", CHOOSE(j, "1e3", "1e5"));
}

/* Add links other than joints, forces and a heat bath. */
static inline void add_joined_more(Joined *j)
{
  if (below(&j->r, 4) == 0)
    add(j->t,
        "bond:\n  - glue: {between: [%s, b], %s, normal_stiffness: 1e6, shear_stiffness: 5e5, "
        "tensile_strength: 3e3, shear_strength: %s, damping_time: %s}\n",
        CHOOSE(j, "a", "b"),
        CHOOSE(j, "distance: .04", j->hard ? "distance: .03" : "touching: true",
               "distance: .02, at: .007"),
        CHOOSE(j, "2e3", "1e5"), CHOOSE(j, "0", "1e-4"));
  if (below(&j->r, 4) == 0)
    add(j->t,
        "spring:\n  - tie: {between: [a, %s], distance: .1, stiffness: 200, damping: %s, "
        "break_force: %s}\n",
        CHOOSE(j, "a", "b"), CHOOSE(j, "0", "1"), CHOOSE(j, "none", "8"));
  if (below(&j->r, 3) == 0) {
    add_vector(j, "force:\n  - jolt: {groups: [g1], after: soon, duration: .01, force: ",
               any_vector(j, 300), "}\n");
  }
  if (!j->reflects && below(&j->r, 5) == 0)
    add(j->t,
        "thermostat:\n  - bath: {type: langevin, rate: 20, temperature: 1, boltzmann: .5, groups: "
        "[g0]}\n");
}

/* Add a floor, which may shake, and a clump that is driven. */
static inline void add_joined_walls(Joined *j)
{
  const bool shakes = j->walled && below(&j->r, 2);

  if (j->walled) {
    add_vector(j, "wall:\n  - floor: {shape: plane, material: b, point: ", vec3(0, 0.1, 0.1), ", ");
    add_vector(j, "normal: ", j->flat ? vec3(0, 1, 0) : vec3(0, 0, 1), "}\n");
  }
  if (shakes || j->drives) add(j->t, "motion:\n");
  if (shakes) {
    add_vector(j, "  - shake: {walls: [floor], type: oscillate, direction: ",
               j->flat ? vec3(0, 1, 0) : vec3(0, 0, 1), "");
    add(j->t, ", amplitude: .02, frequency: 20%s}\n", CHOOSE(j, "", ", after: soon", ", end: .01"));
  }
  if (j->drives)
    add_vector(j, "  - drag: {groups: [driven], type: translate, velocity: ", any_vector(j, 2),
               CHOOSE(j, "}\n", ", after: soon}\n", ", end: .01}\n", ", start: .01}\n"));
}

static inline void make_joined(Draft *t, int seed)
{
  static Draft hard;
  Joined       j = {.t = t, .r = random_stream(20261128, RANDOM_TEST, (uint64_t)seed)};

  t->n = hard.n = 0;
  hard.text[0]  = '\0';
  j.flat        = below(&j.r, 3) == 0;
  j.speed       = below(&j.r, 2) ? 6 : 0.5;
  j.hard        = below(&j.r, 3) > 0;
  add_joined_run(&j, seed);
  add(t, "contact:\n");
  add_joined_law(&j, "a", "a", &hard);
  add_joined_law(&j, "a", "b", &hard);
  add_joined_law(&j, "b", "b", &hard);
  add_joined_templates(&j);
  write_joined(&j);
  add(t, "clumps:\n  - rows: {file: joined.csv}\n");
  add_joined_joints(&j, hard.text);
  add_joined_changes(&j);
  add_joined_ways(&j);
  add_joined_walls(&j);
  add_joined_more(&j);
}

#endif
