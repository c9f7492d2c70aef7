/* np: 1 */
/* SPDX-License-Identifier: MIT */
/* Exact mass properties of unions of spheres against closed forms (two spheres, spheres on one
   axis), against a sum over parallel lines, and against rotated, shifted and scaled copies:
   their cuts into latitudes share no number with those of the original. */
#include "mass/mass.h"
#include "test.h"

#include <time.h>

enum { MOST = 10000 };

static Material materials_list[] = {{.name = "light", .density = 1, .young = 1, .poisson = 0.2},
                                    {.name = "heavy", .density = 4, .young = 1, .poisson = 0.2},
                                    {.name = "middle", .density = 2.5, .young = 1, .poisson = 0.2}};
static const Materials materials = {3, materials_list};

static PebbleSet set_of(int n, const double rows[][4])
{
  PebbleSet set;

  CALL(pebble_set_create(n, &set));
  for (int i = 0; i < n; i++) {
    set.x[i] = vec3(rows[i][0], rows[i][1], rows[i][2]);
    set.r[i] = rows[i][3];
  }
  return set;
}

static MassProperties properties_of(const PebbleSet *set, const MassMethod *method)
{
  MassProperties out;
  char           why[256] = "";

  CHECK(method->find(set, &materials, &mass_defaults, &out, why));
  mass_principal(&out);
  return out;
}

static MassProperties exact_of(int n, const double rows[][4])
{
  PebbleSet            set = set_of(n, rows);
  const MassProperties out = properties_of(&set, &mass_exact);

  pebble_set_free(&set);
  return out;
}

/* Pseudo-random number in [0, 1), the same on every machine. */
static double random_unit(uint64_t *state)
{
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) * 0x1p-53;
}

static Quat random_turn(uint64_t *state)
{
  Quat q = {random_unit(state) - 0.5, random_unit(state) - 0.5, random_unit(state) - 0.5,
            random_unit(state) - 0.5};

  return quat_normalized(q);
}

/* Set of n pebbles with radii low .. 1 in a cube with this edge. */
static PebbleSet random_set(int n, double edge, double low, uint64_t seed)
{
  PebbleSet set;

  CALL(pebble_set_create(n, &set));
  for (int i = 0; i < n; i++) {
    const double x = random_unit(&seed), y = random_unit(&seed), z = random_unit(&seed);

    set.x[i] = vec3(edge * x, edge * y, edge * z);
    set.r[i] = low + (1 - low) * random_unit(&seed);
  }
  return set;
}

/* Point rotated by q, then scaled, then shifted. */
static PebbleSet moved_set(const PebbleSet *from, Quat q, double scale, Vec3 shift)
{
  PebbleSet set;

  CALL(pebble_set_create(from->n, &set));
  for (int i = 0; i < from->n; i++) {
    set.x[i]        = vec3_axpy(shift, scale, quat_turn(q, from->x[i]));
    set.r[i]        = scale * from->r[i];
    set.material[i] = from->material[i];
  }
  return set;
}

/* a . S b */
static double sym3_between(Sym3 s, Vec3 a, Vec3 b)
{
  return vec3_dot(a, sym3_mul(s, b));
}

/* Tensor rotated by q. */
static Sym3 sym3_turned(Sym3 s, Quat q)
{
  const Vec3 x = quat_turn_back(q, vec3(1, 0, 0)), y = quat_turn_back(q, vec3(0, 1, 0)),
             z = quat_turn_back(q, vec3(0, 0, 1));

  return (Sym3){sym3_between(s, x, x), sym3_between(s, y, y), sym3_between(s, z, z),
                sym3_between(s, x, y), sym3_between(s, x, z), sym3_between(s, y, z)};
}

static double sym3_distance(Sym3 a, Sym3 b)
{
  const double d[] = {a.xx - b.xx, a.yy - b.yy, a.zz - b.zz, a.xy - b.xy, a.xz - b.xz, a.yz - b.yz};
  double       most = 0;

  for (int k = 0; k < 6; k++) most = fmax(most, fabs(d[k]));
  return most;
}

