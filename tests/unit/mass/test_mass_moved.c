/* SPDX-License-Identifier: MIT */
/* Mass properties of random and degenerate sets against sums over lines, and of moved copies. */
#include "unions.h"

static Quat random_turn(uint64_t *state)
{
  Quat q = {random_unit(state) - 0.5, random_unit(state) - 0.5, random_unit(state) - 0.5,
            random_unit(state) - 0.5};

  return quat_normalized(q);
}

/* Point rotated by q, then scaled, then shifted. */
static PebbleSet moved_set(const PebbleSet *from, Quat q, double scale, Vec3 shift)
{
  PebbleSet set;

  pebble_set_create(from->n, &set);
  for (int i = 0; i < from->n; i++) {
    set.x[i]        = vec3_axpy(shift, scale, quat_turn(q, from->x[i]));
    set.r[i]        = scale * from->r[i];
    set.material[i] = from->material[i];
  }
  return set;
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

TESTS(.ranks = {1})
{
  lines_agree();
  moved_copies();
  degenerate_sets();
}
