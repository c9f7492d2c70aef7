/* SPDX-License-Identifier: MIT */
/* Columns of clumps and what is derived from them at rebuilds. */
#include "matter/clumps.h"
#include "base/bounds.h"

#define COLUMN(member) \
  { \
    offsetof(Clumps, member), 0, 0 \
  }
/* A member of the structs in a column. */
#define IN(column, Row, member) \
  { \
    offsetof(Clumps, column), offsetof(Row, member), sizeof(Row) \
  }

/* Set at rebuilds: not sent, saved or moved. */
#define DERIVED 0

static const Field clump_fields[] = {
  {.name    = "id",
   .unit    = "1",
   .text    = "number of the clump, unique in a run and never used again",
   .type    = FIELD_ID,
   .at      = COLUMN(id),
   .travels = HELD_ONCE | MIGRATES | SAVED | SHOWN},
  {.name    = "template",
   .unit    = "1",
   .text    = "index of the clump's template, from 0",
   .type    = FIELD_INT32,
   .at      = COLUMN(template),
   .travels = HELD_ONCE | MIGRATES | SAVED | SHARED},
  {.name = "blocked",
   .unit = "1",
   .text =
     "blocked degrees of freedom, a bit each: x 1, y 2, z 4, X 8, Y 16, Z 32; with 128 X, Y, Z are "
     "axes of the template as given, U, V, W in files",
   .type    = FIELD_BITS,
   .at      = COLUMN(blocked),
   .travels = HELD_ONCE | MIGRATES | SAVED},
  {.name    = "scale",
   .unit    = "1",
   .text    = "factor on the template's lengths",
   .type    = FIELD_REAL,
   .at      = COLUMN(scale),
   .travels = HELD_ONCE | MIGRATES | SAVED},
  {.name    = "mass",
   .unit    = "kg",
   .text    = "mass of the whole clump",
   .type    = FIELD_REAL,
   .at      = COLUMN(mass),
   .travels = HELD_ONCE | MIGRATES | SAVED | SHOWN},
  {.name    = "inertia",
   .unit    = "kg m+2",
   .text    = "principal moments of inertia about the centre of mass",
   .type    = FIELD_VEC3,
   .at      = COLUMN(inertia),
   .travels = HELD_ONCE | MIGRATES | SAVED},
  {.name    = "position",
   .unit    = "m",
   .text    = "centre of mass, in the box along periodic axes",
   .type    = FIELD_VEC3,
   .at      = IN(pose, Pose, x),
   .travels = MIGRATES | SAVED},
  {.name = "position_rest",
   .unit = "m",
   .text = "part of the centre of mass that is below the position quantum: the exact centre is the "
           "sum of both",
   .type = FIELD_VEC3,
   .at   = IN(motion, Motion, rest),
   .travels = MIGRATES | SAVED},
  {.name = "image",
   .unit = "1",
   .text = "number of times the clump has crossed the periodic box: unwrapped = position + image x "
           "box lengths",
   .type = FIELD_IMAGE,
   .at   = COLUMN(image),
   .travels = MIGRATES | SAVED},
  {.name = "orientation",
   .unit = "1",
   .text =
     "unit quaternion w, x, y, z that turns the principal frame into the lab frame; times the "
     "conjugate of the template's axes it is the attitude of the axes given in the scenario",
   .type    = FIELD_QUAT,
   .at      = IN(pose, Pose, q),
   .travels = MIGRATES | SAVED},
  {.name    = "velocity",
   .unit    = "m s-1",
   .text    = "velocity of the centre of mass",
   .type    = FIELD_VEC3,
   .at      = IN(motion, Motion, v),
   .travels = MIGRATES | SAVED},
  {.name    = "angular_momentum",
   .unit    = "kg m+2 s-1",
   .text    = "angular momentum about the centre of mass, lab frame",
   .type    = FIELD_VEC3,
   .at      = IN(motion, Motion, momentum),
   .travels = MIGRATES | SAVED},
  {.name    = "angular_velocity",
   .unit    = "s-1",
   .text    = "angular velocity, lab frame, rad/s",
   .type    = FIELD_VEC3,
   .at      = COLUMN(w),
   .travels = MIGRATES | SAVED | SHARED},
  {.name    = "force",
   .unit    = "N",
   .text    = "contact force on the clump in the last step, without gravity",
   .type    = FIELD_VEC3,
   .at      = COLUMN(force),
   .travels = MIGRATES | SAVED | SHOWN},
  {.name    = "torque",
   .unit    = "N m",
   .text    = "torque on the clump about its centre of mass in the last step",
   .type    = FIELD_VEC3,
   .at      = COLUMN(torque),
   .travels = MIGRATES | SAVED},
  {.name    = "group",
   .unit    = "1",
   .text    = "groups of the clump: bit k for row k of /clast/groups",
   .type    = FIELD_BITS,
   .at      = COLUMN(group),
   .travels = HELD_ONCE | MIGRATES | SAVED},
  {.name    = "predicted_velocity",
   .unit    = "m s-1",
   .text    = "velocity predicted to the end of a step under way",
   .type    = FIELD_VEC3,
   .at      = IN(pose, Pose, v),
   .travels = MIGRATES},
  {.name    = "predicted_angular_velocity",
   .unit    = "s-1",
   .text    = "angular velocity predicted to the end of a step under way",
   .type    = FIELD_VEC3,
   .at      = IN(pose, Pose, w),
   .travels = MIGRATES},
  {.name    = "shift",
   .unit    = "1",
   .text    = "periodic image that a held copy is, in box lengths",
   .type    = FIELD_IMAGE,
   .at      = COLUMN(shift),
   .travels = DERIVED},
  {.name = "lead",
   .unit = "1",
   .text = "periodic image whose pose is followed since the last rebuild, in a cell that deforms",
   .type = FIELD_IMAGE,
   .at   = COLUMN(lead),
   .travels = DERIVED,
   .use     = USE_LEADS},
  {.name    = "marked_position",
   .unit    = "m",
   .text    = "position at the last rebuild",
   .type    = FIELD_VEC3,
   .at      = COLUMN(x0),
   .travels = DERIVED},
  {.name    = "marked_orientation",
   .unit    = "1",
   .text    = "orientation at the last rebuild",
   .type    = FIELD_QUAT,
   .at      = COLUMN(q0),
   .travels = DERIVED},
  {.name    = "marked_place",
   .unit    = "1",
   .text    = "marked position along the velocity profile of the last rebuild",
   .type    = FIELD_REAL,
   .at      = COLUMN(s0),
   .travels = DERIVED},
  {.name    = "extent",
   .unit    = "m",
   .text    = "largest distance of a pebble's centre from the clump's centre",
   .type    = FIELD_REAL,
   .at      = COLUMN(extent),
   .travels = DERIVED},
  {NULL},
};

