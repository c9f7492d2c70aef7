/* SPDX-License-Identifier: MIT */
/* The module of frames of links: the two points and the force of each. */
#include "constraint/kinds/constraint_link.h"
#include "constraint/project.h"
#include "link/links.h"
#include "matter/module.h"
#include "output/frames/link_frames.h"
#include "output/table/table.h"

typedef struct {
  bool told; /* a warning was given of a frame that could not be written */
} LinkFramesState;

/* Rows of this rank, with room for all of its links. */
typedef struct {
  LinkRow *row;
  int64_t  n;
  int32_t  objects; /* of the kinds before */
} Rows;

static bool are_shown(const World *w)
{
  return links_are_used(w->links) && option_bool(w->options, "output", NULL, "frames_links");
}

static void put_row(const World *w, const LinkSet *set, const LinkTile *t, int i, LinkRow *row)
{
  const LinkBatch *b      = &t->batch;
  const Link      *l      = &set->list[t->link[i]];
  const Vec3       centre = domain_wrapped(w->domain, w->clumps->pose[set->row[t->link[i]][0]].x);
  const double     length = vec3_norm(b->way[i]);

  row->a    = vec3_add(centre, b->a[i].arm);
  row->b    = vec3_add(row->a, b->way[i]);
  row->id_a = l->a;
  row->id_b = l->b;
  if (set->kind->passive) {
    row->tension = b->memory[i][CONSTRAINT_FORCE];
    row->torque  = fabs(b->memory[i][CONSTRAINT_TORQUE]);
    return;
  }
  row->tension = length > 0 ? vec3_dot(b->force[i], b->way[i]) / length : vec3_norm(b->force[i]);
  row->torque  = vec3_norm(b->couple[i]);
}

static void add_rows(const World *w, const LinkSet *set, LinkTile *tile, Rows *to)
{
  const ContactScene scene = {.domain = w->domain, .clumps = w->clumps, .dt = w->clock->dt};
  LinkCursor         at    = {0};

  while (links_apply_tile(set, &scene, w->templates, &at, tile))
    for (int i = 0; i < tile->batch.n; i++) {
      LinkRow *row = &to->row[to->n++];

      row->object = to->objects + at.object;
      put_row(w, set, tile, i, row);
    }
}

static PetscErrorCode find_rows(const World *w, Rows *rows)
{
  LinkTile *tile;

  PetscFunctionBeginUser;
  PetscCall(array_create(&tile, sizeof *tile, 1));
  PetscCall(array_create(&rows->row, sizeof *rows->row, links_of_rank(w->links)));
  for (int k = 0; k < LINK_KINDS && w->links->placed; k++) {
    add_rows(w, &w->links->set[k], tile, rows);
    rows->objects += w->links->set[k].n_objects;
  }
  array_free(&tile);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode link_rows_find(const World *w, int64_t *n, LinkRow **row)
{
  Rows rows = {0};

  PetscFunctionBeginUser;
  PetscCall(find_rows(w, &rows));
  *n   = rows.n;
  *row = rows.row;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write_frame(LinkFramesState *own, World *w, Output *out)
{
  LinkFrame    frame = {.step = w->clock->step, .time = clock_time(w->clock)};
  Rows         rows  = {0};
  char         why[SERIES_WHY];
  bool         written;
  const char **name;

  PetscFunctionBeginUser;
  PetscCall(find_rows(w, &rows));
  for (int k = 0; k < LINK_KINDS; k++) frame.n_objects += w->links->set[k].n_objects;
  PetscCall(array_create(&name, sizeof *name, frame.n_objects));
  for (int k = 0, n = 0; k < LINK_KINDS; k++)
    for (int i = 0; i < w->links->set[k].n_objects; i++)
      name[n++] = w->links->set[k].objects[i].name;
  frame.name = name;
  frame.n    = rows.n;
  frame.row  = rows.row;
  frame.pack = (int)option_int(w->options, "output", NULL, "frames_compress");
  PetscCall(link_frames_write(w->par, out->dir, &frame, &written, why));
  array_free(&rows.row);
  array_free(&name);
  file_count(written, &own->told, "frame of links", why, w, out);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write(void *self, World *w, Output *out)
{
  PetscFunctionBeginUser;
  if (out->call == OUTPUT_OPEN)
    PetscCall(
      series_cut(w->par, out->dir, "links", out->goes_on ? clock_reached(w->clock) : -HUGE_VAL));
  else if (out->call == OUTPUT_FRAME && are_shown(w)) PetscCall(write_frame(self, w, out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

extern const Module link_frames_module;
const Module        link_frames_module = {
         .name = "link_frames", .size = sizeof(LinkFramesState), .write = write};
