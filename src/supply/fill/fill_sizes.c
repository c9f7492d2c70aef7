/* SPDX-License-Identifier: MIT */
/* Sizes of a fill. Rank 0 computes what needs the C library (roots, normal distributions) and
   broadcasts it. */
#include "supply/fill/sizes.h"

/* The key named in the message if the curve of a kind is not valid. */
static const char *blamed(const FillReading *r)
{
  return fill_has(r, "size_file") ? "size_file" : fill_has(r, "size_table") ? "size_table" : "size";
}

/* Make the curve on rank 0 and share it. */
static PetscErrorCode make_curve(FillReading *r, const SizeSpread *spread)
{
  struct {
    bool good;
    char why[SIZES_WHY];
  } made = {.good = true};

  PetscFunctionBeginUser;
  if (r->par->rank == 0)
    PetscCall(distribution_create(spread, &r->spec->sizes, &made.good, made.why));
  PetscCall(parallel_bcast(r->par, &made, sizeof made, 0));
  if (made.good) PetscCall(distribution_share(r->par, &r->spec->sizes));
  else FILL_MISTAKE(r, blamed(r), "%s", made.why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode fill_sizes_read(FillReading *r)
{
  SizeSpread spread = {.dimension = r->spec->dimension,
                       .by_mass   = fill_is_word(r, "size_by", "mass")};
  char      *own;

  PetscFunctionBeginUser;
  if (!fill_has(r, "size") || fill_is_word(r, "size", "none")) PetscFunctionReturn(PETSC_SUCCESS);
  spread.kind = (const SizeKind *)plugin_find(size_heads, fill_word(r, "size"));
  PetscCall(array_create(&own, 1, (PetscInt)spread.kind->size));
  memset(own, 0, spread.kind->size);
  spread.own = own;
  PetscCall(spread.kind->read(own, r));
  if (r->good) PetscCall(make_curve(r, &spread));
  if (spread.kind->free) spread.kind->free(own);
  array_free(&own);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Diameter of the sphere, or disc, of this volume; uses the C library, so on one rank only. */
static double equivalent(double volume, int dimension)
{
  return dimension == 2 ? 2 * sqrt(volume / PETSC_PI) : cbrt(6 * volume / PETSC_PI);
}

PetscErrorCode fill_units_find(FillReading *r)
{
  FillSpec *const p = r->spec;

  PetscFunctionBeginUser;
  PetscCall(array_create(&p->unit, sizeof *p->unit, p->n_templates));
  for (int k = 0; k < p->n_templates; k++) {
    const Template *t = fill_template(r, k);

    p->unit[k] = fill_is_word(r, "size_of", "diameter")  ? equivalent(t->mass.volume, p->dimension)
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
