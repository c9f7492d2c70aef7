/* np: 1 3 */
/* SPDX-License-Identifier: MIT */
/* What a random fill is to place: quotas of templates, strata of sizes, amounts, attitudes, and
 * what is refused. */
#define _POSIX_C_SOURCE 200809L

#include "supply/fill_spec.h"
#include "supply/population.h"
#include "supply/template_read.h"
#include "unit/files.h"

static const OptionKind *const kinds[] = {&material_kind, &template_kind, &clumps_kind, NULL};

static Parallel par;
static Files    files;

typedef struct {
  Options  *options;
  Materials materials;
  Templates templates;
  Groups    groups;
  Clumps   *clumps;
  Waiting  *waiting;
  Warnings  warnings;
  FillSpec  spec;
} Case;

/* pair: two tangent balls of radius 1, of volume 8 pi/3; ball: of radius .5 and three times its
 * density. */
#define MATTER \
  "material:\n  - light: {density: 2}\n  - heavy: {density: 6}\n" \
  "template:\n" \
  "  - pair: {material: light, pebbles: [0, 0, 0, 1,  0, 0, 2, 1]}\n" \
  "  - ball: {material: heavy, pebbles: [0, 0, 0, 0.5]}\n" \
  "  - mixed: {material: light, file: mixed.csv}\n" \
  "  - by-hand: {material: light, pebbles: [0, 0, 0, 1], mass_properties: given, mass: 5, " \
  "position: [0, 0, 0], inertia: [1, 1, " \
  "1]}\n"
#define BOX "lo: [0, 0, 0], hi: [100, 100, 100]"

/* The scenario read; the specification is not. */
static Case begin_in(int dimension, const char *matter, const char *fill)
{
  PopulationTarget target;
  char             yaml[4096];
  Case             c = {.warnings = warnings_on(&par), .templates.dimension = dimension};

  file_write(&files, "mixed.csv", "x,y,z,r,material\n0,0,0,1,light\n2,0,0,1,heavy\n");
  snprintf(yaml, sizeof yaml, "%sclumps:\n  - a: {%s}\n", matter, fill);
  c.options = scenario_read(&par, &files, kinds, yaml);
  options_check_plane(c.options, dimension);
  CALL(materials_read(&par, c.options, &c.materials));
  CALL(templates_read(&par, c.options, &c.materials, &c.templates, &c.groups, &c.warnings));
  CALL(clumps_create(&c.clumps));
  CALL(waiting_create(&c.waiting));
  target = (PopulationTarget){.materials = &c.materials,
                              .templates = &c.templates,
                              .groups    = &c.groups,
                              .clumps    = c.clumps,
                              .waiting   = c.waiting};
  CALL(population_read(&par, c.options, &target, &c.warnings));
  return c;
}

static Case begin(const char *fill)
{
  return begin_in(3, MATTER, fill);
}

static void read_spec(Case *c, const char *fill)
{
  bool good = false;

  mistakes_check(fill, c->options, 0, NULL);
  CALL(fill_spec_read(&par, c->options, &c->templates, "a", &c->spec, &good));
  CHECK(good);
  c->spec.seed   = 11;
  c->spec.stream = 3;
}

static Case begin_good(const char *fill)
{
  Case c = begin(fill);

  read_spec(&c, fill);
  return c;
}

static void end(Case *c)
{
  fill_spec_free(&c->spec);
  CALL(clumps_destroy(&c->clumps));
  CALL(waiting_destroy(&c->waiting));
  templates_free(&c->templates);
  materials_free(&c->materials);
  CALL(options_destroy(&c->options));
  file_remove(&files, "mixed.csv");
}

/* ---- quotas ---- */

static void count_templates(const FillSpec *p, int64_t count[4])
{
  memset(count, 0, 4 * sizeof *count);
  for (int64_t j = 0; j < p->count; j++) count[fill_spec_wish(p, j).template]++;
}

static void check_counts(const char *fill, int64_t pairs, int64_t balls, int64_t mixed)
{
  Case    c = begin_good(fill);
  int64_t count[4];

  count_templates(&c.spec, count);
  if (count[0] != pairs || count[1] != balls || count[2] != mixed)
    test_fail(__FILE__, __LINE__, "%s: %d, %d, %d", fill, (int)count[0], (int)count[1],
              (int)count[2]);
  end(&c);
}

