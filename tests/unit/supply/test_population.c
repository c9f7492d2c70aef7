/* np: 1 2 3 */
/* SPDX-License-Identifier: MIT */
/* The clumps of a scenario: where they are, what their ids are, and that no number of ranks changes
 * either. */
#define _POSIX_C_SOURCE 200809L

#include "supply/population.h"
#include "supply/template_read.h"
#include "unit/files.h"

static const OptionKind *const kinds[] = {&material_kind, &template_kind, &clumps_kind, NULL};

static Parallel par, self;
static Files    files;

typedef struct {
  Options  *options;
  Materials materials;
  Templates templates;
  Groups    groups;
  Clumps   *clumps;
  Waiting  *waiting;
  double    now;
  int64_t   next_id;
  Warnings  warnings;
} Scenario;

#define MATTER \
  "material:\n" \
  "  - glass: {density: 2500}\n" \
  "  - steel: {density: 7800}\n" \
  "template:\n" \
  "  - pair: {material: glass, pebbles: [0, 1, 0, 1,  0, 4, 0, 2]}\n" \
  "  - ball: {material: steel, pebbles: [0, 0, 0, 0.5]}\n" \
  "  - mixed: {material: glass, file: mixed.csv}\n"

static Scenario start(const Parallel *on, const char *yaml)
{
  Scenario s = {.options = scenario_read(on, &files, kinds, yaml), .warnings = warnings_on(on)};

  CALL(materials_read(on, s.options, &s.materials));
  CALL(templates_read(on, s.options, &s.materials, &s.templates, &s.groups, &s.warnings));
  CALL(clumps_create(&s.clumps));
  CALL(waiting_create(&s.waiting));
  return s;
}

static void populate(const Parallel *on, Scenario *s)
{
  PopulationTarget target = {.materials = &s->materials,
                             .templates = &s->templates,
                             .groups    = &s->groups,
                             .now       = s->now,
                             .clumps    = s->clumps,
                             .waiting   = s->waiting,
                             .next_id   = s->next_id};

  CALL(population_read(on, s->options, &target, &s->warnings));
  s->next_id = target.next_id;
}

static Scenario begin(const Parallel *on, const char *yaml)
{
  Scenario s = start(on, yaml);

  populate(on, &s);
  return s;
}

static void end(Scenario *s)
{
  CALL(clumps_destroy(&s->clumps));
  CALL(waiting_destroy(&s->waiting));
  templates_free(&s->templates);
  materials_free(&s->materials);
  CALL(options_destroy(&s->options));
}

static int64_t count(const Scenario *s)
{
  int64_t n = s->clumps->n_owned;

  CALL(parallel_sum_int(&par, &n, 1));
  return n;
}

/* Row of this clump, -1 on ranks that do not have it. Some rank must. Collective. */
static PetscInt row_of(const Scenario *s, Id id)
{
  PetscInt row   = -1;
  int64_t  found = 0;

  for (PetscInt a = 0; a < s->clumps->n_owned; a++) {
    if (s->clumps->id[a] == id) row = a;
  }
  found = row >= 0;
  CALL(parallel_sum_int(&par, &found, 1));
  if (found != 1)
    test_fail(__FILE__, __LINE__, "clump %lld is there %d times", (long long)id, (int)found);
  return row;
}

static Vec3 pebble_of(const Scenario *s, PetscInt a, int i)
{
  const Clumps *c = s->clumps;

  return vec3_add(
    c->pose[a].x,
    quat_turn(c->pose[a].q, vec3_scale(c->scale[a], s->templates.list[c->shape[a]].offset[i])));
}

static bool has_groups(const Scenario *s, PetscInt a, const char *expected)
{
  char text[GROUPS_TEXT];

  groups_text(&s->groups, s->clumps->group[a], text);
  if (strcmp(text, expected) != 0)
    printf("# the groups of clump %lld are %s\n", (long long)s->clumps->id[a], text);
  return strcmp(text, expected) == 0;
}

static void check_vec3(const char *what, Vec3 a, double x, double y, double z, double tolerance)
{
  const double error = vec3_norm(vec3_sub(a, vec3(x, y, z)));

  if (!(error <= tolerance))
    test_fail(__FILE__, __LINE__, "%s is %g %g %g, not %g %g %g", what, a.x, a.y, a.z, x, y, z);
}

/* ---- file ---- */

