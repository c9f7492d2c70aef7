/* SPDX-License-Identifier: MIT */
/* Columns of clumps and what is derived from them at rebuilds. */
#include "matter/clumps.h"
#include "base/bounds.h"

/* clang-format off */
#define COLUMN(member)          FIELD_COLUMN(Clumps, member)
#define IN(column, Row, member) FIELD_MEMBER(Clumps, column, Row, member)

static const Field clump_fields[] = {
  FIELD("id", ID, COLUMN(id), "1", HELD_ONCE | MIGRATES | SAVED | SHOWN | OWN,
       "number of the clump, unique in a run and never used again"),
  FIELD("template", INT32, COLUMN(template), "1", HELD_ONCE | MIGRATES | SAVED | SHARED | OWN,
       "index of the clump's template, from 0"),
  FIELD("blocked", BITS, COLUMN(blocked), "1", HELD_ONCE | MIGRATES | SAVED,
       "blocked degrees of freedom, a bit each: x 1, y 2, z 4, X 8, Y 16, Z 32; with 128 X, Y, Z "
       "are axes of the template as given, U, V, W in files"),
  FIELD("scale", REAL, COLUMN(scale), "1", HELD_ONCE | MIGRATES | SAVED | OWN,
       "factor on the template's lengths"),
  FIELD("mass", REAL, COLUMN(mass), "kg", HELD_ONCE | MIGRATES | SAVED | SHOWN | OWN,
       "mass of the whole clump"),
  FIELD("inertia", VEC3, COLUMN(inertia), "kg m+2", HELD_ONCE | MIGRATES | SAVED | OWN,
       "principal moments of inertia about the centre of mass"),
  FIELD("position", VEC3, IN(pose, Pose, x), "m", MIGRATES | SAVED,
       "centre of mass, in the box along periodic axes"),
  FIELD("position_rest", VEC3, IN(motion, Motion, rest), "m", MIGRATES | SAVED,
       "part of the centre of mass that is below the position quantum: the exact centre is the sum "
       "of both"),
  FIELD("image", IMAGE, COLUMN(image), "1", MIGRATES | SAVED,
       "number of times the clump has crossed the periodic box: unwrapped = position + image x box "
       "lengths"),
  FIELD("orientation", QUAT, IN(pose, Pose, q), "1", MIGRATES | SAVED,
       "unit quaternion w, x, y, z that turns the principal frame into the lab frame; times the "
       "conjugate of the template's axes it is the attitude of the axes given in the scenario"),
  FIELD("velocity", VEC3, IN(motion, Motion, v), "m s-1", MIGRATES | SAVED,
       "velocity of the centre of mass"),
  FIELD("angular_momentum", VEC3, IN(motion, Motion, momentum), "kg m+2 s-1", MIGRATES | SAVED,
       "angular momentum about the centre of mass, lab frame"),
  FIELD("angular_velocity", VEC3, COLUMN(w), "s-1", MIGRATES | SAVED | SHARED,
       "angular velocity, lab frame, rad/s"),
  FIELD("force", VEC3, COLUMN(force), "N", MIGRATES | SAVED | SHOWN | OWN,
       "contact force on the clump in the last step, without gravity"),
  FIELD("torque", VEC3, COLUMN(torque), "N m", MIGRATES | SAVED | OWN,
       "torque on the clump about its centre of mass in the last step"),
  FIELD("group", BITS, COLUMN(group), "1", HELD_ONCE | MIGRATES | SAVED,
       "groups of the clump: bit k for row k of /clast/groups"),
  FIELD("predicted_velocity", VEC3, IN(pose, Pose, v), "m s-1", MIGRATES,
       "velocity predicted to the end of a step under way"),
  FIELD("predicted_angular_velocity", VEC3, IN(pose, Pose, w), "s-1", MIGRATES,
       "angular velocity predicted to the end of a step under way"),
  FIELD("shift", IMAGE, COLUMN(shift), "1", DERIVED,
       "periodic image that a held copy is, in box lengths"),
  FIELD("lead", IMAGE, COLUMN(lead), "1", DERIVED,
       "periodic image whose pose is followed since the last rebuild, in a cell that deforms",
       .use = USE_LEADS),
  FIELD("marked_position", VEC3, COLUMN(x0), "m", DERIVED, "position at the last rebuild"),
  FIELD("marked_orientation", QUAT, COLUMN(q0), "1", DERIVED, "orientation at the last rebuild"),
  FIELD("marked_place", REAL, COLUMN(s0), "1", DERIVED,
       "marked position along the velocity profile of the last rebuild"),
  FIELD("extent", REAL, COLUMN(extent), "m", DERIVED,
       "largest distance of a pebble's centre from the clump's centre"),
  {0},
};
/* clang-format on */

