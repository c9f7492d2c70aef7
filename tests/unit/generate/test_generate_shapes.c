/* np: 1 */
/* SPDX-License-Identifier: MIT */
/* Pebbles from shapes: chains in capsules against sampled errors, sets against closed forms of
   their union. */
#include "generate/generate_shapes.h"

#include "generate/generate_chain.h"
#include "mass/mass.h"
#include "unit/shape/shapes.h"

static Material        list[]    = {{.name = "light", .density = 1, .young = 1, .poisson = 0.2},
                                    {.name = "heavy", .density = 4, .young = 1, .poisson = 0.2}};
static const Materials materials = {2, list};

static void add(ShapeSet *set, const ShapeKind *kind, Vec3 x, const double *size, int material)
{
  Shape shape    = shape_of(kind);
  char  why[256] = "";
  bool  good;

  shape.x        = x;
  shape.material = material;
  memcpy(shape.size, size, (size_t)kind->n_sizes * sizeof *size);
  CALL(shape_set_add(set, &shape, &good, why));
  if (!good) test_fail(__FILE__, __LINE__, "%s: %s", kind->head.name, why);
}

static GenerateOptions asking(double volume, double inertia, double distance)
{
  GenerateOptions o = generate_defaults;

  o.error[CLUMP_VOLUME]   = volume;
  o.error[CLUMP_INERTIA]  = inertia;
  o.error[CLUMP_DISTANCE] = distance;
  return o;
}

static PebbleSet made(const ShapeSet *set, const GenerateOptions *options, GenerateReport *report)
{
  PebbleSet pebbles  = {0};
  char      why[256] = "";

  if (!generate_shapes(set, &materials, options, &pebbles, report, why))
    test_fail(__FILE__, __LINE__, "%s", why);
  return pebbles;
}

static MassProperties union_of(const PebbleSet *pebbles)
{
  static Material one = {.name = "one", .density = 1, .young = 1, .poisson = 0.2};
  PebbleSet       all = *pebbles;
  MassProperties  mass;
  char            why[256] = "";

  all.material = calloc((size_t)all.n, sizeof *all.material);
  if (!mass_exact.find(&all, &(Materials){1, &one}, &mass_defaults, &mass, why))
    test_fail(__FILE__, __LINE__, "%s", why);
  free(all.material);
  return mass;
}

static double gap_of(const PebbleSet *pebbles, Vec3 x)
{
  double gap = INFINITY;

  for (int i = 0; i < pebbles->n; i++)
    gap = fmin(gap, fmax(0, vec3_norm(vec3_sub(x, pebbles->x[i])) - pebbles->r[i]));
  return gap;
}

/* ---- chains ---- */

/* Closed forms against spheres placed one by one: their union by mass_exact, distances at many
   points. */
static void chain_is_what_it_says(int n, double shaft)
{
  static const double r   = 0.7;
  ShapeSet            set = {0};
  PebbleSet           chain;
  const Shape        *s;
  MassProperties      mass;
  double              error[CLUMP_N_ERRORS], d, most = 0, sum = 0;
  enum { POINTS = 20001 };

  add(&set, &shape_capsule, vec3(0, 0, 0), (double[]){r, shaft}, 0);
  s = &set.list[0];
  d = cbrt(6 * s->moments.volume / PETSC_PI);
  chain_errors(s, n, error);
  CALL(pebble_set_create(n, &chain));
  for (int k = 0; k < n; k++) {
    chain.x[k] = vec3(-shaft / 2 + shaft * k / (n - 1), 0, 0);
    chain.r[k] = r;
    CHECK_NEAR(vec3_norm(vec3_sub(chain.x[k], chain_centre(s, n, k))), 0, 1e-15);
  }
  mass = union_of(&chain);
  CHECK_NEAR(error[CLUMP_VOLUME], 1 - mass.volume / s->moments.volume, 1e-12);
  CHECK_NEAR(
    error[CLUMP_INERTIA],
    fmax(s->moments.inertia.xx - mass.inertia.xx, s->moments.inertia.yy - mass.inertia.yy) /
      s->moments.inertia.yy,
    1e-12);
  for (int k = 0; k < POINTS; k++) {
    const double gap = gap_of(&chain, vec3(shaft * (k + 0.5) / POINTS - shaft / 2, 0, r));

    most = fmax(most, gap);
    sum += gap / POINTS;
  }
  CHECK_NEAR(error[CLUMP_DISTANCE], most / d, 1e-5);
  CHECK_NEAR(
    error[CLUMP_MEAN],
    sum / d * (2 * PETSC_PI * r * shaft) / (2 * PETSC_PI * r * shaft + 4 * PETSC_PI * r * r), 1e-8);
  pebble_set_free(&chain);
  shape_set_free(&set);
}