static void rows_of_clumps(void)
{
  Scenario s;
  PetscInt a;

  file_write(&files, "bed.csv",
             "id,template,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,scale,density,group,blocked\n"
             "70,pair,1,2,3,2,0,0,2,4,5,6,0,0,1,0.5,5000,63,xZ\n"
             "-8,ball,0,0,0,1e200,0,0,0,0,0,0,1,2,3,1,7800,source=north|0,-\n"
             "9,ball,0,0,0,1,0,0,0,0,0,0,0,0,0,1,7800,1,\n");
  s = begin(&par, MATTER "clumps:\n  - bed: {file: bed.csv}\n");
  mistakes_check("rows of clumps", s.options, 0, NULL);
  CHECK_INT(count(&s), 3);
  CHECK_INT(s.next_id, 71);
  a = row_of(&s, 70);
  if (a >= 0) {
    const Clumps   *c = s.clumps;
    const Template *t = &s.templates.list[c->shape[a]];
    const double    y = t->mass.centre.y; /* tangent spheres of volumes 1 : 8 */

    CHECK_NEAR(y, (1 + 4 * 8) / 9.0, 1e-14); /* rounding */
    check_vec3("centre", c->pose[a].x, 1, 2, 3, 0);
    /* a quarter turn about z takes the given y to lab -x */
    check_vec3("first pebble", pebble_of(&s, a, 0), 1 - 0.5 * (1 - y), 2, 3, 1e-14);  /* rounding */
    check_vec3("second pebble", pebble_of(&s, a, 1), 1 - 0.5 * (4 - y), 2, 3, 1e-14); /* rounding */
    check_vec3("velocity", c->motion[a].v, 4, 5, 6, 0);
    check_vec3("spin", c->w[a], 0, 0, 1, 0);
    CHECK_NEAR(c->mass[a], 5000 * 4 * PETSC_PI / 3 * 9 / 8, 1e-10); /* rounding of 2e4 */
    /* spinning about an axis across the body: its largest moment; I ~ scale^5 and density */
    check_vec3("momentum", c->motion[a].momentum, 0, 0, 2 * t->mass.principal.z / 32,
               1e-11 * t->mass.principal.z); /* rounding */
    CHECK(c->blocked[a] == (BLOCK_X | BLOCK_RZ));
    CHECK(has_groups(&s, a, "63"));
    check_vec3("force", c->force[a], 0, 0, 0, 0);
    check_vec3("torque", c->torque[a], 0, 0, 0, 0);
  }
  a = row_of(&s, -8);
  if (a >= 0) {
    const double inertia = 0.4 * 7800 * PETSC_PI / 6 * 0.25;

    check_vec3("momentum of a ball", s.clumps->motion[a].momentum, inertia, 2 * inertia,
               3 * inertia, 1e-11); /* rounding of 1e3 */
    CHECK(s.clumps->blocked[a] == 0);
    CHECK(has_groups(&s, a, "0|source=north"));
  }
  row_of(&s, 9);
  end(&s);
  file_write(&files, "bed.csv", "x,y,z,template\n1,2,3,pair\n");
  s = begin(&par, MATTER "clumps:\n  - bed: {file: bed.csv}\n");
  a = row_of(&s, 0);
  if (a >= 0) { /* the axes as given, at rest */
    check_vec3("first pebble", pebble_of(&s, a, 0), 1, 2 + 1 - 33 / 9.0, 3, 1e-14); /* rounding */
    CHECK_BITS(s.clumps->scale[a], 1);
    check_vec3("momentum", s.clumps->motion[a].momentum, 0, 0, 0, 0);
  }
  end(&s);
  file_remove(&files, "bed.csv");
  test_end("a clump a row: axes as given, mass by scale and density, momentum by spin");
}

/* ---- spheres ---- */

static void rows_of_spheres(void)
{
  Scenario s;
  PetscInt a;
  double   volume = 0;
  Said     said;
  char    *text;

  file_write(&files, "heap.csv",
             "clump_id,x,y,z,r,vx,vy,vz,wx,wy,wz,blocked\n"
             "-3,10,0,0,1,1,2,3,0,0,1,XYZ\n"
             "5000000000,0,0,7,0.25,0,0,0,0,0,0,\n"
             "4,0,5,0,0.5,0,0,0,0,0,0,\n"
             "-3,10,1,0,1,1,2,3,0,0,1,XYZ\n"
             "6,0,5,0,1,0,0,0,0,0,0,\n"
             "6,0,5,0,1,0,0,0,0,0,0,\n");
  said = said_begin();
  s    = begin(&par, MATTER "clumps:\n  - heap: {spheres: heap.csv, material: glass}\n");
  text = said_end(&said);
  if (test_rank() == 0)
    CHECK(strstr(text,
                 "clast: warning: clumps heap: in 1 of its bodies spheres with the same centre") &&
          strstr(text, "in clump 6\n"));
  else CHECK_TEXT(text, "");
  free(text);
  mistakes_check("rows of spheres", s.options, 0, NULL);
  CHECK_INT(count(&s), 4);
  CHECK_INT(s.warnings.n, 1); /* of the two that coincide */
  CHECK_INT(s.next_id, 5000000001);
  CHECK_INT(s.templates.n, 5); /* three of the scenario, one unit sphere, one pair */
  CHECK(templates_find(&s.templates, "sphere-glass") >= 0);
  CHECK(templates_find(&s.templates, "heap--3") >= 0);
  a = row_of(&s, -3);
  if (a >= 0) {
    check_vec3("centre", s.clumps->pose[a].x, 10, 0.5, 0, 1e-14);      /* rounding */
    check_vec3("first pebble", pebble_of(&s, a, 0), 10, 0, 0, 1e-14);  /* rounding */
    check_vec3("second pebble", pebble_of(&s, a, 1), 10, 1, 0, 1e-14); /* rounding */
    CHECK_NEAR(s.clumps->mass[a], 2500 * 7.06858347057703,
               2500 * 1e-13); /* the reference has 15 digits */
    check_vec3("velocity", s.clumps->motion[a].v, 1, 2, 3, 0);
    check_vec3("momentum", s.clumps->motion[a].momentum, 0, 0, 2500 * 5.21308030955056,
               2500 * 1e-12); /* the same */
    CHECK(s.clumps->blocked[a] == BLOCK_TURN);
  }
  a = row_of(&s, 5000000000);
  if (a >= 0) {
    volume = 4 * PETSC_PI / 3 / 64;
    CHECK_BITS(s.clumps->scale[a], 0.25);
    check_vec3("lone sphere", pebble_of(&s, a, 0), 0, 0, 7, 0);
    CHECK_NEAR(s.clumps->mass[a], 2500 * volume, 1e-11);                 /* rounding of 1e2 */
    CHECK_NEAR(s.clumps->inertia[a].y, 0.4 * 2500 * volume / 16, 1e-12); /* rounding */
  }
  a = row_of(&s, 6);
  if (a >= 0) CHECK_INT(s.templates.list[s.clumps->shape[a]].n, 1);
  end(&s);
  test_end("a sphere a row: bodies by clump_id, lone spheres of one template");
}