static void shares_are_kept_to_the_clump(void)
{
  check_counts("template: [pair, ball], fraction: [0.7, 0.3], count: 1000, " BOX, 700, 300, 0);
  check_counts("template: [pair, ball], fraction: [0.7, 0.3], count: 9, " BOX, 6, 3,
               0); /* 6.3 and 2.7 */
  check_counts("template: [ball, mixed, pair], count: 7, " BOX, 2, 3,
               2); /* thirds: the first gets the rest */
  check_counts("template: [ball, mixed, pair], count: 9, " BOX, 3, 3,
               3); /* thirds that are whole */
  check_counts("template: [pair, ball, mixed], fraction: [1, 1, 8], count: 4, " BOX, 1, 0,
               3); /* .4, .4, 3.2: of equals the first */
  /* a pair has 16 balls' volume and, of a third the density, 16/3 of their mass */
  check_counts(
    "template: [pair, ball], fraction: [0.5, 0.5], fraction_by: volume, count: 170, " BOX, 10, 160,
    0);
  check_counts("template: [pair, ball], fraction: [0.5, 0.5], fraction_by: mass, count: 190, " BOX,
               30, 160, 0);
  check_counts(
    "template: [pair, ball], fraction: [0.5, 0.5], fraction_by: mass, density: 7, count: 170, " BOX,
    10, 160, 0);
  /* of one volume each, three times the density makes a third of the number */
  check_counts("template: [pair, ball], fraction: [0.5, 0.5], fraction_by: mass, size: uniform, "
               "size_of: diameter, size_lo: 1, "
               "size_hi: 2, count: 400, " BOX,
               300, 100, 0);
  test_end("templates have their shares by number, mass or volume, to the clump");
}

/* ---- amounts ---- */

static double mass_of(const Case *c, double density, double *largest)
{
  double sum = 0;

  *largest = 0;

  for (int64_t j = 0; j < c->spec.count; j++) {
    const FillWish        wish = fill_spec_wish(&c->spec, j);
    const MassProperties *m    = &c->templates.list[wish.template].mass;
    const double          mass = pow(wish.scale, 3) * (density > 0 ? density * m->volume : m->mass);

    sum += mass;
    *largest = fmax(*largest, mass);
  }
  return sum;
}

static void check_mass(const char *fill, double asked, double density)
{
  Case         c = begin_good(fill);
  double       largest;
  const double mass = mass_of(&c, density, &largest);

  test_note("asked for %g, got %g in %d clumps of up to %g", asked, mass, (int)c.spec.count,
            largest);
  CHECK_NEAR(mass, asked, largest);
  end(&c);
}

static void amounts_are_met(void)
{
  const double box = 1e6; /* m^3 */

  check_mass("template: [pair, ball], mass: 1000, " BOX, 1000, 0);
  check_mass(
    "template: [pair, ball], mass: 1.0e4, size: lognormal, size_mean: 1, size_deviation: 0.4, " BOX,
    1e4, 0);
  check_mass("template: [pair, ball], mass: 1.0e4, density: 0.5, size: uniform, size_lo: 0.5, "
             "size_hi: 2, size_by: mass, " BOX,
             1e4, 0.5);
  check_mass("template: [ball, pair], volume_fraction: 0.2, " BOX, 0.2 * box, 1);
  check_mass("template: [ball], volume_fraction: 1.0e-4, size: normal, size_of: largest, "
             "size_mean: 3, size_deviation: 0.5, " BOX,
             1e-4 * box, 1);
  test_end("a mass, or a share of the box, is met to a clump");
}

/* ---- sizes ---- */

enum { COUNT = 3000 };

static int compare_reals(const void *a, const void *b)
{
  const double p = *(const double *)a, q = *(const double *)b;

  return p < q ? -1 : p > q;
}

/* Sizes of one template's clumps, ascending; what = 1 for the factor, or that of its diameter. */
static int sizes_of(const FillSpec *p, int shape, double what, double *size)
{
  int n = 0;

  for (int64_t j = 0; j < p->count; j++) {
    const FillWish wish = fill_spec_wish(p, j);

    if (wish.template == shape) size[n++] = what * wish.scale;
  }
  qsort(size, (size_t)n, sizeof *size, compare_reals);
  return n;
}

static double lognormal_below(double s, double mean, double deviation)
{
  const double sigma = sqrt(log(1 + deviation * deviation / mean / mean)),
               mu    = log(mean) - sigma * sigma / 2;
  const double tail  = 0.5 * erfc(3 / sqrt(2));

  return (0.5 * erfc((mu - log(s)) / sigma / sqrt(2)) - tail) / (1 - 2 * tail);
}