/* Check that volume, mass, centre and inertia agree to a relative tolerance, and to the error
   bounds of both (plus rounding of a double). */
static void check_same(const MassProperties *a, const MassProperties *b, double tolerance)
{
  const double allowed =
    a->error + b->error + 2e-15; /* the compared values are rounded in a few operations */
  const double size  = sqrt(b->principal.z / b->mass);
  const double shift = a->centre_error + b->centre_error + 2e-15 * (size + vec3_norm(b->centre));
  const double off_v = fabs(a->volume / b->volume - 1), off_m = fabs(a->mass / b->mass - 1);
  const double off_i = sym3_distance(a->inertia, b->inertia) / b->principal.z;

  CHECK_NEAR(
    off_v, 0,
    fmin(tolerance, allowed)); /* tolerance of the caller, and the sum of both error bounds */
  CHECK_NEAR(off_m, 0, fmin(tolerance, allowed)); /* as above */
  CHECK_NEAR(off_i, 0, fmin(tolerance, allowed)); /* as above */
  CHECK_NEAR(vec3_norm(vec3_sub(a->centre, b->centre)), 0,
             fmin(tolerance * size, shift)); /* as above */
}

/* Add the integrals of the solid of revolution with r(z)^2 = R^2 - (z - c)^2 from low to high:
   volume, first and second moment along z, and second moment across. */
static void segment_add(double c, double radius, double low, double high, double sum[4])
{
  /* Gauss quadrature with three points, exact for quartics */
  const double node[] = {-sqrt(0.6), 0, sqrt(0.6)}, weight[] = {5.0 / 9, 8.0 / 9, 5.0 / 9};

  for (int k = 0; k < 3; k++) {
    const double z    = 0.5 * (low + high) + 0.5 * (high - low) * node[k],
                 area = PETSC_PI * (radius - (z - c)) * (radius + (z - c));
    const double part = 0.5 * (high - low) * weight[k] * area;

    sum[0] += part;
    sum[1] += part * z;
    sum[2] += part * z * z;
    sum[3] += part * area / (4 * PETSC_PI);
  }
}

/* Union of spheres centred on the z axis: a body of revolution, whose profile changes spheres
   where two of them cross. */
static MassProperties axial_union(int n, const double z[], const double r[])
{
  double cut[64], sum[4] = {0}, centre;
  int    n_cut = 0;

  for (int i = 0; i < n; i++) {
    cut[n_cut++] = z[i] - r[i];
    cut[n_cut++] = z[i] + r[i];
    for (int j = 0; j < i; j++) {
      const double d = z[j] - z[i];

      if (d != 0) cut[n_cut++] = z[i] + (d * d + (r[i] - r[j]) * (r[i] + r[j])) / (2 * d);
    }
  }
  for (int k = 0; k < n_cut; k++) {
    for (int l = k + 1; l < n_cut; l++) {
      if (cut[l] < cut[k]) {
        const double swap = cut[l];

        cut[l] = cut[k];
        cut[k] = swap;
      }
    }
  }
  for (int k = 1; k < n_cut; k++) {
    const double middle = 0.5 * (cut[k - 1] + cut[k]);
    double       widest = 0;
    int          best   = -1;

    for (int i = 0; i < n; i++) {
      const double area = (r[i] - (middle - z[i])) * (r[i] + (middle - z[i]));

      if (area > widest) {
        widest = area;
        best   = i;
      }
    }
    if (best >= 0) segment_add(z[best], r[best], cut[k - 1], cut[k], sum);
  }
  centre                = sum[1] / sum[0];
  const double   along  = 2 * sum[3];
  const double   across = sum[2] - sum[0] * centre * centre + sum[3];
  MassProperties out    = {.volume  = sum[0],
                           .mass    = sum[0],
                           .centre  = vec3(0, 0, centre),
                           .inertia = {across, across, along, 0, 0, 0}};

  mass_principal(&out);
  return out;
}