static void chains(void)
{
  chain_is_what_it_says(2, 1.2);
  chain_is_what_it_says(3, 1.2);
  chain_is_what_it_says(6, 4);
  chain_is_what_it_says(19, 4);
  test_end("errors of a chain of spheres in a capsule: those of the spheres put there");
}

static void shortest_chain(void)
{
  ShapeSet     set = {0};
  double       error[CLUMP_N_ERRORS], asked[CLUMP_N_ERRORS] = {0};
  const Shape *s;

  add(&set, &shape_capsule, vec3(0, 0, 0), (double[]){0.3, 2.5}, 0);
  s = &set.list[0];
  for (int e = 0; e < CLUMP_N_ERRORS; e++) {
    int n;

    asked[e] = 0.01;
    n        = chain_length(s, asked, 1000);
    chain_errors(s, n, error);
    CHECK(error[e] <= 0.01);
    chain_errors(s, n - 1, error);
    CHECK(n > 6 && error[e] > 0.01);
    asked[e] = 0;
  }
  asked[CLUMP_VOLUME] = 1;
  CHECK_INT(chain_length(s, asked, 1000), 6); /* ceil(2.5 / 0.6) + 1: neighbours touch */
  CHECK_INT(chain_length(s, asked, 3), 3);
  asked[CLUMP_VOLUME] = 0;
  CHECK_INT(chain_length(s, asked, 17), 17);
  shape_set_free(&set);
  test_end("a chain is the shortest that does, of spheres that touch, or as long as it may be");
}

/* ---- sets ---- */

static void a_pill(void)
{
  const double    r = 0.5, l = 1, volume = 4 * PETSC_PI * r * r * r / 3 + PETSC_PI * r * r * l;
  GenerateOptions o   = asking(0.01, 0, 0);
  ShapeSet        set = {0};
  GenerateReport  report;
  PebbleSet       p;

  add(&set, &shape_capsule, vec3(3, 2, 1), (double[]){r, l}, 1);
  p = made(&set, &o, &report);
  CHECK(report.all_met);
  CHECK_NEAR(report.error[CLUMP_VOLUME], 1 - union_of(&p).volume / volume, 1e-9);
  CHECK(report.error[CLUMP_VOLUME] <= 0.01 && report.error[CLUMP_VOLUME] > 0.005);
  CHECK(p.n > 4 && p.n < 10 && p.material[0] == 1);
  CHECK_NEAR(vec3_norm(vec3_sub(p.x[0], vec3(2.5, 2, 1))), 0,
             1e-15); /* one at each end of the shaft */
  CHECK_NEAR(vec3_norm(vec3_sub(p.x[p.n - 1], vec3(3.5, 2, 1))), 0, 1e-15);
  pebble_set_free(&p);
  o = asking(0, 0.002, 0.005);
  p = made(&set, &o, &report);
  CHECK(report.all_met && report.error[CLUMP_INERTIA] <= 0.002 &&
        report.error[CLUMP_DISTANCE] <= 0.005);
  pebble_set_free(&p);
  shape_set_free(&set);
  test_end("a pill: pebbles of its radius along its axis, volume, inertia and distance as asked");
}

