/* SPDX-License-Identifier: MIT */
/* Unions whose circles of intersection nearly touch, coincide or pass through a pole: spheres
   with centres 1e-8 to 1e-5 radii apart and nearly on a line, and a sphere cut by others through
   the pole of the latitudes. Against the same integrals in 113-bit arithmetic, and against
   rotated copies, whose latitudes share no number. */
#include "sets.h"

enum { MOST = 4, N_TRIPLES = 150, N_TURNS = 3 };

typedef struct {
  int    n;
  double rows[MOST][4]; /* x, y, z, r */
  double volume, centre[3], inertia[6];
} Known;

static const Known known[] = {
  {3,
   {{-2.1663724e-08, 2.6481897e-08, 3.1758756e-08, 1},
    {6.8100994e-10, -8.3247236e-10, -9.9835316e-10, 1},
    {-8.3558441e-09, 1.0214247e-08, 1.2249567e-08, 1}},
   4.1887903560530209,
   {-1.0491357029999975e-08, 1.2824712320000011e-08, 1.5380201420000007e-08},
   {1.6755161872203572, 1.6755161831948553, 1.6755161778617207, 9.9554986396002947e-09,
    1.1939259932436484e-08, -1.4594640354872768e-08}},
  {3,
   {{8.846559e-09, 2.4409461e-08, 4.5219986e-10, 1},
    {6.4405824e-10, 1.7770879e-09, 3.2921132e-11, 1},
    {-2.6813306e-09, -7.3983386e-09, -1.3705857e-10, 1}},
   4.1887903110899938,
   {3.0826141999999988e-09, 8.5055611999999993e-09, 1.5757064499998946e-10},
   {1.6755161585577127, 1.6755161381589645, 1.6755161616342005, -8.5108948349597964e-09,
    -1.5766939528704729e-10, -4.3504203304857335e-10}},
  {3,
   {{-3.712272e-08, 2.6185579e-08, -1.4700211e-09, 1},
    {4.0093295e-08, -2.8280959e-08, 1.5876551e-09, 1},
    {-8.1771282e-10, 5.7679648e-10, -3.2380354e-11, 1}},
   4.1887905018001126,
   {1.4852874999999834e-09, -1.0476900000000268e-09, 5.8816999999968525e-11},
   {1.6755162551437461, 1.6755162800301961, 1.6755163045971879, 3.4938193992077417e-08,
    -1.9613819450128978e-09, 1.3835171918747233e-09}},
  {3,
   {{4.6597529e-08, 3.3479454e-08, -1.0732926e-08, 1},
    {5.2058143e-09, 3.7402793e-09, -1.1990687e-09, 1},
    {1.6840556e-08, 1.2099624e-08, -3.878928e-09, 1}},
   4.1887903676829534,
   {2.5901671649999998e-08, 1.8609866649999997e-08, -5.9659973500000027e-09},
   {1.6755161781359449, 1.6755161906906555, 1.6755162027101991, -1.864533517739681e-08,
    5.9773671154355003e-09, 4.2946267430658374e-09}},
  {4,
   {{0, 0, 0, 1},
    {-0.23115642, 0.28967352, 0.44063855, 0.67099126},
    {-0.07734766, -0.031959832, 0.60638521, 0.40241369},
    {-0.10220546, -0.23501289, 0.81900455, 0.31374773}},
   4.4295989653687524,
   {-0.020184380149286047, 0.022418512421734867, 0.043419394744075246},
   {1.8990765758295616, 1.8790568473135982, 1.7926596592991177, 0.037542260833068816,
    0.061257813616190787, -0.064767060168278448}},
  {4,
   {{0, 0, 0, 1},
    {-0.36607946, 0.11497312, 0.87411981, 0.40383018},
    {-0.28118849, -0.090239476, 0.91957062, 0.30607263},
    {-0.31975311, -0.45601251, 0.18953977, 0.98338063}},
   5.9510969975289871,
   {-0.15597780642831227, -0.20978867205501003, 0.10601343544434309},
   {3.1800407367621983, 2.9020582592487991, 3.2660638221079377, -0.35902939728996852,
    0.17555173789839901, 0.18126151975969798}},
  {4,
   {{0, 0, 0, 1},
    {0, 0, 0.57936022, 0.37399929},
    {-0.22740528, 0.36186136, 0.31252553, 0.80948983},
    {-0.35621855, -0.42301346, 0.66028492, 0.64903119}},
   5.2405559395809886,
   {-0.088332487223881886, 0.011760684669756025, 0.14361168418562936},
   {2.6931431132982842, 2.4750421215980452, 2.4310447778217226, -0.00099401059243662843,
    0.24071053524367392, 0.064420218285900388}},
  {4,
   {{0, 0, 0, 1},
    {0.16775715, 0.65402755, 0.59777181, 0.78592749},
    {-0.45573423, -0.049092361, 0.38725513, 0.76521997},
    {-0.52759187, -0.25877375, 0.30849901, 0.90746288}},
   6.6731225268737173,
   {-0.12760494210476631, 0.063790009329457997, 0.22727108735919879},
   {3.9649732916426332, 3.7820645060047497, 4.1445968641660134, -0.6244901477066781,
    0.090408000659565863, -0.36151510806679132}},
};

