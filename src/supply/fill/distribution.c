/* SPDX-License-Identifier: MIT */
/* Size distributions: the curve of a kind, by number; drawing; the sizes of a fill. Rank 0 computes
   what needs the C library (roots, normal distributions) and broadcasts it. */
#include "supply/fill/fill_internal.h"

/* ---- by number ---- */

bool distribution_create(const SizeSpread *spread, Distribution *d, char *why)
{
  Curve  c   = {0};
  double sum = 0, largest;

  *d = (Distribution){.dimension = spread->dimension, .by_mass = spread->by_mass};
  if (!spread->kind->sound(spread->sizes, why)) return false;
  spread->kind->curve(spread->sizes, &c);
  d->n    = c.n;
  d->size = c.size;
  array_create(&d->number, sizeof *d->number, d->n);
  largest = c.size[c.n - 1];
  for (int i = 0; i < d->n; i++) {
    const bool   flat = d->dimension == 2;
    const double a    = c.size[i > 0 ? i - 1 : 0] / largest,
                 b    = c.size[i] / largest; /* scaled: powers stay in range */
    /* means over a linear piece from a to b, also for a = b: of size^-dimension, by which shares
       by mass become shares by number, and of size^dimension */
    const double inverse = flat ? 1 / (a * b) : (a + b) / (2 * a * a * b * b),
                 power   = flat ? (a * a + a * b + b * b) / 3 : (a + b) * (a * a + b * b) / 4;

    sum += c.share[i] * (d->by_mass ? inverse : 1);
    d->number[i] = sum;
    if (!d->by_mass) d->moment += c.share[i] * power;
  }
  if (d->by_mass) d->moment = 1 / sum;
  d->moment *= d->dimension == 2 ? largest * largest : largest * largest * largest;
  for (int i = 0; i < d->n; i++) d->number[i] /= sum;
  array_free(&c.share);
  if (isfinite(sum) && d->moment > 0 && isfinite(d->moment)) return true;
  distribution_free(d);
  return sizes_refuse(why, "sizes are too far from each other, or from 1");
}

PetscErrorCode distribution_share(const Parallel *par, Distribution *d)
{
  Distribution of = *d;

  PetscFunctionBeginUser;
  PetscCall(parallel_bcast(par, &of, sizeof of, 0));
  if (par->rank > 0) {
    array_create(&of.size, sizeof *of.size, of.n);
    array_create(&of.number, sizeof *of.number, of.n);
    *d = of;
  }
  PetscCall(parallel_bcast(par, d->size, (size_t)d->n * sizeof *d->size, 0));
  PetscCall(parallel_bcast(par, d->number, (size_t)d->n * sizeof *d->number, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void distribution_free(Distribution *d)
{
  array_free(&d->size);
  array_free(&d->number);
  d->n = 0;
}

/* ---- drawing ---- */

/* Size below which the share t, by number, of the clumps of the piece a .. b lies. For curves by
   mass the number density in a piece is proportional to size^-dimension; its integral is inverted
   in closed form. */
static double size_within(const Distribution *d, double a, double b, double t)
{
  const double ratio = a / b;
  double       s;

  if (!d->by_mass) s = a + t * (b - a);
  else if (d->dimension == 2) s = a / (1 - t * (1 - ratio));
  else s = a / sqrt(1 - t * (1 - ratio * ratio));
  return s < a ? a : s > b ? b : s;
}

double distribution_size(const Distribution *d, double u)
{
  int lo, hi; /* number[lo] <= u < number[hi], except at the ends */

  if (d->n == 1 || u < d->number[0]) return d->size[0];
  lo = last_up_to(d->number, sizeof *d->number, d->n - 1, u);
  hi = lo + 1;
  if (!(d->number[hi] > d->number[lo])) return d->size[hi];
  return size_within(d, d->size[lo], d->size[hi],
                     min_real(1, (u - d->number[lo]) / (d->number[hi] - d->number[lo])));
}

/* ---- sizes of a fill ---- */

/* Make the curve on rank 0 and share it. */
static PetscErrorCode make_curve(FillReading *r, const SizeSpread *spread)
{
  const char *blamed = fill_has(r, "size_file")    ? "size_file"
                       : fill_has(r, "size_table") ? "size_table"
                                                   : "size";
  struct {
    bool good;
    char why[SIZES_WHY];
  } made = {.good = true};

  PetscFunctionBeginUser;
  if (r->par->rank == 0) made.good = distribution_create(spread, &r->spec->sizes, made.why);
  PetscCall(parallel_bcast(r->par, &made, sizeof made, 0));
  if (made.good) PetscCall(distribution_share(r->par, &r->spec->sizes));
  else FILL_MISTAKE(r, blamed, "%s", made.why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode fill_sizes_read(FillReading *r)
{
  const SizeKind *kind  = (const SizeKind *)plugin_find(size_heads, fill_word(r, "size"));
  Sizes           sizes = {.is_log = kind == &sizes_lognormal};
  char            by[64];

  PetscFunctionBeginUser;
  if (!kind) PetscFunctionReturn(PETSC_SUCCESS);
  snprintf(by, sizeof by, "size: %s", kind->head.name);
  for (int k = 0; k < 2 && kind->needs[k]; k++) fill_need(r, kind->needs[k], by);
  plugin_read_into(r->options, r->spec->kind, r->spec->name, &kind->head, &sizes);
  if (kind->read) PetscCall(kind->read(&sizes, r));
  if (r->good)
    PetscCall(make_curve(r, &(SizeSpread){.kind      = kind,
                                          .sizes     = &sizes,
                                          .dimension = r->spec->dimension,
                                          .by_mass   = fill_is_word(r, "size_by", "mass")}));
  array_free(&sizes.own);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode fill_units_find(FillReading *r)
{
  FillSpec *const p = r->spec;

  PetscFunctionBeginUser;
  array_create(&p->unit, sizeof *p->unit, p->n_templates);
  for (int k = 0; k < p->n_templates; k++) {
    const Template *t = fill_template(r, k);
    const double    v = t->mass.volume; /* and the diameter of the sphere, or disc, of it */
    const double    d = p->dimension == 2 ? 2 * sqrt(v / PETSC_PI) : cbrt(6 * v / PETSC_PI);

    p->unit[k] = fill_is_word(r, "size_of", "diameter")  ? d
                 : fill_is_word(r, "size_of", "largest") ? 2 * t->largest
                                                         : 1;
  }
  PetscCall(parallel_bcast(r->par, p->unit, (size_t)p->n_templates * sizeof *p->unit, 0));
  p->smallest = INFINITY;
  for (int k = 0; k < p->n_templates; k++) {
    const Template *t     = fill_template(r, k);
    const double    least = p->sizes.n ? p->sizes.size[0] / p->unit[k] : 1;
    const double    most  = p->sizes.n ? p->sizes.size[p->sizes.n - 1] / p->unit[k] : 1;

    p->largest  = max_real(p->largest, most * t->bound);
    p->smallest = min_real(p->smallest, least * t->smallest);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
