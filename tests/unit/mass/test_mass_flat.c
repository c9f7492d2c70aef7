/* np: 1 */
/* SPDX-License-Identifier: MIT */
/* Mass properties of unions of discs against closed forms, and against integrals over sections:
   lines on which the union is found by sorting. Both methods share only the events, between
   which a double exponential rule integrates, with any square roots at the ends. */
#include "sets.h"
#include "supply/template_read.h"

/* ---- sections ---- */

enum { MOST = 256, M_VOLUME = 0, M_X, M_Y, M_XX, M_YY, M_XY, N_M };

typedef struct {
  double low, high;
} Span;

static int compare_reals(const void *a, const void *b)
{
  const double p = *(const double *)a,
               q = *(const double *)b; /* spans are compared by low, their first member */

  return (p > q) - (p < q);
}

/* Add w times the integrals along the section at x of the union of the discs of at least this
   density. */
static void section_add(const PebbleSet *set, double density, double x, double w, double sum[N_M])
{
  Span   spans[MOST];
  double top = -HUGE_VAL;
  int    n   = 0;

  for (int i = 0; i < set->n; i++) {
    const double d = x - set->x[i].x, square = (set->r[i] - d) * (set->r[i] + d);

    if (square > 0 && materials.list[set->material[i]].density >= density)
      spans[n++] = (Span){set->x[i].y - sqrt(square), set->x[i].y + sqrt(square)};
  }
  qsort(spans, (size_t)n, sizeof *spans, compare_reals);
  for (int k = 0; k < n; k++) {
    const double a = fmax(top, spans[k].low), b = spans[k].high, l = w * (b - a), y = (a + b) / 2,
                 yy = (a * a + a * b + b * b) / 3;

    if (b <= a) continue;
    top = b;
    sum[M_VOLUME] += l;
    sum[M_X] += l * x;
    sum[M_Y] += l * y;
    sum[M_XX] += l * x * x;
    sum[M_YY] += l * yy;
    sum[M_XY] += l * x * y;
  }
}

/* Takahasi & Mori 1974: x = middle + half tanh(pi/2 sinh t), steps of 1/16 to |t| = 3.2 */
static void panel_add(const PebbleSet *set, double density, double low, double high,
                      double sum[N_M])
{
  const double h = 1.0 / 16, half = (high - low) / 2;

  for (int k = -51; k <= 51; k++) {
    const double t = k * h, u = PETSC_PI / 2 * sinh(t), c = cosh(u),
                 near = half * 2 / (1 + exp(2 * fabs(u)));
    const double w    = h * half * PETSC_PI / 2 * cosh(t) / (c * c);

    section_add(set, density, t < 0 ? low + near : high - near, w,
                sum); /* near: distance from the end */
  }
}

/* Events: x where discs begin and end and where two circles cross. */
static int events_find(const PebbleSet *set, double *events)
{
  int n = 0;

  for (int i = 0; i < set->n; i++) {
    events[n++] = set->x[i].x - set->r[i];
    events[n++] = set->x[i].x + set->r[i];
    for (int j = 0; j < i; j++) {
      const double dx = set->x[j].x - set->x[i].x, dy = set->x[j].y - set->x[i].y,
                   d = hypot(dx, dy), a = set->r[i], b = set->r[j];
      const double along = (d * d + a * a - b * b) / (2 * d),
                   aside = sqrt(fmax(0, a * a - along * along));

      if (d == 0 || d > a + b || d < fabs(a - b)) continue;
      events[n++] = set->x[i].x + (along * dx - aside * dy) / d;
      events[n++] = set->x[i].x + (along * dx + aside * dy) / d;
    }
  }
  qsort(events, (size_t)n, sizeof *events, compare_reals);
  return n;
}

