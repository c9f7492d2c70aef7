/* SPDX-License-Identifier: MIT */
/* Parallel bonds: a short elastic beam between two pebbles, which resists stretching, shearing,
   bending and twisting, and breaks (Potyondy & Cundall 2004, Int. J. Rock Mech. Min. Sci. 41, 1329,
   section 2.2). The paper adds up increments of force and moment step by step. Here the increments
   are integrated in closed form: each body keeps the frame in which the bond was made, and the
   deformation is that between the two frames. Force and moment follow from an energy, so rigid
   motions cause none, whatever their size, and nothing depends on the steps taken.

   Frames F_a, F_b (quaternions, first axis along the bond), M half way between them; c_a, c_b: the
   point of the bond's middle as a and b carry it along; u = c_b - c_a; F_a* F_b = (w, v), so that
   the vector of the relative rotation is 2 v to first order. With K = diag(kn, ks, ks) A and C =
   diag(ks J, kn I, kn I) the energy is

     (M* u) . K (M* u) / 2 + 2 v . C v

   and its derivatives are the force g = M K M* u on a in (c_a + c_b) / 2, and the couple on a

     2 F_a (w C v + v x C v) + (u x g) x h / 2,   h = F_a v / (1 + w),

   as the frame M turns with half the sum of the rotations of a and b less h x (their difference) /
   2. b gets the opposites. */
#include "base/elementary.h"
#include "base/kernel.h"
#include "link/link_kind.h"
#include "options/rows.h"

typedef struct {
  double normal, shear;     /* stiffnesses over area, Pa/m */
  double tensile, shearing; /* strengths, Pa; INFINITY: none */
  double radius;            /* over the radius of the smaller pebble */
  double moments;           /* share of the moments in the stresses */
  double damping;           /* time, s: each dashpot is its spring times this */
  double friction;          /* tangent of the friction angle */
} Bonds;

/* clang-format off */
static const Option bonds_options[] = {
  REAL(KEY_IN("normal_stiffness", Bonds, normal),         "Pa/m", REQUIRED, RANGE_OF(STIFFNESS),
      "normal stress over the opening of the bond; also for bending"),
  REAL(KEY_IN("shear_stiffness", Bonds, shear),           "Pa/m", REQUIRED, UP_TO(STIFFNESS_MOST),
      "shear stress over the slip of the bond; also for twisting"),
  REAL_OR_WORD(KEY_IN("tensile_strength", Bonds, tensile), "Pa", "none", "none",
      POSITIVE_UP_TO(MODULUS_MOST),
      "largest tensile stress; none: it never breaks so", OTHERWISE(INFINITY)),
  REAL_OR_WORD(KEY_IN("shear_strength", Bonds, shearing), "Pa", "none", "none",
      POSITIVE_UP_TO(MODULUS_MOST),
      "largest shear stress without normal force, the cohesion of the bond; none: it never breaks "
      "so", OTHERWISE(INFINITY)),
  REAL(KEY("friction_angle"),                             "degrees",  "0",      BELOW(0, 90),
      "the shear strength grows by its tangent times the mean pressure on the bond, and falls "
      "under tension"),
  REAL(KEY_IN("radius_factor", Bonds, radius), "1", "1", POSITIVE_UP_TO(SCALE_MOST),
      "radius of the bond over that of the smaller pebble"),
  REAL(KEY_IN("moment_contribution", Bonds, moments),     "1",    "1",      UNIT_INTERVAL,
      "part of the stresses by bending and twisting that counts for breaking"),
  REAL(KEY_IN("damping_time", Bonds, damping),            "s",    "0",      UP_TO(TIME_MOST),
      "a dashpot beside each spring: its coefficient over the stiffness"),
  {0},
};
/* clang-format on */

enum { FRAME_A = 0, FRAME_B = 4, LEVER_A = 8, LEVER_B = 9 };
_Static_assert((int)LEVER_B < (int)LINK_REALS, "the memory of a bond fits into LinkLanes");

static const MemoryField bonds_memory[] = {
  {"frame_a", "1", 4}, {"frame_b", "1", 4}, {"lever_a", "m", 1}, {"lever_b", "m", 1}, {0}};

static const char *const bonds_ruptures[] = {"tension", "shear", NULL};
enum { TENSION = 1, SHEAR = 2 };

static void bonds_read(void *self, const LinkSource *s)
{
  Bonds *h = self;
  double sine, cosine;

  sine_cosine_degrees(option_real(s->options, s->kind, s->name, "friction_angle"), &sine, &cosine);
  if (sine > 0 && isinf(h->shearing))
    option_mistake(s->options, s->kind, s->name, "friction_angle",
                   "needs shear_strength (Pa), to which it adds");
  h->friction = sine / cosine;
}

