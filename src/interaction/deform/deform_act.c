/* SPDX-License-Identifier: MIT */
/* Deformable bodies in a step: contents, forces, energies and yielding. */
#include "base/bounds.h"
#include "interaction/deform/deform.h"

enum { SUM_CONTENT, SUM_DIGITS, SUM_PERIMETER, SUM_REST };
enum { COLUMN_CONTENT, COLUMN_PERIMETER };

static const Deform *object_of(const Deforms *d, PetscInt k)
{
  return &d->list[d->here[k].object];
}

static const Piece *piece_of(const Deforms *d, PetscInt k)
{
  return &object_of(d, k)->piece[d->here[k].piece];
}

static double content_of(const Deforms *d, PetscInt k)
{
  return ((const double *)object_of(d, k)->content.list)[piece_of(d, k)->body];
}

static PieceState state_of(const Deforms *d, PetscInt k, const Clumps *c)
{
  PieceState p = {.kind = piece_of(d, k)->kind, .rest = d->here[k].rest};

  for (int m = 0; m < PIECE_NODES; m++) {
    p.x[m] = c->pose[d->row[k][m]].x;
    p.v[m] = c->pose[d->row[k][m]].v;
  }
  return p;
}

static void note_wild(const Deform *o, Id a, const char *why, ContactReport *r)
{
  (void)interactions_report(r, o->name, deform_kind.name, a, NAN, why);
}

/* ---- contents and perimeters ---- */

void anchor_sums_clear(AnchorSums *s, PetscInt n)
{
  ArrayPart parts[ANCHOR_SUMS + ANCHOR_COLUMNS];

  for (int m = 0; m < ANCHOR_SUMS; m++) parts[m] = (ArrayPart)ARRAY_PART(s->sum[m]);
  for (int m = 0; m < ANCHOR_COLUMNS; m++)
    parts[ANCHOR_SUMS + m] = (ArrayPart)ARRAY_PART(s->column[m]);
  arrays_reserve(n, &s->capacity, ANCHOR_SUMS + ANCHOR_COLUMNS, parts);
  for (int m = 0; m < ANCHOR_SUMS; m++) memset(s->sum[m], 0, (size_t)n * sizeof(int64_t));
}

void anchor_sums_free(AnchorSums *s)
{
  for (int m = 0; m < ANCHOR_SUMS; m++) array_free(&s->sum[m]);
  for (int m = 0; m < ANCHOR_COLUMNS; m++) array_free(&s->column[m]);
}

void anchor_sums_add(AnchorSums *s, int k, PetscInt row, double value)
{
  const double  unit  = ldexp(1, -SUM_EXPONENT);
  const double  part  = min_real(max_real(value, -SUM_LARGEST), SUM_LARGEST);
  const int64_t whole = quanta(part, unit);

  loads_add(&s->sum[k][row], whole);
  loads_add(&s->sum[k + 1][row], quanta(part * unit - (double)whole, unit));
}

double anchor_sums_value(const AnchorSums *s, int k, PetscInt row)
{
  const double unit = ldexp(1, SUM_EXPONENT);

  return (double)s->sum[k][row] * unit + (double)s->sum[k + 1][row] * unit * unit;
}

static void add_content(Deforms *d, PetscInt k, const Clumps *c, ContactReport *report)
{
  const PieceState p      = state_of(d, k, c);
  const int32_t    anchor = d->row[k][PIECE_ANCHOR];
  const double     part   = piece_content(&p, c->pose[anchor].x) / content_of(d, k);

  if (p.kind == PIECE_EDGE) return;
  if (fabs(part) < SUM_LARGEST) anchor_sums_add(&d->sums, SUM_CONTENT, anchor, part);
  else
    note_wild(object_of(d, k), c->id[d->row[k][0]],
              "a node has left the domain, or its body is torn to pieces", report);
}

/* Add the length of the piece's spring, now and at rest, to the sums at the anchor. The unit is a
   power of two of about the size of the body times 2^SUM_EXPONENT. */
