/* SPDX-License-Identifier: MIT */
/* Links that are made where contacts begin. The rank that sees a contact begin makes the link, as
   it holds both clumps: lists stay as they are, and the next ones move the link to the rank of its
   point. A link belongs to the rank whose box holds the point half way between the two clumps, a
   contact to the rank of its reference point (search/pairs.h), so that another rank may already
   have a link of the pair. Both clumps are then marked on all ranks that hold them; ranks send the
   links whose ends are both marked to the rank of the first clump's id (rank_of_id), and fresh
   ones with an elder twin are dropped. */
#include "base/mail.h"
#include "link/link_ends.h"
#include "link/links.h"
#include "matter/module.h"

bool links_watch(const Links *l)
{
  for (int k = 0; k < LINK_KINDS; k++)
    for (int i = 0; i < l->set[k].n_objects; i++)
      if (l->set[k].objects[i].touching && l->set[k].objects[i].at <= l->reached) return true;
  return false;
}

/* Append a new link of two pebble rows, in any order. */
static void append_link(LinkSet *set, const ContactScene *s, const Templates *templates, int32_t i,
                        int32_t j, int object)
{
  const int32_t  a = s->pebbles->clump[i], b = s->pebbles->clump[j];
  const PetscInt k      = set->n;
  Link           link   = link_between(s->domain, s->clumps, s->pebbles, i, j, object);
  const bool     turned = link_is_reversed(&link);

  link.fresh = true;
  link_set_add(set, link, NULL);
  array_reserve(&set->ends, sizeof *set->ends, set->n, &set->ends_capacity);
  set->ends[k] = link_ends(&set->list[k], turned ? b : a, turned ? a : b);
  link_begin(set, s, templates, k);
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

/* Note the links that a contact of two pebble rows asks for, which has begun. */
static void ask_for_links(const Links *l, const Options *options, const Materials *materials,
                          const ContactScene *s, int32_t i, int32_t j, BegunList *all)
{
  const char *a = materials->list[s->pebbles->material[i]].name,
             *b = materials->list[s->pebbles->material[j]].name;

  for (int k = 0; k < LINK_KINDS; k++)
    for (int object = 0; object < l->set[k].n_objects; object++) {
      const LinkObject *o = &l->set[k].objects[object];

      if (!o->touching || o->at > l->reached) continue;
      if (!link_object_joins(options, &l->set[k], object, a, b)) continue;
      array_reserve(&all[k].list, sizeof *all[k].list, all[k].n + 1, &all[k].capacity);
      all[k].list[all[k].n++] = (Begun){
        .link = link_canonical(link_between(s->domain, s->clumps, s->pebbles, i, j, object)),
        .i    = i,
        .j    = j};
    }
}

static int compare_begun(const void *a, const void *b)
{
  return link_compare(&((const Begun *)a)->link, &((const Begun *)b)->link);
}

/* Link k of a set, with the image at which its ends are now. */
static Link link_now(const LinkSet *set, const ContactScene *s, PetscInt k)
{
  const Pose *pose = s->clumps->pose;
  Link        link = set->list[k];

  link.image = image_sub(domain_boxes(s->domain, pose[set->ends[k].row[1]].x),
                         domain_boxes(s->domain, pose[set->ends[k].row[0]].x));
  return link_canonical(link);
}

/* Mark those that have an unbroken link in the set. Bonded pebbles part and touch again in every
   period of their bond; that makes no new lists. */
static void find_known(const LinkSet *set, const ContactScene *s, BegunList *b)
{
  sort_items(b->list, b->n, sizeof *b->list, compare_begun);
  for (PetscInt k = 0; k < set->n; k++) {
    const Link *l     = &set->list[k];
    const Begun first = {.link = {.a = l->a, .b = l->b, .member_a = INT32_MIN}};
    PetscInt    at;

    if (set->ends[k].row[0] < 0 || set->ends[k].row[1] < 0) continue;
    at = items_before(b->list, b->n, sizeof *b->list, &first, compare_begun);
    for (; at < b->n && b->list[at].link.a == l->a && b->list[at].link.b == l->b; at++) {
      const Link link = link_now(set, s, k);

      b->list[at].known = b->list[at].known || link_compare(&b->list[at].link, &link) == 0;
    }
  }
}

static void append_unknown(LinkSet *set, const ContactScene *s, const Templates *templates,
                           BegunList *b, PetscInt *n)
{
  if (b->n > 0) find_known(set, s, b);
  for (PetscInt k = 0; k < b->n; k++) {
    const Begun *one = &b->list[k];

    if (one->known) continue;
    append_link(set, s, templates, one->i, one->j, one->link.object);
    (*n)++;
  }
  array_free(&b->list);
}

/* Make the links of contacts that began in the step that was committed last, unless this rank has
   one of the same object of the pair; *n: their number on this rank. Local. */
static void links_touch(Links *l, const Options *options, const Materials *materials,
                        const Contacts *contacts, const ContactScene *s, const Templates *templates,
                        PetscInt *n)
{
  const Touching *now       = &contacts->pebbles[contacts->now],
                 *old       = &contacts->pebbles[!contacts->now];
  BegunList all[LINK_KINDS] = {{0}};
  PetscInt  at              = 0;

  *n = 0;
  for (PetscInt k = 0; k < now->n; k++) { /* both are in the order of the pair list */
    const int32_t pair = now->pair[k];

    while (at < old->n && old->pair[at] < pair) at++;
    if (at < old->n && old->pair[at] == pair) continue;
    ask_for_links(l, options, materials, s, s->pairs->pebbles.a[pair], s->pairs->pebbles.b[pair],
                  all);
  }
  for (int k = 0; k < LINK_KINDS; k++) append_unknown(&l->set[k], s, templates, &all[k], n);
}

/* ---- twins on other ranks ---- */

/* A link that a rank sends to the rank of its first clump's id. */
typedef struct {
  Link     link;
  int32_t  kind;
  int32_t  rank; /* of the fresh link; -1: of an elder one */
  PetscInt at;   /* in the set of that rank */
} LinkSent;

/* A fresh link that has an elder twin. */
typedef struct {
  int32_t  kind;
  PetscInt at;
} Twin;

static int compare_keys(const LinkSent *p, const LinkSent *q)
{
  const int c = link_compare(&p->link, &q->link);

  return c != 0 ? c : p->kind - q->kind;
}

/* Elder links come before fresh ones. */
static int compare_sent(const void *a, const void *b)
{
  const LinkSent *p = a, *q = b;
  const int       c = compare_keys(p, q);

  if (c != 0) return c;
  if (p->rank != q->rank) return p->rank < q->rank ? -1 : 1;
  return p->at < q->at ? -1 : p->at > q->at;
}

/* Post the links whose ends are both marked: fresh ones, and those that may be their twins. */
static void post_links(const Links *l, const Parallel *par, const ContactScene *s,
                       const int32_t *mark, Mail *mail)
{
  for (int32_t kind = 0; kind < LINK_KINDS; kind++) {
    const LinkSet *set = &l->set[kind];

    for (PetscInt k = 0; k < set->n; k++) {
      const int32_t *row = set->ends[k].row;
      LinkSent       one;

      if (!set->objects[set->list[k].object].touching || row[0] < 0) continue;
      if (!mark[row[0]] || !mark[row[1]]) continue;
      one = (LinkSent){link_now(set, s, k), kind, set->list[k].fresh ? par->rank : -1, k};
      mail_post(mail, rank_of_id(par, one.link.a), &one, sizeof one);
    }
  }
}

/* On the rank of the id: tell the ranks of fresh links that have an elder twin. */
static void answer(const Mail *questions, Mail *answers)
{
  const LinkSent *elder = NULL;
  LinkSent       *list;
  PetscInt        n;

  mail_collect(questions, sizeof *list, &list, &n);
  sort_items(list, n, sizeof *list, compare_sent);
  for (PetscInt k = 0; k < n; k++) {
    const Twin one = {list[k].kind, list[k].at};

    if (list[k].rank < 0) elder = &list[k];
    else if (elder && compare_keys(elder, &list[k]) == 0)
      mail_post(answers, list[k].rank, &one, sizeof one);
  }
  array_free(&list);
}

/* Mark the ends of a fresh link as broken if it has an elder twin on any rank. */
static PetscErrorCode drop_twins(Links *l, const Parallel *par, const ContactScene *s, Halo *halo)
{
  Mail    *questions, *answers;
  int32_t *mark;
  Twin    *list;
  PetscInt n;

  PetscFunctionBeginUser;
  array_create(&mark, sizeof *mark, s->clumps->n);
  mail_create(par, &questions);
  mail_create(par, &answers);
  /* mark the clumps of fresh links, on all ranks that hold them */
  for (int kind = 0; kind < LINK_KINDS; kind++) {
    const LinkSet *set = &l->set[kind];

    for (PetscInt k = 0; k < set->n; k++)
      if (set->list[k].fresh && set->ends[k].row[0] >= 0)
        mark[set->ends[k].row[0]] = mark[set->ends[k].row[1]] = 1;
  }
  PetscCall(halo_max_int(halo, s->clumps, mark));
  PetscCall(halo_spread_int(halo, s->clumps, mark));
  post_links(l, par, s, mark, questions);
  PetscCall(mail_deliver(questions));
  answer(questions, answers);
  PetscCall(mail_deliver(answers));
  mail_collect(answers, sizeof *list, &list, &n);
  for (PetscInt k = 0; k < n; k++) {
    int32_t *row = l->set[list[k].kind].ends[list[k].at].row;

    row[0] = row[1] = -1;
  }
  array_free(&list);
  array_free(&mark);
  mail_destroy(&questions);
  mail_destroy(&answers);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- numbers of links ---- */

/* Bound of the number of links of one clump that give forces: the largest of each kind, added.
   Collective. */
static PetscErrorCode find_most_links(Links *l, const Parallel *par, const Clumps *c, Halo *halo,
                                      int64_t *most)
{
  int64_t here[LINK_KINDS] = {0}, *count[LINK_KINDS];
  int     n                = 0;

  PetscFunctionBeginUser;
  for (int kind = 0; kind < LINK_KINDS; kind++) {
    if (!l->set[kind].kind->stiffness || l->set[kind].n_objects == 0) continue;
    array_reserve(&l->count[n], sizeof *l->count[n], c->n, &l->count_capacity[n]);
    count[n] = l->count[n];
    memset(count[n], 0, (size_t)c->n * sizeof *count[n]);
    for (PetscInt k = 0; k < 2 * l->set[kind].n; k++)
      if (link_acts(&l->set[kind], c, k / 2)) count[n][l->set[kind].ends[k / 2].row[k % 2]]++;
    n++;
  }
  PetscCall(halo_sum(halo, c, n, count));
  *most = 0;
  for (int k = 0; k < n; k++)
    for (PetscInt a = 0; a < c->n_owned; a++) here[k] = max_int(here[k], count[k][a]);
  PetscCall(parallel_max_int(par, here, n));
  for (int k = 0; k < n; k++) *most += here[k];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the module of links with `touching` ---- */

typedef struct {
  PetscInt made; /* links that this rank has made in this step */
} TouchingState;

/* Make the links of contacts that have begun in this step. */
static PetscErrorCode prepare(void *self, World *w, bool again)
{
  TouchingState *own = self;

  if (w->links->watches && !again)
    links_touch(w->links, w->options, w->materials, w->contacts, world_scene(w), w->templates,
                &own->made);
  return PETSC_SUCCESS;
}

/* Ask for their number over all ranks. */
static void ask(const void *self, const World *w, AskedSums *asked)
{
  const TouchingState *own = self;
  Sum                 *sum;

  if (!w->links->watches) return;
  asked_sums(asked, 1, &sum);
  sum_add_scaled(sum, own->made, 0);
}

/* Two ranks may have made the same link: all but one go. Lists stay as they are, unless sums of
   loads need more room. The links act from the next step on. */
static PetscErrorCode end_step(void *self, World *w, const Sum *sum)
{
  Links  *l = w->links;
  int64_t most;

  (void)self;
  PetscFunctionBeginUser;
  if (!sum || !(sum_value(sum) > 0)) PetscFunctionReturn(PETSC_SUCCESS);
  if (w->par->size > 1) PetscCall(drop_twins(l, w->par, world_scene(w), w->halo));
  for (int kind = 0; kind < LINK_KINDS; kind++)
    for (PetscInt k = 0; k < l->set[kind].n; k++) l->set[kind].list[k].fresh = false;
  l->placed = true; /* the new links are placed; without others it may not have been set */
  l->total  = max_int(l->total, 1);
  l->version++;
  PetscCall(links_count(l, w->par));
  PetscCall(find_most_links(l, w->par, w->clumps, w->halo, &most));
  world_touched(w);
  if (most > l->most) PetscCall(world_widen(w, most));
  PetscFunctionReturn(PETSC_SUCCESS);
}

extern const Module touching_module;
const Module        touching_module = {.name = "touching",
                                       .size = sizeof(TouchingState),
                                       .step = {.prepare = prepare, .ask = ask, .end = end_step}};