/* ---- section ---- */

/* Area, second moment about an axis in the section, polar moment, of a disc; in two dimensions of a
   strip of 1 m depth, m^2, m^4 (eq. 13 of the paper). */
typedef struct {
  double radius, area, bending, twisting;
} Section;

ALWAYS_INLINE Section section_at(double r, int dimension)
{
  const double r2 = r * r;

  if (dimension == 2) return (Section){r, 2 * r, 2 * r2 * r / 3, 0};
  return (Section){r, PETSC_PI * r2, 0.25 * PETSC_PI * r2 * r2, 0.5 * PETSC_PI * r2 * r2};
}

/* Radius of a bond between pebbles of these radii, m. */
ALWAYS_INLINE double radius_of(const Bonds *h, double a, double b)
{
  return h->radius * min_real(a, b);
}

/* ---- start ---- */

/* A rotation that turns x into the unit vector n; about z if n is in the plane of x and y. */
static Quat frame_of(Vec3 n)
{
  const Quat half = {0, 0, 0, 1};

  if (n.x >= 0) return quat_normalized((Quat){1 + n.x, 0, -n.z, n.y});
  return quat_mul(quat_normalized((Quat){1 - n.x, 0, n.z, -n.y}), half);
}

/* The bond's middle is half way between the surfaces, as the contact point. */
static void bonds_start(const void *self, const LinkBatch *b, int k, const LinkGiven *given,
                        double *memory)
{
  const double length = vec3_norm(b->way[k]);
  const Vec3   x = {1, 0, 0}, n = length > 0 ? vec3_scale(1 / length, b->way[k]) : x;
  const double half    = 0.5 * (length - b->a[k].radius - b->b[k].radius);
  const Quat   frame_a = quat_mul(quat_conjugate(b->a[k].q), frame_of(n)),
             frame_b   = quat_mul(quat_conjugate(b->b[k].q), frame_of(n));

  (void)self;
  (void)given;
  memcpy(memory + FRAME_A, &frame_a, sizeof frame_a);
  memcpy(memory + FRAME_B, &frame_b, sizeof frame_b);
  memory[LEVER_A] = b->a[k].radius + half;
  memory[LEVER_B] = b->b[k].radius + half;
}

/* ---- forces ---- */

/* Velocity of the centre of b relative to that of a, m/s. */
ALWAYS_INLINE Vec3 slip_of(const LinkLanes *c, int k)
{
  return vec3_sub(lanes_vector(c->b.pose + POSE_V, k), lanes_vector(c->a.pose + POSE_V, k));
}

/* Evaluate bonds. A bond breaks by the stresses of its springs (eqs. 17, 18; the shear strength
   follows Mohr and Coulomb, as in PFC's linear parallel bonds). damped: dashpots act on the rates
   of the opening and of the relative rotation in the axes of M. */