/* The distance of Kolmogorov and Smirnov is within a stratum. */
static void sizes_by_number(void)
{
  Case   c = begin_good("template: [pair, ball], fraction: [2, 1], count: 3000, size: lognormal, "
                          "size_of: diameter, size_mean: 2, "
                          "size_deviation: 0.8, " BOX);
  double size[COUNT];

  for (int shape = 0; shape < 2; shape++) {
    const int n =
      sizes_of(&c.spec, shape, cbrt(6 * c.templates.list[shape].mass.volume / PETSC_PI), size);
    double worst = 0;

    for (int i = 0; i < n; i++) {
      const double below = lognormal_below(size[i], 2, 0.8);

      worst = fmax(worst, fmax(below - (double)i / n, (i + 1.) / n - below));
    }
    test_note("%d clumps: off by %.4f / n", n, worst * n);
    CHECK_INT(n, shape == 0 ? 2000 : 1000);
    CHECK(worst <= 1.0 / n + 1e-6); /* and the pieces of the curve */
  }
  CHECK_NEAR(c.spec.largest,
             2 * 2 / cbrt(16) * (size[0] > 0) * exp(log(2) - log(1.16) / 2 + 3 * sqrt(log(1.16))) /
               2,
             1e-12);
  end(&c);
  test_end("achieved sizes, by number, are those asked for within one clump, in volume-equivalent "
           "diameters");
}

static void sizes_by_mass(void)
{
  Case c = begin_good(
    "template: [ball, pair], fraction_by: mass, count: 3000, size: table, size_by: mass, "
    "size_table: [1, 0, 2, 20, 2, 50, 6, 100], " BOX);

  for (int shape = 0; shape < 2; shape++) {
    double    size[COUNT], sum = 0, below = 0, worst = 0;
    const int n = sizes_of(&c.spec, shape, 1, size);

    for (int i = 0; i < n; i++) sum += pow(size[i], 3);
    for (int i = 0; i < n; i++) {
      const double s = size[i], passing = s < 2   ? 0.2 * (s - 1)
                                          : s > 2 ? 0.5 + 0.5 * (s - 2) / 4
                                                  : NAN;

      if (!isnan(passing))
        worst =
          fmax(worst, fmax(fabs(below / sum - passing), fabs((below + s * s * s) / sum - passing)));
      below += s * s * s;
    }
    test_note("%d clumps: off by %.4f of the largest one's mass", n, worst * sum / 216);
    CHECK_INT(n,
              shape == 0 ? 474 : 2526); /* a ball has 3/16 of a pair's mass: 16 of 19 in number */
    CHECK(worst <= 216 / sum);          /* a stratum of the largest */
  }
  end(&c);
  test_end("achieved sizes, by mass, are those asked for within the largest clump");
}

static void sizes_of_a_file(void)
{
  const char *const rows = "size,passing\n0.5,0\n1.5,1\n";
  const char *const fill =
    "template: [ball], count: 3000, size: table, size_of: largest, size_file: sizes.csv, " BOX;
  Case   c;
  double size[COUNT], worst = 0;

  file_write(&files, "sizes.csv", rows);
  c = begin_good(fill);
  CHECK_INT(sizes_of(&c.spec, 1, 1, size), COUNT);
  for (int i = 0; i < COUNT; i++) worst = fmax(worst, fabs(size[i] - 0.5 - (i + 0.5) / COUNT));
  CHECK(worst <= 0.5 / COUNT + 1e-15); /* half a stratum: a ball of scale 1 has the diameter 1 */
  end(&c);
  file_write(&files, "sizes.csv", "size,passing\n0.5,0\n1.5,x\n");
  c = begin(fill);
  mistakes_check("a wrong file", c.options, 1, "line 3");
  end(&c);
  file_write(&files, "sizes.csv", "size,passing\n0.5,1\n1.5,.5\n");
  c = begin(fill);
  mistakes_check("a falling file", c.options, 1, "point 2");
  end(&c);
  file_remove(&files, "sizes.csv");
  test_end("sizes may come from a file");
}

