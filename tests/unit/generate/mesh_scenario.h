/* SPDX-License-Identifier: MIT */
/* Scenarios with templates made from meshes. */
#ifndef MESH_SCENARIO_H
#define MESH_SCENARIO_H

#include "rocks.h"
#include "shape/generate/generate_read.h"
#include "shape/mesh/mesh_files.h"
#include "supply/population/template_read.h"
#include "unit/files.h"

static const OptionKind *const kinds[] = {&material_kind, &template_kind, NULL};

static Parallel par;
static Files    files;

typedef struct {
  Options  *options;
  Materials materials;
  Templates templates;
  Groups    groups;
  Warnings  warnings;
} Scenario;

static inline Scenario begin(const char *yaml)
{
  Scenario s = {.options = scenario_read(&par, &files, kinds, yaml), .warnings = warnings_on(&par)};

  materials_read(s.options, &s.materials);
  CALL(templates_read(&par, s.options, &s.materials, &s.templates, &s.groups, &s.warnings));
  return s;
}

static inline void end(Scenario *s)
{
  warnings_free(&s->warnings);
  templates_free(&s->templates);
  materials_free(&s->materials);
  options_destroy(&s->options);
}

#define ONE(keys) \
  "material:\n  - stone: {density: 2500}\ntemplate:\n  - rock: {material: stone, " keys "}\n"

static inline void stl_write(const char *name, Mesh mesh)
{
  char path[512], why[512];

  snprintf(path, sizeof path, "%s/%s", files.folder, name);
  if (test_rank() == 0) CHECK(mesh_write_stl(path, &mesh, why, sizeof why));
  mesh_free(&mesh);
  MPI_Barrier(PETSC_COMM_WORLD);
}

static inline void files_make(void)
{
  Mesh open = mesh_of_box(2, 1, 1);

  open.n_faces = 11;
  stl_write("box.stl", mesh_of_box(2, 1, 1));
  stl_write("open.stl", open);
}

#endif