ALWAYS_INLINE void deform(const Bonds *h, int dimension, bool damped, LinkLanes *c)
{
#pragma omp simd
  for (int k = 0; k < c->n; k++) {
    const Section s       = section_at(radius_of(h, c->a.radius[k], c->b.radius[k]), dimension);
    const Vec3    stretch = {h->normal * s.area, h->shear * s.area, h->shear * s.area},
               bend       = {h->shear * s.twisting, h->normal * s.bending, h->normal * s.bending};
    const Quat a = quat_mul(lanes_quat(c->a.pose + POSE_QW, k), lanes_quat(c->memory + FRAME_A, k)),
               other =
                 quat_mul(lanes_quat(c->b.pose + POSE_QW, k), lanes_quat(c->memory + FRAME_B, k)),
               turn   = quat_mul(quat_conjugate(a), other);
    const double sign = turn.w < 0 ? -1 : 1, w = sign * turn.w;
    const Vec3   v      = {sign * turn.x, sign * turn.y, sign * turn.z};
    const Quat   middle = quat_normalized(quat_mul(a, (Quat){1 + w, v.x, v.y, v.z}));
    const Vec3   c_a    = quat_turn(a, (Vec3){c->memory[LEVER_A][k], 0, 0}),
               c_b      = quat_turn(other, (Vec3){-c->memory[LEVER_B][k], 0, 0});
    const Vec3 opening  = vec3_sub(vec3_add(lanes_vector(c->way, k), c_b), c_a);
    const Vec3 u        = quat_turn_back(middle, opening);
    const Vec3 moment = vec3_mul(bend, v), twice = vec3_scale(2, moment);
    Vec3       force = vec3_mul(stretch, u);
    Vec3       couple =
      quat_turn(a, vec3_scale(2, vec3_add(vec3_scale(w, moment), vec3_cross(v, moment))));
    const double bent   = sqrt(twice.y * twice.y + twice.z * twice.z),
                 slip   = sqrt(force.y * force.y + force.z * force.z);
    const double normal = force.x / s.area;
    const double twist  = dimension == 2 ? 0 : fabs(twice.x) * s.radius / s.twisting;
    Vec3         g, turning;
    double       pull, sheared;

    c->energy[k] = 0.5 * vec3_dot(u, force) + 2 * vec3_dot(v, moment);
    pull         = normal + h->moments * bent * s.radius / s.bending;
    sheared = slip / s.area + h->moments * twist >= h->shearing - h->friction * normal ? SHEAR : 0;
    c->rupture[k] = pull >= h->tensile ? TENSION : sheared;
    c->damped[k]  = 0;
    if (damped) {
      const Vec3 wa = lanes_vector(c->a.pose + POSE_W, k), wb = lanes_vector(c->b.pose + POSE_W, k);
      const Vec3 rate =
        vec3_add(slip_of(c, k), vec3_sub(vec3_cross(wb, vec3_add(lanes_vector(c->b.arm, k), c_b)),
                                         vec3_cross(wa, vec3_add(lanes_vector(c->a.arm, k), c_a))));
      const Vec3 spin    = vec3_scale(0.5, vec3_add(wa, wb));
      const Vec3 opens   = quat_turn_back(middle, vec3_sub(rate, vec3_cross(spin, opening))),
                 turns   = quat_turn_back(middle, vec3_sub(wb, wa));
      const Vec3 opposes = vec3_mul(stretch, opens), resists = vec3_mul(bend, turns);

      force        = vec3_axpy(force, h->damping, opposes);
      couple       = vec3_axpy(couple, h->damping, quat_turn(middle, resists));
      c->damped[k] = h->damping * (vec3_dot(opens, opposes) + vec3_dot(turns, resists));
    }
    g       = quat_turn(middle, force);
    turning = vec3_cross(vec3_cross(opening, g), quat_turn(a, v));
    lanes_put(c->force, k, g);
    lanes_put(c->couple, k, vec3_axpy(couple, 0.5 / (1 + w), turning));
    lanes_put(c->at_a, k, vec3_axpy(c_a, 0.5, opening));
    lanes_put(c->at_b, k, vec3_axpy(c_b, -0.5, opening));
  }
}

KERNEL static void deform_space(const Bonds *h, LinkLanes *c)
{
  deform(h, 3, false, c);
}

KERNEL static void deform_plane(const Bonds *h, LinkLanes *c)
{
  deform(h, 2, false, c);
}

KERNEL static void damp_space(const Bonds *h, LinkLanes *c)
{
  deform(h, 3, true, c);
}

KERNEL static void damp_plane(const Bonds *h, LinkLanes *c)
{
  deform(h, 2, true, c);
}

static void bonds_evaluate(const void *self, LinkLanes *c)
{
  const Bonds h     = *(const Bonds *)self;
  const bool  plane = c->dimension == 2;

  if (h.damping > 0) (plane ? damp_plane : damp_space)(&h, c);
  else (plane ? deform_plane : deform_space)(&h, c);
}

static LinkStiffness bonds_stiffness(const void *self, const LinkBatch *b, int k)
{
  const Bonds  *h     = self;
  const Section s     = section_at(radius_of(h, b->a[k].radius, b->b[k].radius), b->dimension);
  const double  force = max_real(h->normal, h->shear) * s.area,
               turn   = max_real(h->shear * s.twisting, h->normal * s.bending);

  return (LinkStiffness){.force        = force,
                         .damping      = h->damping * force,
                         .turn         = turn,
                         .turn_damping = h->damping * turn,
                         .lever        = max_real(b->memory[k][LEVER_A], b->memory[k][LEVER_B])};
}

const LinkKind link_bonds = {
  .head      = {.name   = "bonds",
                .text   = "Parallel bonds: elastic beams between two pebbles that break.",
                .source = "Potyondy & Cundall 2004, Int. J. Rock Mech. Min. Sci. 41, 1329"},
  .options   = {.name    = "bond",
                .named   = true,
                .options = bonds_options,
                .more    = link_tables,
                .text    = "bonds between pebbles, that may break"},
  .size      = sizeof(Bonds),
  .memory    = bonds_memory,
  .pebbles   = true,
  .cost      = 67,
  .ruptures  = bonds_ruptures,
  .read      = bonds_read,
  .start     = bonds_start,
  .evaluate  = bonds_evaluate,
  .stiffness = bonds_stiffness,
};
