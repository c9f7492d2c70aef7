/* SPDX-License-Identifier: MIT */
/* The box and its periodic images, against definitions that share no code with them. */
#include "base/random.h"
#include "space/domain.h"
#include "test.h"

enum { MOST = 5 }; /* images to either side that are looked at one by one */

static const Vec3 lo = {-2, 0.5, 3}, hi = {1, 4.5, 5};

/* Axis k periodic if bit k of `periodic` is set, else open or free. */
static Domain domain_of(int periodic)
{
  Boundary boundary[3];

  for (int k = 0; k < 3; k++)
    boundary[k] = periodic >> k & 1 ? BOUNDARY_PERIODIC : k == 1 ? BOUNDARY_FREE : BOUNDARY_OPEN;
  return domain_create(3, lo, hi, boundary, 1, 0);
}

static int sign_of(int x, int y, int z)
{
  const int number =
    100 * x + 10 * y + z; /* of digits from -2 to 2: the first that is not 0 decides */

  return (number > 0) - (number < 0);
}

static void image_signs(void)
{
  for (int x = -2; x <= 2; x++)
    for (int y = -2; y <= 2; y++)
      for (int z = -2; z <= 2; z++) {
        const Image n = {x, y, z}, back = image_sub((Image){0, 0, 0}, n),
                    other = image_sub(image_add(n, (Image){3, -5, 7}), n);

        CHECK_INT(image_sign(n), sign_of(x, y, z));
        CHECK(back.x == -x && back.y == -y && back.z == -z);
        CHECK_INT(image_sign(back), -image_sign(n));
        CHECK(other.x == 3 && other.y == -5 && other.z == 7);
      }
  test_end("images: the sign of the first number that is not zero; sums and differences");
}

static int32_t along(Image n, int axis)
{
  return axis == 0 ? n.x : axis == 1 ? n.y : n.z;
}

/* Far out and in, on faces, a grid step off them: for one axis at a time. */
static void check_wrapped(const Domain *d, Vec3 x)
{
  const Image n = domain_boxes(d, x);
  const Vec3  w = domain_wrapped(d, x), back = domain_shifted(d, w, n);

  for (int k = 0; k < 3; k++) {
    const double c = vec3_axis(w, k), length = vec3_axis(hi, k) - vec3_axis(lo, k);

    if (d->boundary[k] != BOUNDARY_PERIODIC) {
      CHECK_INT(along(n, k), 0);
      CHECK_BITS(c, vec3_axis(x, k));
      continue;
    }
    CHECK(c >= vec3_axis(lo, k) && c < vec3_axis(hi, k));
    CHECK_BITS(vec3_axis(back, k), vec3_axis(x, k));
    CHECK_BITS(c + along(n, k) * length, vec3_axis(x, k)); /* upwards is positive */
  }
}

static void centres_are_wrapped(void)
{
  for (int periodic = 0; periodic < 8; periodic++) {
    const Domain d = domain_of(periodic);

    for (int k = 0; k < 3; k++)
      for (int box = -MOST; box <= MOST; box++)
        for (int off = -1; off <= 1; off++) {
          const double face =
            vec3_axis(lo, k) + box * (vec3_axis(hi, k) - vec3_axis(lo, k)) + off * d.quantum;
          Vec3 x = vec3_scale(0.5, vec3_add(lo, hi));

          vec3_set(&x, k, face);
          check_wrapped(&d, x);
          vec3_set(&x, (k + 1) % 3, vec3_axis(hi, (k + 1) % 3)); /* an edge */
          check_wrapped(&d, x);
        }
  }
  test_end(
    "centres are wrapped into [lo, hi) along periodic axes and nowhere else, and back to the bit");
}

/* Every image of a ball that comes to the box, and at most one further to each side. */
static void images_are_those_that_meet(void)
{
  for (int k = 0; k < 3000; k++) {
    Random       r = random_stream(11, RANDOM_TEST, (uint64_t)k);
    const Domain d = domain_of(k % 8);
    Vec3         x;
    Image        from, to;
    const double radius = k % 3 == 0 ? 9 * random_real(&r) : random_real(&r);

    for (int m = 0; m < 3; m++)
      vec3_set(&x, m,
               grid_round(&d, vec3_axis(lo, m) +
                                random_real(&r) * 0.999 * (vec3_axis(hi, m) - vec3_axis(lo, m))));
    domain_images(&d, x, radius, &from, &to);
    for (int m = 0; m < 3; m++) {
      const double length = vec3_axis(hi, m) - vec3_axis(lo, m);

      for (int n = -MOST; n <= MOST; n++) {
        const double c     = vec3_axis(x, m) + n * length;
        const bool   meets = c + radius >= vec3_axis(lo, m) && c - radius < vec3_axis(hi, m);
        const bool   is_in = n >= along(from, m) && n <= along(to, m);

        CHECK(is_in == (n == 0 || (d.boundary[m] == BOUNDARY_PERIODIC && meets)));
      }
    }
  }
  test_end("images of a ball are those that meet the box, along periodic axes in both directions");
}

static void centres_leave_through_open_faces(void)
{
  for (int periodic = 0; periodic < 8; periodic++) {
    const Domain d = domain_of(periodic);

    for (int k = 0; k < 3; k++)
      for (int side = 0; side < 2; side++) {
        const double face = side ? vec3_axis(hi, k) : vec3_axis(lo, k);
        Vec3         in = vec3_scale(0.5, vec3_add(lo, hi)), out = in;

        vec3_set(&in, k, side ? face - d.quantum : face);
        vec3_set(&out, k, side ? face : face - d.quantum);
        CHECK(!domain_has_left(&d, in));
        CHECK(domain_has_left(&d, out) == (d.boundary[k] == BOUNDARY_OPEN));
      }
  }
  test_end("centres have left beyond open faces, and at no others");
}

/* Numbers of periods beyond an int32 are cut at a bound, and their sums do not overflow. */
static void far_places_have_periods(void)
{
  Domain      d   = domain_of(7);
  const Vec3  far = {1e20, -1e300, INFINITY};
  const Image n = domain_nearest(&d, far), more = image_add(n, n);

  CHECK(n.x == -PERIODS_MOST && n.y == PERIODS_MOST && n.z == -PERIODS_MOST);
  CHECK(more.x == -2 * PERIODS_MOST && more.y == 2 * PERIODS_MOST);
  CHECK_INT(periods_of(-3), -3);
  CHECK(abs(periods_of(NAN)) <= PERIODS_MOST);
  CHECK_INT(plus_product(INT32_MAX, 1, 1), INT32_MIN);
  test_end("places that are too far out have a number of periods within bounds");
}

TESTS(.ranks = {1})
{
  image_signs();
  centres_are_wrapped();
  images_are_those_that_meet();
  centres_leave_through_open_faces();
  far_places_have_periods();
}