/* A cube, a sphere on top, an upright capsule at its side; touching, not overlapping. */
static void touching(void)
{
  const GenerateOptions o = asking(0.1, 0.1, 0);
  const double          all =
    1 + 4 * PETSC_PI * 0.064 / 3 + (4 * PETSC_PI * 0.027 / 3 + PETSC_PI * 0.09 * 0.5);
  ShapeSet       set = {0};
  GenerateReport report;
  PebbleSet      p;
  int            n[2] = {0};

  add(&set, &shape_box, vec3(0, 0, 0), (double[]){1, 1, 1}, 0);
  add(&set, &shape_sphere, vec3(0, 0, 0.9), (double[]){0.4}, 0);
  add(&set, &shape_capsule, vec3(0, 0.8, 0), (double[]){0.3, 0.5}, 1);
  p = made(&set, &o, &report);
  CHECK(report.all_met);
  CHECK_NEAR(report.error[CLUMP_VOLUME], 1 - union_of(&p).volume / all, 1e-9);
  CHECK_NEAR(report.diameter, cbrt(6 * all / PETSC_PI), 1e-12);
  for (int i = 0; i < p.n; i++) {
    n[p.material[i]]++;
    if (p.material[i] == 1) CHECK_NEAR(p.r[i], 0.3, 0);
    else if (p.x[i].z < 0.6)
      CHECK(fabs(p.x[i].x) + p.r[i] <= 0.5 + 1e-9 && fabs(p.x[i].z) + p.r[i] <= 0.5 + 1e-9);
    else CHECK_NEAR(p.x[i].z, 0.9, 0);
  }
  CHECK(n[0] > 10 && n[1] >= 2);
  pebble_set_free(&p);
  shape_set_free(&set);
  test_end("a box, a sphere and a capsule that touch: errors of the whole against closed forms, "
           "each of its material");
}

/* Largest gap over many points of both boxes' faces outside the other box. */
static double farthest(const ShapeSet *set, const PebbleSet *p)
{
  Random random = random_stream(1, RANDOM_TEST, 7);
  double most   = 0;

  for (int k = 0; k < 40000; k++) {
    const Shape *s = &set->list[k % 2];
    Vec3         x = shape_outward(s, s->kind->draw(s, &random));

    vec3_set(&x, k / 2 % 3, vec3_axis(k / 6 % 2 ? s->lo : s->hi, k / 2 % 3));
    if (!shape_is_inside(&set->list[1 - k % 2], x)) most = fmax(most, gap_of(p, x));
  }
  return most;
}

/* Two boxes of 3 x 1 x 1 that share a cube: the union has 5 m^3. */
static void a_tee(void)
{
  const GenerateOptions o   = asking(0.15, 0, 0.1);
  ShapeSet              set = {0};
  GenerateReport        report;
  PebbleSet             p;
  double                off, far;

  add(&set, &shape_box, vec3(0, 0, 0), (double[]){3, 1, 1}, 0);
  add(&set, &shape_box, vec3(0, 0, 1), (double[]){1, 1, 3}, 0);
  p   = made(&set, &o, &report);
  off = 1 - union_of(&p).volume / 5;
  far = farthest(&set, &p) / cbrt(6 * 5 / PETSC_PI);
  CHECK(report.all_met && off > 0 && off <= 0.15 && far <= 0.1);
  CHECK(report.doubt > 0 && report.doubt < 0.01);
  CHECK(report.error[CLUMP_VOLUME] >= off && report.error[CLUMP_VOLUME] <= off + 2 * report.doubt);
  CHECK(report.gap >= 0.99 * far && report.gap <= 1.1 * far);
  CHECK_NEAR(report.out, 0, 1e-9);
  pebble_set_free(&p);
  shape_set_free(&set);
  test_end(
    "a T of two boxes that overlap: errors of the union, with the bound of what it is known to");
}

/* A box within a sphere adds nothing, unless it is denser. */
static void within(void)
{
  const GenerateOptions o = asking(0.2, 0, 0);

  for (int heavy = 0; heavy < 2; heavy++) {
    ShapeSet       set = {0};
    GenerateReport report;
    PebbleSet      p;

    add(&set, &shape_box, vec3(0, 0, 0), (double[]){0.4, 0.4, 0.4}, heavy);
    add(&set, &shape_sphere, vec3(0, 0, 0), (double[]){1}, 0);
    p = made(&set, &o, &report);
    CHECK(heavy ? p.n > 4 : p.n == 1);
    CHECK_NEAR(report.gap, 0, 2e-3); /* error of the sphere's mesh; the box is not on the surface */
    pebble_set_free(&p);
    shape_set_free(&set);
  }
  test_end("pebbles within another are left out, if it is as dense; what is inside is no surface");
}

