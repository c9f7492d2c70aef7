/* SPDX-License-Identifier: MIT */
/* The clumps of a scenario are the same, to the bit, on any number of ranks. */
#define _POSIX_C_SOURCE 200809L

#include "population_scenario.h"

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
  array_create(&row_of_id, sizeof *row_of_id, (PetscInt)alone->next_id);
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
    materials_read(alone.options, &alone.materials);
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

TESTS(.ranks = {1, 2, 3})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  CALL(parallel_create(PETSC_COMM_SELF, &self));
  files = files_begin();
  file_write(&files, "mixed.csv", "x,y,z,r,material\n0,0,0,1,glass\n1,0,0,1,steel\n");
  ranks_change_nothing();
  file_remove(&files, "mixed.csv");
  file_remove(&files, "bed.csv");
  file_remove(&files, "heap.csv");
  files_end(&files);
  CALL(parallel_destroy(&self));
  CALL(parallel_destroy(&par));
}
