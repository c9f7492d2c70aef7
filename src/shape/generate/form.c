/* SPDX-License-Identifier: MIT */
/* The table of forms and their sizes; bodies of revolution, piece by piece; the forms. */
#include "shape/generate/form.h"
#include "options/rows.h"
#include "shape/generate/generate.h"
#include "shape/generate/rows.h"

const Plugin *const form_heads[] = {FORMS(PLUGIN_HEAD) NULL};

const Form *form_find(const char *name)
{
  return (const Form *)plugin_find(form_heads, name);
}

const Option *form_key(const Form *form, int k)
{
  for (int t = 0; t < PLUGIN_TABLES && form->head.options[t]; t++)
    for (const Option *o = form->head.options[t]; o->key; o++)
      if (k-- == 0) return o;
  return NULL;
}

FormSizes form_defaults(const Form *form)
{
  FormSizes     s = {.n = 0};
  const Option *o;

  while (s.n < FORM_SIZES && (o = form_key(form, s.n))) {
    s.list[s.n] = o->fallback && o->fallback[0] ? atof(o->fallback) : NAN;
    s.n++;
  }
  return s;
}

bool form_make(const Form *form, const FormSizes *sizes, double scale, double density,
               PebbleSet *set, MassProperties *mass, char *why)
{
  FormSizes s = *sizes;

  *set = (PebbleSet){.dimension = 3};
  for (int k = 0; k < s.n; k++) {
    const Option *o = form_key(form, k);

    if (o->unit && strcmp(o->unit, "m") == 0) s.list[k] *= scale;
  }
  return form->make(s.list, density, set, mass, why);
}

/* ---- bodies of revolution ---- */

enum {
  PARTS_MOST = 8,
  ENDS_MOST  = 4 * PARTS_MOST,
  CUTS_MOST  = ENDS_MOST + PARTS_MOST * PARTS_MOST
};

/* The square of a radius, c[0] + c[1] x + c[2] x^2. */
typedef struct {
  double c[3];
} Square;

/* Square of the radius of a part at x, valid as far as the next of its ends; negative beyond the
   part. */
static Square square_at(const Swept *p, double x)
{
  const double r2 = p->radius * p->radius, centre = x < p->from ? p->from : p->to;

  if (x >= p->from && x <= p->to) return (Square){{r2, 0, 0}};
  return (Square){{r2 - centre * centre, 2 * centre, -1}};
}

/* Add the roots of a - b between lo and hi. */
static void add_roots(Square a, Square b, double lo, double hi, int *n, double *cut)
{
  const double c = a.c[0] - b.c[0], l = a.c[1] - b.c[1], q = a.c[2] - b.c[2];
  const double inside = l * l - 4 * q * c;
  double       root[2];
  int          n_roots = 0;

  if (q == 0 && l != 0) root[n_roots++] = -c / l;
  if (q != 0 && inside >= 0) {
    root[n_roots++] = (-l + sqrt(inside)) / (2 * q);
    root[n_roots++] = (-l - sqrt(inside)) / (2 * q);
  }
  for (int k = 0; k < n_roots; k++)
    if (root[k] > lo && root[k] < hi) cut[(*n)++] = root[k];
}

/* Places between which one polynomial gives the radius, ascending; at most CUTS_MOST. */
static int find_cuts(int n, const Swept *part, double *cut)
{
  int n_ends = 0, n_cuts;

  for (int k = 0; k < n; k++) {
    cut[n_ends++] = part[k].from - part[k].radius;
    cut[n_ends++] = part[k].from;
    cut[n_ends++] = part[k].to;
    cut[n_ends++] = part[k].to + part[k].radius;
  }
  sort_items(cut, n_ends, sizeof *cut, compare_reals);
  n_cuts = n_ends;
  for (int e = 0; e + 1 < n_ends; e++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < i; j++) {
        const double middle = 0.5 * (cut[e] + cut[e + 1]);

        if (n_cuts + 2 <= 2 * CUTS_MOST)
          add_roots(square_at(&part[i], middle), square_at(&part[j], middle), cut[e], cut[e + 1],
                    &n_cuts, cut);
      }
  sort_items(cut, n_cuts, sizeof *cut, compare_reals);
  return n_cuts;
}

/* Integrals of R^2, x R^2, x^2 R^2 and R^4 over x; x from `about`. */
typedef struct {
  double r2, xr2, xxr2, r4;
} Integrals;

/* Add the integrals between two cuts. */
static void add_piece(int n, const Swept *part, double lo, double hi, double about, Integrals *sum)
{
  static const double node[]   = {-0.77459666924148337704, 0, 0.77459666924148337704},
                      weight[] = {5. / 18, 8. / 18, 5. / 18};

  for (int g = 0; g < 3; g++) { /* Gauss and Legendre: exact up to the fifth degree */
    const double x = 0.5 * (lo + hi) + 0.5 * (hi - lo) * node[g], w = weight[g] * (hi - lo);
    double       most = 0;

    for (int k = 0; k < n; k++) {
      const Square s = square_at(&part[k], x);

      most = max_real(most, s.c[0] + x * (s.c[1] + x * s.c[2]));
    }
    sum->r2 += w * most;
    sum->xr2 += w * (x - about) * most;
    sum->xxr2 += w * (x - about) * (x - about) * most;
    sum->r4 += w * most * most;
  }
}