static void spheres_without_ids(void)
{
  Scenario s;
  PetscInt a;

  file_write(&files, "heap.csv", "radius,x,y,z,material\n0.5,1,2,3,\n0.25,4,5,6,steel\n");
  s =
    begin(&par, MATTER "clumps:\n  - heap: {spheres: heap.csv, material: glass, density: 1000}\n");
  mistakes_check("spheres without ids", s.options, 0, NULL);
  CHECK_INT(count(&s), 2);
  CHECK(templates_find(&s.templates, "sphere-glass") >= 0);
  CHECK(templates_find(&s.templates, "sphere-steel") >= 0);
  a = row_of(&s, 1);
  if (a >= 0) {
    check_vec3("place", s.clumps->pose[a].x, 4, 5, 6, 0);
    CHECK_NEAR(s.clumps->mass[a], 1000 * 4 * PETSC_PI / 3 / 64, 1e-12); /* rounding of 1e2 */
  }
  end(&s);
  file_write(&files, "heap.csv", "clump_id,x,y,z,r\n1,0,0,0,1\n1,1,0,0,1\n2,5,0,0,1\n2,8,0,0,1\n");
  s = begin(&par, MATTER "clumps:\n  - heap: {spheres: heap.csv, material: glass, density: 1000, "
                         "mass_properties: sum}\n");
  mistakes_check("bodies by sum", s.options, 0, NULL);
  CHECK_INT(s.warnings.n, 2); /* one body overlaps, the other does not connect */
  a = row_of(&s, 1);
  if (a >= 0)
    CHECK_NEAR(s.clumps->mass[a], 2 * 1000 * 4 * PETSC_PI / 3, 1e-10); /* rounding of 1e4 */
  end(&s);
  test_end("spheres without ids, with materials and a density of their own");
}

/* ---- ids ---- */

static void ids_count_up(void)
{
  Scenario s;
  PetscInt row;

  file_write(&files, "bed.csv", "template,x,y,z,id\nball,0,0,0,50\nball,1,0,0,-50\n");
  file_write(&files, "more.csv", "template,x,y,z\nball,2,0,0\nball,3,0,0\nball,4,0,0\n");
  file_write(&files, "heap.csv", "x,y,z,r\n5,0,0,1\n6,0,0,1\n");
  s         = start(&par, MATTER "clumps:\n"
                                         "  - first: {file: more.csv}\n"
                                         "  - heap: {spheres: heap.csv, material: glass}\n"
                                         "  - bed: {file: bed.csv}\n");
  s.next_id = 40; /* as after a run in which clumps up to 39 came and went */
  if (test_rank() == test_size() - 1) CALL(clumps_add(s.clumps, &s.templates, 12, 0, 1, &row));
  populate(&par, &s);
  mistakes_check("ids", s.options, 0, NULL);
  CHECK_INT(count(&s), 8);
  CHECK_INT(s.next_id, 56);
  row_of(&s, 12);
  row_of(&s, -50);
  for (int k = 0; k < 5; k++) {
    row = row_of(&s, 51 + k);
    if (row >= 0) CHECK_BITS(s.clumps->pose[row].x.x, 2 + k);
  }
  end(&s);
  s         = start(&par, MATTER "clumps:\n  - first: {file: more.csv}\n");
  s.next_id = 40;
  populate(&par, &s);
  row_of(&s, 40);
  CHECK_INT(s.next_id, 43);
  end(&s);
  test_end(
    "ids that were given stay, others count up by object and row from beyond all that ever were");
}

static void check_wrong(const char *clumps, int n, const char *expected)
{
  char     yaml[2048];
  Scenario s;

  snprintf(yaml, sizeof yaml, "%sclumps:\n  - a: {%s}\n", MATTER, clumps);
  s = begin(&par, yaml);
  mistakes_check(clumps, s.options, n, expected);
  end(&s);
}

static void ids_are_used_once(void)
{
  Scenario s;
  PetscInt row;

  file_write(&files, "bed.csv", "template,x,y,z,id\nball,0,0,0,3\nball,1,0,0,4\n\nball,1,0,0,3\n");
  check_wrong("file: bed.csv", 1, "line 5: id 3 was given before, in line 2");
  file_write(&files, "bed.csv", "template,x,y,z,id\nball,0,0,0,3\n");
  file_write(&files, "heap.csv", "clump_id,x,y,z,r\n7,0,0,0,1\n3,0,0,0,1\n3,0,1,0,1\n");
  s = begin(&par, MATTER
            "clumps:\n  - bed: {file: bed.csv}\n  - heap: {spheres: heap.csv, material: glass}\n");
  mistakes_check("between files", s.options, 1,
                 "line 3: id 3 was given before, in clumps: bed, line 2");
  end(&s);
  s = start(&par, MATTER "clumps:\n  - bed: {file: bed.csv}\n");
  if (test_rank() == 0) CALL(clumps_add(s.clumps, &s.templates, 3, 0, 1, &row));
  populate(&par, &s);
  mistakes_check("on a restart", s.options, 1, "line 2: id 3 belongs to a clump of the checkpoint");
  end(&s);
  file_write(&files, "bed.csv", "template,x,y,z,id\nball,0,0,0,9223372036854775807\n");
  check_wrong("file: bed.csv", 1, "cannot be used");
  file_write(&files, "bed.csv", "template,x,y,z,id\nball,0,0,0,9223372036854775806\n");
  s = begin(&par, MATTER "clumps:\n  - bed: {file: bed.csv}\n  - more: {file: more.csv}\n");
  mistakes_check("no ids left", s.options, 1, "leaves none for the 3 clumps");
  end(&s);
  test_end("an id that is used twice is refused, with both places");
}

/* ---- any number of ranks ---- */

