/* SPDX-License-Identifier: MIT */
/* Frames of links: each rank writes the links that it counts, with the two points and the force of
   each. */
#include "constraint/kinds/constraint_link.h"
#include "link/links.h"
#include "output/frames/frames.h"

/* clang-format off */
static const CellColumn columns[] = {
  CELL_COLUMN("tension", REAL, 0, "N", LinkRow, tension, false,
    "force between the points in the last step: along the line, > 0 if it pulls; of constraints "
    "with several equations of lengths the magnitude"),
  CELL_COLUMN("torque", REAL, 0, "N m", LinkRow, torque, false,
    "magnitude of the torque by bonds, and by equations of angles"),
  CELL_COLUMN("object", INT32, 0, "1", LinkRow, object, false, "number of the object of the link"),
  CELL_COLUMN("a", INT64, 0, "1", LinkRow, id_a, false, "id of the clump of the first point"),
  CELL_COLUMN("b", INT64, 0, "1", LinkRow, id_b, false, "id of the clump of the second point"),
};
/* clang-format on */

const CellKind frame_links = {
  .cells  = "number of links",
  .points = "both points of each link: the first beside the centre of its clump in the box, the "
            "second where it is nearest, perhaps beyond a periodic face",
  .connectivity = "the two points of each link",
  .offsets      = "first entry of each link in Connectivity, and the end: one row more than links",
  .types        = "kind of each cell: 3, a line",
  .key          = "link",
  .name         = "number of this object of `spring`, `bond` or `constraint`",
  .n_columns    = sizeof columns / sizeof *columns,
  .column       = columns,
};

/* Rows of this rank, with room for all of its links. */
typedef struct {
  LinkRow *row;
  int64_t  n;
  int32_t  objects; /* of the kinds before */
} Rows;

static void put_row(const World *w, const LinkSet *set, const LinkTile *t, int i, LinkRow *row)
{
  const LinkBatch *b  = &t->batch;
  const Link      *l  = &set->list[t->link[i]];
  const Vec3   centre = domain_wrapped(w->domain, w->clumps->pose[set->ends[t->link[i]].row[0]].x);
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

void link_rows_find(const World *w, int64_t *n, LinkRow **row)
{
  Rows      rows = {0};
  LinkTile *tile;

  array_create(&tile, sizeof *tile, 1);
  array_create(&rows.row, sizeof *rows.row, links_of_rank(w->links));
  for (int k = 0; k < LINK_KINDS && w->links->placed; k++) {
    add_rows(w, &w->links->set[k], tile, &rows);
    rows.objects += w->links->set[k].n_objects;
  }
  array_free(&tile);
  *n   = rows.n;
  *row = rows.row;
}

static PetscErrorCode write_now(World *w, const char *dir, bool *written, char *why)
{
  CellRows     frame = {.step     = w->clock->step,
                        .time     = clock_time(w->clock),
                        .pack     = (int)option_int(w->options, "output", NULL, "frames_compress"),
                        .row_size = sizeof(LinkRow),
                        .corner   = offsetof(LinkRow, a),
                        .corners  = 2};
  LinkRow     *row;
  const char **name; /* of objects of all kinds, one kind after the other */

  PetscFunctionBeginUser;
  link_rows_find(w, &frame.n, &row);
  for (int k = 0; k < LINK_KINDS; k++) frame.n_names += w->links->set[k].n_objects;
  array_create(&name, sizeof *name, frame.n_names);
  for (int k = 0, n = 0; k < LINK_KINDS; k++)
    for (int i = 0; i < w->links->set[k].n_objects; i++)
      name[n++] = w->links->set[k].objects[i].name;
  frame.name = name;
  frame.row  = row;
  PetscCall(cell_rows_write(w->par, dir, "links", &frame_links, &frame, written, why));
  array_free(&row);
  array_free(&name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write(void *self, World *w, Output *out)
{
  const bool shown =
    links_are_used(w->links) && option_bool(w->options, "output", NULL, "frames_links");

  return frames_module_write(self, w, out, "links", "frame of links", shown ? write_now : NULL);
}

extern const Module link_frames_module;
const Module        link_frames_module = {
         .name = "link_frames", .size = sizeof(FramesState), .write = write};
