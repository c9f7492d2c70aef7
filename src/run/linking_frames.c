/* SPDX-License-Identifier: MIT */
/* Frames of links (linking.h): the two points and the force of each. */
#include "constraint/kinds/constraint_link.h"
#include "output/frames/link_frames.h"
#include "run/sim.h"

/* Rows of this rank, with room for all of its links. */
typedef struct {
  LinkRow *row;
  int64_t  n;
  int32_t  objects; /* of the kinds before */
} Rows;

static bool are_shown(const Sim *sim)
{
  return links_are_used(&sim->links) && option_bool(sim->options, "output", NULL, "frames_links");
}

static void put_row(const Sim *sim, const LinkSet *set, const LinkTile *t, int i, LinkRow *row)
{
  const LinkBatch *b  = &t->batch;
  const Link      *l  = &set->list[t->link[i]];
  const Vec3   centre = domain_wrapped(&sim->domain, sim->clumps->pose[set->row[t->link[i]][0]].x);
  const double length = vec3_norm(b->way[i]);

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

static void add_rows(const Sim *sim, const LinkSet *set, LinkTile *tile, Rows *to)
{
  const ContactScene scene = {.domain = &sim->domain, .clumps = sim->clumps, .dt = sim->clock.dt};
  LinkCursor         at    = {0};

  while (links_apply_tile(set, &scene, &sim->templates, &at, tile))
    for (int i = 0; i < tile->batch.n; i++) {
      LinkRow *row = &to->row[to->n++];

      row->object = to->objects + at.object;
      put_row(sim, set, tile, i, row);
    }
}

static PetscErrorCode find_rows(const Sim *sim, Rows *rows)
{
  LinkTile *tile;

  PetscFunctionBeginUser;
  PetscCall(array_create(&tile, sizeof *tile, 1));
  PetscCall(array_create(&rows->row, sizeof *rows->row, links_of_rank(&sim->links)));
  for (int k = 0; k < LINK_KINDS && sim->links.placed; k++) {
    add_rows(sim, &sim->links.set[k], tile, rows);
    rows->objects += sim->links.set[k].n_objects;
  }
  array_free(&tile);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode linking_find(const Sim *sim, int64_t *n, LinkRow **row)
{
  Rows rows = {0};

  PetscFunctionBeginUser;
  PetscCall(find_rows(sim, &rows));
  *n   = rows.n;
  *row = rows.row;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode linking_show(Sim *sim, bool *written, char *why)
{
  LinkFrame    frame = {.step = sim->clock.step, .time = sim_time(sim)};
  Rows         rows  = {0};
  const char **name;

  PetscFunctionBeginUser;
  *written = true;
  if (!are_shown(sim)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(find_rows(sim, &rows));
  for (int k = 0; k < LINK_KINDS; k++) frame.n_objects += sim->links.set[k].n_objects;
  PetscCall(array_create(&name, sizeof *name, frame.n_objects));
  for (int k = 0, n = 0; k < LINK_KINDS; k++)
    for (int i = 0; i < sim->links.set[k].n_objects; i++)
      name[n++] = sim->links.set[k].objects[i].name;
  frame.name = name;
  frame.n    = rows.n;
  frame.row  = rows.row;
  frame.pack = (int)option_int(sim->options, "output", NULL, "frames_compress");
  PetscCall(link_frames_write(&sim->par, sim->output_dir, &frame, written, why));
  array_free(&rows.row);
  array_free(&name);
  PetscFunctionReturn(PETSC_SUCCESS);
}
