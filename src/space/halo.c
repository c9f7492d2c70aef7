/* SPDX-License-Identifier: MIT */
/* Who must hold what: every clump (and each of its periodic images) walks down the tree of cuts with the pebbles that
   still matter, so the cost follows pebbles near cuts and not the number of ranks. */
#include "space/halo.h"
#include <petscsf.h>

enum { POSE_REALS = sizeof(Pose) / sizeof(double) };

struct Halo {
  const Parallel *par;
  PetscSF         sf;
  const PetscInt *degree; /* copies of every owned clump */
  PetscInt        n_roots, n_leaves, n_slots;
  int64_t        *slots; /* [n_slots][LOAD_PARTS], what copies sent */
  PetscInt        slots_capacity;
  MPI_Datatype    pose_type, load_type;
};

PetscErrorCode halo_create(const Parallel *par, Halo **halo)
{
  PetscFunctionBeginUser;
  PetscCall(array_create(halo, sizeof **halo, 1));
  (*halo)->par = par;
  PetscCallMPI(MPI_Type_contiguous(POSE_REALS, MPI_DOUBLE, &(*halo)->pose_type));
  PetscCallMPI(MPI_Type_commit(&(*halo)->pose_type));
  PetscCallMPI(MPI_Type_contiguous(LOAD_PARTS, MPI_INT64_T, &(*halo)->load_type));
  PetscCallMPI(MPI_Type_commit(&(*halo)->load_type));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode halo_destroy(Halo **halo)
{
  PetscFunctionBeginUser;
  if (*halo) {
    PetscCall(PetscSFDestroy(&(*halo)->sf));
    PetscCallMPI(MPI_Type_free(&(*halo)->pose_type));
    PetscCallMPI(MPI_Type_free(&(*halo)->load_type));
    array_free(&(*halo)->slots);
    array_free(halo);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- who must hold ---- */

/* Pebbles of one clump image on their way down the tree. */
typedef struct {
  const Decomposition *decomposition;
  const Vec3          *x;     /* of every pebble of the clump, in this image */
  const double        *reach; /* from the centre of each */
  int                 *ranks; /* found */
  int                  n_ranks;
} Walk;

static bool pebble_meets(const Walk *walk, const Box *box, int i)
{
  return box_distance2(box, walk->x[i]) <= walk->reach[i] * walk->reach[i];
}

/* `list` holds the n pebbles that meet node k; room for its children's lists follows it. */
static void descend(Walk *walk, int k, int *list, int n)
{
  const Decomposition *d    = walk->decomposition;
  const Cut           *node = &d->nodes[k];

  if (node->count == 1) {
    walk->ranks[walk->n_ranks++] = node->first;
    return;
  }
  for (int side = 0; side < 2; side++) {
    const int child = side ? node->right : node->left;
    int      *below = list + n, m = 0;

    for (int i = 0; i < n; i++)
      if (pebble_meets(walk, &d->boxes[child], list[i])) below[m++] = list[i];
    if (m > 0) descend(walk, child, below, m);
  }
}

static int tree_depth(const Decomposition *d, int k)
{
  if (d->nodes[k].count == 1) return 1;
  return 1 + (int)max_int(tree_depth(d, d->nodes[k].left), tree_depth(d, d->nodes[k].right));
}

/* What a holder must know of a copy. */
typedef struct {
  PetscInt root; /* row at its owner */
  Image    shift;
} Ticket;

typedef struct {
  const Domain        *domain;
  const Decomposition *decomposition;
  const Templates     *templates;
  const Clumps        *clumps;
  double               reach;
  int                  rank;
  Mail                *mail;
  char                *record;
  size_t               record_size;
  /* workspace for the largest template */
  Vec3   *base, *x;
  double *reaches;
  int    *list, *ranks;
  int     depth;
} Finder;

static PetscErrorCode post_copies(Finder *f, PetscInt a, Image shift, int n)
{
  const bool own  = shift.x == 0 && shift.y == 0 && shift.z == 0;
  Walk       walk = {.decomposition = f->decomposition, .x = f->x, .reach = f->reaches, .ranks = f->ranks};
  int        m    = 0;

  PetscFunctionBeginUser;
  for (int i = 0; i < n; i++) {
    f->x[i] = domain_shifted(f->domain, f->base[i], shift);
    if (pebble_meets(&walk, &f->decomposition->boxes[0], i)) f->list[m++] = i;
  }
  if (m == 0) PetscFunctionReturn(PETSC_SUCCESS);
  descend(&walk, 0, f->list, m);
  for (int k = 0; k < walk.n_ranks; k++) {
    const Ticket ticket = {.root = a, .shift = shift};

    if (own && walk.ranks[k] == f->rank) continue;
    memcpy(f->record, &ticket, sizeof ticket);
    fields_pack(clump_fields, f->clumps, a, HELD_ONCE, f->record + sizeof ticket);
    PetscCall(mail_post(f->mail, walk.ranks[k], f->record, f->record_size));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Which images along one axis can meet the box: usually 0 only. */
static void image_range(const Domain *d, int axis, double x, double bound, int *from, int *to)
{
  const double length = vec3_axis(d->length, axis), lo = vec3_axis(d->lo, axis), hi = vec3_axis(d->hi, axis);

  *from = *to = 0;
  if (d->boundary[axis] != BOUNDARY_PERIODIC) return;
  while (x + (*to + 1) * length - bound < hi) (*to)++;
  while (x + (*from - 1) * length + bound >= lo) (*from)--;
}

static PetscErrorCode find_holders(Finder *f, PetscInt a)
{
  const Clumps   *c = f->clumps;
  const Template *t = &f->templates->list[c->shape[a]];
  const double    s = c->scale[a], bound = s * t->bound + f->reach, slack = 4 * f->domain->quantum;
  int             from[3], to[3];
  bool            inside = true;

  PetscFunctionBeginUser;
  for (int axis = 0; axis < 3; axis++) {
    const double x = vec3_axis(c->x[a], axis);

    image_range(f->domain, axis, x, bound, &from[axis], &to[axis]);
    inside = inside && from[axis] == 0 && to[axis] == 0 && x - bound > vec3_axis(f->decomposition->mine.lo, axis) &&
             x + bound < vec3_axis(f->decomposition->mine.hi, axis);
  }
  if (inside) PetscFunctionReturn(PETSC_SUCCESS); /* nobody else near */
  for (int i = 0; i < t->n; i++) {
    f->base[i]    = vec3_add(c->x[a], pebble_arm(c->q[a], vec3_scale(s, t->offset[i]), f->domain->magic));
    f->reaches[i] = s * t->radius[i] + f->reach + slack;
  }
  for (int nx = from[0]; nx <= to[0]; nx++)
    for (int ny = from[1]; ny <= to[1]; ny++)
      for (int nz = from[2]; nz <= to[2]; nz++) PetscCall(post_copies(f, a, (Image){nx, ny, nz}, t->n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode accept_copies(Halo *halo, const Mail *mail, size_t record_size, Clumps *clumps)
{
  PetscSFNode *remote;
  PetscInt     n = 0;

  PetscFunctionBeginUser;
  for (int m = 0; m < mail_messages(mail); m++) {
    size_t size;

    mail_message(mail, m, NULL, &size);
    n += (PetscInt)(size / record_size);
  }
  PetscCall(clumps_reserve(clumps, clumps->n_owned + n));
  PetscCall(PetscMalloc1(n, &remote));
  clumps->n = clumps->n_owned;
  for (int m = 0; m < mail_messages(mail); m++) {
    int         source;
    size_t      size;
    const char *message = mail_message(mail, m, &source, &size);

    for (size_t at = 0; at < size; at += record_size) {
      const PetscInt b = clumps->n++;
      Ticket         ticket;

      memcpy(&ticket, message + at, sizeof ticket);
      fields_unpack(clump_fields, clumps, b, HELD_ONCE, message + at + sizeof ticket);
      clumps->shift[b]            = ticket.shift;
      remote[b - clumps->n_owned] = (PetscSFNode){.rank = source, .index = ticket.root};
    }
  }
  halo->n_roots  = clumps->n_owned;
  halo->n_leaves = n;
  PetscCall(PetscSFDestroy(&halo->sf));
  PetscCall(PetscSFCreate(halo->par->comm, &halo->sf));
  PetscCall(PetscSFSetFromOptions(halo->sf));
  PetscCall(PetscSFSetGraph(halo->sf, halo->n_roots, n, NULL, PETSC_OWN_POINTER, remote, PETSC_OWN_POINTER));
  PetscCall(PetscSFSetUp(halo->sf));
  PetscCall(PetscSFComputeDegreeBegin(halo->sf, &halo->degree));
  PetscCall(PetscSFComputeDegreeEnd(halo->sf, &halo->degree));
  halo->n_slots = 0;
  for (PetscInt a = 0; a < halo->n_roots; a++) halo->n_slots += halo->degree[a];
  PetscCall(array_reserve(&halo->slots, LOAD_PARTS * sizeof *halo->slots, halo->n_slots, &halo->slots_capacity));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode halo_build(Halo *halo, const Domain *domain, const Decomposition *decomposition, const Templates *templates,
                          double reach, Clumps *clumps)
{
  Finder f       = {.domain        = domain,
                    .decomposition = decomposition,
                    .templates     = templates,
                    .clumps        = clumps,
                    .reach         = reach,
                    .rank          = halo->par->rank};
  int    largest = 1;

  PetscFunctionBeginUser;
  for (int t = 0; t < templates->n; t++) largest = (int)max_int(largest, templates->list[t].n);
  f.depth       = tree_depth(decomposition, 0);
  f.record_size = sizeof(Ticket) + fields_size(clump_fields, HELD_ONCE);
  PetscCall(mail_create(halo->par, &f.mail));
  PetscCall(PetscMalloc4(largest, &f.base, largest, &f.x, largest, &f.reaches, f.record_size, &f.record));
  PetscCall(PetscMalloc2((size_t)largest * (f.depth + 1), &f.list, halo->par->size, &f.ranks));
  for (PetscInt a = 0; a < clumps->n_owned; a++) PetscCall(find_holders(&f, a));
  PetscCall(mail_deliver(f.mail));
  PetscCall(accept_copies(halo, f.mail, f.record_size, clumps));
  PetscCall(PetscFree4(f.base, f.x, f.reaches, f.record));
  PetscCall(PetscFree2(f.list, f.ranks));
  PetscCall(mail_destroy(&f.mail));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- every step ---- */

PetscErrorCode halo_refresh_begin(Halo *halo, Clumps *clumps)
{
  PetscFunctionBeginUser;
  PetscCall(PetscSFBcastBegin(halo->sf, halo->pose_type, clumps->pose, clumps->pose + clumps->n_owned, MPI_REPLACE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode halo_refresh_end(Halo *halo, const Domain *domain, Clumps *clumps)
{
  PetscFunctionBeginUser;
  PetscCall(PetscSFBcastEnd(halo->sf, halo->pose_type, clumps->pose, clumps->pose + clumps->n_owned, MPI_REPLACE));
  for (PetscInt b = clumps->n_owned; b < clumps->n; b++)
    clumps->pose[b].x = domain_shifted(domain, clumps->pose[b].x, clumps->shift[b]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode halo_reduce_begin(Halo *halo, const Clumps *clumps, Loads *loads)
{
  PetscFunctionBeginUser;
  PetscCall(PetscSFGatherBegin(halo->sf, halo->load_type, loads->sum + (size_t)clumps->n_owned * LOAD_PARTS, halo->slots));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode halo_reduce_end(Halo *halo, const Clumps *clumps, Loads *loads)
{
  const int64_t *slot;
  uint64_t      *sum = (uint64_t *)loads->sum; /* what overflows is thrown away and done again */

  PetscFunctionBeginUser;
  PetscCall(PetscSFGatherEnd(halo->sf, halo->load_type, loads->sum + (size_t)clumps->n_owned * LOAD_PARTS, halo->slots));
  slot = halo->slots;
  for (PetscInt a = 0; a < halo->n_roots; a++)
    for (PetscInt k = 0; k < halo->degree[a]; k++, slot += LOAD_PARTS)
      for (int part = 0; part < LOAD_PARTS; part++) sum[(size_t)a * LOAD_PARTS + part] += (uint64_t)slot[part];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode halo_spread_int(Halo *halo, const Clumps *clumps, int32_t *values)
{
  PetscFunctionBeginUser;
  PetscCall(PetscSFBcastBegin(halo->sf, MPI_INT, values, values + clumps->n_owned, MPI_REPLACE));
  PetscCall(PetscSFBcastEnd(halo->sf, MPI_INT, values, values + clumps->n_owned, MPI_REPLACE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode halo_max_int(Halo *halo, const Clumps *clumps, int32_t *values)
{
  PetscFunctionBeginUser;
  PetscCall(PetscSFReduceBegin(halo->sf, MPI_INT, values + clumps->n_owned, values, MPI_MAX));
  PetscCall(PetscSFReduceEnd(halo->sf, MPI_INT, values + clumps->n_owned, values, MPI_MAX));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- pebbles ---- */

PetscErrorCode halo_select(const Decomposition *decomposition, const Domain *domain, const Templates *templates, double reach,
                           const Clumps *clumps, Pebbles *pebbles)
{
  const double slack = 4 * domain->quantum;

  PetscFunctionBeginUser;
  pebbles_clear(pebbles);
  for (PetscInt a = 0; a < clumps->n; a++) {
    const Template *t = &templates->list[clumps->shape[a]];
    const double    s = clumps->scale[a];

    for (int i = 0; i < t->n; i++) {
      const Vec3   x    = vec3_add(clumps->pose[a].x, pebble_arm(clumps->pose[a].q, vec3_scale(s, t->offset[i]), domain->magic));
      const double near = s * t->radius[i] + reach + slack;

      if (box_distance2(&decomposition->mine, x) <= near * near) PetscCall(pebbles_add(pebbles, clumps, templates, a, i));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
