/* SPDX-License-Identifier: MIT */
/* Sizes of a fill. Rank 0 computes what needs the C library (roots, normal distributions) and
   broadcasts it. */
#include "base/bounds.h"
#include "base/csv.h"
#include "supply/fill_internal.h"

static const CsvColumn size_columns[] = {
  {.name  = "size",
   .type  = CSV_REAL,
   .flags = CSV_REQUIRED | CSV_POSITIVE,
   .alias = "diameter",
   .lo    = LENGTH_LEAST,
   .hi    = LENGTH_MOST},
  {.name  = "passing",
   .type  = CSV_REAL,
   .flags = CSV_REQUIRED,
   .lo    = -LENGTH_MOST,
   .hi    = LENGTH_MOST},
  {NULL},
};

/* Points of the file, as in size_table; freed with array_free. Rank 0. */
static PetscErrorCode read_points(const char *path, SizeSpread *spread, double **points,
                                  Findings *findings)
{
  Parallel self;
  Csv      csv;

  PetscFunctionBeginUser;
  PetscCall(parallel_create(PETSC_COMM_SELF, &self));
  PetscCall(csv_read(&self, path, size_columns, &csv, findings));
  PetscCall(array_create(points, sizeof **points, 2 * csv.n));
  for (PetscInt i = 0; i < csv.n && findings->n == 0; i++) {
    (*points)[2 * i]     = csv_real(&csv, 0, i);
    (*points)[2 * i + 1] = csv_real(&csv, 1, i);
  }
  spread->n_points = (int)csv.n;
  spread->points   = *points;
  csv_free(&csv);
  PetscCall(parallel_destroy(&self));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static SizeSpread spread_of(const FillReading *r)
{
  SizeSpread s = {.dimension = r->spec->dimension,
                  .by_mass   = fill_is_word(r, "size_by", "mass"),
                  .lo        = fill_real(r, "size_lo"),
                  .hi        = fill_real(r, "size_hi"),
                  .mean      = fill_real(r, "size_mean"),
                  .deviation = fill_real(r, "size_deviation")};
  const int  k = plugin_index(size_heads, fill_word(r, "size"));

  s.kind   = k >= 0 ? (SizeKind)k : SIZES_TABLE; /* not read without a kind */
  s.points = option_reals(r->options, "clumps", r->spec->name, "size_table", &s.n_points);
  s.n_points /= 2;
  return s;
}

static void check_spread(FillReading *r, const SizeSpread *s)
{
  static const char *const tables[] = {"size_table", "size_file", NULL};
  const bool               is_bell  = s->kind == SIZES_NORMAL || s->kind == SIZES_LOGNORMAL;

  if (s->kind == SIZES_TABLE) fill_need_one(r, "size: table", tables);
  if (s->kind == SIZES_EQUAL || is_bell) fill_need(r, "size_mean", "this kind of size");
  if (is_bell) fill_need(r, "size_deviation", "this kind of size");
  if (s->kind == SIZES_UNIFORM) {
    fill_need(r, "size_lo", "size: uniform");
    fill_need(r, "size_hi", "size: uniform");
  }
}

/* Results of rank 0 about sizes. */
typedef struct {
  bool good;
  char why[256];
} Sizes;

PetscErrorCode fill_sizes_read(FillReading *r)
{
  FillSpec *const p        = r->spec;
  SizeSpread      spread   = spread_of(r);
  Sizes           sizes    = {.good = true};
  Findings        findings = {0};
  double         *points   = NULL;

  PetscFunctionBeginUser;
  if (!fill_has(r, "size") || fill_is_word(r, "size", "none")) PetscFunctionReturn(PETSC_SUCCESS);
  check_spread(r, &spread);
  if (!r->good) PetscFunctionReturn(PETSC_SUCCESS);
  if (r->par->rank == 0 && fill_has(r, "size_file"))
    PetscCall(read_points(fill_word(r, "size_file"), &spread, &points, &findings));
  PetscCall(findings_gather(r->par, &findings));
  findings_report(&findings, r->options, "clumps", p->name, "size_file");
  if (r->par->rank == 0 && findings.n == 0)
    PetscCall(distribution_create(&spread, &p->sizes, &sizes.good, sizes.why));
  PetscCall(parallel_bcast(r->par, &sizes, sizeof sizes, 0));
  if (!sizes.good)
    FILL_MISTAKE(r,
                 fill_has(r, "size_file")    ? "size_file"
                 : fill_has(r, "size_table") ? "size_table"
                                             : "size",
                 "%s", sizes.why);
  r->good = r->good && findings.n == 0;
  if (r->good) PetscCall(distribution_share(r->par, &p->sizes));
  array_free(&points);
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
