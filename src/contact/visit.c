/* SPDX-License-Identifier: MIT */
/* Visits of contacts (visit.h). */
#include "contact/visit.h"
#include "contact/backend.h"
#include "contact/flow.h"
#include "contact/geometry.h"
#include "contact/siblings.h"
#include "contact/solid/solids.h"

/* ---- one contact ---- */

void seen_of_rows(const Domain *domain, const Clumps *c, int32_t a, int32_t b, ContactSeen *seen)
{
  const Vec3  xa    = c->pose[a].x;
  const Image boxes = domain_boxes(domain, xa);
  const bool  moved = boxes.x || boxes.y || boxes.z;

  seen->a       = c->id[a];
  seen->group_a = c->group[a];
  seen->group_b = 0;
  seen->carrier = -1;
  seen->facet   = -1;
  seen->image   = (Image){0, 0, 0};
  seen->centre  = moved ? domain_shifted(domain, xa, (Image){-boxes.x, -boxes.y, -boxes.z}) : xa;
  seen->branch  = seen->arm_a;
  if (b < 0) return;
  seen->branch  = vec3_sub(c->pose[b].x, xa);
  seen->group_b = c->group[b];
  seen->image   = image_sub(domain_boxes(domain, c->pose[b].x), boxes);
}

/* Age of contact k, which its law has just noted, s; NAN: it keeps none. */
static double age_of(const Law *law, const ContactBatch *b, int k)
{
  int column = law->keeps > 0 ? LAW_COLUMNS : 0;

  for (int t = 0; t < law->n_terms; column += law->columns[t++])
    if (law->terms[t] == &age_kept) return b->store[column][k];
  return NAN;
}

void seen_of_tile(const ContactScene *s, const Law *law, const ContactBatch *b, const Tile *t,
                  int k, ContactSeen *seen)
{
  seen->name     = law->name;
  seen->arm_a    = vec3(t->arm_ax[k], t->arm_ay[k], t->arm_az[k]);
  seen->arm_b    = vec3(t->arm_bx[k], t->arm_by[k], t->arm_bz[k]);
  seen->normal   = vec3(b->nx[k], b->ny[k], b->nz[k]);
  seen->gap      = b->gap[k];
  seen->force    = vec3(b->fx[k], b->fy[k], b->fz[k]);
  seen->velocity = vec3(b->vx[k], b->vy[k], b->vz[k]);
  seen->age      = age_of(law, b, k);
  seen->fresh    = !(b->known[k] > 0);
  seen->couple   = law->gives & GIVES_COUPLE ? vec3(b->cx[k], b->cy[k], b->cz[k]) : (Vec3){0, 0, 0};
  seen_of_rows(s->domain, s->clumps, t->a[k], t->b[k], seen);
}

/* ---- contacts of the pair lists ---- */

/* One list of pairs: the contacts before, and those that the evaluation has found. */
typedef struct {
  const PairList *list;
  const Touching *old, *fresh;
  bool            walls;
} Side;

static Side side_of(const Contacts *c, const ContactScene *s, bool walls)
{
  const Touching *both = walls ? c->walls : c->pebbles;

  return (Side){walls ? &s->pairs->walls : &s->pairs->pebbles, &both[c->now], &both[!c->now],
                walls};
}

/* Memory of before to the batch, of n contacts of a cell. Both lists ascend; *at: place in the older. */
static void recall(const Touching *old, int cell, const Law *law, const int32_t *pair, int n,
                   PetscInt *at, ContactBatch *b)
{
  const Run *run = old->run + cell;

  for (int k = 0; k < n; k++) {
    const double *row;

    while (*at < run[1].first && old->pair[*at] < pair[k]) ++*at;
    b->known[k] = *at < run[1].first && old->pair[*at] == pair[k];
    row         = old->memory + run->real + (size_t)(*at - run->first) * (size_t)law->memory;
    for (int m = 0; m < law->memory; m++) b->store[m][k] = b->known[k] > 0 ? row[m] : 0;
  }
}

/* The ends of pair `pair`; facet: of a wall that tells it. */
static void name_pair(const ContactScene *s, const Side *side, int32_t pair, int32_t facet,
                      ContactSeen *seen)
{
  const Pebbles *p = s->pebbles;
  const int32_t  i = side->list->a[pair], j = side->list->b[pair];
  const Wall    *wall;

  seen->member_a = p->member[i];
  seen->radius_a = p->at[i].r;
  if (!side->walls) {
    seen->b        = s->clumps->id[p->clump[j]];
    seen->member_b = p->member[j];
    seen->radius_b = p->at[j].r;
    return;
  }
  wall           = &s->walls->list[j];
  seen->b        = j;
  seen->radius_b = 0;
  seen->member_b = side->list->feature[pair];
  seen->image    = (Image){0, 0, 0};
  seen->branch   = wall->carried ? vec3_sub(seen->arm_a, seen->arm_b) : seen->arm_a;
  if (wall->surface->tells_facet) seen->facet = facet;
  if (wall->carried) seen->carrier = s->clumps->id[wall->row];
}

/* Evaluate up to a tile of contacts of a law; those of the pebbles of a body share as in a step. */
static void evaluate(Contacts *c, const ContactScene *s, const Side *side, int cell, const Law *law,
                     const int32_t *pair, int n, PetscInt *at, Tile *t)
{
  ContactBatch *b = c->batch;
  double        share[TILE];

  if (side->walls) tile_of_walls(s, law->needs, pair, n, NULL, t, b);
  else tile_of_pebbles(s, law->needs, pair, n, NULL, t, b);
  recall(side->old, cell, law, pair, n, at, b);
  if (law->keeps > 0) batch_find_apart(b);
  tile_motion(s, law, side->walls, t, b);
  if (law->needs & NEEDS_OF_LAW) flow_gather(s, law, side->list, pair, t, b);
  if (law->siblings) siblings_find(s, law, side->list, side->walls, pair, t, b, share);
  law_apply(law, b);
  if (law->siblings) siblings_share(law, share, b, NULL);
}

static PetscErrorCode visit_cell(Contacts *c, const ContactScene *s, const Side *side, int cell,
                                 const ContactVisitor *to)
{
  const Law     *law = &c->laws->list[cell % s->pairs->n_laws];
  const PetscInt end = side->fresh->run[cell + 1].first;
  PetscInt       at  = side->old->run[cell].first;
  ContactSeen    seen[TILE];
  Tile           t;

  PetscFunctionBeginUser;
  for (PetscInt first = side->fresh->run[cell].first; first < end; first += TILE) {
    const int32_t *pair = side->fresh->pair + first;
    const int      n    = (int)min_int(end - first, TILE);

    evaluate(c, s, side, cell, law, pair, n, &at, &t);
    for (int k = 0; k < n; k++) {
      seen[k].kind = SEEN_LAW;
      seen[k].wall = side->walls;
      seen_of_tile(s, law, c->batch, &t, k, &seen[k]);
      name_pair(s, side, pair[k], t.facet[k], &seen[k]);
    }
    PetscCall(to->see(to->self, seen, n));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode contacts_visit(Contacts *c, const ContactScene *s, const ContactVisitor *to)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++) {
    const Side side = side_of(c, s, k == 1);

    for (int cell = 0; cell < side.fresh->n_runs; cell++)
      PetscCall(visit_cell(c, s, &side, cell, to));
  }
  c->visitor = to;
  PetscCall(solids_apply(c, s, NULL, NULL));
  c->visitor = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}