static MassProperties sections(const PebbleSet *set)
{
  const double densities[] = {4, 2.5, 1, 0};
  double *events = malloc(2 * (size_t)set->n * (size_t)(set->n + 1) * sizeof *events), m[N_M] = {0},
         area        = 0;
  const int      n   = events_find(set, events);
  MassProperties out = {.volume = 0};

  for (int k = 0; k < 3; k++) {
    double part[N_M] = {0};

    for (int e = 1; e < n; e++) {
      if (events[e] > events[e - 1]) panel_add(set, densities[k], events[e - 1], events[e], part);
    }
    for (int p = 0; p < N_M; p++) m[p] += (densities[k] - densities[k + 1]) * part[p];
    area = part[M_VOLUME];
  }
  free(events);
  out.volume     = area;
  out.mass       = m[M_VOLUME];
  out.centre     = vec3(m[M_X] / out.mass, m[M_Y] / out.mass, 0);
  out.inertia.xx = m[M_YY] - m[M_Y] * out.centre.y;
  out.inertia.yy = m[M_XX] - m[M_X] * out.centre.x;
  out.inertia.xy = m[M_X] * out.centre.y - m[M_XY];
  out.inertia.zz = out.inertia.xx + out.inertia.yy;
  mass_principal(&out);
  return out;
}

/* Check agreement to the relative `tolerance`, and to the error bounds. */
static double check_same(const MassProperties *a, const MassProperties *b, double tolerance)
{
  const double off = off_by(a, b), shift = centre_off(a, b), size = sqrt(b->principal.z / b->mass);

  CHECK_NEAR(off, 0, tolerance);          /* the caller's */
  CHECK_NEAR(shift / size, 0, tolerance); /* the caller's */
  CHECK(off <=
        a->error + b->error +
          1e-13); /* 1e-13: error of the rule, measured, and rounding of the compared values */
  CHECK(shift <= a->centre_error + b->centre_error + 1e-13 * size); /* as above */
  return off;
}

/* Check that centre, inertia and axes stay in the plane, to the bit. */
static void check_flat(const MassProperties *m)
{
  CHECK(m->centre.z == 0 && m->inertia.xz == 0 && m->inertia.yz == 0);
  CHECK(m->inertia.zz == m->inertia.xx + m->inertia.yy && m->principal.z >= m->principal.y);
  CHECK(m->axes.x == 0 && m->axes.y == 0 && m->axes.w >= 0);
}

/* ---- facts ---- */

static void known_pair(void)
{
  const double         rows[2][4] = {{0, 0, 0, .5}, {.8, 0, 0, .5}};
  PebbleSet            set        = set_of(2, 2, rows);
  const MassProperties m          = exact_of(&set);

  CHECK_NEAR(2 * m.mass / 2.97809154479651, 1, 5e-15); /* 15 digits are given, for a density of 2 */
  CHECK_NEAR(m.centre.x, .4, 1e-15);                   /* rounding */
  CHECK_NEAR(2 * m.inertia.zz / .891956090267005, 1, 5e-15); /* as the mass */
  CHECK_BITS(m.principal.z, m.inertia.zz);
  CHECK(m.error < 1e-12);
  check_flat(&m);
  pebble_set_free(&set);
  test_end("discs, exact: the known pair");
}

/* Two discs on the x axis: area, first and second moments of the lens of the two segments, each in
 * closed form. */