/* Template and size of a clump say nothing about its number. */
static void clumps_are_shuffled(void)
{
  Case c =
    begin_good("template: [pair, ball], count: 3000, size: uniform, size_lo: 1, size_hi: 2, " BOX);
  double shape = 0, size = 0, both = 0;

  for (int64_t j = 0; j < COUNT; j++) {
    const FillWish wish = fill_spec_wish(&c.spec, j);
    const double   at   = ((double)j + 0.5) / COUNT - 0.5;

    shape += at * (wish.template - 0.5) / COUNT;
    size += at * (wish.scale - 1.5) / COUNT;
    both += (wish.template - 0.5) * (wish.scale - 1.5) / COUNT;
  }
  /* four standard deviations: of even numbers 1/sqrt(12), of two equal halves 1/2 */
  CHECK_NEAR(shape, 0, 4 / sqrt(12) / 2 / sqrt(COUNT));
  CHECK_NEAR(size, 0, 4 / 12. / sqrt(COUNT));
  CHECK_NEAR(both, 0, 4 / sqrt(12) / 2 / sqrt(COUNT));
  end(&c);
  test_end("template, size and number of a clump are independent");
}

/* ---- attitudes ---- */

static Vec3 turned(const FillSpec *p, Quat axes, uint64_t k, Vec3 v)
{
  Random     random = random_stream(5, RANDOM_TEST, k);
  const Quat q      = turning_draw(&p->turning, axes, &random);

  CHECK_NEAR(quat_norm(q), 1, 1e-15);
  return quat_turn(quat_mul(q, quat_conjugate(axes)), v); /* of the template's axes as given */
}

static void check_turn(const char *how, Vec3 from, Vec3 to)
{
  char       fill[256];
  const Quat axes = quat_normalized((Quat){0.3, -0.2, 0.7, 0.5});
  Case       c;

  snprintf(fill, sizeof fill, "template: [ball], count: 3, %s, " BOX, how);
  c = begin_good(fill);
  CHECK_NEAR(vec3_norm(vec3_sub(turned(&c.spec, axes, 1, from), to)), 0, 1e-15);
  end(&c);
}

static void attitudes_follow_their_formulas(void)
{
  const Vec3   x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
  const double half = sqrt(0.5);

  check_turn("orientation: fixed, axis: [0, 0, 9], angle: 90", x, y);
  check_turn("orientation: fixed, axis: [1.0e-200, 1.0e-200, 1.0e-200], angle: 120", x, y);
  check_turn("orientation: fixed, quaternion: [5, 0, 0, 5]", x, y);
  check_turn("orientation: ranges, azimuth: [90, 90]", x, y);
  check_turn("orientation: ranges, elevation: [90, 90]", x, vec3(0, 0, -1));
  check_turn("orientation: ranges, tilt: [90, 90]", y, z);
  check_turn("orientation: ranges, azimuth: [90, 90], tilt: [90, 90]", z,
             x); /* first to -y, then about z */
  check_turn("orientation: ranges, elevation: [90, 90], tilt: [90, 90]", y,
             x); /* first to z, then about y */
  check_turn("orientation: ranges, azimuth: [45, 45], elevation: [90, 90]", z, vec3(half, half, 0));
  test_end("fixed attitudes and turns about z, y and x are as documented");
}

/* Distance of Kolmogorov and Smirnov from evenness over lo .. hi. */
static double unevenness(double *value, int n, double lo, double hi)
{
  double worst = 0;

  qsort(value, (size_t)n, sizeof *value, compare_reals);
  for (int i = 0; i < n; i++) {
    const double share = (value[i] - lo) / (hi - lo);

    worst = fmax(worst, fmax(share - (double)i / n, (i + 1.) / n - share));
  }
  return worst;
}

static void attitudes_keep_to_their_ranges(void)
{
  static const double range[3][2] = {{-170, -20}, {-80, 10}, {30, 31}};
  Case                c           = begin_good(
                             "template: [ball], count: 3, orientation: ranges, azimuth: [-170, -20], elevation: [-80, 10], "
                                                      "tilt: [30, 31], " BOX);
  Case   every = begin_good("template: [ball], count: 3, " BOX);
  double angle[3][COUNT], height[COUNT];

  for (uint64_t k = 0; k < COUNT; k++) {
    const Vec3 x = turned(&c.spec, quat_identity(), k, vec3(1, 0, 0)),
               y = turned(&c.spec, quat_identity(), k, vec3(0, 1, 0)),
               z = turned(&c.spec, quat_identity(), k, vec3(0, 0, 1));

    angle[0][k] = atan2(x.y, x.x) * 180 / PETSC_PI;
    angle[1][k] = asin(-x.z) * 180 / PETSC_PI;
    angle[2][k] = atan2(y.z, z.z) * 180 / PETSC_PI;
    height[k]   = turned(&every.spec, quat_identity(), k, vec3(0.6, 0, 0.8)).z;
  }
  for (int i = 0; i < 3; i++) {
    const double d = unevenness(angle[i], COUNT, range[i][0], range[i][1]);

    test_note("angle %d: distance %.2f / sqrt(n)", i, d * sqrt(COUNT));
    CHECK(d < 1.95 / sqrt(COUNT)); /* passed by 1 of 1000 even samples; the seed is fixed */
    CHECK(angle[i][0] >= range[i][0] - 1e-10 && angle[i][COUNT - 1] <= range[i][1] + 1e-10);
  }
  CHECK(unevenness(height, COUNT, -1, 1) <
        1.95 / sqrt(COUNT)); /* on a sphere heights are even (Archimedes) */
  end(&c);
  end(&every);
  test_end("attitudes are even over their ranges, or over all");
}