/* Check against reference values, rounded to 2^-53: the error is within the bound. The bound may
   be large, but at most 1e4 times the error of sums of some hundred rounded terms. */
static void known_sets(void)
{
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    const Known         *of    = &known[k];
    PebbleSet            set   = set_of(3, of->n, of->rows);
    const MassProperties got   = exact_of(&set);
    MassProperties       truth = got;
    double               off, shift;

    truth.volume = truth.mass = of->volume;
    truth.centre              = vec3(of->centre[0], of->centre[1], of->centre[2]);
    truth.inertia             = (Sym3){of->inertia[0], of->inertia[1], of->inertia[2],
                                       of->inertia[3], of->inertia[4], of->inertia[5]};
    off                       = off_by(&got, &truth);
    shift                     = centre_off(&got, &truth);
    test_note("set %d: off by %.2g, bound %.2g; centre by %.2g, bound %.2g", (int)k, off, got.error,
              shift, got.centre_error);
    CHECK_NEAR(off, 0,
               got.error + 4 * 0x1p-53); /* as above: volume, mass and inertia over their sizes */
    CHECK_NEAR(shift, 0, got.centre_error); /* as above */
    CHECK_NEAR(off, 0, 40 * 0x1p-53);       /* some hundred terms, rounding errors of both signs */
    CHECK(got.error < 1e4 * 0x1p-53);       /* as above */
    pebble_set_free(&set);
  }
  test_end(
    "mass, exact: spheres that all but coincide and circles through the pole, as in 113 bits");
}

/* Three unit spheres `apart` from each other along a random line, and off it by about apart^2:
   the visible part of the middle one is a lune between circles that cross, touch or pass each
   other. */
static PebbleSet triple(uint64_t index)
{
  Random       random = random_stream(5, RANDOM_TEST, index);
  const double apart  = pow(10, -11 + 6 * random_real(&random)),
               tilt   = apart * apart * pow(10, -1 + 1.5 * random_real(&random));
  const Vec3 axis     = quat_turn(random_orientation(&random), vec3(1, 0, 0));
  PebbleSet  set;

  pebble_set_create(3, &set);
  for (int i = 0; i < 3; i++) {
    const double along = apart * (2 * random_real(&random) - 1);
    const Vec3   aside = quat_turn(random_orientation(&random), vec3(tilt, 0, 0));

    set.x[i] = vec3_axpy(aside, along, axis);
    set.r[i] = 1;
  }
  return set;
}

