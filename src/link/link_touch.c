/* SPDX-License-Identifier: MIT */
/* Links that are made where contacts begin. A link is counted where the point half way between the
   two clumps is, a contact where its own point is, so the rank that sees a contact begin need not
   know of a link that the pair has already: it makes one, which goes with the next lists to the
   rank that knows, and is dropped there. Of a link that it has itself it makes none, and lists stay
   as they are. */
#include "link/links.h"

bool links_watch(const Links *l)
{
  for (int k = 0; k < LINK_KINDS; k++)
    for (int i = 0; i < l->set[k].n_objects; i++)
      if (l->set[k].objects[i].touching && l->set[k].objects[i].at <= l->reached) return true;
  return false;
}

/* A new link of two pebble rows, in any order. */
static Link link_between(const ContactScene *s, int32_t i, int32_t j, int object)
{
  const Pebbles *p = s->pebbles;
  const Clumps  *c = s->clumps;
  const int32_t  a = p->clump[i], b = p->clump[j];
  const Vec3     xa = c->pose[a].x, xb = c->pose[b].x;

  return (Link){.a        = c->id[a],
                .b        = c->id[b],
                .member_a = p->member[i],
                .member_b = p->member[j],
                .object   = object,
                .image    = image_sub(domain_boxes(s->domain, xb), domain_boxes(s->domain, xa)),
                .xa       = domain_wrapped(s->domain, xa),
                .xb       = domain_wrapped(s->domain, xb),
                .fresh    = true};
}

/* Append it. */
static PetscErrorCode append(LinkSet *set, const ContactScene *s, const Templates *templates,
                             int32_t i, int32_t j, int object)
{
  const Link     link = link_between(s, i, j, object);
  const int32_t  a = s->pebbles->clump[i], b = s->pebbles->clump[j];
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

/* A link that a contact asks for, in canonical order, and the pebble rows. */
typedef struct {
  Link    link;
  int32_t i, j;
  bool    known; /* this rank has it */
} Begun;

/* Links of one kind that contacts ask for. */
typedef struct {
  PetscInt n, capacity;
  Begun   *list;
} BegunList;

/* A contact of two pebble rows has begun. */
static PetscErrorCode begin(const Links *l, const Options *options, const Materials *materials,
                            const ContactScene *s, int32_t i, int32_t j, BegunList *all)
{
  const char *a = materials->list[s->pebbles->material[i]].name,
             *b = materials->list[s->pebbles->material[j]].name;

  PetscFunctionBeginUser;
  for (int k = 0; k < LINK_KINDS; k++)
    for (int object = 0; object < l->set[k].n_objects; object++) {
      const LinkObject *o = &l->set[k].objects[object];

      if (!o->touching || o->at > l->reached) continue;
      if (!link_object_joins(options, &l->set[k], object, a, b)) continue;
      PetscCall(array_reserve(&all[k].list, sizeof *all[k].list, all[k].n + 1, &all[k].capacity));
      all[k].list[all[k].n++] =
        (Begun){.link = link_canonical(link_between(s, i, j, object)), .i = i, .j = j};
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int compare_clumps(const Link *p, const Link *q)
{
  if (p->a != q->a) return p->a < q->a ? -1 : 1;
  return p->b < q->b ? -1 : p->b > q->b;
}

static int compare_begun(const void *a, const void *b)
{
  const Begun *p = a, *q = b;
  const int    c = compare_clumps(&p->link, &q->link);

  if (c != 0) return c;
  return p->i != q->i ? (p->i < q->i ? -1 : 1) : p->j < q->j ? -1 : p->j > q->j;
}

/* Link k of a set, with the image at which its ends are now. */
static Link link_now(const LinkSet *set, const ContactScene *s, PetscInt k)
{
  const Pose *pose = s->clumps->pose;
  Link        link = set->list[k];

  link.image = image_sub(domain_boxes(s->domain, pose[set->row[k][1]].x),
                         domain_boxes(s->domain, pose[set->row[k][0]].x));
  return link_canonical(link);
}

static bool same_link(const Link *p, const Link *q)
{
  return compare_clumps(p, q) == 0 && p->member_a == q->member_a && p->member_b == q->member_b &&
         p->object == q->object && p->image.x == q->image.x && p->image.y == q->image.y &&
         p->image.z == q->image.z;
}

/* Mark those of which the set has a link that is whole. Bonded pebbles part and touch again in
   every period of their bond: their lists stay. */
static void find_known(const LinkSet *set, const ContactScene *s, BegunList *b)
{
  sort_items(b->list, b->n, sizeof *b->list, compare_begun);
  for (PetscInt k = 0; k < set->n; k++) {
    PetscInt lo = 0, hi = b->n;

    if (set->row[k][0] < 0 || set->row[k][1] < 0) continue;
    while (lo < hi) {
      const PetscInt mid = lo + (hi - lo) / 2;

      if (compare_clumps(&b->list[mid].link, &set->list[k]) < 0) lo = mid + 1;
      else hi = mid;
    }
    for (; lo < b->n && compare_clumps(&b->list[lo].link, &set->list[k]) == 0; lo++) {
      const Link link = link_now(set, s, k);

      b->list[lo].known = b->list[lo].known || same_link(&b->list[lo].link, &link);
    }
  }
}

static PetscErrorCode append_unknown(LinkSet *set, const ContactScene *s,
                                     const Templates *templates, BegunList *b, PetscInt *n)
{
  PetscFunctionBeginUser;
  if (b->n > 0) find_known(set, s, b);
  for (PetscInt k = 0; k < b->n; k++) {
    const Begun *one = &b->list[k];

    if (one->known) continue;
    PetscCall(append(set, s, templates, one->i, one->j, one->link.object));
    (*n)++;
  }
  array_free(&b->list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode links_touch(Links *l, const Options *options, const Materials *materials,
                           const Contacts *contacts, const ContactScene *s,
                           const Templates *templates, PetscInt *n)
{
  const Touching *now       = &contacts->pebbles[contacts->now],
                 *old       = &contacts->pebbles[!contacts->now];
  BegunList all[LINK_KINDS] = {{0}};
  PetscInt  at              = 0;

  PetscFunctionBeginUser;
  *n = 0;
  for (PetscInt k = 0; k < now->n; k++) { /* both are in the order of the pair list */
    const int32_t pair = now->pair[k];

    while (at < old->n && old->pair[at] < pair) at++;
    if (at < old->n && old->pair[at] == pair) continue;
    PetscCall(
      begin(l, options, materials, s, s->pairs->pebbles.a[pair], s->pairs->pebbles.b[pair], all));
  }
  for (int k = 0; k < LINK_KINDS; k++)
    PetscCall(append_unknown(&l->set[k], s, templates, &all[k], n));
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