/* The same union on a slanted axis, where the cuts have no symmetry. */
static void check_axial(int n, const double z[], const double r[], double tolerance)
{
  const MassProperties expected = axial_union(n, z, r);
  const Quat           turns[]  = {quat_identity(), quat_normalized((Quat){1, 1, 0, 0}),
                                   quat_normalized((Quat){3, -1, 2, 1.7})};
  PebbleSet            set;

  CALL(pebble_set_create(n, &set));
  for (int t = 0; t < 3; t++) {
    MassProperties turned = expected, found;

    for (int i = 0; i < n; i++) {
      set.x[i] = quat_turn(turns[t], vec3(0, 0, z[i]));
      set.r[i] = r[i];
    }
    turned.centre  = quat_turn(turns[t], expected.centre);
    turned.inertia = sym3_turned(expected.inertia, turns[t]);
    found          = properties_of(&set, &mass_exact);
    check_same(&found, &turned, tolerance);
  }
  pebble_set_free(&set);
}

static void known_unions(void)
{
  const double pairs[4][2][4]    = {{{0, 0, 0, 1}, {0, 0, 1, 1}},
                                    {{0, 0, 0, .5}, {0, 0, .8, .5}},
                                    {{0, 0, 0, 1}, {0, 0, 2, 1}},
                                    {{0, 0, 0, 1}, {0, 0, 3, .5}}};
  const double known[4][4]       = {{7.06858347057703, 0.5, 3.00414797499524, 5.21308030955056},
                                    {1.01787601976309, 0.4, 0.103823354015835, 0.271772897276746},
                                    {8.37758040957278, 1, 3.35103216382911, 11.7286125734019},
                                    {4.71238898038469, 1.0 / 3, 1.72787595947439, 5.91666616426078}};
  const double root2             = sqrt(2);
  const double tetrahedron[4][4] = {
    {1, 1, 1, root2}, {1, -1, -1, root2}, {-1, 1, -1, root2}, {-1, -1, 1, root2}};
  const double         shrink = sqrt(0.125); /* edge 2 sqrt 2 and radius sqrt 2 to radius 1 */
  const MassProperties tetra  = exact_of(4, tetrahedron);

  for (int k = 0; k < 4; k++) {
    const MassProperties m = exact_of(2, pairs[k]);

    CHECK_NEAR(m.volume / known[k][0], 1, 5e-15);      /* 15 digits are given */
    CHECK_NEAR(m.mass / m.volume, 1, 0.0);             /* density 1 */
    CHECK_NEAR(m.centre.z / known[k][1], 1, 5e-15);    /* 15 digits are given */
    CHECK_NEAR(m.principal.x / known[k][2], 1, 5e-15); /* 15 digits are given */
    CHECK_NEAR(m.principal.y / known[k][3], 1, 5e-15); /* 15 digits are given */
    CHECK_NEAR(m.principal.z / known[k][3], 1, 5e-15); /* 15 digits are given */
    CHECK(m.error < 1e-12);
  }
  CHECK_NEAR(tetra.volume * shrink / 16.7551608191456, 1, 5e-15); /* 15 digits are given */
  CHECK_NEAR(tetra.principal.x * shrink / 2 / 23.4572251468038, 1,
             5e-15); /* 15 digits are given; r^5 = 4 sqrt 2 */
  CHECK_NEAR(tetra.principal.z * shrink / 2 / 23.4572251468038, 1, 5e-15); /* 15 digits are given */
  CHECK_NEAR(vec3_norm(tetra.centre), 0, 1e-15);                           /* symmetric; rounding */
  test_end("mass, exact: the known unions");
}