/* Optional fields that belong to no quantity. */
static const Field more_fields[] = {
  {.name    = "anchor_position",
   .unit    = "m",
   .text    = "of clumps that follow motions: unwrapped centre if no motion had moved it",
   .type    = FIELD_VEC3,
   .at      = COLUMN(anchor_x),
   .travels = MIGRATES | SAVED,
   .use     = USE_ANCHORS},
  {.name    = "anchor_orientation",
   .unit    = "1",
   .text    = "likewise its orientation; 0: the clump follows no motion",
   .type    = FIELD_QUAT,
   .at      = COLUMN(anchor_q),
   .travels = HELD_ONCE | MIGRATES | SAVED,
   .use     = USE_ANCHORS},
  {.name = "bond_id",
   .unit = "1",
   .text =
     "number of the larger body that the clump belongs to, within which there are no contacts; "
     "-1: none",
   .type    = FIELD_INT32,
   .at      = COLUMN(bond_id),
   .travels = HELD_ONCE | MIGRATES | SAVED | SHARED | LISTED,
   .use     = USE_BOND_IDS,
   .lo      = BOND_NONE,
   .hi      = PETSC_MPI_INT_MAX},
  {.name    = "constraint_force",
   .unit    = "N",
   .text    = "force of constraints and hard contacts on the clump in the last step",
   .type    = FIELD_VEC3,
   .at      = COLUMN(held_force),
   .travels = MIGRATES,
   .use     = USE_HELD},
  {.name    = "constraint_torque",
   .unit    = "N m",
   .text    = "likewise the torque about its centre of mass",
   .type    = FIELD_VEC3,
   .at      = COLUMN(held_torque),
   .travels = MIGRATES,
   .use     = USE_HELD},
  {.name = "answer",
   .unit = "m s-1",
   .text = "half of the velocity change by constraints in the last step, which answers a half kick",
   .type = FIELD_VEC3,
   .at   = COLUMN(answer),
   .travels = MIGRATES,
   .use     = USE_ANSWERS},
  {.name    = "angular_answer",
   .unit    = "kg m+2 s-1",
   .text    = "likewise of the angular momentum",
   .type    = FIELD_VEC3,
   .at      = COLUMN(answer_turn),
   .travels = MIGRATES,
   .use     = USE_ANSWERS},
  {.name    = "asked",
   .unit    = "1",
   .text    = "step after which the clump was changed last",
   .type    = FIELD_ID,
   .at      = COLUMN(asked),
   .travels = MIGRATES,
   .use     = USE_ANSWERS},
  {.name = "borne",
   .unit = "m s-2",
   .text =
     "in runs with damping or thermostats beside constraints: acceleration by constraints and "
     "hard contacts in the last step, without that of collisions",
   .type    = FIELD_VEC3,
   .at      = COLUMN(borne),
   .travels = MIGRATES | SAVED,
   .use     = USE_BORNE},
  {.name    = "borne_torque",
   .unit    = "N m",
   .text    = "likewise the torque about its centre of mass",
   .type    = FIELD_VEC3,
   .at      = COLUMN(borne_torque),
   .travels = MIGRATES | SAVED,
   .use     = USE_BORNE},
  {.name = "squeeze",
   .unit = "J",
   .text = "sum over contacts of the vector from the centre to the contact times the force on the "
           "clump in the last step",
   .type = FIELD_REAL,
   .at   = COLUMN(squeeze),
   .travels = MIGRATES | SAVED | SHOWN | SUMMED,
   .use     = USE_SQUEEZE},
};