static void pairs(void)
{
  const double distance[] = {0.1,         0.3,     0.6, 0.9, 1.2, 1.4, 1.49999, 1.5 - 1e-12,
                             0.5 + 1e-12, 0.50001, 1.5, 1.6, 0.5, 0.4, 0};
  const double a = 1, b = 0.5;

  for (size_t k = 0; k < sizeof distance / sizeof *distance; k++) {
    const double   d = distance[k], rows[2][4] = {{0, 0, 0, a}, {d, 0, 0, b}};
    double         area = PETSC_PI * (a * a + b * b), first = PETSC_PI * b * b * d, xx, yy;
    PebbleSet      set = set_of(2, 2, rows);
    MassProperties m   = exact_of(&set);

    xx = PETSC_PI / 4 * (pow(a, 4) + pow(b, 4)) + PETSC_PI * b * b * d * d;
    yy = PETSC_PI / 4 * (pow(a, 4) + pow(b, 4));
    if (d <= a - b) {
      area -= PETSC_PI * b * b;
      first -= PETSC_PI * b * b * d;
      xx -= PETSC_PI / 4 * pow(b, 4) + PETSC_PI * b * b * d * d;
      yy -= PETSC_PI / 4 * pow(b, 4);
    } else if (d < a + b) {
      const double radius[] = {a, b}, centre[] = {0, d}, sign[] = {1, -1};

      for (int s = 0; s < 2; s++) {
        const double r = radius[s], h = (d * d + r * r - radius[1 - s] * radius[1 - s]) / (2 * d),
                     t = acos(h / r), c = centre[s];
        const double area_s  = r * r * (t - sin(2 * t) / 2),
                     first_s = 2.0 / 3 * pow(r * sin(t), 3) * sign[s];
        const double along   = pow(r, 4) / 4 * (t - sin(4 * t) / 4);
        const double across  = pow(r, 4) * (t / 4 - sin(2 * t) / 6 + sin(4 * t) / 48);

        area -= area_s;
        first -= area_s * c + first_s;
        xx -= along + 2 * c * first_s + c * c * area_s;
        yy -= across;
      }
    }
    xx -= first * first / area;
    CHECK_NEAR(m.volume / area, 1,
               1e-12); /* error required; acos near 1 costs the closed form some 1e-14 */
    CHECK_NEAR(m.centre.x, first / area, 1e-12);    /* as above */
    CHECK_NEAR(m.inertia.yy / xx, 1, 1e-12);        /* as above */
    CHECK_NEAR(m.inertia.xx / yy, 1, 1e-12);        /* as above */
    CHECK_NEAR(m.inertia.zz / (xx + yy), 1, 1e-12); /* as above */
    CHECK(m.error < 1e-12);
    check_flat(&m);
    pebble_set_free(&set);
  }
  test_end(
    "discs, exact: two unequal discs, from inside to apart, as the closed form of their lens");
}

/* Discs on a ring that overlap their neighbours and leave a hole: n times the contribution of
   one. */
static void rings_with_a_hole(void)
{
  for (int n = 8; n <= 64; n *= 2) {
    const double ring = 3, r = 1.3 * ring * sin(PETSC_PI / n), half = ring * sin(PETSC_PI / n),
                 t    = acos(half / r);
    const double lens = r * r * (2 * t - sin(2 * t));
    /* polar moment about the middle of the lens, of two segments, then moved to its place on the
       ring */
    const double along   = pow(r, 4) / 4 * (t - sin(4 * t) / 4),
                 across  = pow(r, 4) * (t / 4 - sin(2 * t) / 6 + sin(4 * t) / 48);
    const double segment = lens / 2, first = 2.0 / 3 * pow(r * sin(t), 3);
    const double polar = 2 * (along - 2 * half * first + half * half * segment + across),
                 place = ring * cos(PETSC_PI / n);
    PebbleSet      set;
    MassProperties m;

    CALL(pebble_set_create(n, &set));
    set.dimension = 2;
    for (int i = 0; i < n; i++) {
      set.x[i] = vec3(ring * cos(2 * PETSC_PI * i / n), ring * sin(2 * PETSC_PI * i / n), 0);
      set.r[i] = r;
    }
    m = exact_of(&set);
    CHECK_NEAR(m.volume / (n * (PETSC_PI * r * r - lens)), 1, 1e-13); /* rounding */
    CHECK_NEAR(m.inertia.zz / (n * (PETSC_PI * r * r * (r * r / 2 + ring * ring) - polar -
                                    lens * place * place)),
               1, 1e-13);                      /* rounding */
    CHECK_NEAR(vec3_norm(m.centre), 0, 1e-14); /* rounding */
    CHECK_BITS(m.axes.w, 1);                   /* equal moments: the axes stay */
    check_flat(&m);
    pebble_set_free(&set);
  }
  test_end("discs, exact: rings with a hole");
}

