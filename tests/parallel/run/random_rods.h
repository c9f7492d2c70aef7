/* SPDX-License-Identifier: MIT */
/* Small scenarios drawn at random with capsules of every kind among walls of every kind, joints,
   bonds and springs by lists, changes, inlets and outlets, and laws with and without a history. */
#ifndef RANDOM_RODS_H
#define RANDOM_RODS_H

#include "random_joined.h"

static inline void add_rods_law(Joined *j, const char *a, const char *b)
{
  add(j->t, "  - %s%s: {between: [%s, %s], ", a, b, a, b);
  switch (below(&j->r, 6)) {
  case 0:
    add(j->t, "normal: walton_braun, stiffness: 3e4, unloading_stiffness: 4.5e4, damping: 26, "
              "tangential: static_dynamic, friction: .53, friction_dynamic: .37");
    break;
  case 1:
    add(j->t, "normal: luding, stiffness: 2e4, unloading_stiffness: 4e4, adhesion_stiffness: 5e3, "
              "tangential: hooke, friction: .3, rolling: constant_torque, rolling_friction: .1");
    break;
  case 2:
    add(j->t,
        "normal: hertz, restitution: .6, cohesion: jkr, surface_energy: 5, largest_radius: .05, "
        "tangential: mindlin, friction: .8, twisting: constant_torque, twisting_friction: .1");
    break;
  case 3:
    add(j->t,
        "normal: hooke, stiffness: 2e4, restitution: .7, cohesion: linear, cohesion_force: 9, "
        "cohesion_range: .01, tangential: hooke, friction: .4");
    break;
  case 4:
    add(j->t, "normal: elastic_plastic, yield_pressure: 2e4, tangential: mindlin, friction: .5");
    break;
  default: add(j->t, "normal: hertz, restitution: .5, tangential: mindlin, friction: .4");
  }
  add(j->t, "}\n");
}

static inline void add_rods_capsule(Joined *j, const char *before, Vec3 half, double r)
{
  const Vec3 at = any_vector(j, 0.02), a = vec3_sub(at, half), b = vec3_add(at, half);

  add(j->t, "%s%.5f, %.5f, %.5f, %.5f, %.5f, %.5f, %.5f", before, a.x, a.y, a.z, b.x, b.y, b.z, r);
}

static inline void add_rods_templates(Joined *j)
{
  add(j->t, "template:\n");
  add_joined_template(j, "ball", "b", 1, between(&j->r, 0.02, 0.05));
  add_joined_template(j, "lump", "b", 2 + below(&j->r, 4), between(&j->r, 0.015, 0.04));
  add(j->t, "  - few: {material: a, pebbles: [0.03, 0, 0, 0.03], capsules: [");
  add_rods_capsule(j, "", any_vector(j, 0.05), between(&j->r, 0.01, 0.03));
  add_rods_capsule(j, ", ", any_vector(j, 0.05), between(&j->r, 0.01, 0.03));
  add(j->t, "]}\n  - rod: {material: a, capsules: [");
  add_rods_capsule(j, "", vec3(0, 0.4, 0), 0.0317); /* longer than half of most boxes */
  add(j->t, "]}\n");
}

/* Bonds and springs by a list, each between random clumps' first pebbles. */
static inline void add_rods_links(Joined *j)
{
  static Draft rows;
  const bool   bonds = below(&j->r, 2);

  rows.n = 0;
  add(&rows, "id_a,pebble_a,id_b,pebble_b\n");
  for (int k = 0; k + 1 < j->n; k += 2)
    if (!(j->held[k] && j->held[k + 1])) add(&rows, "%d,0,%d,0\n", 3 * k + 1, 3 * k + 4);
  test_file("linked.csv", rows.text);
  if (bonds)
    add(j->t, "bond:\n  - glue: {file: linked.csv, normal_stiffness: 1e4, shear_stiffness: 5e3, "
              "tensile_strength: 3e4, shear_strength: 2e4, damping_time: 1e-4}\n");
  else
    add(j->t, "spring:\n  - tie: {file: linked.csv, stiffness: 200, damping: 1, break_force: %s}\n",
        CHOOSE(j, "none", "20"));
}

/* Add walls that stick out into the box, beside the floor. */
static inline void add_rods_walls(Joined *j)
{
  const Vec3 c = vec3(0.5 * j->side[0], 0.5 * j->side[1], 0.5 * j->side[2]);

  add(j->t, "wall:\n");
  if (j->walled)
    add(j->t, "  - floor: {shape: plane, material: b, point: [0, 0, .1], normal: [0, 0, 1]}\n");
  switch (strstr(j->t->text, "periodic") ? 3 : below(&j->r, 4)) { /* meshes are repeated */
  case 0:
    add(
      j->t,
      "  - brick: {shape: box, material: b, lo: [%.3f, %.3f, %.3f], hi: [%.3f, %.3f, %.3f], side: "
      "outside}\n",
      c.x, c.y, c.z, c.x + 0.1, c.y + 0.15, c.z + 0.05);
    break;
  case 1:
    add(j->t,
        "  - post: {shape: cylinder, material: b, point: [%.3f, %.3f, %.3f], axis: [.1, .3, 1], "
        "radius: "
        ".06, length: .2, side: outside}\n",
        c.x, c.y, c.z - 0.1);
    break;
  case 2:
    add(j->t,
        "  - knob: {shape: sphere, material: b, point: [%.3f, %.3f, %.3f], radius: .1, side: "
        "outside}\n",
        c.x, c.y, c.z);
    break;
  default:
    test_file("wedge.obj",
              "v 0 0 0\nv .2 0 0\nv 0 .2 0\nv .05 .05 .2\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
    add(j->t,
        "  - wedge: {shape: mesh, material: b, file: wedge.obj, shift: [%.3f, %.3f, %.3f], side: "
        "outside}\n",
        c.x - 0.1, c.y - 0.1, c.z - 0.1);
  }
}

static inline void make_rods(Draft *t, int seed)
{
  Joined j = {.t = t, .r = random_stream(20261130, RANDOM_TEST, (uint64_t)seed)};

  t->n    = 0;
  j.speed = below(&j.r, 2) ? 6 : 0.5;
  add_joined_run(&j, seed);
  add(t, "contact:\n");
  add_rods_law(&j, "a", "a");
  add_rods_law(&j, "a", "b");
  add_rods_law(&j, "b", "b");
  add_rods_templates(&j);
  write_joined(&j);
  add(t, "clumps:\n  - rows: {file: joined.csv}\n");
  add_joined_joints(&j, "");
  add_joined_changes(&j);
  add_joined_ways(&j);
  add_rods_walls(&j);
  add_rods_links(&j);
  if (j.drives) {
    add(t, "motion:\n");
    add_vector(&j, "  - drag: {groups: [driven], type: translate, velocity: ", any_vector(&j, 2),
               "}\n");
  }
}

#endif