enum { MORE_FIELDS = sizeof more_fields / sizeof *more_fields };

/* ---- tables of field_list.h ---- */

#define DECLARE_TABLE(table) extern const Field table[];
FIELD_TABLES(DECLARE_TABLE)
#undef DECLARE_TABLE

#define TABLE_ITSELF(table) table,
static const Field *const tables[] = {FIELD_TABLES(TABLE_ITSELF) NULL};

unsigned clump_table_use(const Field *table)
{
  int k = 0;

  while (tables[k] != table) k++;
  return 0x10000u << k;
}

int clump_table_first(const Field *table)
{
  int n = 0;

  for (int k = 0; tables[k] != table; k++)
    for (const Field *f = tables[k]; f->name; f++) n++;
  return n;
}

/* Field k of all tables, from 0; false: there are no more. */
static bool found_field(int k, Field *field)
{
  const int column = k;

  for (int t = 0; tables[t]; t++)
    for (const Field *f = tables[t]; f->name; f++) {
      if (k-- > 0) continue;
      *field           = *f;
      field->use       = clump_table_use(tables[t]);
      field->at.column = offsetof(Clumps, found) + (size_t)column * sizeof(double *);
      return true;
    }
  return false;
}

/* Number of fields of a quantity. */
static int fields_of(const Quantity *quantity)
{
  return quantity->of_pebbles ? QUANTITY_VALUE + 1 : QUANTITY_FIELDS;
}

