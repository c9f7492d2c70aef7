/* SPDX-License-Identifier: MIT */
/* Specification of a fill: the region, the number of clumps, the template and size of each. Only +
   - * /, so that all ranks get the same bits. */
#include "supply/fill/fill_spec.h"

#include "shape/mass/mass.h"
#include "supply/fill/fill_internal.h"
#include "supply/population/template_read.h"

/* ---- the region and what is in it ---- */

/* Read the region of a fill: the keys lo and hi go with a box. */
static PetscErrorCode read_region(FillReading *r)
{
  static const char *const ends[] = {"lo", "hi"};
  const bool               is_box = fill_is_word(r, "region", "box");

  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++)
    if (is_box) fill_need(r, ends[k], "a random fill");
    else if (fill_is_set(r, ends[k]))
      FILL_MISTAKE(r, ends[k], "goes with region: box, but here it is %s", fill_word(r, "region"));
  if (!is_box || (fill_has(r, "lo") && fill_has(r, "hi")))
    PetscCall(region_read((RegionSource){r->par, r->options, r->spec->kind, r->spec->name,
                                         r->spec->dimension, &r->good},
                          &r->spec->region));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Find the templates of the materials that clumps are drawn of; materials NULL: there are none. */
static void find_variants(FillReading *r, const Materials *materials)
{
  FillSpec *const    p     = r->spec;
  const char *const *names = NULL;
  int                n     = 0;

  if (materials) names = option_words(r->options, p->kind, p->name, "material", &n);
  p->n_variants = n > 0 ? n : 1;
  array_create(&p->variants, sizeof *p->variants, p->n_templates * p->n_variants);
  for (int k = 0; k < p->n_templates; k++)
    for (int i = 0; i < p->n_variants; i++) {
      const int m = n > 0 ? materials_find(materials, names[i]) : -1;
      int      *v = &p->variants[k * p->n_variants + i];

      *v      = n == 0   ? p->templates[k]
                : m >= 0 ? template_variant(materials, r->templates, p->templates[k], m)
                         : -1;
      r->good = r->good && *v >= 0; /* reported before */
    }
}

/* Read the keys that fills and inlets have in common. materials: that inlets may draw; NULL: of a
   fill. */