static void add_perimeter(Deforms *d, PetscInt k, const Clumps *c)
{
  const PieceState p      = state_of(d, k, c);
  const int32_t    anchor = d->row[k][PIECE_ANCHOR];
  double           unit;
  int              exponent;

  if (p.kind == PIECE_FACE || !isfinite(object_of(d, k)->perimeter_time)) return;
  (void)frexp(content_of(d, k), &exponent);
  unit = ldexp(1, -SUM_EXPONENT - exponent / d->dimension);
  loads_add(&d->sums.sum[SUM_PERIMETER][anchor], quanta(piece_measure(&p), unit));
  loads_add(&d->sums.sum[SUM_REST][anchor], quanta(p.rest.length, unit));
}

void deforms_traffic(const Deforms *d, int *sums, int *columns)
{
  *sums    = !d->encloses ? 0 : d->yields ? ANCHOR_SUMS : SUM_PERIMETER;
  *columns = !d->encloses ? 0 : d->yields ? ANCHOR_COLUMNS : 1;
}

PetscErrorCode deforms_sum(Deforms *d, const InteractionScene *s, Halo *halo, ContactReport *report)
{
  AnchorSums *sums = &d->sums;
  int         n_sums, n_columns;

  PetscFunctionBeginUser;
  deforms_traffic(d, &n_sums, &n_columns);
  if (d->torn) note_wild(&d->list[0], d->torn_at, "a node has left the domain", report);
  if (!d->encloses) PetscFunctionReturn(PETSC_SUCCESS);
  anchor_sums_clear(sums, s->clumps->n);
  for (PetscInt k = 0; k < d->n_here; k++) {
    add_content(d, k, s->clumps, report);
    if (d->yields) add_perimeter(d, k, s->clumps);
  }
  PetscCall(halo_sum(halo, s->clumps, n_sums, sums->sum));
  for (PetscInt a = 0; a < s->clumps->n_owned; a++) {
    const double rest = (double)sums->sum[SUM_REST][a];

    sums->column[COLUMN_CONTENT][a]   = anchor_sums_value(sums, SUM_CONTENT, a);
    sums->column[COLUMN_PERIMETER][a] = rest > 0 ? (double)sums->sum[SUM_PERIMETER][a] / rest : 1;
  }
  PetscCall(halo_renew(halo, s->clumps, n_columns, sums->column));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- forces ---- */

static void add_force(int64_t q[3], double factor, Vec3 f, double inverse, double *largest)
{
  for (int m = 0; m < 3; m++) {
    const double part = factor * vec3_axis(f, m);

    loads_add(&q[m], quanta(part, inverse));
    *largest = fmax(*largest, fabs(part));
  }
}

/* Add the forces on the nodes of piece k. Those that follow from the piece alone sum up to 0 to the
   bit: the last node gets the opposite of the others. Returns the power that is lost, W. */
static double act(const Deforms *d, PetscInt k, const Clumps *c, Loads *loads, double *largest,
                  double *total)
{
  const PieceState p       = state_of(d, k, c);
  const int        n       = piece_nodes(p.kind);
  const double     inverse = loads->force.inverse, content = object_of(d, k)->law.content;
  int64_t          q[PIECE_NODES][3] = {{0}};
  Vec3             force[PIECE_NODES];
  const double     power = piece_forces(&object_of(d, k)->law, &p, force);

  for (int i = 0; i < n; i++) *total += fabs(force[i].x) + fabs(force[i].y) + fabs(force[i].z);
  for (int i = 0; i + 1 < n; i++) {
    add_force(q[i], 1, force[i], inverse, largest);
    for (int m = 0; m < 3; m++) loads_add(&q[n - 1][m], -q[i][m]);
  }
  if (content > 0) {
    /* derivative of the energy of the content by it, Pa, in two dimensions N/m */
    const double pressure = content * (1 - d->sums.column[COLUMN_CONTENT][d->row[k][PIECE_ANCHOR]]);

    piece_content_slope(&p, force);
    for (int i = 0; i < n; i++) {
      add_force(q[i], pressure, force[i], inverse, largest);
      *total += fabs(pressure) * (fabs(force[i].x) + fabs(force[i].y) + fabs(force[i].z));
    }
  }
  for (int i = 0; i < n; i++)
    for (int m = 0; m < 3; m++)
      loads_add(loads->sum + (size_t)d->row[k][i] * LOAD_PARTS + LOAD_FORCE + m, q[i][m]);
  return power;
}

void deforms_apply(const Deforms *d, const InteractionScene *s, Loads *loads, ContactReport *report,
                   Sum *lost)
{
  uint64_t works = 0; /* may wrap; not used then */

  for (PetscInt k = 0; k < d->n_here; k++) {
    double       total = 0;
    const double work  = 0.5 * s->dt * act(d, k, s->clumps, loads, &report->largest_force, &total);

    if (!(total <= FORCE_MOST && fabs(work) <= WORK_MOST))
      note_wild(object_of(d, k), s->clumps->id[d->row[k][0]],
                "two of its nodes are in the same place, or a node has left the domain", report);
    if (!(work > 0)) continue;
    works += (uint64_t)quanta(work, loads->work.inverse);
    report->largest_work = fmax(report->largest_work, work);
  }
  if (report->largest_work <= loads->work.largest)
    sum_add_scaled(lost, (int64_t)works, loads->work.exponent);
}

/* ---- energies ---- */

/* Content at rest of the body whose anchor is the owned row a, and its object; NULL: row a is none.
   */
static const Deform *body_at(const Deforms *d, const Clumps *c, PetscInt a, double *rest)
{
  const Deform *o    = d->node[a][0] < 0 ? NULL : &d->list[d->node[a][0]];
  const int32_t body = o ? o->body[d->node[a][1]] : -1;

  if (!o || o->anchor[body] != d->node[a][1] || clump_is_gone(c, a)) return NULL;
  *rest = ((const double *)o->content.list)[body];
  return o;
}

void deforms_content(const Deforms *d, const Clumps *c, Sum *content)
{
  for (PetscInt a = 0; a < c->n_owned && d->encloses && d->placed; a++) {
    double rest;

    if (body_at(d, c, a, &rest)) sum_add(content, rest * d->sums.column[COLUMN_CONTENT][a]);
  }
}

void deforms_energy(const Deforms *d, const Clumps *c, Sum *energy)
{
  if (d->n == 0 || !d->placed) return;
  for (PetscInt k = 0; k < d->n_here; k++) {
    const PieceState p      = state_of(d, k, c);
    const double     stored = piece_energy(&object_of(d, k)->law, &p);

    if (isfinite(stored)) sum_add(energy, stored);
  }
  for (PetscInt a = 0; d->encloses && a < c->n_owned; a++) {
    double        rest, more;
    const Deform *o = body_at(d, c, a, &rest);

    if (!o || o->law.content == 0) continue;
    more = d->sums.column[COLUMN_CONTENT][a] - 1;
    sum_add(energy, 0.5 * o->law.content * rest * more * more);
  }
}

/* ---- yielding ---- */

/* Fraction of the difference by which a value at rest follows in dt: dt / time, at most 1. */
static double part_of(double dt, double time)
{
  return fmin(1, dt / time);
}

/* Energy that the last change of length and angle at rest takes, at the present positions, J. */
static double lost_by_change(const DeformLaw *law, PieceState p)
{
  const double now = piece_energy(law, &p);

  p.rest.length = p.rest.length_before;
  p.rest.angle  = p.rest.angle_before;
  return piece_energy(law, &p) - now;
}

/* The work of a step is counted by the trapezoidal rule: half with the forces at its start, half
   with those at its end. The energy that a change of the rest state takes therefore counts half at
   the positions where it is made, and half at those after the next step. */
void deforms_yield(Deforms *d, const Clumps *c, double dt, Sum *lost)
{
  for (PetscInt k = 0; k < d->n_here && d->yields; k++) {
    PieceState       p    = state_of(d, k, c);
    PieceRest       *rest = &d->here[k].rest;
    const Deform    *o    = object_of(d, k);
    const DeformLaw *law  = &o->law;

    if (p.kind == PIECE_FACE) continue;
    sum_add(lost, 0.5 * (lost_by_change(law, p) - rest->lost));
    rest->length_before = rest->length;
    rest->angle_before  = rest->angle;
    if (isfinite(o->edge_time))
      rest->length += (piece_measure(&p) - rest->length) * part_of(dt, o->edge_time);
    if (isfinite(o->perimeter_time))
      rest->length *= 1 + (d->sums.column[COLUMN_PERIMETER][d->row[k][PIECE_ANCHOR]] - 1) *
                            part_of(dt, o->perimeter_time);
    if (isfinite(o->bending_time)) rest->angle += piece_bend(&p) * part_of(dt, o->bending_time);
    p.rest     = *rest;
    rest->lost = lost_by_change(law, p);
    sum_add(lost, rest->lost);
  }
}