/* ---- nonsense ---- */

static void check_wrong(const char *fill, const char *words)
{
  Case c = begin(fill);

  mistakes_check(fill, c.options, 1, words);
  end(&c);
}

static void nonsense_is_told(void)
{
#define FILL(rest) "template: [ball], count: 3, " BOX ", " rest
  check_wrong("template: [ball], " BOX,
              "count: missing: a random fill needs it, or mass, or volume_fraction");
  check_wrong("template: [ball], count: 3, mass: 3, " BOX,
              "mass: '3': is one too many, as there is count");
  check_wrong("template: [ball], mass: 0.1, " BOX, "less than half of one clump");
  check_wrong("template: [ball], mass: 1.0e9, " BOX, "more volume than the box");
  check_wrong("template: [ball], volume_fraction: 1, " BOX, "volume_fraction");
  check_wrong("template: [ball, pair], count: 3, fraction: [1], " BOX, "1 shares for 2 templates");
  check_wrong("template: [mixed], count: 3, density: 3, " BOX, "several materials");
  check_wrong(FILL("size: flat"), "none, equal, uniform, normal, lognormal, table");
  check_wrong(FILL("size_lo: 3"), "only with size: uniform normal lognormal");
  check_wrong(FILL("size: uniform, size_lo: 3"), "size_hi: missing: size: uniform needs it");
  check_wrong(FILL("size: uniform, size_lo: 3, size_hi: 2"), "below the upper");
  check_wrong(FILL("size: uniform, size_lo: 0, size_hi: 2"), "size_lo");
  check_wrong(FILL("size: equal"), "size_mean: missing");
  check_wrong(FILL("size: normal, size_mean: 1"), "size_deviation: missing");
  check_wrong(FILL("size: normal, size_mean: 1, size_deviation: 1"), "give a lower limit");
  check_wrong(FILL("size: table"), "size_table: missing: size: table needs it, or size_file");
  check_wrong(FILL("size: table, size_table: [1, 0, 2]"), "a multiple of 2");
  check_wrong(FILL("size: table, size_table: [1, 0, 0.5, 1]"), "point 2");
  check_wrong(FILL("size: table, size_file: none.csv"), "none.csv");
  check_wrong(FILL("orientation: fixed"),
              "quaternion: missing: orientation: fixed needs it, or axis");
  check_wrong(FILL("orientation: fixed, quaternion: [0, 0, 0, 0]"), "no rotation");
  check_wrong(FILL("orientation: fixed, quaternion: [1, 0, 0]"), "quaternion");
  check_wrong(FILL("orientation: fixed, axis: [0, 0, 0], angle: 3"), "give a direction");
  check_wrong(FILL("orientation: fixed, axis: [0, 0, 1]"), "angle: missing");
  check_wrong(FILL("orientation: fixed, quaternion: [1, 0, 0, 0], angle: 3"), "goes with axis");
  check_wrong(FILL("orientation: ranges"), "needs one of azimuth, elevation and tilt");
  check_wrong(FILL("orientation: ranges, tilt: [4, 3]"), "smaller one first");
  check_wrong(FILL("tilt: [3, 4]"), "only with orientation: ranges");
  check_wrong("spheres: mixed.csv, size: none", "goes with template, but this object has spheres");
  test_end("settings that make no sense are told, each once, with what to do");
}

