/* SPDX-License-Identifier: MIT */
/* Clumps that come from a checkpoint keep every field of the table, whatever fields there are. */
#define _POSIX_C_SOURCE 200809L
#include "matter/group.h"
#include "supply/population/population.h"
#include "supply/population/template_read.h"
#include "unit/files.h"
#include "unit/output/state.h"

enum { CLUMPS = 30 };

static const OptionKind *const kinds[] = {&material_kind, &template_kind, &clumps_kind, NULL};

static Parallel par;
static Files    files;

/* Fields that mean something else in the new run: counted anew, or translated, as other tests
   check. Anchors are those of the motions of the old run: new motions begin where the clump is.
   What SPH finds of neighbours is found again, of those in the new run. */
static const char *const anew[] = {"image",
                                   "position_rest",
                                   "force",
                                   "torque",
                                   "heat",
                                   "heating",
                                   "liquid_flow",
                                   "group",
                                   "template",
                                   "anchor_position",
                                   "anchor_orientation",
                                   "squeeze",
                                   "borne",
                                   "borne_torque",
                                   "density_excess",
                                   "excess_rate",
                                   "density",
                                   "smoothing_length",
                                   "pressure",
                                   "pressure_term",
                                   "sound_speed",
                                   "present_smoothing_length",
                                   "shift_x",
                                   "shift_y",
                                   "shift_z",
                                   NULL};

static bool is_anew(const Field *field)
{
  for (const char *const *name = anew; *name; name++)
    if (strcmp(*name, field->name) == 0) return true;
  return strncmp(field->name, "monitor_memory_", 15) == 0; /* monitors of the new run begin anew */
}

/* A checkpoint whose clumps have distinct values in every field, also in those that few runs have;
   path: PATH_MAX characters. */
static void write_checkpoint(char *path)
{
  Checkpoint c = state_create(DEAL_ROUND, 0, 0);
  bool       written;
  char       why[CHECKPOINT_WHY];

  for (int64_t k = 0; k < CLUMPS; k++)
    if (deal_rank(DEAL_ROUND, k, CLUMPS, test_size()) == test_rank())
      state_clump(c.clumps, c.templates, k);
  CALL(checkpoint_write(&par, files.folder, &c, 1, path, &written, why));
  CHECK(written);
  checkpoint_free(&c);
}

static void check_row(const Clumps *c, PetscInt a, const Clumps *made, PetscInt b)
{
  for (const Field *f = made->fields; f->name; f++) {
    const void *there = field_item(f, made, b), *here = field_item(f, c, a);

    if (!(f->travels & SAVED) || is_anew(f)) continue;
    if (!here || memcmp(here, there, field_size(f)) != 0)
      test_fail(__FILE__, __LINE__, "clump %lld: %s was lost on the way", (long long)c->id[a],
                f->name);
  }
}

/* Index of a clump of the artificial state. */
static int64_t index_of(Id id)
{
  int64_t k = 0;

  while (k < CLUMPS && state_id(k) != id) k++;
  return k;
}

static void no_field_is_lost(void)
{
  Materials        materials;
  Templates        templates = {0};
  Groups           groups    = {0};
  Warnings         warnings  = warnings_on(&par);
  PopulationTarget target  = {.materials = &materials, .templates = &templates, .groups = &groups};
  Templates       *made_of = state_templates();
  Clumps          *made;
  Options         *options;
  char             path[CHECKPOINT_PATH], yaml[CHECKPOINT_PATH + 400];
  int64_t          n = 0;

  write_checkpoint(path);
  snprintf(yaml, sizeof yaml,
           "material:\n  - glass: {density: 2500}\n  - steel: {density: 7800}\n"
           "clumps:\n  - bed: {file: %s}\n",
           path);
  options = scenario_read(&par, &files, kinds, yaml);
  materials_read(options, &materials);
  CALL(clumps_create(&target.clumps));
  CALL(waiting_create(&target.waiting));
  CALL(population_read(&par, options, &target, &warnings));
  mistakes_check("clumps of a checkpoint", options, 0, NULL);
  CALL(clumps_create(&made));
  CALL(clumps_use(made, ~0U));
  for (int64_t k = 0; k < CLUMPS; k++) state_clump(made, made_of, k);
  for (PetscInt a = 0; a < target.clumps->n_owned; a++, n++)
    check_row(target.clumps, a, made, (PetscInt)index_of(target.clumps->id[a]));
  CALL(parallel_sum_int(&par, &n, 1));
  CHECK_INT(n, CLUMPS);
  MPI_Barrier(PETSC_COMM_WORLD);
  if (test_rank() == 0) unlink(path);
  if (test_rank() == 0) rmdir(file_path(&files, "restart").path);
  clumps_destroy(&made);
  clumps_destroy(&target.clumps);
  waiting_destroy(&target.waiting);
  array_free(&target.rows.list);
  templates_free(made_of);
  array_free(&made_of);
  templates_free(&templates);
  materials_free(&materials);
  warnings_free(&warnings);
  options_destroy(&options);
  test_end(
    "clumps that come from a checkpoint have every field of the table as it was, to the bit");
}

TESTS(.ranks = {1, 2, 3})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  files = files_begin();
  no_field_is_lost();
  files_end(&files);
  CALL(parallel_destroy(&par));
}