static void known_shapes(void)
{
  static const double tee[5][4] = {
    {-1, 1, 0, .6}, {0, 1, 0, .6}, {1, 1, 0, .6}, {0, 0, 0, .6}, {0, -1, 0, .6}};
  static const double ell[4][4]  = {{0, 2, 0, .7}, {0, 1, 0, .6}, {0, 0, 0, .8}, {1, 0, 0, .5}};
  static const double plus[5][4] = {
    {0, 0, 0, 1}, {1, 0, 0, .5}, {-1, 0, 0, .5}, {0, 1, 0, .5}, {0, -1, 0, .5}};
  static const double rows_of[5][4] = {
    {0, 0, 0, 1}, {0, 0, 0, 1}, {0.3, 0, 0, .7}, {1.4, 0, 0, .4}, {2.8, 0, 0, 1}};
  static const double close[4][4] = {
    {0, 0, 0, 1}, {1e-9, 0, 0, 1}, {0, 1e-12, 0, 1}, {0.5, 0.5, 0, 1 + 1e-10}};
  static const double corner[4][4] = {{1, 1, 0, 1.4142135623730951},
                                      {1, -1, 0, 1.4142135623730951},
                                      {-1, 1, 0, 1.4142135623730951},
                                      {-1, -1, 0, 1.4142135623730951}};
  const double(*const rows[])[4]   = {tee, ell, plus, rows_of, close, corner};
  const int n[]                    = {5, 4, 5, 5, 4, 4};

  for (int k = 0; k < 6; k++) {
    for (int turn = 0; turn < 3; turn++) {
      PebbleSet      set = set_of(2, n[k], rows[k]);
      MassProperties m, sum;

      if (turn > 0) set_turn(&set, (uint64_t)turn);
      for (int i = 0; i < set.n && turn == 2; i++) set.material[i] = i % 3;
      m   = exact_of(&set);
      sum = sections(&set);
      check_same(&m, &sum, 1e-9); /* promised */
      CHECK(m.error < 1e-9);
      check_flat(&m);
      pebble_set_free(&set);
    }
  }
  test_end(
    "discs, exact: T, L, tangent, coincident and all but coincident discs as sections find them");
}

static void random_sets(void)
{
  double worst = 0, bound = 0;

  for (int k = 0; k < 60; k++) {
    PebbleSet set = k < 10 ? random_set(2, 50, 3 + 0.7 * k, 0.2, 100 + (uint64_t)k) : case_of(2, k);
    MassProperties m, sum;

    for (int i = 0; i < set.n && k % 2; i++) set.material[i] = (7 * i) % 3;
    m     = exact_of(&set);
    sum   = sections(&set);
    worst = fmax(worst, check_same(&m, &sum, 1e-11)); /* measured 1e-13; 1e-9 is promised */
    bound = fmax(bound, m.error);
    check_flat(&m);
    pebble_set_free(&set);
  }
  test_note("sixty sets: off the sum over sections by %.1e, largest bound %.1e", worst, bound);
  CHECK(bound < 1e-9);
  test_end("discs, exact: random sets of up to fifty, of several densities, as sections find them");
}

/* Discs on lattice points, where many circles cross in one point and touch; shifted slightly,
   rotated, and coincident. */
static PebbleSet lattice_set(int k)
{
  static const double radii[] = {1, 1.4142135623730951, 0.5, 1.118033988749895, 2};
  Random              random  = random_stream(9, RANDOM_TEST, (uint64_t)k);
  const int           n       = 2 + (int)(10 * random_real(&random));
  const double        hair    = pow(10, -4 - 12 * random_real(&random));
  PebbleSet           set;

  CALL(pebble_set_create(n, &set));
  set.dimension = 2;
  for (int i = 0; i < n; i++) {
    const double x = floor(4 * random_real(&random)), y = floor(4 * random_real(&random)),
                 way = 3 * random_real(&random);
    const int j      = (int)(i * random_real(&random));

    set.x[i] = vec3(x, y, 0);
    set.r[i] = radii[(int)(5 * random_real(&random))];
    if (k & 1) set.x[i] = vec3(x + hair * random_real(&random), y + hair * random_real(&random), 0);
    if (random_real(&random) > 0.3) continue;
    set.x[i] = vec3(set.x[j].x + (way < 1 ? hair : 0), set.x[j].y + (way > 2 ? hair : 0), 0);
    set.r[i] = set.r[j] - (way > 2 ? hair : 0);
  }
  if (k & 2) set_turn(&set, (uint64_t)k);
  return set;
}

