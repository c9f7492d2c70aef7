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

/* Radius of bond k, m. */
static double radius_of(const Bonds *h, const LinkBatch *b, int k)
{
  return h->radius * min_real(b->a[k].radius, b->b[k].radius);
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

/* Input and results of bonds as columns, so that their loop vectorises. */
typedef struct {
  double qa[4][LINK_TILE], qb[4][LINK_TILE], fa[4][LINK_TILE], fb[4][LINK_TILE];
  double lever[2][LINK_TILE], radius[LINK_TILE], way[3][LINK_TILE];
  /* for dashpots: velocity of the centre of b relative to that of a; arms; angular velocities */
  double slip[3][LINK_TILE], arm_a[3][LINK_TILE], arm_b[3][LINK_TILE], wa[3][LINK_TILE],
    wb[3][LINK_TILE];
  double force[3][LINK_TILE], couple[3][LINK_TILE], at[6][LINK_TILE], energy[LINK_TILE],
    damped[LINK_TILE], tension[LINK_TILE], shear[LINK_TILE]; /* Pa; 1: it breaks by shear, else 0 */
} Columns;

static inline void put_quat(double (*to)[LINK_TILE], int k, const double *from)
{
  for (int i = 0; i < 4; i++) to[i][k] = from[i];
}

ALWAYS_INLINE Quat quat_of(double (*from)[LINK_TILE], int k)
{
  return (Quat){from[0][k], from[1][k], from[2][k], from[3][k]};
}

ALWAYS_INLINE void put_vector(double (*to)[LINK_TILE], int k, Vec3 v)
{
  to[0][k] = v.x;
  to[1][k] = v.y;
  to[2][k] = v.z;
}

ALWAYS_INLINE Vec3 vector_of(double (*from)[LINK_TILE], int k)
{
  return (Vec3){from[0][k], from[1][k], from[2][k]};
}

static void gather(const Bonds *h, const LinkBatch *b, Columns *c)
{
  for (int k = 0; k < b->n; k++) {
    const LinkEnd *p = &b->a[k], *q = &b->b[k];
    const double  *m = b->memory[k];

    put_quat(c->qa, k, &p->q.w);
    put_quat(c->qb, k, &q->q.w);
    put_quat(c->fa, k, m + FRAME_A);
    put_quat(c->fb, k, m + FRAME_B);
    c->lever[0][k] = m[LEVER_A];
    c->lever[1][k] = m[LEVER_B];
    c->radius[k]   = radius_of(h, b, k);
    put_vector(c->way, k, b->way[k]);
    if (!(h->damping > 0)) continue;
    put_vector(c->slip, k, vec3_sub(q->v, p->v));
    put_vector(c->arm_a, k, p->arm);
    put_vector(c->arm_b, k, q->arm);
    put_vector(c->wa, k, p->w);
    put_vector(c->wb, k, q->w);
  }
}

/* Evaluate n bonds. A bond breaks by the stresses of its springs (eqs. 17, 18; the shear strength
   follows Mohr and Coulomb, as in PFC's linear parallel bonds). damped: dashpots act on the rates
   of the opening and of the relative rotation in the axes of M. */
ALWAYS_INLINE void deform(const Bonds *h, int n, int dimension, bool damped, Columns *c)
{
#pragma omp simd
  for (int k = 0; k < n; k++) {
    const Section s       = section_at(c->radius[k], dimension);
    const Vec3    stretch = {h->normal * s.area, h->shear * s.area, h->shear * s.area},
               bend       = {h->shear * s.twisting, h->normal * s.bending, h->normal * s.bending};
    const Quat a          = quat_mul(quat_of(c->qa, k), quat_of(c->fa, k)),
               other      = quat_mul(quat_of(c->qb, k), quat_of(c->fb, k)),
               turn       = quat_mul(quat_conjugate(a), other);
    const double sign = turn.w < 0 ? -1 : 1, w = sign * turn.w;
    const Vec3   v      = {sign * turn.x, sign * turn.y, sign * turn.z};
    const Quat   middle = quat_normalized(quat_mul(a, (Quat){1 + w, v.x, v.y, v.z}));
    const Vec3   c_a    = quat_turn(a, (Vec3){c->lever[0][k], 0, 0}),
               c_b      = quat_turn(other, (Vec3){-c->lever[1][k], 0, 0});
    const Vec3 opening  = vec3_sub(vec3_add(vector_of(c->way, k), c_b), c_a);
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

    c->energy[k]  = 0.5 * vec3_dot(u, force) + 2 * vec3_dot(v, moment);
    c->tension[k] = normal + h->moments * bent * s.radius / s.bending;
    c->shear[k] = slip / s.area + h->moments * twist >= h->shearing - h->friction * normal ? 1 : 0;
    if (damped) {
      const Vec3 wa = vector_of(c->wa, k), wb = vector_of(c->wb, k);
      const Vec3 rate    = vec3_add(vector_of(c->slip, k),
                                    vec3_sub(vec3_cross(wb, vec3_add(vector_of(c->arm_b, k), c_b)),
                                             vec3_cross(wa, vec3_add(vector_of(c->arm_a, k), c_a))));
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
    put_vector(c->force, k, g);
    put_vector(c->couple, k, vec3_axpy(couple, 0.5 / (1 + w), turning));
    put_vector(c->at, k, vec3_axpy(c_a, 0.5, opening));
    put_vector(c->at + 3, k, vec3_axpy(c_b, -0.5, opening));
  }
}

KERNEL static void deform_space(const Bonds *h, int n, Columns *c)
{
  deform(h, n, 3, false, c);
}

KERNEL static void deform_plane(const Bonds *h, int n, Columns *c)
{
  deform(h, n, 2, false, c);
}

KERNEL static void damp_space(const Bonds *h, int n, Columns *c)
{
  deform(h, n, 3, true, c);
}

KERNEL static void damp_plane(const Bonds *h, int n, Columns *c)
{
  deform(h, n, 2, true, c);
}

static void scatter(const Bonds *h, Columns *c, LinkBatch *b)
{
  for (int k = 0; k < b->n; k++) {
    b->rupture[k] = c->tension[k] >= h->tensile ? TENSION : c->shear[k] > 0 ? SHEAR : 0;
    if (b->rupture[k]) {
      b->lost[k] = c->energy[k];
      continue;
    }
    b->energy[k] = c->energy[k];
    b->damped[k] = h->damping > 0 ? c->damped[k] : 0;
    b->force[k]  = vector_of(c->force, k);
    b->couple[k] = vector_of(c->couple, k);
    b->at_a[k]   = vector_of(c->at, k);
    b->at_b[k]   = vector_of(c->at + 3, k);
  }
}

static void bonds_apply(const void *self, LinkBatch *b)
{
  const Bonds h     = *(const Bonds *)self;
  const bool  plane = b->dimension == 2;
  Columns     c;

  gather(&h, b, &c);
  if (h.damping > 0) (plane ? damp_plane : damp_space)(&h, b->n, &c);
  else (plane ? deform_plane : deform_space)(&h, b->n, &c);
  scatter(&h, &c, b);
}

static LinkStiffness bonds_stiffness(const void *self, const LinkBatch *b, int k)
{
  const Bonds  *h     = self;
  const Section s     = section_at(radius_of(h, b, k), b->dimension);
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
  .apply     = bonds_apply,
  .stiffness = bonds_stiffness,
};
