/* SPDX-License-Identifier: MIT */
/* A memory of the faces near points, by the cell of the point. */
#include "wall/mesh/mesh_recent.h"

enum { ENTRIES_LEAST = 1 << 10, ENTRIES_MOST = 1 << 15, PER_FACE = 16 };
_Static_assert(sizeof(FewFaces) == 64, "an entry is a cache line");

void mesh_recent_create(const MeshGrid *g, int n_faces, MeshRecent *r)
{
  const int64_t wanted = max_int(ENTRIES_LEAST, min_int(ENTRIES_MOST, (int64_t)PER_FACE * n_faces));

  *r = (MeshRecent){0};
  if (g->lists.n_cells == 0) return;
  for (r->n = 2; r->n < wanted && r->n < g->lists.n_cells;) r->n *= 2;
  array_create(&r->list, sizeof *r->list, r->n);
}

void mesh_recent_free(MeshRecent *r)
{
  array_free(&r->list);
  r->n = 0;
}

/* True if an entry may be replaced: it is empty, or its point is so near to x that it must be that of
   the same ball, in the step before. */
static bool is_free(const FewFaces *few, Vec3 x, double radius)
{
  const Vec3 d = vec3_sub(x, few->at);

  return few->limit == 0 || vec3_dot(d, d) < radius * radius;
}

/* The entry of a pair that a point takes; if both are those of others, the older one goes. */
static FewFaces *entry_for(FewFaces *pair, Vec3 x, double radius)
{
  if (is_free(&pair[0], x, radius)) return &pair[0];
  if (!is_free(&pair[1], x, radius)) pair[0] = pair[1];
  return &pair[1];
}

/* Set an entry to the faces of a cell near x; false: they are too many. */
static bool fill(FewFaces *few, const MeshGrid *g, int cell, Vec3 x)
{
  const double room = (double)few->room, within = (double)few->limit + room;

  few->at    = x;
  few->n     = 0;
  few->clear = true;
  few->side  = CELL_UNKNOWN;
  for (int k = g->start[cell]; k < g->start[cell + 1]; k++) {
    const double square = face_bound_square(&g->bound[g->face[k]], x);

    if (square > within * within) continue;
    if (few->n == FEW_FACES_MOST) return false;
    few->clear          = few->clear && square > 4 * room * room;
    few->face[few->n++] = g->face[k];
  }
  return true;
}

FewFaces *mesh_recent_find(const MeshRecent *r, const MeshGrid *g, int cell, Vec3 x, double limit)
{
  static const double share = 0.04; /* of the limit: room around the point */
  FewFaces           *few;

  if (r->n == 0 || cell < 0 || !((1 + 1.01 * share) * limit < g->reach)) return NULL;
  few = mesh_recent_pair(r, cell);
  if (few_faces_know(&few[0], x, limit)) return &few[0];
  if (few_faces_know(&few[1], x, limit)) return &few[1];
  few        = entry_for(few, x, limit);
  few->limit = (float)((1 + 1e-6) * limit);
  few->room  = (float)(share * limit);
  if (fill(few, g, cell, x)) return few;
  few->limit = few->room = 0;
  return NULL;
}
