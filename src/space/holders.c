/* SPDX-License-Identifier: MIT */
/* Descent of clumps and their periodic images through the tree of cuts. */
#include "space/holders.h"
#include "base/mail.h"

struct HolderWalk {
  const HolderSearch *search;
  int                 owner;  /* part that owns the present clump */
  const Box          *home;   /* its box */
  const Box         **boxes;  /* [parts] box of each part; holders_of only */
  bool                counts; /* count pebbles, and list the owner too: holders_of */
  Mail               *mail;
  char               *record;
  Outline             outline; /* of the present clump */
  Image               shift;   /* of its present image */
  int *
    pieces; /* lists of pieces of the clump for the nodes from the root down, one after the other */
  Holder   *holders; /* of the present clump */
  PetscInt  n_holders, capacity;
  PetscInt *wide; /* [n_wide] rows of wide clumps */
  PetscInt  n_wide, wide_capacity;
  PetscInt  need[NEEDS_LISTS]; /* the next of search->needs[..]->given */
};

typedef struct HolderWalk Finder;

double holders_reach(const Domain *domain, double reach)
{
  return reach + 4 * domain->grain;
}

size_t holders_record_size(const Field *fields)
{
  return sizeof(Ticket) + fields_size(fields, HELD_ONCE);
}

static bool is_itself(const Finder *f, int part)
{
  return part == f->owner && f->shift.x == 0 && f->shift.y == 0 && f->shift.z == 0;
}

/* Add the holders below node k, whose box n `pieces` meet; lists of its children are stored behind
   these. False if there are more holders than search->most. */
static bool descend(Finder *f, int k, int *pieces, int n)
{
  const Decomposition *d    = f->search->decomposition;
  const Cut           *node = &d->nodes[k];

  if (node->count == 1) {
    if (!f->counts && is_itself(f, node->first)) return true;
    if (!f->counts && f->n_holders == f->search->most) return false;
    f->holders[f->n_holders++] =
      (Holder){.part  = node->first,
               .shift = f->shift,
               .n     = f->counts ? outline_count(&f->outline, pieces, n) : 0};
    return true;
  }
  for (int side = 0; side < 2; side++) {
    const int child = side ? node->right : node->left;
    const int m     = outline_sift(&f->outline, &d->boxes[child], pieces, n,
                                   d->nodes[child].count == 1 && !f->counts, pieces + n);

    if (m > 0 && !descend(f, child, pieces + n, m)) return false;
  }
  return true;
}

/* Add the holders of one image; *few: false if there are more than search->most. */
static void visit_image(Finder *f, Vec3 x, Image shift, bool *few)
{
  const Decomposition *d    = f->search->decomposition;
  int *const           met  = f->pieces + f->outline.template->n;
  const PetscInt       all  = f->n_holders + d->nodes[0].count;
  const PetscInt       room = f->counts ? all : (PetscInt)min_int(f->search->most, all);
  int                  n;

  array_reserve(&f->holders, sizeof *f->holders, room, &f->capacity);
  f->shift     = shift;
  f->outline.x = domain_shifted(f->search->domain, x, shift);
  n            = outline_all(&f->outline, f->pieces);
  n    = outline_sift(&f->outline, &d->boxes[0], f->pieces, n, d->nodes[0].count == 1 && !f->counts,
                      met);
  *few = n == 0 || descend(f, 0, met, n);
}

static void visit_images(Finder *f, Vec3 x, Image from, Image to, bool *few)
{
  f->n_holders = 0;
  *few         = true;
  for (int nx = from.x; nx <= to.x && *few; nx++)
    for (int ny = from.y; ny <= to.y && *few; ny++)
      for (int nz = from.z; nz <= to.z && *few; nz++)
        visit_image(f, x, domain_true(f->search->domain, (Image){nx, ny, nz}), few);
}

static void post_copies(Finder *f, PetscInt a)
{
  if (f->n_holders > 0)
    fields_pack(f->search->clumps->fields, f->search->clumps, a, HELD_ONCE,
                f->record + sizeof(Ticket));
  for (PetscInt k = 0; k < f->n_holders; k++) {
    const Ticket ticket = {.root = a, .shift = f->holders[k].shift};

    memcpy(f->record, &ticket, sizeof ticket);
    mail_post(f->mail, f->holders[k].part, f->record,
              holders_record_size(f->search->clumps->fields));
  }
}

