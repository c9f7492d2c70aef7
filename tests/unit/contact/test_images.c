/* SPDX-License-Identifier: MIT */
/* Contact forces across periodic faces, of two bodies and of a body with its own image, against
   force and torque from a formula. */
#include "sim_test.h"

static const double side = 4, stiffness = 1e5;

typedef struct {
  Vec3   x;
  double r;
} Sphere;

static const char head[] =
  "schema: 1\n"
  "run: {end_time: 1, dt: 1e-5}\n"
  "domain: {lo: [0, 0, 0], hi: [4, 4, 4], boundary: [periodic, periodic, periodic]}\n"
  "material:\n"
  "  - a: {density: 1000}\n"
  "contact:\n"
  "  - a-a: {between: [a, a], normal: hooke, stiffness: 1e5, restitution: 1}\n";

static Vec3 unit(int axis)
{
  return vec3(axis == 0, axis == 1, axis == 2);
}

static double nearest(double d)
{
  return d - side * round(d / side);
}

/* Force on p from the nearest image of q, N; *on_p, *on_q: contact point from the centres of p and
   q, m. */
static Vec3 force_between(Sphere p, Sphere q, Vec3 *on_p, Vec3 *on_q)
{
  const Vec3   d   = {nearest(q.x.x - p.x.x), nearest(q.x.y - p.x.y), nearest(q.x.z - p.x.z)};
  const double way = vec3_norm(d), depth = p.r + q.r - way;
  const Vec3   n = vec3_scale(1 / way, d);

  CHECK(depth > 0.02);
  *on_p = vec3_scale(p.r - 0.5 * depth, n);
  *on_q = vec3_scale(0.5 * depth - q.r, n);
  return vec3_scale(-stiffness * depth, n);
}

static void check_loads(const Sim *sim, Id id, Vec3 force, Vec3 torque)
{
  const PetscInt a = test_row(sim, id);
  const double   small =
    1e-9 * stiffness; /* rounding of positions to the grid, 2^-46 m, and of the loads to quanta */

  if (a < 0) return;
  CHECK_NEAR(vec3_norm(vec3_sub(sim->matter.clumps->force[a], force)), 0, small);
  CHECK_NEAR(vec3_norm(vec3_sub(sim->matter.clumps->torque[a], torque)), 0, small);
}

/* A simulation of these templates and clumps. Templates give mass and inertia, so that centre and
   axes are those of the file. */
static Sim *sim_of(const char *template, const char *clumps)
{
  char text[4000];

  snprintf(text, sizeof text, "%stemplate:\n%sclumps:\n%s", head, template, clumps);
  return test_sim(PETSC_COMM_WORLD, text, "");
}

/* The only record's key: the body of the lower id first, and the periods from the image of the
   first to that of the second. */
static void check_record(const Sim *sim, Id a, Id b, Image image)
{
  const ContactScene scene   = sim_scene(sim);
  ContactRecords     records = {0};
  int64_t            n;

  contacts_pack(sim->contacts, &scene, &records);
  n = records_count(&records);
  for (PetscInt k = 0; k < records.law[0].n; k++) {
    const ContactRecord *r = &records.law[0].list[k];

    CHECK(r->a == a && r->b == b);
    CHECK(r->image.x == image.x && r->image.y == image.y && r->image.z == image.z);
  }
  CALL(parallel_sum_int(&sim->par, &n, 1));
  CHECK_INT(n, 1);
  records_free(&records);
}

/* Balls on both sides of a face, with a tangential offset; either may have the lower id. */
static void balls_push_each_other(void)
{
  for (int axis = 0; axis < 3; axis++)
    for (int low = 0; low < 2; low++) {
      const Vec3 lower = vec3_add(
        vec3(1.1, 1.2, 1.3), vec3_scale(0.2 - vec3_axis(vec3(1.1, 1.2, 1.3), axis), unit(axis)));
      const Vec3   upper = vec3_add(vec3_add(lower, vec3_scale(side - 0.4, unit(axis))),
                                    vec3_scale(0.1, unit((axis + 1) % 3)));
      const Sphere p = {lower, 0.3}, q = {upper, 0.2};
      char         text[600];
      Vec3         on_p, on_q, force = force_between(p, q, &on_p, &on_q);
      Sim         *sim;

      snprintf(text, sizeof text,
               "  - p: {template: [big], position: [%.17g, %.17g, %.17g], id: %d}\n"
               "  - q: {template: [small], position: [%.17g, %.17g, %.17g], id: %d}\n",
               p.x.x, p.x.y, p.x.z, low ? 5 : 9, q.x.x, q.x.y, q.x.z, low ? 9 : 5);
      sim = sim_of("  - big: {material: a, pebbles: [0, 0, 0, 0.3]}\n  - small: {material: a, "
                   "pebbles: [0, 0, 0, 0.2]}\n",
                   text);
      check_loads(sim, low ? 5 : 9, force, vec3_cross(on_p, force));
      check_loads(sim, low ? 9 : 5, vec3_scale(-1, force), vec3_cross(on_q, vec3_scale(-1, force)));
      check_record(sim, 5, 9,
                   low ? (Image){-(axis == 0), -(axis == 1), -(axis == 2)}
                       : (Image){axis == 0, axis == 1, axis == 2});
      CALL(sim_destroy(&sim));
    }
  test_end("balls push each other across periodic faces along every axis, whichever comes first");
}

/* A clump whose ends touch across the face: no net force, but a torque, as the contact normal is
   not along the clump. In both orders of its pebbles, so that the first touches the image above or
   the one below. */
static void a_body_meets_its_own_image(void)
{
  for (int axis = 0; axis < 3; axis++)
    for (int back = -1; back <= 1; back += 2) {
      const Vec3 across = unit((axis + 1) % 3), centre = vec3(2.9, 3.1, 0.7);
      const Vec3 first  = vec3_scale(back * 1.78, unit(axis)),
                 second = vec3_axpy(vec3_scale(-back * 1.8, unit(axis)), 0.15, across);
      const Sphere p = {vec3_add(centre, first), 0.3}, q = {vec3_add(centre, second), 0.2};
      char template[600], text[300];
      Vec3 on_p, on_q, force = force_between(p, q, &on_p, &on_q), torque;
      Sim *sim;

      torque = vec3_add(vec3_cross(vec3_add(first, on_p), force),
                        vec3_cross(vec3_add(second, on_q), vec3_scale(-1, force)));
      snprintf(template, sizeof template,
               "  - rod: {material: a, mass_properties: given, mass: 1, volume: 1, position: [0, "
               "0, 0], inertia: [1, 1, 1],\n"
               "          pebbles: [%.17g, %.17g, %.17g, 0.3, %.17g, %.17g, %.17g, 0.2]}\n",
               first.x, first.y, first.z, second.x, second.y, second.z);
      snprintf(text, sizeof text, "  - one: {template: [rod], position: [%.17g, %.17g, %.17g]}\n",
               centre.x, centre.y, centre.z);
      sim = sim_of(template, text);
      CHECK(vec3_norm(torque) > 1e-3 * stiffness);
      check_record(sim, 0, 0, (Image){axis == 0, axis == 1, axis == 2});
      check_loads(sim, 0, vec3(0, 0, 0), torque);
      CALL(sim_destroy(&sim));
    }
  test_end("a body that meets its own image bears the torque of both ends and no force");
}

TESTS(.ranks = {1, 2, 3})
{
  balls_push_each_other();
  a_body_meets_its_own_image();
  test_folder_remove();
}
