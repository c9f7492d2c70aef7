/* SPDX-License-Identifier: MIT */
/* Columns of clumps and what is derived from them at rebuilds. */
#include "matter/clumps.h"

#define COLUMN(member) \
  { \
    offsetof(Clumps, member), 0, 0 \
  }
/* A member of the structs in a column. */
#define IN(column, Row, member) \
  { \
    offsetof(Clumps, column), offsetof(Row, member), sizeof(Row) \
  }

const Field clump_fields[] = {
  {"id", "1", "number of the clump, unique in a run and never used again", FIELD_ID, COLUMN(id),
   HELD_ONCE | MIGRATES | SAVED | SHOWN},
  {"template", "1", "index of the clump's template, from 0", FIELD_INT32, COLUMN(template),
   HELD_ONCE | MIGRATES | SAVED | SHARED},
  {"blocked", "1", "blocked degrees of freedom, a bit each: x 1, y 2, z 4, X 8, Y 16, Z 32",
   FIELD_BITS, COLUMN(blocked), HELD_ONCE | MIGRATES | SAVED},
  {"scale", "1", "factor on the template's lengths", FIELD_REAL, COLUMN(scale),
   HELD_ONCE | MIGRATES | SAVED},
  {"mass", "kg", "mass of the whole clump", FIELD_REAL, COLUMN(mass),
   HELD_ONCE | MIGRATES | SAVED | SHOWN},
  {"inertia", "kg m+2", "principal moments of inertia about the centre of mass", FIELD_VEC3,
   COLUMN(inertia), HELD_ONCE | MIGRATES | SAVED},
  {"position", "m", "centre of mass, in the box along periodic axes", FIELD_VEC3, IN(pose, Pose, x),
   MIGRATES | SAVED},
  {"position_rest", "m",
   "part of the centre of mass that is below the position quantum: the exact centre is the sum of "
   "both",
   FIELD_VEC3, IN(motion, Motion, rest), MIGRATES | SAVED},
  {"image", "1",
   "number of times the clump has crossed the periodic box: unwrapped = position + image x box "
   "lengths",
   FIELD_IMAGE, COLUMN(image), MIGRATES | SAVED},
  {"orientation", "1",
   "unit quaternion w, x, y, z that turns the principal frame into the lab frame; times the "
   "conjugate of the template's axes it "
   "is the attitude of the axes given in the scenario",
   FIELD_QUAT, IN(pose, Pose, q), MIGRATES | SAVED},
  {"velocity", "m s-1", "velocity of the centre of mass", FIELD_VEC3, IN(motion, Motion, v),
   MIGRATES | SAVED},
  {"angular_momentum", "kg m+2 s-1", "angular momentum about the centre of mass, lab frame",
   FIELD_VEC3, IN(motion, Motion, momentum), MIGRATES | SAVED},
  {"angular_velocity", "s-1", "angular velocity, lab frame, rad/s", FIELD_VEC3, COLUMN(w),
   MIGRATES | SAVED | SHARED},
  {"force", "N", "contact force on the clump in the last step, without gravity", FIELD_VEC3,
   COLUMN(force), MIGRATES | SAVED | SHOWN},
  {"torque", "N m", "torque on the clump about its centre of mass in the last step", FIELD_VEC3,
   COLUMN(torque), MIGRATES | SAVED},
  {"group", "1", "groups of the clump: bit k for row k of /clast/groups", FIELD_BITS, COLUMN(group),
   MIGRATES | SAVED},
  {"predicted_velocity", "m s-1", "velocity predicted to the end of a step under way", FIELD_VEC3,
   IN(pose, Pose, v), MIGRATES},
  {"predicted_angular_velocity", "s-1", "angular velocity predicted to the end of a step under way",
   FIELD_VEC3, IN(pose, Pose, w), MIGRATES},
  {NULL},
};