/* Rotated set; each number is off by about 2^-53, so coordinates of 1e-5 by 1e-21. */
static void turned_triples(void)
{
  double most = 0;

  for (int k = 0; k < N_TRIPLES; k++) {
    PebbleSet            set   = triple((uint64_t)k);
    const MassProperties first = exact_of(&set);

    for (int turn = 0; turn < N_TURNS; turn++) {
      const Quat     q     = random_turn(3, (uint64_t)(N_TURNS * k + turn));
      PebbleSet      other = set_copy(&set);
      MassProperties got, back = first;

      for (int i = 0; i < 3; i++) other.x[i] = quat_turn(q, set.x[i]);
      got          = exact_of(&other);
      back.inertia = sym3_turned(first.inertia, q);
      back.centre  = quat_turn(q, first.centre);
      most         = fmax(most, off_by(&got, &back) / (got.error + first.error));
      CHECK_NEAR(off_by(&got, &back), 0,
                 got.error + first.error + 8 * 0x1p-53); /* both bounds; rounding of the rotation */
      CHECK_NEAR(centre_off(&got, &back), 0, got.centre_error + first.centre_error);
      pebble_set_free(&other);
    }
    pebble_set_free(&set);
  }
  test_note("most used of both bounds: %.2g", most);
  test_end("mass, exact: three spheres that all but coincide, turned: within the bounds");
}

/* Angle of a triangle at a, rad. */
static double angle_at(Vec3 a, Vec3 b, Vec3 c)
{
  const Vec3 u = vec3_sub(b, a), v = vec3_sub(c, a);

  return atan2(vec3_norm(vec3_cross(u, v)), vec3_dot(u, v));
}

/* Three unit spheres whose centres, `apart`, are the corners of a triangle: to the square of
   `apart`, what their union has beyond one sphere is the integral of the support function h of the
   triangle over all directions, pi / 2 times its perimeter, and the centre is its Steiner point,
   the mean of the corners with the exterior angles as weights (Schneider 2014, Convex Bodies,
   sections 1.7 and 5.3). */
static void triples_in_closed_form(void)
{
  double volume_used = 0, centre_used = 0;

  for (uint64_t k = 0; k < 4 * N_TRIPLES; k++) {
    Random       random = random_stream(6, RANDOM_TEST, k);
    const double apart  = pow(10, -11 + 3 * random_real(&random)),
                 flat   = apart * pow(10, -9 * random_real(&random) * random_real(&random));
    const Quat q        = random_orientation(&random);
    PebbleSet  set   = set_of(3, 3, (const double[3][4]){{0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}});
    double     round = 0, volume;
    Vec3       centre = {0, 0, 0};
    MassProperties got;

    for (int i = 0; i < 3; i++)
      set.x[i] = quat_turn(
        q, vec3(apart * (2 * random_real(&random) - 1), flat * (2 * random_real(&random) - 1), 0));
    for (int i = 0; i < 3; i++) {
      const Vec3 a = set.x[i], b = set.x[(i + 1) % 3], c = set.x[(i + 2) % 3];

      round += vec3_norm(vec3_sub(b, a));
      centre = vec3_axpy(centre, 0.5 - angle_at(a, b, c) / (2 * PETSC_PI), a);
    }
    volume      = 4 * PETSC_PI / 3 + PETSC_PI / 2 * round;
    got         = exact_of(&set);
    volume_used = fmax(volume_used, fabs(got.volume / volume - 1) / got.error);
    centre_used = fmax(centre_used, vec3_norm(vec3_sub(got.centre, centre)) / got.centre_error);
    /* the bounds, the square of `apart`, and the rounding of the sum above */
    CHECK_NEAR(got.volume / volume, 1, got.error + apart * apart + 2 * 0x1p-53);
    CHECK_NEAR(vec3_norm(vec3_sub(got.centre, centre)), 0, got.centre_error + apart * apart);
    pebble_set_free(&set);
  }
  test_note("most used of the bounds: volume %.2g, centre %.2g", volume_used, centre_used);
  test_end("mass, exact: three spheres 1e-11 to 1e-8 apart, in closed form: within the bounds");
}

TESTS(.ranks = {1})
{
  known_sets();
  turned_triples();
  triples_in_closed_form();
}