/* Optional fields that belong to no quantity. */
/* clang-format off */
static const Field more_fields[] = {
  FIELD("anchor_position", VEC3, COLUMN(anchor_x), "m", MIGRATES | SAVED,
       "of clumps that follow motions: unwrapped centre if no motion had moved it",
       .use = USE_ANCHORS),
  FIELD("anchor_orientation", QUAT, COLUMN(anchor_q), "1", HELD_ONCE | MIGRATES | SAVED,
       "likewise its orientation; 0: the clump follows no motion", .use = USE_ANCHORS),
  /* OWN: contacts between fragments count */
  FIELD("bond_id", INT32, COLUMN(bond_id), "1",
       HELD_ONCE | MIGRATES | SAVED | SHARED | LISTED | OWN,
       "number of the larger body that the clump belongs to, within which there are no contacts; "
       "-1: none", .use = USE_BOND_IDS, .lo = BOND_NONE, .hi = PETSC_MPI_INT_MAX),
  FIELD("constraint_force", VEC3, COLUMN(held_force), "N", MIGRATES,
       "force of constraints and hard contacts on the clump in the last step", .use = USE_HELD),
  FIELD("constraint_torque", VEC3, COLUMN(held_torque), "N m", MIGRATES,
       "likewise the torque about its centre of mass", .use = USE_HELD),
  FIELD("answer", VEC3, COLUMN(answer), "m s-1", MIGRATES,
       "half of the velocity change by constraints in the last step, which answers a half kick",
       .use = USE_ANSWERS),
  FIELD("angular_answer", VEC3, COLUMN(answer_turn), "kg m+2 s-1", MIGRATES,
       "likewise of the angular momentum", .use = USE_ANSWERS),
  FIELD("asked", ID, COLUMN(asked), "1", MIGRATES,
       "step after which the clump was changed last", .use = USE_ANSWERS),
  FIELD("borne", VEC3, COLUMN(borne), "m s-2", MIGRATES | SAVED,
       "in runs with damping or thermostats beside constraints: acceleration by constraints and "
       "hard contacts in the last step, without that of collisions", .use = USE_BORNE),
  FIELD("borne_torque", VEC3, COLUMN(borne_torque), "N m", MIGRATES | SAVED,
       "likewise the torque about its centre of mass", .use = USE_BORNE),
  FIELD("pushed_force", VEC3, COLUMN(pushed), "N", MIGRATES | OWN,
       "force by which the program that runs the simulation pushes the clump", .use = USE_PUSHED),
  FIELD("pushed_torque", VEC3, COLUMN(pushed_torque), "N m", MIGRATES | OWN,
       "likewise the torque about its centre of mass", .use = USE_PUSHED),
  FIELD("grid_force", VEC3, COLUMN(grid_force), "N", MIGRATES | OWN,
       "force by which the grids of that program push the clump", .use = USE_PUSHED),
  FIELD("grid_torque", VEC3, COLUMN(grid_torque), "N m", MIGRATES | OWN,
       "likewise the torque about its centre of mass", .use = USE_PUSHED),
  FIELD("squeeze", REAL, COLUMN(squeeze), "J", MIGRATES | SAVED | SHOWN | SUMMED | OWN,
       "sum over contacts of the vector from the centre to the contact times the force on the "
       "clump in the last step", .use = USE_SQUEEZE),
};
/* clang-format on */

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

/* Columns of the fields of a quantity. */
static const size_t quantity_columns[] = {
  [QUANTITY_VALUE]      = offsetof(QuantityColumns, value),
  [QUANTITY_HELD]       = offsetof(QuantityColumns, held),
  [QUANTITY_PREDICTED]  = offsetof(QuantityColumns, predicted),
  [QUANTITY_FLOW]       = offsetof(QuantityColumns, flow),
  [QUANTITY_PER_AMOUNT] = offsetof(QuantityColumns, per_amount),
};

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
      offsetof(Clumps, quantity) + (size_t)q * sizeof(QuantityColumns) + quantity_columns[k];
  } else if (k < MORE_FIELDS) *field = more_fields[k];
  else return found_field(k - MORE_FIELDS, field);
  return true;
}

PetscErrorCode clumps_create(Clumps **clumps)
{
  PetscFunctionBeginUser;
  array_create(clumps, sizeof **clumps, 1);
  PetscCall(clumps_use(*clumps, 0));
  clumps_reserve(*clumps, 16);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void clumps_destroy(Clumps **clumps)
{
  if (*clumps) {
    fields_free((*clumps)->fields, *clumps);
    array_free(&(*clumps)->fields);
    array_free(&(*clumps)->tile);
    array_free(clumps);
  }
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
  array_create(&all, sizeof *all, n + 1); /* zeroed: ends with name == NULL */
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
      array_reserve((char *)c + f->at.column, field_stride(f), c->capacity, &none);
  }
  forget_values(c, more | (c->more & ~had & USE_BOND_IDS), 0);
  for (PetscInt a = 0; (c->more & ~had & USE_ANCHORS) && a < c->n && c->anchor_q; a++)
    c->anchor_q[a] = (Quat){0, 0, 0, 0};
  PetscCall(list_renewed(c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void clumps_reserve(Clumps *c, PetscInt n)
{
  PetscInt room = c->capacity;

  if (n <= c->capacity) return;
  array_reserve(&c->tile, sizeof *c->tile, n, &room);
  fields_reserve(c->fields, c, n, &c->capacity);
}

PetscInt clumps_add(Clumps *c, const Templates *templates, Id id, int template, double scale)
{
  const PetscInt  a  = c->n_owned;
  const Template *t  = &templates->list[template];
  const double    s3 = templates_volume_factor(templates, scale),
               s5    = t->inertia_given ? 1 : s3 * scale * scale;

  clumps_reserve(c, a + 1);
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
  return a;
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
