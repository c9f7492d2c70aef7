/* SPDX-License-Identifier: MIT */
/* Selection of the pebbles within reach of this rank's box, from owned and held clumps. */
#include "space/halo.h"
#include "space/holders.h"

enum { WORD = 64 };

typedef struct {
  const Domain    *domain;
  const Box       *mine;
  const Templates *templates;
  const Clumps    *clumps;
  Pebbles         *pebbles;
  double           reach;
  /* for templates with a tree */
  int      *pieces;
  uint64_t *marked; /* one bit per pebble of the largest template; all 0 between clumps */
} Selector;

/* Templates without a tree: test every pebble. */
static PetscErrorCode select_few(Selector *s, PetscInt a, const Template *t)
{
  const Pose  *pose  = &s->clumps->pose[a];
  const double scale = s->clumps->scale[a];

  PetscFunctionBeginUser;
  for (int i = 0; i < t->n; i++) {
    const Vec3 x =
      vec3_add(pose->x, pebble_arm(pose->q, vec3_scale(scale, t->offset[i]), s->domain->magic));
    const double near = scale * t->radius[i] + s->reach;

    if (box_distance2(s->mine, x) <= near * near)
      PetscCall(pebbles_add(s->pebbles, s->clumps, s->templates, a, i));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void mark(Selector *s, const Template *t, int piece)
{
  const SphereNode *node;

  if (piece >= 0) {
    s->marked[piece / WORD] |= (uint64_t)1 << (piece % WORD);
    return;
  }
  node = &t->tree.node[outline_node(piece)];
  for (int k = node->first; k < node->first + node->n; k++) mark(s, t, t->tree.order[k]);
}

/* Templates with a tree: it finds the pebbles near the box, which are then added in ascending order
   of index, as in select_few. */
static PetscErrorCode select_near(Selector *s, PetscInt a, const Template *t)
{
  const Pose *pose = &s->clumps->pose[a];
  Outline     outline;
  int         all, n;

  PetscFunctionBeginUser;
  outline_place(&outline, s->domain, t, s->clumps->scale[a], pose->x, pose->q, s->reach);
  all = outline_all(&outline, s->pieces); /* 1, the root of the tree */
  n   = outline_sift(&outline, s->mine, s->pieces, all, false, s->pieces + all);
  for (int k = all; k < all + n; k++) mark(s, t, s->pieces[k]);
  for (int w = 0; w < (t->n + WORD - 1) / WORD && n > 0; w++)
    for (int k = 0; s->marked[w] != 0; k++) {
      if (s->marked[w] >> k & 1)
        PetscCall(pebbles_add(s->pebbles, s->clumps, s->templates, a, w * WORD + k));
      s->marked[w] &= ~((uint64_t)1 << k);
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode halo_select(const Decomposition *decomposition, const Domain *domain,
                           const Templates *templates, double reach, const Clumps *clumps,
                           Pebbles *pebbles)
{
  Selector s       = {.domain    = domain,
                      .mine      = &decomposition->mine,
                      .templates = templates,
                      .clumps    = clumps,
                      .pebbles   = pebbles,
                      .reach     = holders_reach(domain, reach)};
  int      largest = 0; /* number of pebbles, of templates with a tree */

  PetscFunctionBeginUser;
  for (int t = 0; t < templates->n; t++)
    if (templates->list[t].tree.n_nodes > 0) largest = (int)max_int(largest, templates->list[t].n);
  PetscCall(PetscMalloc1(largest + 1, &s.pieces));
  PetscCall(PetscCalloc1(largest / WORD + 1, &s.marked));
  pebbles_clear(pebbles);
  for (PetscInt a = 0; a < clumps->n; a++) {
    const Template *t = &templates->list[clumps->shape[a]];

    if (box_contains(s.mine, clumps->pose[a].x, clumps->scale[a] * t->bound))
      PetscCall(pebbles_add_all(pebbles, clumps, templates, a));
    else PetscCall(t->tree.n_nodes > 0 ? select_near(&s, a, t) : select_few(&s, a, t));
  }
  PetscCall(pebbles_mark(pebbles));
  PetscCall(PetscFree(s.pieces));
  PetscCall(PetscFree(s.marked));
  PetscFunctionReturn(PETSC_SUCCESS);
}