static void equal_pairs(void)
{
  for (int k = 0; k <= 40; k++) {
    const double         s          = k / 20.0;
    const double         rows[2][4] = {{0, 0, 0, 1}, {s, 0, 0, 1}};
    const MassProperties m          = exact_of(2, rows);
    const double         volume     = PETSC_PI * (4.0 / 3 + s - s * s * s / 12);
    const double         axial = PETSC_PI * (8.0 / 15 + s / 2 - s * s * s / 12 + pow(s, 5) / 160);
    const double         transverse = PETSC_PI * pow(s + 2, 3) * (s * s - 6 * s + 64) / 960;

    CHECK_NEAR(m.volume / volume, 1, 2e-15);         /* some roundings */
    CHECK_NEAR(m.centre.x, s / 2, 1e-15);            /* some roundings */
    CHECK_NEAR(m.inertia.xx / axial, 1, 4e-15);      /* some roundings */
    CHECK_NEAR(m.inertia.yy / transverse, 1, 4e-15); /* some roundings */
    CHECK_NEAR(m.inertia.zz / transverse, 1, 4e-15); /* some roundings */
  }
  test_end("mass, exact: two equal spheres at any distance");
}

static void unequal_pairs(void)
{
  const double distances[] = {0,          1e-12, 1e-9, 1e-4, 0.3,        0.5, 0.5 + 1e-15,
                              0.5 + 1e-9, 0.7,   1,    1.2,  1.5 - 1e-9, 1.5, 2.1};

  for (int k = 0; k < 14; k++) {
    check_axial(2, (double[]){-0.2, distances[k] - 0.2}, (double[]){1, 0.5}, 1e-13); /* rounding */
    check_axial(2, (double[]){0.1, distances[k] + 0.1}, (double[]){0.75 - 1e-10, 0.75},
                1e-13); /* rounding */
  }
  check_axial(2, (double[]){0, 999.5}, (double[]){1000, 1}, 1e-13); /* rounding */
  test_end("mass, exact: two unequal spheres, from contained to apart");
}

static void axial_sets(void)
{
  uint64_t state = 7;

  for (int k = 0; k < 40; k++) {
    const int n = 3 + k % 4;
    double    z[6], r[6];

    for (int i = 0; i < n; i++) {
      z[i] = 2 * random_unit(&state);
      r[i] = 0.3 + random_unit(&state);
    }
    check_axial(n, z, r, 1e-12); /* ten times the error asked of a panel over 4 pi */
  }
  check_axial(3, (double[]){0, 1, 2}, (double[]){sqrt(2), 1, sqrt(2)},
              1e-13); /* one circle, three spheres */
  check_axial(3, (double[]){-0.5, 0, 0.25}, (double[]){sqrt(1.25), 1, sqrt(1.0625)},
              1e-13); /* one circle, on one side */
  check_axial(3, (double[]){-0.5, 0, 0.5}, (double[]){1.118033988749895, 1, 1.118033988749895},
              1e-13); /* middle sphere just hidden */
  check_axial(4, (double[]){0, 0, 0, 0}, (double[]){1, 0.5, 1, 1},
              1e-13); /* coincident and contained */
  check_axial(3, (double[]){0, 1e-9, -1e-9}, (double[]){1, 1, 1}, 1e-12); /* nearly coincident */
  check_axial(3, (double[]){0, 0.5, -0.5}, (double[]){1, 0.5, 0.5},
              1e-13); /* tangent from within */
  check_axial(3, (double[]){0, 0.5, 1}, (double[]){1, 1, 1},
              1e-12); /* the middle sphere shows as a band */
  test_end("mass, exact: spheres on one axis are bodies of revolution");
}