/* Every row of this rank is, to the bit, in what one rank alone reads. */
static void check_alike(const Scenario *all, const Scenario *alone)
{
  const Clumps *c = all->clumps, *d = alone->clumps;
  PetscInt     *row_of_id;

  CHECK_INT(count(all), d->n_owned);
  CHECK_INT(all->next_id, alone->next_id);
  CHECK(memcmp(&all->groups, &alone->groups, sizeof all->groups) == 0);
  CHECK_INT(all->templates.n, alone->templates.n);
  for (int t = 0; t < all->templates.n; t++) {
    CHECK_TEXT(all->templates.list[t].name, alone->templates.list[t].name);
    CHECK(memcmp(&all->templates.list[t].mass, &alone->templates.list[t].mass,
                 sizeof(MassProperties)) == 0);
    CHECK(memcmp(all->templates.list[t].group, alone->templates.list[t].group,
                 8 * (size_t)all->templates.list[t].n) == 0);
  }
  CALL(array_create(&row_of_id, sizeof *row_of_id, (PetscInt)alone->next_id));
  for (PetscInt b = 0; b < d->n_owned; b++) row_of_id[d->id[b]] = b;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const PetscInt b = row_of_id[c->id[a]];

    for (const Field *f = c->fields; f->name; f++) {
      const size_t size = field_size(f);

      if (memcmp(field_item(f, c, a), field_item(f, d, b), size) != 0)
        test_fail(__FILE__, __LINE__, "clump %d: %s differs", (int)c->id[a], f->name);
    }
  }
  array_free(&row_of_id);
}

static void ranks_change_nothing(void)
{
  enum { BODIES = 300, LONE = 500 };
  static const char yaml[] = MATTER "clumps:\n"
                                    "  - loose: {spheres: loose.csv, material: steel}\n"
                                    "  - heap: {spheres: heap.csv, material: glass}\n"
                                    "  - bed: {file: bed.csv}\n";
  char             *text   = calloc(1, 1 << 20);
  size_t            n      = (size_t)sprintf(text, "y,x,clump_id,z,r,wx,wy,wz\n");
  Scenario          all, alone;

  for (int k = 0; k < 3 * BODIES; k++) { /* rows of a body far from each other */
    const int body = k * 7 % BODIES;

    n +=
      (size_t)sprintf(text + n, "%.17g,%d,%d,%.17g,%.17g,%d,0,1\n", 3.7 * body + 0.1 * (k / BODIES),
                      body, 2 * body, sin(k), 0.3 + 0.001 * (k % 100), body % 5);
  }
  file_write_bytes(&files, "heap.csv", text, n);
  n = (size_t)sprintf(text, "x,y,z,r\n");
  for (int k = 0; k < LONE; k++) n += (size_t)sprintf(text + n, "%d,%.17g,0,0.1\n", k, cos(k));
  file_write_bytes(&files, "loose.csv", text, n);
  n = (size_t)sprintf(text, "template,x,y,z,qw,qx,qy,qz,wx,wy,wz,scale\n");
  for (int k = 0; k < LONE; k++)
    n += (size_t)sprintf(text + n, "%s,%d,1,2,%.17g,1,2,%d,1,2,%d,%.17g\n",
                         k % 3 ? "pair" : "mixed", k, sin(k), k, k, 1 + 0.1 * cos(k));
  file_write_bytes(&files, "bed.csv", text, n);
  all = begin(&par, yaml);
  {
    const FilePath path = file_write(&files, "alone.yaml", yaml);
    Said           said = said_begin();

    alone = (Scenario){.warnings = warnings_on(&self)};
    CALL(options_create(&self, kinds, &alone.options));
    CALL(options_read_file(alone.options, path.path));
    CALL(options_check(alone.options));
    CALL(materials_read(&self, alone.options, &alone.materials));
    CALL(templates_read(&self, alone.options, &alone.materials, &alone.templates, &alone.groups,
                        &alone.warnings));
    CALL(clumps_create(&alone.clumps));
    CALL(waiting_create(&alone.waiting));
    populate(&self, &alone);
    free(said_end(&said));
  }
  mistakes_check("on all ranks", all.options, 0, NULL);
  CHECK_INT(count(&all), BODIES + 2 * LONE);
  CHECK_INT(all.warnings.n, alone.warnings.n);
  check_alike(&all, &alone);
  end(&all);
  end(&alone);
  file_remove(&files, "alone.yaml");
  file_remove(&files, "loose.csv");
  free(text);
  test_end("the same clumps, ids and templates as one rank alone reads, to the bit");
}

/* ---- groups ---- */

static void groups_come_object_by_object(void)
{
  Scenario s;
  PetscInt a;
  char     text[GROUPS_TEXT];

  file_write(&files, "heap.csv",
             "clump_id,x,y,z,r,group,pebble_group\n1,0,0,0,1,z,\n2,9,0,0,1,,tip|side=left\n1,1,0,0,"
             "1,z,tip\n3,5,5,5,1,-,\n");
  file_write(&files, "bed.csv",
             "template,x,y,z,id,group\nball,0,0,0,7,b|from=n\nball,1,0,0,8,\nball,2,0,0,9,a\nball,"
             "2,0,0,10,-\n");
  s = begin(&par, MATTER
            "clumps:\n"
            "  - heap: {spheres: heap.csv, material: glass, group: [y, from=s]}\n"
            "  - bed: {file: bed.csv, group: [y]}\n"
            "  - fill: {template: ball, count: 2, lo: [0, 0, 0], hi: [9, 9, 9], group: [fill]}\n");
  mistakes_check("groups", s.options, 0, NULL);
  groups_text(&s.groups, groups_all(&s.groups), text);
  CHECK_TEXT(text, "y|from=s|z|tip|side=left|a|b|from=n|fill");
  a = row_of(&s, 1);
  CHECK(a < 0 || has_groups(&s, a, "z"));
  CHECK(a < 0 || s.templates.list[s.clumps->shape[a]].group[1] == 8);
  a = row_of(&s, 2); /* a lone sphere whose pebble is in groups is a shape of its own */
  CHECK(a < 0 ||
        (has_groups(&s, a, "y|from=s") && s.templates.list[s.clumps->shape[a]].group[0] == 24));
  a = row_of(&s, 3);
  CHECK(a < 0 || (has_groups(&s, a, "") &&
                  strcmp(s.templates.list[s.clumps->shape[a]].name, "sphere-glass") == 0));
  a = row_of(&s, 7);
  CHECK(a < 0 || has_groups(&s, a, "b|from=n"));
  a = row_of(&s, 8);
  CHECK(a < 0 || has_groups(&s, a, "y"));
  a = row_of(&s, 9);
  CHECK(a < 0 || has_groups(&s, a, "a"));
  a = row_of(&s, 10);
  CHECK(a < 0 || has_groups(&s, a, ""));
  CHECK(population_groups(s.options, "fill", &s.groups) == 256);
  end(&s);
  test_end(
    "groups: object by object, in order of slot and name, a row's own in place of its object's");
}

