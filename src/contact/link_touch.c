/* SPDX-License-Identifier: MIT */
/* Links that are made where contacts begin. A link is counted where the point half way between the two
   clumps is, a contact where its own point is, so the rank that sees a contact begin need not know of a
   link that the pair has already: it makes one, which goes with the next lists to the rank that knows, and
   is dropped there. */
#include "contact/links.h"

bool links_watch(const Links *l)
{
  for (int k = 0; k < LINK_KINDS; k++)
    for (int i = 0; i < l->set[k].n_objects; i++)
      if (l->set[k].objects[i].touching && l->set[k].objects[i].at <= l->reached) return true;
  return false;
}

/* Append a link of two pebble rows, in any order. */
static PetscErrorCode append(LinkSet *set, const ContactScene *s, const Templates *templates,
                             int32_t i, int32_t j, int object)
{
  const Pebbles *p = s->pebbles;
  const Clumps  *c = s->clumps;
  const int32_t  a = p->clump[i], b = p->clump[j];
  const Vec3     xa = c->pose[a].x, xb = c->pose[b].x;
  const Link     link   = {.a        = c->id[a],
                           .b        = c->id[b],
                           .member_a = p->member[i],
                           .member_b = p->member[j],
                           .object   = object,
                           .image = image_sub(domain_boxes(s->domain, xb), domain_boxes(s->domain, xa)),
                           .xa    = domain_wrapped(s->domain, xa),
                           .xb    = domain_wrapped(s->domain, xb),
                           .fresh = true};
  const bool     turned = link_is_reversed(&link);
  const PetscInt k      = set->n;

  PetscFunctionBeginUser;
  PetscCall(link_set_add(set, link, NULL));
  PetscCall(array_reserve(&set->row, sizeof *set->row, set->n, &set->row_capacity));
  set->row[k][0] = turned ? b : a;
  set->row[k][1] = turned ? a : b;
  link_begin(set, s, templates, k);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A contact of two pebble rows has begun. */
static PetscErrorCode begin(Links *l, const Options *options, const Materials *materials,
                            const ContactScene *s, const Templates *templates, int32_t i, int32_t j,
                            PetscInt *n)
{
  const char *a = materials->list[s->pebbles->material[i]].name,
             *b = materials->list[s->pebbles->material[j]].name;

  PetscFunctionBeginUser;
  for (int k = 0; k < LINK_KINDS; k++)
    for (int object = 0; object < l->set[k].n_objects; object++) {
      const LinkObject *o = &l->set[k].objects[object];

      if (!o->touching || o->at > l->reached) continue;
      if (!link_object_joins(options, &l->set[k], object, a, b)) continue;
      PetscCall(append(&l->set[k], s, templates, i, j, object));
      (*n)++;
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode links_touch(Links *l, const Options *options, const Materials *materials,
                           const Contacts *contacts, const ContactScene *s,
                           const Templates *templates, PetscInt *n)
{
  const Touching *now = &contacts->pebbles[contacts->now],
                 *old = &contacts->pebbles[!contacts->now];
  PetscInt at         = 0;

  PetscFunctionBeginUser;
  *n = 0;
  for (PetscInt k = 0; k < now->n; k++) { /* both are in the order of the pair list */
    const int32_t pair = now->pair[k];

    while (at < old->n && old->pair[at] < pair) at++;
    if (at < old->n && old->pair[at] == pair) continue;
    PetscCall(begin(l, options, materials, s, templates, s->pairs->pebbles.a[pair],
                    s->pairs->pebbles.b[pair], n));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- after new lists ---- */

/* A link as a key, and its row. */
typedef struct {
  Link     link;
  PetscInt row;
} Keyed;

static int compare_keyed(const void *a, const void *b)
{
  const Keyed  *p = a, *q = b;
  const int64_t x[] = {p->link.a,        p->link.b,       p->link.member_a,
                       p->link.member_b, p->link.image.x, p->link.image.y,
                       p->link.image.z,  p->link.object,  p->link.fresh},
                y[] = {q->link.a,        q->link.b,       q->link.member_a,
                       q->link.member_b, q->link.image.x, q->link.image.y,
                       q->link.image.z,  q->link.object,  q->link.fresh};

  for (size_t k = 0; k < sizeof x / sizeof *x; k++)
    if (x[k] != y[k]) return x[k] < y[k] ? -1 : 1;
  return 0;
}

/* Mark in drop[] the fresh ones that follow an older link of the same pair and object. */
static void find_twice(Keyed *list, PetscInt n, bool *drop)
{
  sort_items(list, n, sizeof *list, compare_keyed);
  for (PetscInt k = 1; k < n; k++) {
    Keyed one = list[k];

    one.link.fresh = list[k - 1].link.fresh;
    if (list[k].link.fresh && compare_keyed(&one, &list[k - 1]) == 0) drop[list[k].row] = true;
  }
}

static PetscErrorCode settle(LinkSet *set)
{
  PetscInt kept = 0;
  Keyed   *list;
  bool    *drop;

  PetscFunctionBeginUser;
  PetscCall(array_create(&list, sizeof *list, set->n));
  PetscCall(array_create(&drop, sizeof *drop, set->n));
  for (PetscInt k = 0; k < set->n; k++) list[k] = (Keyed){set->list[k], k};
  find_twice(list, set->n, drop);
  for (PetscInt k = 0; k < set->n; k++) {
    if (drop[k]) continue;
    memcpy(set->row[kept], set->row[k], sizeof *set->row);
    link_set_move(set, k, kept);
    set->list[kept++].fresh = false;
  }
  set->n = kept;
  array_free(&list);
  array_free(&drop);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode links_settle(Links *l)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < LINK_KINDS; k++) PetscCall(settle(&l->set[k]));
  l->version++;
  PetscFunctionReturn(PETSC_SUCCESS);
}