/* Integrals by summation over lines along z: exact along each line, midpoint rule across. */
static MassProperties lines_sum(const PebbleSet *set, Vec3 low, Vec3 high, int n)
{
  const double   hx = (high.x - low.x) / n, hy = (high.y - low.y) / n;
  MassProperties out  = {.volume = 0};
  double         j[9] = {0}; /* x y z xx yy zz xy xz yz */

  for (int p = 0; p < n; p++) {
    for (int q = 0; q < n; q++) {
      const double x = low.x + (p + 0.5) * hx, y = low.y + (q + 0.5) * hy;
      double       from[64], to[64], top = -HUGE_VAL;
      int          m = 0;

      for (int i = 0; i < set->n; i++) {
        const double dx = x - set->x[i].x, dy = y - set->x[i].y,
                     half = set->r[i] * set->r[i] - dx * dx - dy * dy;
        int k             = m;

        if (half <= 0) continue;
        for (; k > 0 && from[k - 1] > set->x[i].z - sqrt(half); k--) {
          from[k] = from[k - 1];
          to[k]   = to[k - 1];
        }
        from[k] = set->x[i].z - sqrt(half);
        to[k]   = set->x[i].z + sqrt(half);
        m++;
      }
      for (int k = 0; k < m; k++) {
        const double a = fmax(from[k], top), b = to[k], l = hx * hy * (b - a), z1 = l * (a + b) / 2,
                     z2    = l * (a * a + a * b + b * b) / 3;
        const double add[] = {l * x, l * y,     z1,     l * x * x, l * y * y,
                              z2,    l * x * y, z1 * x, z1 * y};

        if (b <= a) continue;
        top = b;
        out.volume += l;
        for (int s = 0; s < 9; s++) j[s] += add[s];
      }
    }
  }
  out.mass   = out.volume;
  out.centre = vec3(j[0] / out.mass, j[1] / out.mass, j[2] / out.mass);
  j[3] -= j[0] * out.centre.x;
  j[4] -= j[1] * out.centre.y;
  j[5] -= j[2] * out.centre.z;
  out.inertia      = (Sym3){j[4] + j[5],
                            j[3] + j[5],
                            j[3] + j[4],
                            j[0] * out.centre.y - j[6],
                            j[0] * out.centre.z - j[7],
                            j[1] * out.centre.z - j[8]};
  out.centre_error = 2e-5;
  out.error = 2e-5; /* error at the edge of the projection: its circles cross a fraction of the
                       cells, of depth sqrt(h) */
  mass_principal(&out);
  return out;
}

static void lines_agree(void)
{
  const int    n[]    = {3, 4, 7, 20, 50};
  const double edge[] = {1, 1, 1.5, 2, 3};

  for (int k = 0; k < 5; k++) {
    PebbleSet            set   = random_set(n[k], edge[k], 0.3, 11 + (uint64_t)k);
    const MassProperties found = properties_of(&set, &mass_exact),
                         sum   = lines_sum(&set, vec3(-1, -1, -1), vec3(4, 4, 4), 2000);

    check_same(&found, &sum, 2e-5); /* error of the sum over lines, see there */
    CHECK(found.error < 1e-9);
    test_note("%d pebbles: volume off the sum over lines by %.1e, inertia by %.1e, bound %.1e",
              n[k], fabs(found.volume / sum.volume - 1),
              sym3_distance(found.inertia, sum.inertia) / sum.principal.z, found.error);
    pebble_set_free(&set);
  }
  test_end("mass, exact: a sum over lines agrees");
}

/* Compare the set with its copy, rotated by q, scaled by s and shifted. */
static void check_moved(const PebbleSet *set, Quat q, double s, Vec3 shift, double tolerance)
{
  PebbleSet            copy  = moved_set(set, q, s, shift);
  const MassProperties found = properties_of(&copy, &mass_exact);
  MassProperties       m     = properties_of(set, &mass_exact);
  const Sym3           i     = sym3_turned(m.inertia, q);
  const double         s5    = pow(s, 5);

  m.centre = vec3_axpy(shift, s, quat_turn(q, m.centre));
  m.centre_error *= s;
  m.inertia = (Sym3){s5 * i.xx, s5 * i.yy, s5 * i.zz, s5 * i.xy, s5 * i.xz, s5 * i.yz};
  m.volume *= s * s * s;
  m.mass *= s * s * s;
  m.principal = vec3_scale(s5, m.principal);
  check_same(&found, &m, tolerance);
  CHECK(found.error < 1e-9);
  pebble_set_free(&copy);
}