static void groups_have_an_end(void)
{
  char   text[4096];
  size_t n = (size_t)sprintf(text, "template,x,y,z,group\n");

  for (int k = 0; k < GROUPS_MOST; k++) n += (size_t)sprintf(text + n, "ball,0,0,%d,g%d\n", k, k);
  file_write(&files, "bed.csv", text);
  check_wrong("file: bed.csv", 0, NULL);
  sprintf(text + n, "ball,0,0,64,g64\n");
  file_write(&files, "bed.csv", text);
  check_wrong("file: bed.csv", 1, "more than 64 groups");
  sprintf(text + n, "ball,0,0,64,g6\n");
  file_write(&files, "bed.csv", text);
  check_wrong("file: bed.csv, group: [g65]", 1, "more than 64 groups");
  check_wrong("file: bed.csv, group: [g1, g2]", 1, "'g1' and 'g2' are both of the slot Default");
  check_wrong("file: bed.csv, group: [a b]", 1, "'a b' is no group");
  test_end("64 groups are taken, from whatever ranks, and not one more");
}

/* ---- one clump ---- */

static void one_clump_is_a_row(void)
{
  static const char one[] = MATTER "clumps:\n  - one: {template: [pair], position: [1, 2, 3], "
                                   "attitude: [2, 0, 0, 2], velocity: [4, 5, 6], spin: [0, 0, 1], "
                                   "scale: 0.5, density: 5000, group: [x], blocked: xZ}\n";
  Scenario          s, t;
  PetscInt          a, b;

  file_write(&files, "bed.csv",
             "template,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,scale,density,group,blocked\n"
             "pair,1,2,3,2,0,0,2,4,5,6,0,0,1,0.5,5000,x,xZ\n");
  s = begin(&self, one);
  t = begin(&self, MATTER "clumps:\n  - bed: {file: bed.csv}\n");
  for (const Field *f = s.clumps->fields; f->name; f++) {
    const size_t size = field_size(f);

    if (memcmp(field_item(f, s.clumps, 0), field_item(f, t.clumps, 0), size) != 0)
      test_fail(__FILE__, __LINE__, "%s differs from that of a file", f->name);
  }
  end(&s);
  end(&t);
  CALL(parallel_barrier(&par)); /* each rank read the file by itself */
  file_write(&files, "bed.csv", "template,x,y,z,id\nball,0,0,0,7\n");
  s = begin(&par, MATTER "clumps:\n  - bed: {file: bed.csv}\n"
                         "  - a: {template: [ball], position: [0, 0, 0], id: -3}\n"
                         "  - b: {template: [ball], position: [9, 0, 0]}\n");
  mistakes_check("single clumps", s.options, 0, NULL);
  CHECK_INT(count(&s), 3);
  CHECK_INT(s.next_id, 9);
  a = row_of(&s, -3);
  b = row_of(&s, 8); /* the next that is free */
  CHECK(a < 0 || (s.clumps->pose[a].x.x == 0 && s.clumps->scale[a] == 1 && s.clumps->mass[a] > 0));
  CHECK(b < 0 || s.clumps->pose[b].x.x == 9);
  end(&s);
  s = begin(
    &par, MATTER
    "clumps:\n  - bed: {file: bed.csv}\n  - a: {template: [ball], position: [0, 0, 0], id: 7}\n");
  mistakes_check("an id twice", s.options, 1,
                 "clumps: a: id: '7': id 7 was given before, in clumps: bed, line 2");
  end(&s);
  s = begin(
    &par, MATTER
    "clumps:\n  - a: {template: [ball], position: [0, 0, 0], id: 7}\n  - bed: {file: bed.csv}\n");
  mistakes_check("the other way round", s.options, 1,
                 "line 2: id 7 was given before, in clumps: a");
  end(&s);
  /* the pebbles of pair lie at y 1 and 4; a turn by 90 degrees about z takes y to -x */
  s = begin(&self, MATTER "clumps:\n  - one: {template: [pair], origin: [1, 2, 3], attitude: [1, "
                          "0, 0, 1], scale: 0.5}\n");
  mistakes_check("an origin", s.options, 0, NULL);
  CHECK(vec3_norm(vec3_sub(pebble_of(&s, 0, 0), vec3(0.5, 2, 3))) < 1e-14); /* rounding */
  CHECK(vec3_norm(vec3_sub(pebble_of(&s, 0, 1), vec3(-1, 2, 3))) < 1e-14);
  end(&s);
  check_wrong("template: [ball], position: [0, 0, 0], origin: [0, 0, 0]", 1,
              "origin: '0,0,0': is one too many, as there is position");
  check_wrong("template: [ball], origin: [0, 0, 0], count: 3", 1,
              "count: '3': goes with template, but this object has origin");
  check_wrong("template: [ball, pair], position: [0, 0, 0]", 1, "2 templates for one clump");
  check_wrong("position: [0, 0, 0]", 1, "template: missing: a clump at a position needs one");
  check_wrong("template: [ball], position: [0, 0, 0], attitude: [0, 0, 0, 0]", 1, "no rotation");
  check_wrong("template: [ball], position: [0, 0, 0], blocked: q", 1, "'q' may have the letters");
  check_wrong("template: [ball], position: [0, 0, 0], id: 9223372036854775807", 1,
              "cannot be used");
  check_wrong("template: [mixed], position: [0, 0, 0], density: 1", 1, "several materials");
  check_wrong("template: [ball], position: [0, 0, 0], count: 3", 1,
              "count: '3': goes with template, but this object has position");
  check_wrong("template: [ball], position: [0, 0, 0], scale: 0", 1, "scale");
  test_end("a clump at a position is a file of one row, and as strict");
}