static void lattices(void)
{
  double worst = 0, bound = 0;
  int    poor = 0;

  for (int k = 0; k < 3000; k++) {
    PebbleSet            set = lattice_set(k);
    const MassProperties m = exact_of(&set), sum = sections(&set);

    worst = fmax(worst, check_same(&m, &sum, 1e-10)); /* measured 5e-12; 1e-9 is promised */
    poor += !(m.error < 1e-9);
    bound = fmax(bound, m.error);
    pebble_set_free(&set);
  }
  test_note("3000 lattices: off the sum over sections by %.1e, largest bound %.1e, %d above 1e-9",
            worst, bound, poor);
  CHECK(poor <= 3); /* three circles in a point, two of them touching to 1e-10: the bound is then
                       larger than needed */
  test_end("discs, exact: lattices with hairs, where circles touch and cross in common points");
}

static void moved_copies(void)
{
  for (int k = 0; k < 20; k++) {
    PebbleSet      set   = random_set(2, 3 + 2 * k, 1 + 0.2 * k, 0.3, (uint64_t)k), copy, mixed;
    const Quat     q     = random_turn(2, (uint64_t)k);
    const Vec3     shift = {3, -5, 0};
    MassProperties m, turned, shuffled;

    for (int i = 0; i < set.n; i++) set.material[i] = i % (1 + k % 3);
    copy  = set_copy(&set);
    mixed = set_copy(&set);
    for (int i = 0; i < set.n; i++) copy.x[i] = vec3_add(shift, quat_turn(q, set.x[i]));
    for (int i = 0; i < set.n; i++) {
      const int j = set.n - 1 - i;

      mixed.x[i]        = set.x[j];
      mixed.r[i]        = set.r[j];
      mixed.material[i] = set.material[j];
    }
    m        = exact_of(&set);
    turned   = exact_of(&copy);
    shuffled = exact_of(&mixed);
    check_same(&shuffled, &m, 1e-14); /* the origin of the sums has other roundings */
    m.inertia    = sym3_turned(m.inertia, q);
    m.inertia.zz = m.inertia.xx + m.inertia.yy;
    m.centre     = vec3_add(shift, quat_turn(q, m.centre));
    check_same(&turned, &m, 1e-13); /* rounding of the turned centres */
    check_flat(&turned);
    pebble_set_free(&set);
    pebble_set_free(&copy);
    pebble_set_free(&mixed);
  }
  test_end("discs, exact: turned copies have turned tensors, the order does not matter");
}

static void the_densest_wins(void)
{
  const double         rows[2][4] = {{0, 0, 0, 1}, {0.6, 0, 0, 0.7}};
  PebbleSet            pair = set_of(2, 2, rows), one = set_of(2, 1, rows + 1);
  const MassProperties both = exact_of(&pair), core = exact_of(&one);
  MassProperties       m;

  pair.material[1] = 1;
  m                = exact_of(&pair);
  CHECK_NEAR(m.volume / both.volume, 1, 2e-15); /* rounding */
  CHECK_NEAR(m.mass / (both.mass + 3 * core.mass), 1,
             2e-15); /* three more in the heavy disc; rounding */
  pebble_set_free(&pair);
  pebble_set_free(&one);
  test_end("discs, exact: of overlapping densities the densest wins");
}

static void all_methods_stay_flat(void)
{
  for (int k = 0; k < N_CASES; k++) {
    PebbleSet set = case_of(2, k);

    for (int m = 0; mass_methods[m]; m++) {
      const MassProperties p =
        properties_of(&set, mass_methods[m], (MassOptions){5, 0.05, 1000, 1});

      check_flat(&p);
    }
    pebble_set_free(&set);
  }
  test_end("discs: results of all methods stay in the plane, to the bit");
}