static void moved_copies(void)
{
  uint64_t state = 99;

  for (int k = 0; k < 12; k++) {
    PebbleSet set = random_set(3 + 4 * k, 1 + 0.2 * k, 0.3, (uint64_t)k);

    for (int i = 0; i < set.n; i++) set.material[i] = k % 3 == 0 ? i % 3 : 0;
    check_moved(&set, random_turn(&state), 1, vec3(0, 0, 0),
                1e-11); /* error asked of a panel, 1e-12 sr, for tens of them */
    check_moved(&set, quat_identity(), 1, vec3(8, -16, 4),
                1e-13); /* rounding of the shifted centres */
    check_moved(&set, quat_identity(), 1e-3, vec3(0, 0, 0),
                1e-13); /* rounding of the scaled centres */
    check_moved(&set, random_turn(&state), 1e4, vec3(1e4, 2e4, 1e3), 1e-11); /* as the first */
    pebble_set_free(&set);
  }
  test_end("mass, exact: turned, shifted and scaled copies");
}

/* Sets whose circles touch, coincide, or meet in threes and more in a point, rotated so that
   rounding breaks every tie. */
static void degenerate_sets(void)
{
  static const double square[4][4] = {
    {1, 1, 0, 1.5}, {1, -1, 0, 1.5}, {-1, 1, 0, 1.5}, {-1, -1, 0, 1.5}};
  static const double cube[8][4] = {
    {1, 1, 1, 1.7320508075688772},   {1, 1, -1, 1.7320508075688772},
    {1, -1, 1, 1.7320508075688772},  {1, -1, -1, 1.7320508075688772},
    {-1, 1, 1, 1.7320508075688772},  {-1, 1, -1, 1.7320508075688772},
    {-1, -1, 1, 1.7320508075688772}, {-1, -1, -1, 1.7320508075688772}};
  static const double buried[7][4]   = {{0, 0, 0, 0.9}, {1, 0, 0, 1}, {-1, 0, 0, 1}, {0, 1, 0, 1},
                                        {0, -1, 0, 1},  {0, 0, 1, 1}, {0, 0, -1, 1}};
  static const double twins[6][4]    = {{0, 0, 0, 1}, {1e-9, 0, 0, 1}, {0, 1e-9, 0, 1},
                                        {1, 0, 0, 1}, {1, 0, 0, 1},    {1, 1e-12, 0, 1}};
  static const double touching[3][4] = {
    {0, 0, 0, 1}, {0.8, 0, 0, 1}, {0.4, 1.5165150181510483, 0, 0.6}};
  static const double inner[4][4] = {
    {0, 0, 0, 1}, {0.5, 0, 0, 0.5}, {0, 0.5, 0, 0.5}, {0.7, 0.7, 0, 0.6}};
  const double(*const sets[])[4] = {square, cube, buried, twins, touching, inner};
  const int n[]                  = {4, 8, 7, 6, 3, 4};
  uint64_t  state                = 5;

  for (int k = 0; k < 6; k++) {
    PebbleSet            set = set_of(n[k], sets[k]);
    const MassProperties m   = properties_of(&set, &mass_exact),
                         sum = lines_sum(&set, vec3(-3, -3, -3), vec3(3, 3, 3), 2000);

    check_same(&m, &sum, 2e-5); /* error of the sum over lines, see there */
    for (int t = 0; t < 4; t++)
      check_moved(&set, random_turn(&state), 1, vec3(0, 0, 0), 1e-11); /* as for random sets */
    pebble_set_free(&set);
  }
  test_end("mass, exact: coplanar, tangent, coincident, buried and contained pebbles");
}