/* ---- later ---- */

static int64_t waiting(const Scenario *s, Id id)
{
  int64_t n = 0;

  for (PetscInt a = 0; a < s->waiting->clumps->n_owned; a++) n += s->waiting->clumps->id[a] == id;
  CALL(parallel_sum_int(&par, &n, 1));
  return n;
}

static void those_who_wait(void)
{
  Scenario s =
    start(&par, MATTER
          "clumps:\n  - now: {template: [ball], position: [0, 0, 0], at: 2}\n"
          "  - bed: {file: bed.csv, at: 3}\n  - heap: {spheres: heap.csv, material: steel, at: 4}\n"
          "  - late: {template: [pair], position: [1, 1, 1], at: 2.5, velocity: [1, 2, 3]}\n");
  double   next;
  int64_t  n;
  PetscInt row;

  file_write(&files, "bed.csv", "template,x,y,z,id\nball,0,0,0,700\nball,1,0,0,800\n");
  file_write(&files, "heap.csv", "x,y,z,r\n0,0,0,1\n");
  s.now     = 2;
  s.next_id = 5;
  if (test_rank() == 0) { /* of the checkpoint */
    CALL(clumps_add(s.clumps, &s.templates, 900, 0, 1, &row));
    CALL(waiting_add(s.waiting, s.clumps, row, 9));
    s.clumps->n = --s.clumps->n_owned;
  }
  populate(&par, &s);
  mistakes_check("late clumps", s.options, 0, NULL);
  CHECK_INT(count(&s), 1);
  row_of(&s, 901); /* ids of those who wait are taken: 900 is the largest */
  CHECK_INT(waiting(&s, 700) + waiting(&s, 800) + waiting(&s, 902) + waiting(&s, 903) +
              waiting(&s, 900),
            5);
  CHECK_INT(s.next_id, 904);
  CALL(waiting_next(&par, s.waiting, &next, &n));
  CHECK_BITS(next, 2.5);
  CHECK_INT(n, 5);
  CALL(waiting_release(s.waiting, 2.4999, s.clumps));
  CHECK_INT(count(&s), 1);
  CALL(waiting_release(s.waiting, 3, s.clumps));
  CHECK_INT(count(&s), 4);
  row = row_of(&s, 903);
  if (row >= 0) check_vec3("velocity", s.clumps->motion[row].v, 1, 2, 3, 0);
  row_of(&s, 700);
  CALL(waiting_next(&par, s.waiting, &next, &n));
  CHECK_BITS(next, 4.0);
  CHECK_INT(n, 2);
  CALL(waiting_release(s.waiting, INFINITY, s.clumps));
  CALL(waiting_next(&par, s.waiting, &next, &n));
  CHECK(n == 0 && next == INFINITY);
  row_of(&s, 900);
  end(&s);
  s = start(&par, MATTER "clumps:\n  - bed: {file: bed.csv}\n");
  if (test_rank() == 0) {
    CALL(clumps_add(s.clumps, &s.templates, 800, 0, 1, &row));
    CALL(waiting_add(s.waiting, s.clumps, row, 9));
    s.clumps->n = --s.clumps->n_owned;
  }
  populate(&par, &s);
  mistakes_check("an id of one who waits", s.options, 1,
                 "line 3: id 800 belongs to a clump of the checkpoint");
  end(&s);
  check_wrong("template: ball, count: 3, lo: [0, 0, 0], hi: [9, 9, 9], at: 1", 1,
              "a random fill is made at the start");
  check_wrong("file: bed.csv, at: -1", 1, "at: '-1'");
  test_end("clumps for later wait with their ids until their time is over");
}

/* ---- what is wrong ---- */

static void check_file(const char *text, int n, const char *expected)
{
  file_write(&files, "bed.csv", text);
  check_wrong("file: bed.csv", n, expected);
}

static void check_spheres(const char *text, int n, const char *expected)
{
  file_write(&files, "heap.csv", text);
  check_wrong("spheres: heap.csv, material: glass", n, expected);
}