PetscErrorCode clumps_create(Clumps **clumps)
{
  PetscFunctionBeginUser;
  PetscCall(array_create(clumps, sizeof **clumps, 1));
  PetscCall(clumps_reserve(*clumps, 16));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode clumps_destroy(Clumps **clumps)
{
  PetscFunctionBeginUser;
  if (*clumps) {
    fields_free(clump_fields, *clumps);
    array_free(&(*clumps)->pose);
    array_free(&(*clumps)->motion);
    array_free(&(*clumps)->tile);
    array_free(&(*clumps)->shift);
    array_free(&(*clumps)->x0);
    array_free(&(*clumps)->extent);
    array_free(&(*clumps)->q0);
    array_free(clumps);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode clumps_reserve(Clumps *c, PetscInt n)
{
  PetscInt room;

  PetscFunctionBeginUser;
  if (n <= c->capacity) PetscFunctionReturn(PETSC_SUCCESS);
  room = c->capacity;
  PetscCall(array_reserve(&c->pose, sizeof *c->pose, n, &room));
  room = c->capacity;
  PetscCall(array_reserve(&c->motion, sizeof *c->motion, n, &room));
  room = c->capacity;
  PetscCall(array_reserve(&c->shift, sizeof *c->shift, n, &room));
  room = c->capacity;
  PetscCall(array_reserve(&c->x0, sizeof *c->x0, n, &room));
  room = c->capacity;
  PetscCall(array_reserve(&c->q0, sizeof *c->q0, n, &room));
  room = c->capacity;
  PetscCall(array_reserve(&c->extent, sizeof *c->extent, n, &room));
  room = c->capacity;
  PetscCall(array_reserve(&c->tile, sizeof *c->tile, n, &room));
  PetscCall(fields_reserve(clump_fields, c, n, &c->capacity));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode clumps_add(Clumps *c, const Templates *templates, Id id, int template, double scale,
                          PetscInt *row)
{
  const PetscInt  a  = c->n_owned;
  const Template *t  = &templates->list[template];
  const double    s3 = templates_volume_factor(templates, scale),
               s5    = t->inertia_given ? 1 : s3 * scale * scale;

  PetscFunctionBeginUser;
  PetscCall(clumps_reserve(c, a + 1));
  c->n_owned = c->n = a + 1;
  c->id[a]          = id;
  c->template[a]    = template;
  c->blocked[a]     = 0;
  c->scale[a]       = scale;
  c->mass[a]        = t->mass.mass * s3;
  c->inertia[a]     = vec3_scale(s5, t->mass.principal);
  c->shift[a] = c->image[a] = (Image){0, 0, 0};
  c->pose[a]                = (Pose){.q = quat_identity()};
  c->motion[a]              = (Motion){0};
  c->w[a] = c->force[a] = c->torque[a] = (Vec3){0, 0, 0};
  c->group[a]                          = 0;
  *row                                 = a;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* TILE_ bits of owned row a. */
static unsigned tile_bits(const Clumps *c, PetscInt a)
{
  const unsigned turn = clump_is_still(c, a)         ? TILE_STILL
                        : c->blocked[a] & BLOCK_TURN ? TILE_TURN_BLOCKED
                                                     : 0;

  return turn | (c->blocked[a] & BLOCK_MOVE ? TILE_MOVE_BLOCKED : 0) |
         (clump_is_fixed(c, a) ? TILE_FIXED : TILE_FREE) |
         (clump_is_round(c->motion[a].inverse_inertia) ? TILE_ROUND : TILE_NOT_ROUND) |
         (c->extent[a] > 0 ? TILE_EXTENDED : 0);
}

/* Inverse of the power of two that is 1.1 to 2.2 times `bound`. */
static double per_arm_of(double bound)
{
  int exponent;

  frexp(1.1 * bound, &exponent);
  return ldexp(1, -exponent);
}

void clumps_prepare(Clumps *c, const Templates *templates)
{
  c->some_partly_blocked = false;
  for (PetscInt a = 0; a < c->n; a++) {
    const Vec3 i     = c->inertia[a];
    const bool turns = (c->blocked[a] & BLOCK_TURN) != BLOCK_TURN;

    c->some_partly_blocked       = c->some_partly_blocked || clump_is_partly_blocked(c->blocked[a]);
    c->motion[a].inverse_inertia = turns ? (Vec3){1 / i.x, 1 / i.y, 1 / i.z} : (Vec3){0, 0, 0};
  }
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Template *t    = &templates->list[c->template[a]];
    uint16_t       *tile = &c->tile[a / CLUMPS_TILE];

    c->pose[a].scale        = c->scale[a];
    c->pose[a].inverse_mass = (c->blocked[a] & BLOCK_MOVE) != BLOCK_MOVE ? 1 / c->mass[a] : 0;
    c->pose[a].per_arm      = per_arm_of(t->bound * c->scale[a]);
    c->extent[a]            = t->extent * c->scale[a];
    *tile                   = (uint16_t)((a % CLUMPS_TILE > 0 ? *tile : 0U) | tile_bits(c, a));
  }
}

PetscInt clumps_count_free(const Clumps *c)
{
  PetscInt n = 0;

  for (PetscInt a = 0; a < c->n_owned; a++) n += !clump_is_fixed(c, a);
  return n;
}

void clump_drop(Clumps *c, PetscInt a)
{
  c->blocked[a]         = BLOCK_ALL | BLOCK_GONE;
  c->pose[a].x          = (Vec3){NAN, NAN, NAN};
  c->pose[a].w          = (Vec3){0, 0, 0};
  c->motion[a].momentum = (Vec3){0, 0, 0};
  c->w[a]               = (Vec3){0, 0, 0};
  c->tile[a / CLUMPS_TILE] |= TILE_MOVE_BLOCKED | TILE_STILL | TILE_GONE;
}

void clump_set_density(Clumps *c, PetscInt row, const Materials *materials,
                       const Templates *templates, double density)
{
  const Template *t     = &templates->list[c->template[row]];
  const double    share = density > 0 ? density / template_density(materials, t) : 1;

  c->mass[row] *= share;
  if (!t->inertia_given) c->inertia[row] = vec3_scale(share, c->inertia[row]);
}