bool clump_field(int k, Field *field)
{
  const int n = sizeof clump_fields / sizeof *clump_fields - 1;
  int       q = 0;

  if (k < n) {
    *field = clump_fields[k];
    return true;
  }
  for (k -= n; q < QUANTITIES && k >= fields_of(quantities[q]); q++) k -= fields_of(quantities[q]);
  if (q < QUANTITIES) {
    *field     = quantities[q]->fields[k];
    field->use = 1u << q;
    field->at.column =
      offsetof(Clumps, quantity) + (size_t)q * sizeof(QuantityColumns) + quantity_column(k);
  } else if (k < MORE_FIELDS) *field = more_fields[k];
  else return found_field(k - MORE_FIELDS, field);
  return true;
}

PetscErrorCode clumps_create(Clumps **clumps)
{
  PetscFunctionBeginUser;
  PetscCall(array_create(clumps, sizeof **clumps, 1));
  PetscCall(clumps_use(*clumps, 0));
  PetscCall(clumps_reserve(*clumps, 16));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode clumps_destroy(Clumps **clumps)
{
  PetscFunctionBeginUser;
  if (*clumps) {
    fields_free((*clumps)->fields, *clumps);
    array_free(&(*clumps)->fields);
    array_free(&(*clumps)->tile);
    array_free(clumps);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* List the fields that are sent in every step. */
static PetscErrorCode list_renewed(Clumps *c)
{
  PetscFunctionBeginUser;
  c->n_renewed = 0;
  for (const Field *f = c->fields; f->name; f++) {
    if (!(f->travels & RENEWED)) continue;
    PetscCheck(c->n_renewed < CLUMPS_RENEWED && field_size(f) % sizeof(int64_t) == 0,
               PETSC_COMM_SELF, PETSC_ERR_PLIB,
               "field %s: cannot be sent in every step: no multiple of 8 bytes, or one of too many",
               f->name);
    c->renewed[c->n_renewed++] = f;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Select the fields in use from all. */
static PetscErrorCode select_fields(Clumps *c)
{
  Field any, *all;
  int   n = 0;

  PetscFunctionBeginUser;
  while (clump_field(n, &any)) n++;
  PetscCall(array_create(&all, sizeof *all, n + 1)); /* zeroed: ends with name == NULL */
  for (int k = 0; k < n; k++) clump_field(k, &all[k]);
  array_free(&c->fields);
  PetscCall(
    fields_select(all, c->uses | c->more, offsetof(Clumps, spare), CLUMPS_SPARE, &c->fields));
  array_free(&all);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* No values of these quantities, and no bond_id, are given for rows from .. n_owned - 1. */
static void forget_values(Clumps *c, unsigned which, PetscInt from)
{
  for (PetscInt a = from; (which & USE_BOND_IDS) && a < c->n_owned; a++) c->bond_id[a] = BOND_NONE;
  which &= (1u << QUANTITIES) - 1;
  for (int q = 0; which >> q; q++)
    for (PetscInt a = from; which >> q & 1 && a < c->n_owned; a++) c->quantity[q].value[a] = NAN;
}

PetscErrorCode clumps_use(Clumps *c, unsigned uses)
{
  const unsigned more = uses & ~c->uses & ((1u << QUANTITIES) - 1), had = c->more;

  PetscFunctionBeginUser;
  if (c->fields && (uses & ~(c->uses | c->more)) == 0) PetscFunctionReturn(PETSC_SUCCESS);
  c->uses |= more;
  c->more |= uses & USE_MORE;
  PetscCall(select_fields(c));
  for (const Field *f = c->fields; f->name && c->capacity > 0; f++) {
    PetscInt none = 0;

    if (!field_item(f, c, 0))
      PetscCall(array_reserve((char *)c + f->at.column, field_stride(f), c->capacity, &none));
  }
  forget_values(c, more | (c->more & ~had & USE_BOND_IDS), 0);
  for (PetscInt a = 0; (c->more & ~had & USE_ANCHORS) && a < c->n && c->anchor_q; a++)
    c->anchor_q[a] = (Quat){0, 0, 0, 0};
  PetscCall(list_renewed(c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode clumps_reserve(Clumps *c, PetscInt n)
{
  PetscInt room = c->capacity;

  PetscFunctionBeginUser;
  if (n <= c->capacity) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(array_reserve(&c->tile, sizeof *c->tile, n, &room));
  PetscCall(fields_reserve(c->fields, c, n, &c->capacity));
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
  fields_zero(c->fields, c, a);
  c->n_owned = c->n = a + 1;
  forget_values(c, c->uses | c->more, a);
  c->id[a]       = id;
  c->template[a] = template;
  c->scale[a]    = scale;
  c->mass[a]     = t->mass.mass * s3;
  c->inertia[a]  = vec3_scale(s5, t->mass.principal);
  c->blocked[a]  = t->still ? BLOCK_TURN : 0;
  c->pose[a]     = (Pose){.q = quat_identity()};
  c->motion[a]   = (Motion){0};
  *row           = a;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* TILE_ bits of owned row a. */
static unsigned tile_bits(const Clumps *c, PetscInt a)
{
  const unsigned turn = clump_is_still(c, a)         ? TILE_STILL
                        : c->blocked[a] & BLOCK_TURN ? TILE_TURNS | TILE_TURN_BLOCKED
                                                     : TILE_TURNS;

  return turn | (c->blocked[a] & BLOCK_MOVE ? TILE_MOVE_BLOCKED : 0) |
         (c->blocked[a] & BLOCK_BODY_MOVE ? TILE_MOVE_BODY : 0) |
         (clump_is_fixed(c, a) ? TILE_FIXED : TILE_FREE) |
         (clump_is_round(c->motion[a].inverse_inertia) ? TILE_ROUND : TILE_NOT_ROUND) |
         (c->extent[a] > 0 ? TILE_EXTENDED : 0) | (clump_is_driven(c, a) ? TILE_DRIVEN : 0) |
         (clump_is_heavy(c, a) ? 0 : TILE_WEIGHTLESS);
}

/* Inverse of the power of two that is 1.1 to 2.2 times `bound`. */
static double per_arm_of(double bound)
{
  int exponent;

  frexp(1.1 * bound, &exponent);
  return ldexp(1, -exponent);
}

/* Capacities of owned rows. */
static void find_amounts(Clumps *c, const Templates *templates, int q)
{
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const double amount = quantities[q]->counted
                            ? 1
                            : c->mass[a] * templates->list[c->template[a]].quantity.capacity[q];

    c->quantity[q].per_amount[a] = c->quantity[q].held[a] == 0 && amount > 0 ? 1 / amount : 0;
  }
}

/* Bound of 1 over the effective mass at the surface of a row, over 1 over its mass: 1 + m r^2/I, I
   the least principal moment. */
static double lightness(const Clumps *c, PetscInt a, double arm)
{
  const Vec3   i    = c->motion[a].inverse_inertia;
  const double most = max_real(max_real(i.x, i.y), i.z), least = min_real(min_real(i.x, i.y), i.z);

  if (most == 0) return 1;
  if ((c->blocked[a] & BLOCK_MOVE) == BLOCK_MOVE || most > CLUMPS_UNEVEN * least) return INFINITY;
  return 1 + c->mass[a] * arm * arm * most;
}

void clumps_prepare(Clumps *c, const Templates *templates)
{
  for (int q = 0; c->uses >> q; q++)
    if (c->uses >> q & 1 && !quantities[q]->of_pebbles) find_amounts(c, templates, q);
  c->templates           = templates;
  c->some_partly_blocked = false;
  c->all_round           = true;
  c->lightest            = 1;
  for (PetscInt a = 0; a < c->n; a++) {
    const Vec3 i     = c->inertia[a];
    const bool turns = (c->blocked[a] & BLOCK_TURN) != BLOCK_TURN;

    c->some_partly_blocked       = c->some_partly_blocked || clump_is_partly_blocked(c->blocked[a]);
    c->motion[a].inverse_inertia = turns ? (Vec3){1 / i.x, 1 / i.y, 1 / i.z} : (Vec3){0, 0, 0};
    c->all_round                 = c->all_round && clump_is_round(c->motion[a].inverse_inertia);
    c->lightest =
      max_real(c->lightest, lightness(c, a, templates->list[c->template[a]].bound * c->scale[a]));
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