static void broken_files_are_told(void)
{
  check_file(
    "template,x,y,z\nbaal,0,0,0\nball,0,0,0\n", 1,
    "clumps: a: file: 'bed.csv': line 2: there is no template 'baal'; did you mean 'ball'?");
  check_file("template,x,y,z,qw,qx,qy,qz\nball,0,0,0,0,0,0,0\n", 1, "quaternion");
  check_file("template,x,y,z,qw,qx,qy\nball,0,0,0,1,0,0\n", 1, "column qz is missing");
  check_file("template,x,y,z,qx,qy,qz\nball,0,0,0,1,0,0\n", 1, "column qw is missing");
  check_file("template,x,y,z,wx\nball,0,0,0,1\n", 2, "column wy is missing");
  check_file("template,x,y,z,blocked\nball,0,0,0,xyq\n", 1, "column blocked: 'xyq'");
  check_file("template,x,y,z,group\nball,0,0,0,a=b=c\n", 1,
             "line 2: column group: 'a=b=c' is no group");
  check_file("template,x,y,z,group\nball,0,0,0,a|b\n", 1, "both of the slot Default");
  check_spheres("clump_id,x,y,z,r,group\n1,0,0,0,1,a\n1,0,0,0,2,b\n", 1,
                "line 3: the group of clump_id 1 differs");
  check_spheres("x,y,z,r,pebble_group\n0,0,0,1,a\n", 1, "column pebble_group: needs clump_id");
  check_file("template,x,y,z,scale\nball,0,0,0,0\n", 1, "column scale");
  check_file("template,x,y,z,density\nmixed,0,0,0,1000\n", 1, "several materials");
  check_file("template,x,y\nball,0,0\n", 1, "column z is missing");
  check_file("", 1, "the file is empty");
  check_file("template,x,y,z\n", 1, "no rows");
  check_spheres("clump_id,x,y,z,r,vx,vy,vz\n1,0,0,0,1,0,0,0\n2,0,0,0,1,0,0,0\n1,0,0,0,2,0,0,1e-9\n",
                1, "line 4: the velocity of clump_id 1 differs from that in line 2");
  check_spheres("clump_id,x,y,z,r,wx,wy,wz\n1,0,0,0,1,0,0,0\n1,0,0,0,2,0,0,1\n", 1,
                "the angular velocity of clump_id 1");
  check_spheres("clump_id,x,y,z,r,blocked\n1,0,0,0,1,x\n1,0,0,0,2,y\n", 1,
                "the blocked of clump_id 1");
  check_spheres("clump_id,x,y,z,r\n1,0,0,0,0\n", 1, "column r");
  check_spheres("clump_id,x,y,z,r\n1.5,0,0,0,1\n", 1, "column clump_id: '1.5'");
  check_spheres("clump_id,x,y,z,r,material\n1,0,0,0,1,stel\n", 1, "did you mean 'steel'?");
  check_spheres("clump_id,x,y,z,r,radius\n1,0,0,0,1,1\n", 1, "column r is named twice");
  check_wrong("spheres: heap.csv", 1, "column r is named twice");
  file_write(&files, "heap.csv", "x,y,z,r\n0,0,0,1\n");
  check_wrong("spheres: heap.csv", 1, "give the material");
  file_write(&files, "heap.csv", "x,y,z,r,material\n0,0,0,1,steel\n0,0,0,1,\n");
  check_wrong("spheres: heap.csv", 1, "line 3: the name of a material is missing");
  test_end("broken rows are told with file, line, column and what is allowed");
}

static void mistakes_do_not_flood(void)
{
  char  *text = calloc(1, 1 << 16);
  size_t n    = (size_t)sprintf(text, "template,x,y,z\n");

  for (int k = 0; k < 500; k++) n += (size_t)sprintf(text + n, "bll,0,0,%d\n", k);
  check_file(text, FINDINGS_KEPT + 1, "... and 480 more");
  free(text);
  test_end("of hundreds of mistakes the first are told and the rest are counted");
}

/* PFC's rule: an inertia set by hand stays when density or volume change. A warning says so, once
 * for the object. */
static void inertia_by_hand_stays(void)
{
  static const char rows[] = "template,x,y,z,scale,density\nhand,0,0,0,1,4\nhand,9,0,0,2,4\nhand,0,"
                             "9,0,1,8\nball,0,0,9,2,15600\n";
  Said              said   = said_begin();
  Scenario          s;
  char             *text;

  file_write(&files, "bed.csv", rows);
  s    = begin(&par,
               MATTER "  - hand: {material: glass, pebbles: [0, 0, 0, 1], mass_properties: given, "
                         "volume: 2, mass: 8, "
                         "position: [0, 0, 0], inertia: [3, 3, 2]}\nclumps:\n  - bed: {file: bed.csv}\n"
                         "  - one: {template: [hand], position: [9, 9, 9], density: 8}\n"
                         "  - two: {template: [hand], position: [0, 9, 9], density: 4}\n");
  text = said_end(&said);
  mistakes_check("by hand", s.options, 0, NULL);
  CHECK_INT(s.warnings.n, 2);
  if (test_rank() == 0)
    CHECK(strstr(text, "clumps bed: the inertia of template hand was given by hand") != NULL);
  if (test_rank() == 0)
    CHECK(strstr(text, "clumps one: the inertia of template hand was given by hand") != NULL);
  free(text);
  for (Id id = 0; id < 5; id++) {
    static const double mass[] = {8, 64, 16, 7800 * 2 * 8 * PETSC_PI / 6, 16};
    const PetscInt      a      = row_of(&s, id);

    if (a < 0) continue;
    CHECK_NEAR(s.clumps->mass[a], mass[id], 1e-12 * mass[id]); /* the exact method, and rounding */
    CHECK_NEAR(s.clumps->inertia[a].x, id != 3 ? 2 : 0.1 * mass[3] * 4,
               id != 3 ? 0 : 1e-12 * mass[3]);
  }
  end(&s);
  test_end("an inertia given by hand stays where scale and density change, and mass follows");
}