static PetscErrorCode read_mix(FillReading *r, const Materials *materials)
{
  FillSpec *const    p = r->spec;
  const char *const *names;

  PetscFunctionBeginUser;
  p->velocity = option_vec3(r->options, p->kind, p->name, "velocity");
  p->attempts = option_int(r->options, p->kind, p->name, "attempts");
  p->density  = fill_has(r, "density") ? fill_real(r, "density") : 0;
  names       = option_words(r->options, p->kind, p->name, "template", &p->n_templates);
  array_create(&p->templates, sizeof *p->templates, p->n_templates);
  for (int k = 0; k < p->n_templates; k++) {
    p->templates[k] = templates_find(r->templates, names[k]);
    r->good         = r->good && p->templates[k] >= 0;
    if (p->templates[k] >= 0 && p->density > 0 && density_refused(fill_template(r, k)))
      FILL_MISTAKE(r, "density",
                   "template %s is of several materials, so it has no one density to replace",
                   names[k]);
  }
  r->good = r->good && p->n_templates > 0 && p->attempts > 0;
  fill_attitudes_read(r);
  if (r->good) PetscCall(fill_sizes_read(r));
  if (r->good) PetscCall(fill_units_find(r));
  if (r->good) find_variants(r, materials);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- quotas ---- */

/* Means over the clumps of a template. */
typedef struct {
  double share;  /* of the number of clumps */
  double mass;   /* kg */
  double volume; /* m^3 (m^2), by its mass properties */
  double filled; /* volume, but at most the sum of its pebbles' volumes */
} Mean;

static Mean mean_of(const FillReading *r, int k)
{
  const FillSpec *p = r->spec;
  const Template *t = fill_template(r, k);
  const double    unit =
    p->dimension == 2 ? p->unit[k] * p->unit[k] : p->unit[k] * p->unit[k] * p->unit[k];
  const double growth = p->sizes.n ? p->sizes.moment / unit : 1;
  double       whole = 0, mass = 0;

  for (int m = 0; m < p->n_variants; m++)
    mass += r->templates->list[p->variants[k * p->n_variants + m]].mass.mass / p->n_variants;
  for (int i = 0; i < t->n; i++)
    whole +=
      p->dimension == 2 ? PETSC_PI * t->radius[i] * t->radius[i] : sphere_volume(t->radius[i]);
  return (Mean){.mass   = growth * (p->density > 0 ? p->density * t->mass.volume : mass),
                .volume = growth * t->mass.volume,
                .filled = growth * min_real(whole, t->mass.volume)};
}

/* Shares in the number of clumps, from shares given by number, mass or volume. */
static void find_shares(FillReading *r, Mean *mean)
{
  int           n;
  const double *fraction = option_reals(r->options, r->spec->kind, r->spec->name, "fraction", &n);
  const bool    by_mass  = fill_is_word(r, "fraction_by", "mass"),
             by_volume   = fill_is_word(r, "fraction_by", "volume");
  double sum             = 0;

  if (n > 0 && n != r->spec->n_templates) {
    FILL_MISTAKE(r, "fraction", "%d share%s for %d template%s: give one for each", n,
                 n == 1 ? "" : "s", r->spec->n_templates, r->spec->n_templates == 1 ? "" : "s");
    n = 0;
  }
  if (fill_is_set(r, "fraction") && !fill_has(r, "fraction")) r->good = false;
  for (int k = 0; k < r->spec->n_templates; k++) {
    mean[k]       = mean_of(r, k);
    mean[k].share = (n > 0 ? fraction[k] : 1) / (by_mass     ? mean[k].mass
                                                 : by_volume ? mean[k].volume
                                                             : 1);
    sum += mean[k].share;
  }
  for (int k = 0; k < r->spec->n_templates; k++) mean[k].share /= sum;
}

static void find_count(FillReading *r, const Mean *mean)
{
  const Region *region = &r->spec->region;
  const double  space  = region->kind->volume(region->own);
  const char   *key    = r->spec->amount;
  double        amount = (double)r->spec->count, mass = 0, volume = 0, filled = 0;

  for (int k = 0; k < r->spec->n_templates; k++) {
    mass += mean[k].share * mean[k].mass;
    volume += mean[k].share * mean[k].volume;
    filled += mean[k].share * mean[k].filled;
  }
  if (fill_has(r, "mass")) amount = fill_real(r, "mass") / mass;
  if (fill_has(r, "solid_fraction")) amount = fill_real(r, "solid_fraction") * space / volume;
  if (!(amount >= 0.5)) {
    FILL_MISTAKE(r, key, "is less than half of one clump, which has %g kg and %g m^%d on average",
                 mass, volume, r->spec->dimension);
    return;
  }
  if (amount * filled > space)
    FILL_MISTAKE(r, key,
                 "%.6g clumps (%.2g m^%d) do not fit into the %s (%.2g m^%d). Are the templates in "
                 "millimetres? Then give them scale: 1.0e-3; else make %s larger or the %s smaller",
                 floor(amount + 0.5), amount * filled, r->spec->dimension, region->kind->head.name,
                 space, r->spec->dimension, region->kind == &region_box ? "lo..hi" : "the region",
                 key);
  else if (!(amount < 1e12)) FILL_MISTAKE(r, key, "is %g clumps: 1e12 at most", amount);
  else r->spec->count = fill_has(r, "count") ? r->spec->count : (int64_t)(amount + 0.5);
}

/* Largest remainder method: each template gets the integer part of its share, the remaining clumps
   go to the largest remainders. */
static void deal(FillReading *r, const Mean *mean)
{
  FillSpec *const p = r->spec;
  double         *lost;
  int64_t         left = p->count;

  array_create(&p->first, sizeof *p->first, p->n_templates + 1);
  array_create(&lost, sizeof *lost, p->n_templates);
  for (int k = 0; k < p->n_templates; k++) {
    const double exact = mean[k].share * (double)p->count;

    p->first[k + 1] = min_int(
      left, (int64_t)(exact * (1 + 1e-15))); /* so that three thirds of 3 clumps are 1 each */
    lost[k] = exact - (double)p->first[k + 1];
    left -= p->first[k + 1];
  }
  for (; left > 0; left--) {
    int most = 0;

    for (int k = 1; k < p->n_templates; k++)
      if (lost[k] > lost[most] + 1e-9)
        most = k; /* the first of equal remainders, whatever their rounding */
    p->first[most + 1]++;
    lost[most] -= 1;
  }
  for (int k = 0; k < p->n_templates; k++) p->first[k + 1] += p->first[k];
  array_free(&lost);
}

/* ---- all of it ---- */

PetscErrorCode fill_spec_read(const Parallel *par, Options *options, const Templates *templates,
                              const char *name, FillSpec *spec, bool *good)
{
  static const char *const amounts[] = {"count", "mass", "solid_fraction", NULL};
  FillReading              r         = {
                         .par = par, .options = options, .templates = templates, .spec = spec, .good = true};
  Mean *mean;

  PetscFunctionBeginUser;
  *spec =
    (FillSpec){.kind = "clumps", .name = name, .dimension = templates->dimension == 2 ? 2 : 3};
  fill_need_one(&r, "a random fill", amounts);
  spec->amount = fill_has(&r, "count") ? "count" : fill_has(&r, "mass") ? "mass" : "solid_fraction";
  spec->count  = option_int(options, "clumps", name, "count");
  PetscCall(read_region(&r));
  PetscCall(read_mix(&r, NULL));
  array_create(&mean, sizeof *mean, spec->n_templates);
  if (r.good) find_shares(&r, mean);
  if (r.good) find_count(&r, mean);
  if (r.good) deal(&r, mean);
  array_free(&mean);
  *good = r.good;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Cumulative shares, which end with 1, and means over the clumps. */
static void read_shares(FillReading *r)
{
  FillSpec *const p = r->spec;
  Mean           *mean;
  double          sum = 0;

  array_create(&mean, sizeof *mean, p->n_templates);
  array_create(&p->share, sizeof *p->share, p->n_templates);
  find_shares(r, mean);
  for (int k = 0; k < p->n_templates; k++) {
    sum += mean[k].share;
    p->share[k] = k == p->n_templates - 1 ? 1 : sum;
    p->mean_mass += mean[k].share * mean[k].mass;
    p->mean_volume += mean[k].share * mean[k].filled;
  }
  array_free(&mean);
}

void fill_spec_need_densities(Options *options, const Materials *materials,
                              const Templates *templates, const FillSpec *p)
{
  for (int k = 0; p->density == 0 && k < p->n_templates * p->n_variants; k++)
    if (p->variants[k] >= 0)
      density_need_of_template(options, materials, templates, p->variants[k]);
}

PetscErrorCode inlet_spec_read(const Parallel *par, Options *options, const Materials *materials,
                               const Templates *templates, const char *name, FillSpec *spec,
                               bool *good)
{
  FillReading r = {
    .par = par, .options = options, .templates = templates, .spec = spec, .good = true};

  PetscFunctionBeginUser;
  *spec = (FillSpec){.kind = "inlet", .name = name, .dimension = templates->dimension == 2 ? 2 : 3};
  PetscCall(region_read((RegionSource){par, options, "inlet", name, spec->dimension, &r.good},
                        &spec->region));
  PetscCall(read_mix(&r, materials));
  if (r.good) fill_spec_need_densities(options, materials, templates, spec);
  if (r.good) read_shares(&r);
  *good = r.good;
  PetscFunctionReturn(PETSC_SUCCESS);
}

void fill_spec_free(FillSpec *spec)
{
  region_free(&spec->region);
  array_free(&spec->share);
  array_free(&spec->templates);
  array_free(&spec->variants);
  array_free(&spec->unit);
  array_free(&spec->first);
  array_free(&spec->attitudes.own);
  distribution_free(&spec->sizes);
}

/* A share drawn in the part `place` of n equal parts. Neighbouring parts are drawn mirrored about
   their border, so that sums over all clumps (their mass) scatter less. */
static double share_in(const FillSpec *p, int64_t first, int64_t place, int64_t n)
{
  Random random =
    random_stream(p->seed, RANDOM_FILL + 256 * p->stream, (uint64_t)(first + place / 2));
  const double u = random_real(&random);

  return ((double)place + (place % 2 ? 1 - u : u)) / (double)n;
}

FillClump fill_spec_clump(const FillSpec *p, int64_t j)
{
  const int64_t place = random_shuffled(p->seed, p->stream, p->count, j);
  int           k     = 0;
  double        share;

  while (place >= p->first[k + 1]) k++;
  if (p->sizes.n == 0) return (FillClump){p->templates[k], 1, 0, k};
  share = share_in(p, p->first[k], place - p->first[k], p->first[k + 1] - p->first[k]);
  return (FillClump){p->templates[k], distribution_size(&p->sizes, share) / p->unit[k], 0, k};
}

/* Draw the material of clump j: template k of the object in that material. */
static int template_drawn(const FillSpec *p, int k, int64_t j)
{
  Random random =
    random_part(random_stream(p->seed, RANDOM_INLET + 256 * p->stream, (uint64_t)j), 3);

  return p->variants[k * p->n_variants + (int)(random_real(&random) * p->n_variants)];
}

/* A draw of a Kronecker sequence: multiples of an irrational number, modulo 1, in units of
   2^-64. */
static double evenly(uint64_t start, uint64_t step, int64_t j)
{
  return (double)((start + (uint64_t)j * step) >> 11) * 0x1p-53;
}

FillClump inlet_spec_clump(const FillSpec *p, int64_t j)
{
  /* 2^64 over the plastic number and its square */
  static const uint64_t steps[] = {0xc13fa9a902a6328f, 0x91e10da5c79e7b1d};
  Random                start   = random_stream(p->seed, RANDOM_INLET + 256 * p->stream, 0);
  const double          which   = evenly(random_bits(&start), steps[0], j),
               size             = evenly(random_bits(&start), steps[1], j);
  int k                         = 0;

  while (which >= p->share[k]) k++;
  if (p->sizes.n == 0) return (FillClump){template_drawn(p, k, j), 1, 0, k};
  return (FillClump){template_drawn(p, k, j), distribution_size(&p->sizes, size) / p->unit[k], 0,
                     k};
}

double fill_clump_mass(const FillSpec *p, const Templates *templates, FillClump drawn)
{
  const Template *t = &templates->list[drawn.template];

  if (drawn.mass > 0) return drawn.mass;
  return templates_volume_factor(templates, drawn.scale) *
         (p->density > 0 ? p->density * t->mass.volume : t->mass.mass);
}