static void out_of_the_plane_is_refused(void)
{
  PebbleSet      set = set_of(2, 2, (const double[][4]){{0, 0, 0, 1}, {1, 0, 0, 1}});
  MassProperties p;
  char           why[256] = "";

  set.x[1].z = 1e-300;
  for (int m = 0; mass_methods[m]; m++) {
    why[0] = 0;
    CHECK(!mass_methods[m]->find(&set, &materials, &mass_defaults, &p, why));
    CHECK(strstr(why, "pebble 1") && strstr(why, "z = 0"));
  }
  pebble_set_free(&set);
  test_end("discs: a centre out of the plane is refused, with its number");
}

/* Gaps and coincident pebbles of discs are those of the same spheres in a plane; overlap is of
   areas. */
static void searches(void)
{
  PebbleSet set =
    set_of(2, 4, (const double[][4]){{0, 0, 0, 1}, {3, 0, 0, .5}, {0, 0, 0, 1}, {0, 1, 0, 1}});

  CHECK_INT(pebbles_merge(&set, &materials), 1);
  CHECK_INT(set.dimension, 2);
  CHECK_NEAR(pebbles_gap(&set), 1.5, 1e-15);                    /* rounding */
  CHECK_NEAR(pebbles_overlap(&set, PETSC_PI * 2.25), 0, 1e-15); /* rounding */
  CHECK_NEAR(pebbles_overlap(&set, PETSC_PI), 1.25, 1e-15);     /* rounding */
  pebble_set_free(&set);
  test_end("discs: merge, gap and overlap");
}

/* In the same steps as templates of the scenario are made. */
static void templates_of_discs(void)
{
  PebbleSet set =
    set_of(2, 4, (const double[][4]){{1, 1, 0, 1}, {2, 3, 0, .5}, {1, 1, 0, 1}, {1.5, 2, 0, .8}});
  Templates      all = {.n = 0};
  MassProperties m;
  ShapeReport    report;

  shape_find(&set, &materials, &mass_sum, &mass_defaults, &m, &report);
  CHECK(report.sound && report.merged == 1 && report.gap == 0 && report.overlap > 0.05 &&
        report.overlap < 0.5);
  shape_find(&set, &materials, &mass_exact, &mass_defaults, &m, &report);
  CHECK(report.sound && report.merged == 0);
  CALL(templates_add(&all, "discs", &set, &m));
  for (int i = 0; i < 3; i++) CHECK(all.list[0].offset[i].z == 0);
  CHECK(fabs(all.list[0].mass.axes.z) > 0.1); /* it was turned */
  templates_free(&all);
  pebble_set_free(&set);
  test_end("discs: a template of them lies in the plane, to the bit");
}

static void large_sets_in_time(void)
{
  const int    n[]     = {10000, 100000, 10000};
  const double edge[]  = {100, 400, 20},
               limit[] = {10, 60,
                          60}; /* generous: sanitizers and busy machines; the note has the times */

  for (int k = 0; k < 3; k++) {
    PebbleSet            set   = random_set(2, n[k], edge[k], 0.5, 3);
    const double         start = seconds();
    const MassProperties m     = exact_of(&set);
    const double         took  = seconds() - start;

    test_note("%d random discs: %.3f s, area over sum %.3f, bound %.1e", n[k], took,
              1 / (1 + pebbles_overlap(&set, m.volume)), m.error);
    CHECK(m.error < 1e-9);
    CHECK(took < limit[k]);
    pebble_set_free(&set);
  }
  test_end("discs, exact: ten to a hundred thousand in about a second");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  known_pair();
  pairs();
  rings_with_a_hole();
  known_shapes();
  random_sets();
  lattices();
  moved_copies();
  the_densest_wins();
  all_methods_stay_flat();
  out_of_the_plane_is_refused();
  searches();
  templates_of_discs();
  large_sets_in_time();
  return test_finish();
}