/* Two unit spheres, their centres 1 apart, of two materials: 8/3 pi less the lens of 5/12 pi. */
static void one_density_replaces_another(void)
{
  static const double density[] = {1000, 500, 250};
  Scenario            s;

  file_write(&files, "bed.csv", "template,x,y,z,density\nwhole,9,0,0,500\n");
  s = begin(&par,
            MATTER "  - whole: {material: glass, file: mixed.csv, density: 1000}\nclumps:\n"
                   "  - plain: {template: [whole], position: [0, 0, 0]}\n  - bed: {file: bed.csv}\n"
                   "  - one: {template: [whole], position: [0, 9, 0], density: 250}\n");
  mistakes_check("densities", s.options, 0, NULL);
  CHECK_INT(s.warnings.n, 0);
  for (Id id = 0; id < 3; id++) {
    const PetscInt a    = row_of(&s, id);
    const double   mass = density[id] * 2.25 * PETSC_PI;

    if (a >= 0)
      CHECK_NEAR(s.clumps->mass[a], mass, 1e-12 * mass); /* the exact method, and rounding */
  }
  end(&s);
  test_end("a template of several materials that was given one density has one to replace");
}

static void objects_are_one_thing(void)
{
  static const char fill[] =
    "template: [pair, ball], fraction: [0.7, 0.3], count: 20, lo: [0, 0, 0], hi: [19, 19, 19]";
  double   largest = 0, smallest = -INFINITY;
  char     yaml[2048];
  Scenario s;

  file_write(&files, "bed.csv", "template,x,y,z\nball,0,0,0\n");
  file_write(&files, "heap.csv", "x,y,z,r\n0,0,0,1\n");
  check_wrong("velocity: [0, 0, 1]", 1, "must have one of file");
  check_wrong("file: bed.csv, spheres: heap.csv", 1, "must have one of file");
  check_wrong("file: bed.csv, count: 3", 1, "goes with template, but this object has file");
  check_wrong("file: bed.csv, material: glass", 1, "goes with spheres, but this object has file");
  check_wrong("template: pair, lo: [0, 0, 0], hi: [1, 1, 1]", 1, "a random fill needs it");
  check_wrong("template: [pair, ball], fraction: [1], count: 3, lo: [0, 0, 0], hi: [1, 1, 1]", 1,
              "1 shares for 2 templates");
  check_wrong("template: [pair, ball], fraction: [1, 0], count: 3, lo: [0, 0, 0], hi: [1, 1, 1]", 1,
              "fraction");
  check_wrong("template: [pair], count: 0, lo: [0, 0, 0], hi: [1, 1, 1]", 1, "count");
  check_wrong("template: [pair], count: 1, lo: [0, 0, 0], hi: [1, -1, 1]", 1, "must be beyond lo");
  check_wrong("template: [pear], count: 1, lo: [0, 0, 0], hi: [1, 1, 1]", 1, "pair");
  snprintf(yaml, sizeof yaml, "%sclumps:\n  - a: {%s}\n", MATTER, fill);
  s = begin(&par, yaml);
  mistakes_check("a fill", s.options, 0, NULL);
  CHECK_INT(count(&s), 0);
  CHECK_INT(population_type(s.options, "a"), POPULATION_FILL);
  CALL(population_fill_extent(&par, s.options, &s.templates, &largest, &smallest));
  CHECK_NEAR(largest, 33 / 9.0 - 1 + 1,
             1e-14); /* from the pair's centre to the far side of its small sphere; rounding */
  CHECK_BITS(smallest, -0.5);
  end(&s);
  test_end("every object is one of file, spheres and fill, with the keys of that alone");
}

/* A restart: what the stored scenario declares is in the checkpoint already; what a new file adds
 * is read. */
static void stored_objects_stay(void)
{
  const FilePath path = file_write(&files, "new.yaml", "clumps:\n  - new: {file: bed.csv}\n");
  Scenario       s    = {.warnings = warnings_on(&par), .next_id = 5};

  CALL(options_create(&par, kinds, &s.options));
  CALL(options_read_text(s.options, MATTER "clumps:\n  - old: {file: gone.csv}\n", "checkpoint"));
  CALL(options_read_file(s.options, path.path));
  CALL(options_check(s.options));
  CALL(materials_read(&par, s.options, &s.materials));
  {
    PebbleSet      set;
    MassProperties mass = {.volume = 1, .mass = 1, .principal = {1, 1, 1}, .axes = quat_identity()};

    CALL(pebble_set_create(1, &set));
    set.r[0] = 1;
    CALL(templates_add(&s.templates, "pair", &set, &mass));
    CALL(templates_add(&s.templates, "ball", &set, &mass));
    CALL(templates_add(&s.templates, "mixed", &set, &mass));
    pebble_set_free(&set);
  }
  CALL(templates_read(&par, s.options, &s.materials, &s.templates, &s.groups, &s.warnings));
  CALL(clumps_create(&s.clumps));
  CALL(waiting_create(&s.waiting));
  populate(&par, &s);
  mistakes_check("a restart with more clumps", s.options, 0, NULL);
  CHECK_INT(s.templates.n, 3);
  CHECK_INT(count(&s), 1);
  row_of(&s, 5);
  end(&s);
  file_remove(&files, "new.yaml");
  test_end("clumps of the stored scenario are not read again, new ones are appended");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  CALL(parallel_create(PETSC_COMM_SELF, &self));
  files = files_begin();
  file_write(&files, "mixed.csv", "x,y,z,r,material\n0,0,0,1,glass\n1,0,0,1,steel\n");
  rows_of_clumps();
  rows_of_spheres();
  spheres_without_ids();
  ids_count_up();
  ids_are_used_once();
  ranks_change_nothing();
  groups_come_object_by_object();
  groups_have_an_end();
  one_clump_is_a_row();
  those_who_wait();
  broken_files_are_told();
  mistakes_do_not_flood();
  inertia_by_hand_stays();
  one_density_replaces_another();
  objects_are_one_thing();
  stored_objects_stay();
  file_remove(&files, "mixed.csv");
  file_remove(&files, "bed.csv");
  file_remove(&files, "more.csv");
  file_remove(&files, "heap.csv");
  files_end(&files);
  CALL(parallel_destroy(&self));
  CALL(parallel_destroy(&par));
  return test_finish();
}