static void inertia_by_hand_is_warned_of(void)
{
  const char *const fills[] = {
    FILL("size: none"), "template: [by-hand, ball], count: 3, size: equal, size_mean: 2, " BOX,
    "template: [by-hand], count: 3, density: 2, " BOX,
    "template: [by-hand], count: 3, density: 3, " BOX};

  for (int k = 0; k < 4; k++) {
    Said  said = said_begin();
    Case  c    = begin(fills[k]);
    char *text = said_end(&said);

    if (test_rank() == 0)
      CHECK((strstr(text, "clumps a: the inertia of template by-hand was given by hand") != NULL) ==
            (k == 1 || k == 3));
    CHECK_INT(c.warnings.n, k == 1 || k == 3);
    mistakes_check(fills[k], c.options, 0, NULL);
    free(text);
    end(&c);
  }
  test_end("an inertia given by hand that sizes and densities leave alone is warned of");
}

/* ---- the plane ---- */

#define FLAT \
  "material:\n  - light: {density: 2}\ntemplate:\n" \
  "  - disc: {material: light, pebbles: [0, 0, 0.5]}\n  - pair: {material: light, pebbles: [0, " \
  "0, 1,  0, 2, 1]}\n"

static void check_wrong_flat(const char *fill, const char *words)
{
  Case c = begin_in(2, FLAT, fill);

  mistakes_check(fill, c.options, 1, words);
  end(&c);
}

static void check_flat(const char *fill, int64_t count, Vec3 x)
{
  Case c = begin_in(2, FLAT, fill);

  read_spec(&c, fill);
  CHECK_INT(c.spec.count, count);
  for (uint64_t k = 0; k < 20; k++) {
    Random     random = random_stream(3, RANDOM_TEST, k);
    const Quat q      = turning_draw(&c.spec.turning, quat_identity(), &random);

    CHECK(q.x == 0 && q.y == 0);
    CHECK_NEAR(quat_norm(q), 1, 1e-15);
    if (vec3_norm(x) > 0) CHECK_NEAR(vec3_norm(vec3_sub(quat_turn(q, vec3(1, 0, 0)), x)), 0, 1e-15);
  }
  end(&c);
}

static void a_plane_is_planned_by_its_areas(void)
{
#define SIDES "lo: [0, 0], hi: [100, 100], "
  /* 5000 of pi / 4, and of the mean of that and 2 pi; 1000 of a mass of pi / 2 */
  check_flat("template: [disc], " SIDES "volume_fraction: 0.5", 6366, vec3(0, 0, 0));
  check_flat("template: [disc, pair], " SIDES "volume_fraction: 0.5", 1415, vec3(0, 0, 0));
  check_flat("template: [disc], " SIDES "mass: 1570.8", 1000, vec3(0, 0, 0));
  check_flat("template: [disc], " SIDES
             "mass: 6283.2, size: equal, size_of: diameter, size_mean: 2",
             1000, vec3(0, 0, 0));
  check_flat("template: [disc], count: 7, " SIDES "orientation: ranges, azimuth: [90, 90]", 7,
             vec3(0, 1, 0));
  check_flat("template: [disc], count: 7, " SIDES "orientation: fixed, axis: [0, 0, 9], angle: 180",
             7, vec3(-1, 0, 0));
  check_flat("template: [disc], count: 7, lo: [0, 0, 5], hi: [9, 9, 5]", 7,
             vec3(0, 0, 0)); /* z counts for nothing */
  check_wrong_flat("template: [disc], count: 7, lo: [0, 9], hi: [9, 9]", "must be beyond lo");
  check_wrong_flat("template: [disc], count: 70000, lo: [0, 0], hi: [9, 9]",
                   "more volume than the box");
  check_wrong_flat("template: [disc], count: 7, " SIDES
                   "orientation: fixed, axis: [0, 1, 0], angle: 9",
                   "axis: '0,1,0': does not");
  check_wrong_flat("template: [disc], count: 7, " SIDES
                   "orientation: fixed, quaternion: [1, 1, 0, 0]",
                   "does not turn about z");
  check_wrong_flat("template: [disc], count: 7, " SIDES "orientation: ranges, elevation: [0, 9]",
                   "out of the plane");
  check_wrong_flat("template: [disc], count: 7, " SIDES "orientation: ranges, tilt: [0, 9]",
                   "out of the plane");
  test_end("in two dimensions volumes are areas, and bodies turn about z");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  files = files_begin();
  shares_are_kept_to_the_clump();
  amounts_are_met();
  sizes_by_number();
  sizes_by_mass();
  sizes_of_a_file();
  clumps_are_shuffled();
  attitudes_follow_their_formulas();
  attitudes_keep_to_their_ranges();
  nonsense_is_told();
  inertia_by_hand_is_warned_of();
  a_plane_is_planned_by_its_areas();
  files_end(&files);
  CALL(parallel_destroy(&par));
  return test_finish();
}