static void counts(void)
{
  GenerateOptions o   = asking(0, 0, 0);
  ShapeSet        set = {0};
  GenerateReport  report;
  PebbleSet       p;
  char            why[256];

  add(&set, &shape_box, vec3(0, 0, 0), (double[]){1, 1, 1}, 0);
  add(&set, &shape_capsule, vec3(0, 0, 2), (double[]){0.5, 1}, 0);
  add(&set, &shape_sphere, vec3(0, 2, 0), (double[]){0.5}, 0);
  o.most = 23;
  p      = made(&set, &o, &report);
  CHECK_INT(p.n, 23);
  pebble_set_free(&p);
  o      = asking(0.001, 0, 0);
  o.most = 15;
  p      = made(&set, &o, &report);
  CHECK(p.n <= 15 && p.n > 12 && !report.all_met && !report.exhausted);
  pebble_set_free(&p);
  o.most = 2;
  CHECK(!generate_shapes(&set, &materials, &o, &p, &report, why) && strstr(why, "3 shapes"));
  o          = asking(0.1, 0, 0);
  o.smallest = 0.49;
  CHECK(!generate_shapes(&set, &materials, &o, &p, &report, why) && strstr(why, "line 0: box"));
  shape_set_free(&set);
  test_end("no more pebbles than allowed, just as many if no error is asked, and refusals that "
           "name the shape");
}

static void others(void)
{
  GenerateOptions o = asking(0.35, 0, 0);

  for (int k = 0; shape_kinds[k]; k++) {
    ShapeSet       set = {0};
    GenerateReport report;
    PebbleSet      p;
    Shape          s = shape_sample(&set, shape_kinds[k]);
    bool           good;
    char           why[256];

    CALL(shape_set_add(&set, &s, &good, why));
    p = made(&set, &o, &report);
    CHECK(report.all_met);
    CHECK_NEAR(report.error[CLUMP_VOLUME], fabs(1 - union_of(&p).volume / s.moments.volume), 1e-9);
    for (int i = 0; i < p.n; i++) CHECK(shape_is_inside(&s, p.x[i]));
    pebble_set_free(&p);
    shape_set_free(&set);
  }
  test_end("every kind of shape, in any pose, within the error asked of its own volume");
}

static void expanded(void)
{
  GenerateOptions o   = asking(0.1, 0, 0);
  ShapeSet        set = {0};
  GenerateReport  report;
  PebbleSet       p;

  add(&set, &shape_capsule, vec3(0, 0, 0), (double[]){0.5, 1}, 0);
  add(&set, &shape_box, vec3(0, 0, 2), (double[]){1, 1, 1}, 0);
  o.expand = true;
  p        = made(&set, &o, &report);
  CHECK(report.expanded > 0 && report.volume_before > 0.03);
  CHECK_NEAR(union_of(&p).volume, 1 + 4 * PETSC_PI / 24 + PETSC_PI / 4, 1e-8);
  CHECK_NEAR(p.r[0], 0.5 + report.expanded, 1e-15);
  CHECK(report.out > 0 && report.out <= report.expanded / report.diameter + 1e-9);
  pebble_set_free(&p);
  shape_set_free(&set);
  test_end("expanded, all together have the volume of the shapes");
}

/* Lengths times 1/4 give the same pebbles times 1/4. */
static void scaled(void)
{
  const GenerateOptions o   = asking(0.4, 0, 0);
  ShapeSet              set = {0};
  GenerateReport        report;
  PebbleSet             a, b;
  bool                  good;
  char                  why[256];

  for (int k = 0; shape_kinds[k]; k++) {
    Shape s = shape_sample(&set, shape_kinds[k]);

    s.x = vec3(4 * k, 0, 0);
    CALL(shape_set_add(&set, &s, &good, why));
  }
  CALL(shape_set_add_node(&set, "a", vec3(1, 2, 3)));
  a = made(&set, &o, &report);
  CALL(shape_set_scale(&set, 0.25, &good, why));
  b = made(&set, &o, &report);
  CHECK(good && a.n == b.n && set.node[0].x.z == 0.75);
  for (int i = 0; i < a.n && i < b.n; i++)
    CHECK_NEAR(vec3_norm(vec3_sub(vec3_scale(0.25, a.x[i]), b.x[i])), 0, 1e-12);
  pebble_set_free(&a);
  pebble_set_free(&b);
  shape_set_free(&set);
  test_end("a set that is scaled becomes pebbles that are scaled");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  chains();
  shortest_chain();
  a_pill();
  touching();
  a_tee();
  within();
  counts();
  others();
  expanded();
  scaled();
  return test_finish();
}
