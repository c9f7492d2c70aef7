/* SPDX-License-Identifier: MIT */
/* The walk down the tree of cuts. */
#include "space/holders.h"

typedef struct {
  int   rank;
  Image shift;
} Holder;

typedef struct {
  const HolderSearch *search;
  int                 rank, size; /* this one, of how many */
  Mail               *mail;
  char               *record;
  Outline             outline; /* of the clump in question */
  Image               shift;   /* of its image in question */
  int                *parts;   /* lists on the way down, one after the other */
  Holder             *holders; /* found for this clump */
  PetscInt            n_holders, capacity;
  PetscInt           *wide; /* rows */
  PetscInt            n_wide, wide_capacity;
} Finder;

double holders_reach(const Domain *domain, double reach)
{
  return reach + 4 * domain->quantum;
}

size_t holders_record_size(void)
{
  return sizeof(Ticket) + fields_size(clump_fields, HELD_ONCE);
}

static bool is_itself(const Finder *f, int rank)
{
  return rank == f->rank && f->shift.x == 0 && f->shift.y == 0 && f->shift.z == 0;
}

/* `parts` are the n that meet node k; room for its children's follows them. False: these are too many holders. */
static bool descend(Finder *f, int k, int *parts, int n)
{
  const Decomposition *d    = f->search->decomposition;
  const Cut           *node = &d->nodes[k];

  if (node->count == 1) {
    if (is_itself(f, node->first)) return true;
    if (f->n_holders == f->search->most) return false;
    f->holders[f->n_holders++] = (Holder){.rank = node->first, .shift = f->shift};
    return true;
  }
  for (int side = 0; side < 2; side++) {
    const int child = side ? node->right : node->left;
    const int m     = outline_sift(&f->outline, &d->boxes[child], parts, n, d->nodes[child].count == 1, parts + n);

    if (m > 0 && !descend(f, child, parts + n, m)) return false;
  }
  return true;
}

/* Who holds this image? */
static PetscErrorCode visit_image(Finder *f, Vec3 x, Image shift, bool *few)
{
  const Decomposition *d    = f->search->decomposition;
  int *const           met  = f->parts + f->outline.template->n;
  const PetscInt       room = (PetscInt)min_int(f->search->most, f->n_holders + f->size);
  int                  n;

  PetscFunctionBeginUser;
  PetscCall(array_reserve(&f->holders, sizeof *f->holders, room, &f->capacity));
  f->shift     = shift;
  f->outline.x = domain_shifted(f->search->domain, x, shift);
  n            = outline_all(&f->outline, f->parts);
  n            = outline_sift(&f->outline, &d->boxes[0], f->parts, n, d->nodes[0].count == 1, met);
  *few         = n == 0 || descend(f, 0, met, n);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode visit_images(Finder *f, Vec3 x, Image from, Image to, bool *few)
{
  PetscFunctionBeginUser;
  f->n_holders = 0;
  *few         = true;
  for (int nx = from.x; nx <= to.x && *few; nx++)
    for (int ny = from.y; ny <= to.y && *few; ny++)
      for (int nz = from.z; nz <= to.z && *few; nz++) PetscCall(visit_image(f, x, (Image){nx, ny, nz}, few));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode post_copies(Finder *f, PetscInt a)
{
  PetscFunctionBeginUser;
  if (f->n_holders > 0) fields_pack(clump_fields, f->search->clumps, a, HELD_ONCE, f->record + sizeof(Ticket));
  for (PetscInt k = 0; k < f->n_holders; k++) {
    const Ticket ticket = {.root = a, .shift = f->holders[k].shift};

    memcpy(f->record, &ticket, sizeof ticket);
    PetscCall(mail_post(f->mail, f->holders[k].rank, f->record, holders_record_size()));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool is_inside(const Box *box, Vec3 x, double radius)
{
  return x.x - radius > box->lo.x && x.x + radius < box->hi.x && x.y - radius > box->lo.y && x.y + radius < box->hi.y &&
         x.z - radius > box->lo.z && x.z + radius < box->hi.z;
}

static PetscErrorCode find_holders(Finder *f, PetscInt a)
{
  const HolderSearch *s     = f->search;
  const Clumps       *c     = s->clumps;
  const Template     *t     = &s->templates->list[c->shape[a]];
  const double        bound = c->scale[a] * t->bound + s->reach;
  Image               from, to;
  bool                few;

  PetscFunctionBeginUser;
  domain_images(s->domain, c->x[a], bound, &from, &to);
  if (image_sign(from) == 0 && image_sign(to) == 0 && is_inside(&s->decomposition->mine, c->x[a], bound))
    PetscFunctionReturn(PETSC_SUCCESS); /* nobody else near */
  outline_place(&f->outline, s->domain, t, c->scale[a], c->x[a], c->q[a], s->reach);
  PetscCall(visit_images(f, c->x[a], from, to, &few));
  if (few) {
    PetscCall(post_copies(f, a));
  } else {
    PetscCall(array_reserve(&f->wide, sizeof *f->wide, f->n_wide + 1, &f->wide_capacity));
    f->wide[f->n_wide++] = a;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int tree_depth(const Decomposition *d, int k)
{
  if (d->nodes[k].count == 1) return 1;
  return 1 + (int)max_int(tree_depth(d, d->nodes[k].left), tree_depth(d, d->nodes[k].right));
}

PetscErrorCode holders_find(const Parallel *par, const HolderSearch *search, Mail *mail, PetscInt **wide, PetscInt *n_wide)
{
  Finder f       = {.search = search, .rank = par->rank, .size = par->size, .mail = mail};
  int    largest = 1;

  PetscFunctionBeginUser;
  for (int t = 0; t < search->templates->n; t++) largest = (int)max_int(largest, search->templates->list[t].n);
  PetscCall(
    PetscMalloc2((size_t)largest * (tree_depth(search->decomposition, 0) + 1), &f.parts, holders_record_size(), &f.record));
  for (PetscInt a = 0; a < search->clumps->n_owned; a++) PetscCall(find_holders(&f, a));
  PetscCall(PetscFree2(f.parts, f.record));
  array_free(&f.holders);
  *wide   = f.wide;
  *n_wide = f.n_wide;
  PetscFunctionReturn(PETSC_SUCCESS);
}