/* Find the holders of row a, in f->holders: all of them if *few, else the list is incomplete. */
static void find_holders(Finder *f, PetscInt a, bool *few)
{
  const HolderSearch *s     = f->search;
  const Clumps       *c     = s->clumps;
  const Template     *t     = &s->templates->list[c->template[a]];
  const double        bound = c->scale[a] * t->bound + s->reach;
  Image               from, to;

  *few         = true;
  f->n_holders = 0;
  if (box_contains(f->home, c->pose[a].x,
                   bound)) { /* within reach of no other part, nor is any image */
    if (f->counts) f->holders[f->n_holders++] = (Holder){.part = f->owner, .n = t->n};
    return;
  }
  domain_images(s->domain, c->pose[a].x, bound, &from, &to);
  outline_place(&f->outline, s->domain, t, c->scale[a], c->pose[a].x, c->pose[a].q, s->reach);
  visit_images(f, c->pose[a].x, from, to, few);
}

static bool is_holder(const Finder *f, const Need *need)
{
  for (PetscInt k = 0; k < f->n_holders; k++)
    if (f->holders[k].part == need->part &&
        image_sign(image_sub(f->holders[k].shift, need->shift)) == 0)
      return true;
  return need->part == f->owner && image_sign(need->shift) == 0;
}

/* Add the parts that need copies of row a whatever their distance. */
static void add_needs(Finder *f, PetscInt a, int list)
{
  const Needs *needs = f->search->needs[list];
  PetscInt    *next  = &f->need[list];

  while (*next < needs->n_given && needs->given[*next].row < a) (*next)++;
  for (PetscInt k = *next; k < needs->n_given && needs->given[k].row == a; k++) {
    const Need *need = &needs->given[k];

    if (is_holder(f, need)) continue;
    array_reserve(&f->holders, sizeof *f->holders, f->n_holders + 1, &f->capacity);
    f->holders[f->n_holders++] = (Holder){.part = need->part, .shift = need->shift};
  }
}

static void post_or_note(Finder *f, PetscInt a)
{
  bool few;

  find_holders(f, a, &few);
  few = few && !f->search->templates->list[f->search->clumps->template[a]].carries;
  for (int list = 0; list < NEEDS_LISTS; list++)
    if (few && f->search->needs[list]) add_needs(f, a, list);
  if (few) {
    post_copies(f, a);
  } else {
    array_reserve(&f->wide, sizeof *f->wide, f->n_wide + 1, &f->wide_capacity);
    f->wide[f->n_wide++] = a;
  }
}

/* Number of levels of a tree of cuts: each cut halves the number of parts. */
static int tree_depth(int parts)
{
  int depth = 1;

  for (; parts > 1; parts -= parts / 2) depth++;
  return depth;
}

/* Capacity of HolderWalk.pieces. */
static size_t list_room(const HolderSearch *search)
{
  int largest = 1;

  for (int t = 0; t < search->templates->n; t++)
    largest = (int)max_int(largest, search->templates->list[t].n);
  return (size_t)largest * (tree_depth(search->decomposition->nodes[0].count) + 1);
}

void holders_find(const Parallel *par, const HolderSearch *search, Mail *mail, PetscInt **wide,
                  PetscInt *n_wide)
{
  Finder f = {
    .search = search, .owner = par->rank, .home = &search->decomposition->mine, .mail = mail};

  array_scratch(&f.pieces, sizeof *f.pieces, list_room(search));
  array_scratch(&f.record, sizeof *f.record, holders_record_size(search->clumps->fields));
  for (PetscInt a = 0; a < search->clumps->n_owned; a++) post_or_note(&f, a);
  array_free(&f.pieces);
  array_free(&f.record);
  array_free(&f.holders);
  *wide   = f.wide;
  *n_wide = f.n_wide;
}

void holders_begin(const HolderSearch *search, HolderWalk **walk)
{
  const Decomposition *d = search->decomposition;
  HolderWalk          *w;

  array_create(walk, sizeof **walk, 1);
  w         = *walk;
  w->search = search;
  w->counts = true;
  array_scratch(&w->pieces, sizeof *w->pieces, list_room(search));
  array_scratch(&w->boxes, sizeof *w->boxes, d->nodes[0].count);
  array_reserve(&w->holders, sizeof *w->holders, 1, &w->capacity);
  for (int k = 0; k < d->n; k++)
    if (d->nodes[k].count == 1) w->boxes[d->nodes[k].first] = &d->boxes[k];
}

void holders_end(HolderWalk **walk)
{
  if (*walk) {
    array_free(&(*walk)->pieces);
    array_free(&(*walk)->boxes);
    array_free(&(*walk)->holders);
    array_free(walk);
  }
}

void holders_of(HolderWalk *w, PetscInt a, int owner, PetscInt *n, const Holder **holders)
{
  bool all;

  w->owner = owner;
  w->home  = w->boxes[owner];
  find_holders(w, a, &all);
  for (int list = 0; list < NEEDS_LISTS; list++)
    if (w->search->needs[list]) add_needs(w, a, list);
  *n       = w->n_holders;
  *holders = w->holders;
}