/* Integrals over the union of the parts. */
static Integrals integrate(int n, const Swept *part, double about)
{
  double    cut[2 * CUTS_MOST];
  const int n_cuts = find_cuts(n, part, cut);
  Integrals sum    = {0};

  for (int k = 0; k + 1 < n_cuts; k++) add_piece(n, part, cut[k], cut[k + 1], about, &sum);
  return sum;
}

bool revolved_mass(int n, const Swept *part, double density, MassProperties *out, char *why)
{
  const Integrals first  = integrate(n, part, 0);
  const double    centre = first.xr2 / first.r2;
  const Integrals i      = integrate(n, part, centre);
  const double    volume = PETSC_PI * i.r2, along = density * PETSC_PI * i.r4 / 2,
               across = density * PETSC_PI * (i.r4 / 4 + i.xxr2);

  return mass_given(volume, density * volume, vec3(centre, 0, 0),
                    (Sym3){along, across, across, 0, 0, 0}, out, why);
}

/* ---- pharma_capsule: a hard capsule for drugs, a body and a cap pushed over it, two capsules on a
   common axis. Along x the body ends on the left, the cap on the right; x = 0 is the centre of the
   half ball of the body inside the cap.

   The cap is open on the left, where its half ball is cut off: of the part of the half ball that is
   wider than the body, capsule_cut is left away. ---- */

enum { LENGTH, CAP_LENGTH, BODY_DIAMETER, CAP_DIAMETER, CUT, RIPPLE };

/* clang-format off */
static const Option keys[] = {
  REAL(KEY("capsule_length"),        "m", "19.4e-3", RANGE_OF(LENGTH),  "from end to end"),
  REAL(KEY("capsule_cap_length"),    "m", "9.78e-3", RANGE_OF(LENGTH),
      "of the cap, from its closed end"),
  REAL(KEY("capsule_body_diameter"), "m", "6.63e-3", RANGE_OF(LENGTH),  "of the body"),
  REAL(KEY("capsule_cap_diameter"),  "m", "6.91e-3", RANGE_OF(LENGTH),
      "of the cap, not less than that of the body"),
  REAL(KEY("capsule_cut"),           "1", "0.5",     UNIT_INTERVAL,
      "share of the rounded rim of the cap by which its half ball lies inside the cap's length"),
  REAL(KEY("capsule_ripple"),        "1", "0.01",    WITHIN(0, 0.5),
      "depth of the grooves between neighbouring pebbles of a row over their radius, at most; the "
      "number of pebbles follows from it; 0: two capsules in place of rows"),
  {0},
};
/* clang-format on */

/* Body and cap. False: the sizes do not fit together. */
static bool parts_of(const double *size, Swept part[2], char *why)
{
  const double body = 0.5 * size[BODY_DIAMETER], cap = 0.5 * size[CAP_DIAMETER];
  const double over = cap >= body ? sqrt((cap - body) * (cap + body)) : 0, cut = size[CUT] * over;

  part[0] = (Swept){.from = size[CAP_LENGTH] + body - size[LENGTH], .to = 0, .radius = body};
  part[1] = (Swept){.from = cut, .to = size[CAP_LENGTH] - cap, .radius = cap};
  if (cap < body)
    return why_not(why, "capsule_cap_diameter is %g m, less than that of the body, %g m", 2 * cap,
                   2 * body);
  if (!(part[0].from <= 0))
    return why_not(
      why, "capsule_length is %g m, less than the cap's %g m and half the body's diameter, %g m",
      size[LENGTH], size[CAP_LENGTH], body);
  if (!(part[1].from <= part[1].to))
    return why_not(
      why, "capsule_cap_length is %g m, too short for half its diameter, %g m, and the rim, %g m",
      size[CAP_LENGTH], cap, cut);
  return true;
}

/* A row of n pebbles along a part, at rows `at` of the set and behind. */
static void put_row(const Swept *part, int64_t n, int at, PebbleSet *set)
{
  const Vec3 from = vec3(part->from, 0, 0), to = vec3(part->to, 0, 0);

  for (int64_t k = 0; k < n; k++)
    pebble_set_put(set, at + (int)k, row_centre(from, to, n, k), row_centre(from, to, n, k),
                   part->radius);
}

static bool make(const double *size, double density, PebbleSet *set, MassProperties *mass,
                 char *why)
{
  int64_t n[2] = {1, 1};
  Swept   part[2];

  if (!parts_of(size, part, why)) return false;
  for (int p = 0; p < 2 && size[RIPPLE] > 0; p++)
    n[p] =
      min_int(row_pebbles(part[p].to - part[p].from, part[p].radius, size[RIPPLE]), GENERATE_MOST);
  if (n[0] + n[1] > GENERATE_MOST)
    return why_not(why, "more than %d pebbles are needed: give a larger capsule_ripple",
                   GENERATE_MOST);
  pebble_set_create((int)(n[0] + n[1]), set);
  for (int p = 0; p < 2; p++)
    if (size[RIPPLE] > 0) put_row(&part[p], n[p], p == 0 ? 0 : (int)n[0], set);
    else pebble_set_put(set, p, vec3(part[p].from, 0, 0), vec3(part[p].to, 0, 0), part[p].radius);
  return revolved_mass(2, part, density, mass, why);
}

const Form form_pharma_capsule = {
  .head = {.name    = "pharma_capsule",
           .text    = "A hard capsule for drugs along x: a body, and a cap pushed over it.",
           .source  = "Woo, PharmaCapsuleGenerator",
           .options = {keys}},
  .make = make,
};