static void a_hidden_pebble_adds_nothing(void)
{
  const double         all[3][4]  = {{0, 0, 0, 1}, {0.25, 0.25, 0.5, 0.25}, {0.9, 0, 0, 1}};
  const double         bare[2][4] = {{0, 0, 0, 1}, {0.9, 0, 0, 1}};
  const MassProperties a = exact_of(3, all), b = exact_of(2, bare);

  check_same(&a, &b, 1e-14); /* the same sum, except for the origin */
  test_end("mass, exact: a hidden pebble adds nothing");
}

/* Two spheres whose centres are a tiny d apart add d times the projected area of the bare part
   of one: here a disc minus a segment. */
static void all_but_coincident_pebbles_add_a_crescent(void)
{
  const double d = 1e-9, bare[2][4] = {{0, 0, 0, 1}, {1, 0, 0, 1}},
               all[3][4] = {{0, 0, 0, 1}, {1, 0, 0, 1}, {0, d, 0, 1}};
  const double shadow    = 0.5 * sqrt(0.75) + asin(0.5) + PETSC_PI / 2;

  CHECK_NEAR((exact_of(3, all).volume - exact_of(2, bare).volume) / d, shadow,
             2e-5); /* a few roundings of 7, each 4e-15, over d */
  test_end("mass, exact: a pebble all but on another adds a crescent");
}

static void the_densest_wins(void)
{
  const double         rows[2][4] = {{0, 0, 0, 1}, {0, 0, 0.6, 0.7}};
  PebbleSet            pair = set_of(2, rows), one = set_of(1, rows + 1);
  const MassProperties both = properties_of(&pair, &mass_exact),
                       core = properties_of(&one, &mass_exact);
  const double mass =
    both.mass + 3 * core.mass; /* light everywhere, three more in the heavy sphere */
  const double centre = (both.mass * both.centre.z + 3 * core.mass * 0.6) / mass;
  const double across = both.inertia.xx + both.mass * pow(both.centre.z - centre, 2) +
                        3 * (core.inertia.xx + core.mass * pow(0.6 - centre, 2));
  MassProperties m;

  pair.material[1] = 1;
  m                = properties_of(&pair, &mass_exact);
  CHECK_NEAR(m.volume, both.volume, 4e-15 * both.volume);                          /* rounding */
  CHECK_NEAR(m.mass, mass, 4e-15 * mass);                                          /* rounding */
  CHECK_NEAR(m.centre.z, centre, 4e-15);                                           /* rounding */
  CHECK_NEAR(m.inertia.xx, across, 1e-14 * across);                                /* rounding */
  CHECK_NEAR(m.inertia.zz, both.inertia.zz + 3 * core.inertia.zz, 1e-14 * across); /* rounding */
  pair.material[0] = 1;
  pair.material[1] = 0;
  m                = properties_of(&pair, &mass_exact);
  CHECK_NEAR(m.mass, both.mass + 4 * PETSC_PI,
             1e-14 * mass); /* now the large one is heavy: mass 3 x 4/3 pi more; rounding */
  pebble_set_free(&pair);
  pebble_set_free(&one);
  test_end("mass, exact: of overlapping densities the densest wins");
}

