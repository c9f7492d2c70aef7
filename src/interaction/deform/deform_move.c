/* SPDX-License-Identifier: MIT */
/* Pieces follow their first nodes from rank to rank. */
#include "base/mail.h"
#include "interaction/deform/deform.h"

/* ---- with the old lists ---- */

static bool pack_piece(const Domain *domain, const Clumps *c, const int32_t row[PIECE_ENDS],
                       PieceHere *p)
{
  const Image first = domain_boxes(domain, c->pose[row[0]].x);

  for (int m = 0; m < PIECE_ENDS; m++) {
    const Vec3 x = c->pose[row[m]].x;

    if (isnan(x.x)) return false;
    p->image[m] = image_sub(domain_boxes(domain, x), first);
    p->x[m]     = domain_wrapped(domain, x);
  }
  return true;
}

void deforms_pack(Deforms *d, const Domain *domain, const Clumps *c)
{
  PetscInt kept = 0;

  if (d->n == 0 || !d->placed) return;
  for (PetscInt k = 0; k < d->n_here; k++) {
    if (pack_piece(domain, c, d->row[k], &d->here[k])) {
      memcpy(d->row[kept], d->row[k], sizeof *d->row);
      d->here[kept++] = d->here[k];
    } else { /* a node has left: deforms_sum reports it in the next evaluation */
      d->torn    = true;
      d->torn_at = c->id[d->row[k][0]];
    }
  }
  d->n_here = kept;
}

/* ---- to the rank that evaluates it ---- */

static PetscErrorCode send(Deforms *d, const Parallel *par, const Decomposition *decomposition)
{
  PetscInt stay = 0;
  Mail    *mail;

  PetscFunctionBeginUser;
  mail_create(par, &mail);
  for (PetscInt k = 0; k < d->n_here; k++) {
    const int rank = decomposition_rank(decomposition, d->here[k].x[0]);

    if (rank == par->rank) d->here[stay++] = d->here[k];
    else mail_post(mail, rank, &d->here[k], sizeof d->here[k]);
  }
  PetscCall(mail_deliver(mail));
  d->n_here = stay;
  mail_append(mail, sizeof *d->here, &d->here, &d->n_here, &d->capacity);
  mail_destroy(&mail);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Order pieces by object and piece, so that it does not depend on the number of ranks. */
static int compare_here(const void *a, const void *b)
{
  const PieceHere *p = a, *q = b;

  if (p->object != q->object) return p->object < q->object ? -1 : 1;
  return p->piece < q->piece ? -1 : p->piece > q->piece;
}

void deforms_want(const Deforms *d, const Decomposition *owners, const Decomposition *askers,
                  Needs *needs)
{
  PetscInt n = needs->n_wanted;

  array_reserve(&needs->wanted, sizeof *needs->wanted, n + PIECE_ENDS * d->n_here,
                &needs->wanted_capacity);
  for (PetscInt k = 0; k < d->n_here; k++) {
    const PieceHere *p     = &d->here[k];
    const Deform    *o     = &d->list[p->object];
    const Piece     *piece = &o->piece[p->piece];

    for (int m = 0; m < PIECE_ENDS; m++)
      needs->wanted[n++] =
        (Need){.id    = o->id[m == PIECE_ANCHOR ? o->anchor[piece->body] : piece->node[m]],
               .shift = p->image[m],
               .part  = decomposition_rank(owners, p->x[m]),
               .asks  = decomposition_rank(askers, p->x[0])};
  }
  needs->n_wanted = n;
}

PetscErrorCode deforms_route(Deforms *d, const Parallel *par, const Decomposition *decomposition,
                             const Clumps *clumps)
{
  PetscFunctionBeginUser;
  if (d->n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  d->placed = false;
  PetscCall(send(d, par, decomposition));
  sort_items(d->here, d->n_here, sizeof *d->here, compare_here);
  d->needs.n_wanted = 0;
  deforms_want(d, decomposition, decomposition, &d->needs);
  PetscCall(needs_post(par, clumps, &d->needs));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode deforms_find(Deforms *d, const Clumps *c)
{
  const PetscInt *place;

  PetscFunctionBeginUser;
  if (d->n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(needs_find(c, &d->needs));
  place = d->needs.place; /* of the wanted ends of all pieces */
  array_reserve(&d->row, sizeof *d->row, d->n_here, &d->row_capacity);
  for (PetscInt k = 0; k < d->n_here; k++)
    for (int m = 0; m < PIECE_ENDS; m++) d->row[k][m] = (int32_t)d->needs.wanted[*place++].row;
  d->placed = true;
  /* Object and node of every clump. */
  array_reserve(&d->node, sizeof *d->node, c->n, &d->node_capacity);
  for (PetscInt a = 0; a < c->n; a++) {
    d->node[a][0] = -1;
    for (int o = 0; o < d->n && d->node[a][0] < 0; o++) {
      d->node[a][1] = deform_node(&d->list[o], c->id[a]);
      if (d->node[a][1] >= 0) d->node[a][0] = o;
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

bool deforms_exclude(const void *deforms, int32_t a, int32_t b)
{
  const Deforms *d = deforms;
  const int32_t *p = d->node[a], *q = d->node[b];
  const Deform  *o;

  if (p[0] < 0 || p[0] != q[0]) return false;
  o = &d->list[p[0]];
  if (o->own == OWN_ALL || o->body[p[1]] != o->body[q[1]]) return false;
  if (o->own == OWN_NONE) return true;
  for (int32_t m = o->beside_start[p[1]]; m < o->beside_start[p[1] + 1]; m++)
    if (o->beside[m] == q[1]) return true;
  return false;
}

PetscErrorCode deforms_gather(Deforms *d, const Parallel *par)
{
  enum { GATHERED = 1 << 20 }; /* pieces summed at a time */
  const int  reals  = sizeof(PieceRest) / sizeof(double);
  int64_t    pieces = 0, *start; /* of the pieces of each object among all */
  PieceRest *all;

  PetscFunctionBeginUser;
  if (!d->yields) PetscFunctionReturn(PETSC_SUCCESS);
  array_create(&start, sizeof *start, d->n);
  for (int o = 0; o < d->n; o++) {
    start[o] = pieces;
    pieces += d->list[o].n_pieces;
  }
  array_create(&all, sizeof *all, pieces);
  for (PetscInt k = 0; k < d->n_here; k++)
    all[start[d->here[k].object] + d->here[k].piece] = d->here[k].rest;
  /* each piece is on one rank: the sum of all bits is that of the piece */
  for (int64_t at = 0; at < pieces; at += GATHERED)
    PetscCall(parallel_sum_int(par, (int64_t *)(void *)(all + at),
                               reals * (int)min_int(pieces - at, GATHERED)));
  for (int o = 0; o < d->n; o++)
    memcpy(d->list[o].rest.list, all + start[o], (size_t)d->list[o].n_pieces * sizeof *all);
  array_free(&start);
  array_free(&all);
  PetscFunctionReturn(PETSC_SUCCESS);
}
