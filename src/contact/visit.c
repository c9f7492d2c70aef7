/* SPDX-License-Identifier: MIT */
/* The sink of contacts that are visited (visit.h). */
#include "contact/visit.h"
#include "contact/evaluate.h"

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
  if (wall->surface->geometry.tells_facet) seen->facet = facet;
  if (wall->carried) seen->carrier = s->clumps->id[wall->row];
}

PetscErrorCode contact_show(const Contacts *c, const ContactScene *s, const Side *side,
                            const Law *law, const int32_t *pair, const Tile *t,
                            const ContactVisitor *to)
{
  ContactSeen seen[TILE];

  PetscFunctionBeginUser;
  for (int k = 0; k < c->batch->n; k++) {
    seen[k].kind = SEEN_LAW;
    seen[k].wall = side->walls;
    seen_of_tile(s, law, c->batch, t, k, &seen[k]);
    name_pair(s, side, pair[k], t->facet[k], &seen[k]);
  }
  PetscCall(to->see(to->self, seen, c->batch->n));
  PetscFunctionReturn(PETSC_SUCCESS);
}