static void the_sum_counts_overlaps_twice(void)
{
  const double apart[3][4] = {{0, 0, 0, .5}, {0, 0, 1, .5}, {0, 1, 0, .5}},
               over[2][4]  = {{5, 0, 0, 1}, {5, 0, 0, 1}};
  PebbleSet      set = set_of(3, apart), twice = set_of(2, over);
  MassProperties m = properties_of(&set, &mass_sum), e = properties_of(&set, &mass_exact);

  CHECK_NEAR(m.mass, 1.570796326794897, 1e-15);     /* 16 digits are given */
  CHECK_NEAR(m.centre.y, 1.0 / 3, 1e-15);           /* rounding */
  CHECK_NEAR(m.centre.z, 1.0 / 3, 1e-15);           /* rounding */
  CHECK_NEAR(m.principal.z, 0.855211333477, 1e-12); /* 12 digits are given */
  CHECK_NEAR(m.principal.y, 0.680678408278, 1e-12); /* 12 digits are given */
  CHECK_NEAR(m.principal.x, 0.331612557879, 1e-12); /* 12 digits are given */
  check_same(&e, &m, 1e-14);                        /* tangent: nothing overlaps; rounding */
  m = properties_of(&twice, &mass_sum);
  CHECK_NEAR(m.mass, 8 * PETSC_PI / 3, 1e-14);                     /* rounding */
  CHECK_NEAR(m.inertia.yy, 16 * PETSC_PI / 15, 1e-14);             /* rounding */
  CHECK_NEAR(m.centre.x, 5, 1e-14);                                /* rounding */
  CHECK_NEAR(pebbles_overlap(&twice, 4 * PETSC_PI / 3), 1, 1e-15); /* rounding */
  pebble_set_free(&set);
  pebble_set_free(&twice);
  test_end("mass, sum: right where nothing overlaps, twice where two coincide");
}

static void bad_sets_are_refused(void)
{
  const double bad[][4] = {
    {0, 0, 0, 0}, {0, 0, 0, -1}, {0, NAN, 0, 1}, {0, 0, 0, INFINITY}, {0, 0, 0, NAN}};
  char           why[256] = "";
  MassProperties m;

  for (int k = 0; mass_methods[k]; k++) {
    PebbleSet set = set_of(1, (const double[][4]){{0, 0, 0, 1}});

    CHECK(mass_methods[k] == mass_method_find(mass_methods[k]->head.name));
    set.material[0] = 3;
    CHECK(!mass_methods[k]->find(&set, &materials, &mass_defaults, &m, why) &&
          strstr(why, "material"));
    set.n = 0;
    CHECK(!mass_methods[k]->find(&set, &materials, &mass_defaults, &m, why) &&
          strstr(why, "no pebbles"));
    pebble_set_free(&set);
    for (int b = 0; b < 5; b++) {
      set = set_of(1, bad + b);
      CHECK(!mass_methods[k]->find(&set, &materials, &mass_defaults, &m, why) &&
            strstr(why, b == 2 ? "centre" : "radius"));
      pebble_set_free(&set);
    }
  }
  CHECK(!mass_method_find("exactly"));
  test_end("mass: sets without sense are refused");
}

static double seconds(void)
{
  return (double)clock() / CLOCKS_PER_SEC;
}

static void large_sets_in_time(void)
{
  const int    n[]     = {20, 50, MOST};
  const double edge[]  = {2, 2.5, 20},
               limit[] = {1, 1,
                          60}; /* generous: sanitizers and busy machines; the note has the times */

  for (int k = 0; k < 3; k++) {
    PebbleSet            set   = random_set(n[k], edge[k], 0.5, 3);
    const double         start = seconds();
    const MassProperties m     = properties_of(&set, &mass_exact);
    const double         took  = seconds() - start;

    test_note("%d random pebbles: %.3f s, volume over sum %.3f, bound %.1e", n[k], took,
              1 / (1 + pebbles_overlap(&set, m.volume)), m.error);
    CHECK(m.error < 1e-9);
    CHECK(took < limit[k]);
    pebble_set_free(&set);
  }
  test_end("mass, exact: ten thousand pebbles in some seconds");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  known_unions();
  equal_pairs();
  unequal_pairs();
  axial_sets();
  lines_agree();
  moved_copies();
  degenerate_sets();
  a_hidden_pebble_adds_nothing();
  all_but_coincident_pebbles_add_a_crescent();
  the_densest_wins();
  the_sum_counts_overlaps_twice();
  bad_sets_are_refused();
  large_sets_in_time();
  return test_finish();
}
