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

/* Rows of pebbles that are added with pebble i: those of a capsule with its shaft, and with an end
   alone none, as the ball around the shaft holds it. */
static int rows_of(const Template *t, int i)
{
  static const int rows[] = {[PEBBLE_BALL] = 1, [PEBBLE_SHAFT] = CAPSULE_PEBBLES, [PEBBLE_END] = 0};

  return rows[template_role(t, i)];
}

/* Templates without a tree: test every pebble. */
static void select_few(Selector *s, PetscInt a, const Template *t)
{
  const Pose  *pose  = &s->clumps->pose[a];
  const double scale = s->clumps->scale[a];

  for (int i = 0, rows; i < t->n; i += rows) {
    const Vec3 x =
      vec3_add(pose->x, pebble_arm(pose->q, vec3_scale(scale, t->offset[i]), s->domain->magic));
    const double near = scale * template_reach(t)[i] + s->reach;

    rows = rows_of(t, i);
    if (box_distance2(s->mine, x) <= near * near)
      pebbles_add(s->pebbles, s->clumps, s->templates, a, i, i + rows);
  }
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
static void select_near(Selector *s, PetscInt a, const Template *t)
{
  const Pose *pose = &s->clumps->pose[a];
  Outline     outline;
  int         all, n;

  outline_place(&outline, s->domain, t, s->clumps->scale[a], pose->x, pose->q, s->reach);
  all = outline_all(&outline, s->pieces); /* 1, the root of the tree */
  n   = outline_sift(&outline, s->mine, s->pieces, all, false, s->pieces + all);
  for (int k = all; k < all + n; k++) mark(s, t, s->pieces[k]);
  for (int w = 0; w < (t->n + WORD - 1) / WORD && n > 0; w++)
    for (int k = 0; s->marked[w] != 0; k++) {
      const int i = w * WORD + k;

      if (s->marked[w] >> k & 1)
        pebbles_add(s->pebbles, s->clumps, s->templates, a, i, i + rows_of(t, i));
      s->marked[w] &= ~((uint64_t)1 << k);
    }
}

/* Make room for the pebbles of owned clumps and some copies at once, as columns that grow step by step
   are copied each time and end with a third more room. Templates with a tree are left out: the box has
   a part of their pebbles. */
static void reserve_ahead(const Clumps *c, const Templates *templates, Pebbles *pebbles)
{
  int64_t n = 0;

  if (pebbles->capacity >= c->n_owned) return; /* it was done */
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Template *t = &templates->list[c->template[a]];

    if (t->tree.n_nodes == 0) n += t->n;
  }
  n += n / 64;
  if (n <= PETSC_MAX_INT) pebbles_reserve(pebbles, (PetscInt)n);
}

void halo_select(const Decomposition *decomposition, const Domain *domain,
                 const Templates *templates, double reach, const Clumps *clumps, Pebbles *pebbles)
{
  Selector s       = {.domain    = domain,
                      .mine      = &decomposition->mine,
                      .templates = templates,
                      .clumps    = clumps,
                      .pebbles   = pebbles,
                      .reach     = holders_reach(domain, reach)};
  int      largest = 0; /* number of pebbles, of templates with a tree */

  for (int t = 0; t < templates->n; t++)
    if (templates->list[t].tree.n_nodes > 0) largest = (int)max_int(largest, templates->list[t].n);
  array_scratch(&s.pieces, sizeof *s.pieces, largest + 1);
  array_create(&s.marked, sizeof *s.marked, largest / WORD + 1);
  pebbles->n = 0;
  reserve_ahead(clumps, templates, pebbles);
  for (PetscInt a = 0; a < clumps->n; a++) {
    const Template *t = &templates->list[clumps->template[a]];

    if (box_contains(s.mine, clumps->pose[a].x, clumps->scale[a] * t->bound))
      pebbles_add(pebbles, clumps, templates, a, 0, t->n);
    else if (t->tree.n_nodes > 0) select_near(&s, a, t);
    else select_few(&s, a, t);
  }
  pebbles_mark(pebbles);
  array_free(&s.pieces);
  array_free(&s.marked);
}
