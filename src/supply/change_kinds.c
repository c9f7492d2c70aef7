/* SPDX-License-Identifier: MIT */
/* The kinds of changes. */
#include "options/rows.h"
#include "supply/change.h"
#include "supply/population/population_internal.h"

/* ---- shared by kinds ---- */

void change_spin(Clumps *c, PetscInt a, Vec3 spin)
{
  c->w[a]               = spin;
  c->motion[a].momentum = clump_momentum(spin, c->pose[a].q, c->inertia[a]);
}

/* Multiply mass and, unless it was given, inertia by these factors; the spin stays. */
static void scale_inertia(const ChangeScene *scene, PetscInt a, double mass, double inertia)
{
  Clumps    *c    = scene->clumps;
  const Vec3 spin = c->w[a];

  c->mass[a] *= mass;
  if (!scene->templates->list[c->template[a]].inertia_given)
    c->inertia[a] = vec3_scale(inertia, c->inertia[a]);
  change_spin(c, a, spin);
}

void change_blocked(const ChangeScene *scene, PetscInt a, uint64_t blocked)
{
  const uint64_t flat = BLOCK_X | BLOCK_Y | BLOCK_RZ, glides = blocked & BLOCK_BODY_MOVE;
  uint64_t       move;

  /* in two dimensions clumps have the degrees of freedom x, y and Z */
  if (scene->templates->dimension == 2)
    blocked = (blocked & flat) == flat ? BLOCK_ALL : blocked & flat;
  else if ((blocked & BLOCK_TURN) == 0 || (blocked & BLOCK_TURN) == BLOCK_TURN)
    blocked &= ~(uint64_t)BLOCK_BODY;
  move = blocked & BLOCK_MOVE;
  blocked =
    move != 0 && move != BLOCK_MOVE ? blocked | glides : blocked & ~(uint64_t)BLOCK_BODY_MOVE;
  scene->clumps->blocked[a] = blocked;
}

/* ---- delete ---- */

/* Clumps are removed, as those that leave through open faces. */

const ChangeKind change_delete = {
  .head    = {.name = "delete", .text = "Clumps are removed."},
  .removes = true,
};

/* ---- density ---- */

/* Clumps get another density; inertia follows, unless it was given (PFC). Velocities and spins
   stay. */

typedef struct {
  double density; /* kg/m^3 */
} Density;

/* clang-format off */
static const Option density_keys[] = {
  REAL(IN(Density, density), "kg/m^3", REQUIRED, RANGE_OF(DENSITY),
      "density of the clumps from then on; in two dimensions kg/m^2"),
  {0},
};
/* clang-format on */

static void density_apply(const void *own, const ChangeScene *scene, PetscInt row)
{
  const Clumps   *c   = scene->clumps;
  const Template *t   = &scene->templates->list[c->template[row]];
  const double volume = t->mass.volume * templates_volume_factor(scene->templates, c->scale[row]),
               factor = ((const Density *)own)->density * volume / c->mass[row];

  scale_inertia(scene, row, factor, factor);
}

const ChangeKind change_density = {
  .head   = {.name    = "density",
             .text    = "Clumps get another density; velocities stay.",
             .options = {density_keys}},
  .size   = sizeof(Density),
  .apply  = density_apply,
  .widens = true,
};

/* ---- fix ---- */

/* Degrees of freedom are blocked, and the velocities along them are set to zero. */

/* Constants of fix and free. */
typedef struct {
  uint64_t bits; /* BLOCK_ bits */
} Freedoms;

#define FREEDOMS_KEY(key) \
  STRING( \
    KEY(key), "xyzXYZ", \
    "degrees of freedom: letters of xyz (translation along axes of the lab) or up to two of uvw " \
    "(of the template, which turn with the clump), and XYZ or UVW (rotation, likewise)")

static const Option fix_keys[] = {FREEDOMS_KEY("blocked"), {0}};

static void freedoms_read(void *own, const ChangeSource *s)
{
  Options    *o       = s->options;
  const char *key     = option_applies(o, "change", s->name, "blocked") ? "blocked" : "freed";
  const char *letters = option_word(o, "change", s->name, key);
  uint64_t   *bits    = &((Freedoms *)own)->bits;

  if (!blocked_parse(letters, options_dimension(o), bits) || *bits == 0)
    option_mistake(o, "change", s->name, key, "'%s' " BLOCKED_LETTERS, letters);
}

/* Blocked rotations, or translations, of a clump after this change; all: their bits. They are
   blocked along one set of axes: of the lab or, with `bit`, of the template. A change that blocks
   some along the other set replaces those blocked before, unless all three were, or become,
   blocked. */
static uint64_t join(uint64_t was, uint64_t freedoms, uint64_t all, uint64_t bit)
{
  const bool same = ((was ^ freedoms) & bit) == 0, some = (freedoms & all) != 0;

  if (same || !some || (freedoms & all) == all || (was & all) == all)
    return (was & (all | bit)) | (freedoms & all);
  return freedoms & (all | bit);
}

static void fix_apply(const void *own, const ChangeScene *scene, PetscInt row)
{
  const uint64_t freedoms = ((const Freedoms *)own)->bits;
  Clumps        *c        = scene->clumps;
  const uint64_t was      = c->blocked[row];
  const Quat     q        = c->pose[row].q;
  Vec3           v, along;

  c->templates    = scene->templates;
  c->blocked[row] = freedoms; /* its axes */
  along           = clump_along(c, row, q, c->w[row]);
  v               = clump_way_along(c, row, q, c->motion[row].v);
  for (int k = 0; k < 3; k++) {
    if (freedoms >> k & 1) vec3_set(&v, k, 0);
    if (freedoms >> (3 + k) & 1) vec3_set(&along, k, 0);
  }
  c->motion[row].v = clump_way_from(c, row, q, v);
  change_spin(c, row, clump_from(c, row, q, along));
  change_blocked(scene, row,
                 join(was, freedoms, BLOCK_TURN, BLOCK_BODY) |
                   join(was, freedoms, BLOCK_MOVE, BLOCK_BODY_MOVE));
}

const ChangeKind change_fix = {
  .head  = {.name    = "fix",
            .text    = "Degrees of freedom are blocked, and motion along them ends.",
            .options = {fix_keys}},
  .size  = sizeof(Freedoms),
  .read  = freedoms_read,
  .apply = fix_apply,
};

/* ---- free ---- */

/* Blocked degrees of freedom are freed: velocities along them stay as they are. */

static const Option free_keys[] = {FREEDOMS_KEY("freed"), {0}};

/* Rotations, or translations, that stay blocked (see `fix` above). If some are blocked along the
   other set of axes, freeing all three frees them, and freeing fewer has no effect. */
static uint64_t left(uint64_t was, uint64_t freedoms, uint64_t all, uint64_t bit)
{
  if ((was & all) == all) return (was & all & ~freedoms) | (freedoms & bit);
  if ((was ^ freedoms) & bit && (freedoms & all) != all) return was & (all | bit);
  return (was & all & ~freedoms) | (was & bit);
}

static void free_apply(const void *own, const ChangeScene *scene, PetscInt row)
{
  Clumps        *c        = scene->clumps;
  const uint64_t freedoms = ((const Freedoms *)own)->bits, was = c->blocked[row];

  change_blocked(scene, row,
                 left(was, freedoms, BLOCK_TURN, BLOCK_BODY) |
                   left(was, freedoms, BLOCK_MOVE, BLOCK_BODY_MOVE));
  change_spin(c, row, c->w[row]);
}

const ChangeKind change_free = {
  .head = {.name = "free", .text = "Blocked degrees of freedom are freed.", .options = {free_keys}},
  .size = sizeof(Freedoms),
  .read = freedoms_read,
  .apply  = free_apply,
  .frees  = true,
  .widens = true,
};

/* ---- group ---- */

/* Clumps get groups, in place of those that they have in the same slots. */

typedef struct {
  uint64_t groups; /* mask */
} Membership;

/* clang-format off */
static const Option group_keys[] = {
  WORDS(KEY("group"), REQUIRED,
      "groups of the clumps from then on: name or slot=name, one in each slot"),
  {0},
};
/* clang-format on */

static void group_read(void *own, const ChangeSource *s)
{
  groups_of_option(s->options, "change", s->name, "group", s->groups, GROUP_CLUMPS,
                   &((Membership *)own)->groups);
}

/* All groups in the slots of these groups. */
static uint64_t slots_of(const Groups *groups, uint64_t mask)
{
  uint64_t all = 0;

  for (int k = 0; k < groups->n; k++)
    for (int i = 0; i < groups->n; i++)
      if (mask >> i & 1 && strcmp(groups->list[i].slot, groups->list[k].slot) == 0)
        all |= (uint64_t)1 << k;
  return all;
}

static void group_apply(const void *own, const ChangeScene *scene, PetscInt row)
{
  const uint64_t to = ((const Membership *)own)->groups;
  uint64_t      *of = &scene->clumps->group[row];

  *of = (*of & ~slots_of(scene->groups, to)) | to;
}

const ChangeKind change_group = {
  .head  = {.name = "group", .text = "Clumps get other groups.", .options = {group_keys}},
  .size  = sizeof(Membership),
  .read  = group_read,
  .apply = group_apply,
};

/* ---- scale ---- */

/* Clumps grow or shrink about their centres; mass follows with the third power of the factor,
   inertia with the fifth, unless it was given (in two dimensions second and fourth). Velocities and
   spins stay. */

typedef struct {
  double factor;
} Scale;

static const Option scale_keys[] = {
  REAL(IN(Scale, factor), "1", REQUIRED, WITHIN(1e-3, 1e3), "factor on all lengths of the clumps"),
  {0},
};

static double growth(const void *own)
{
  return ((const Scale *)own)->factor;
}

static void scale_apply(const void *own, const ChangeScene *scene, PetscInt row)
{
  const double f = growth(own), volume = templates_volume_factor(scene->templates, f);
  Clumps      *c = scene->clumps;

  c->scale[row] *= f;
  c->pose[row].scale = c->scale[row]; /* for pebbles that are placed before lists are renewed */
  scale_inertia(scene, row, volume, volume * f * f);
}

const ChangeKind change_scale = {
  .head   = {.name    = "scale",
             .text    = "Clumps grow or shrink about their centres.",
             .options = {scale_keys}},
  .size   = sizeof(Scale),
  .apply  = scale_apply,
  .widens = true,
  .growth = growth,
};

/* ---- velocity and push ---- */

/* Clumps get a velocity and spin, or these are added to those that they have. If one of them is not
   given, it does not change. */

typedef struct {
  Vec3 velocity, spin; /* m/s, rad/s */
  bool moves, turns;   /* given */
} Velocity;

/* clang-format off */
static const Option velocity_keys[] = {
  VEC3_FLAT(IN(Velocity, velocity), "m/s",   OPTIONAL, SIGNED(SPEED_MOST),
      "velocity that clumps get (action velocity) or that is added (push); default: as it is"),
  VEC3(IN(Velocity, spin),          "rad/s", OPTIONAL, SIGNED(SPIN_MOST),
      "angular velocity, likewise; lab axes, along z in two dimensions", .also = "angular_velocity"),
  {0},
};
/* clang-format on */

static void velocity_read(void *own, const ChangeSource *s)
{
  Options  *o = s->options;
  Velocity *v = own;

  options_read_into(o, "change", s->name, velocity_keys, v);
  v->moves = option_has_value(o, "change", s->name, "velocity");
  v->turns = option_has_value(o, "change", s->name, "spin");
  if (!option_is_set(o, "change", s->name, "velocity") &&
      !option_is_set(o, "change", s->name, "spin"))
    option_mistake(o, "change", s->name, "velocity", "missing: give it, or spin, or both");
}

static void velocity_apply(const void *own, const ChangeScene *scene, PetscInt row)
{
  const Velocity *v = own;
  Clumps         *c = scene->clumps;

  if (v->moves) c->motion[row].v = v->velocity;
  if (v->turns) change_spin(c, row, v->spin);
}

const ChangeKind change_velocity = {
  .head   = {.name    = "velocity",
             .text    = "Clumps get a velocity and spin.",
             .options = {velocity_keys}},
  .size   = sizeof(Velocity),
  .read   = velocity_read,
  .apply  = velocity_apply,
  .widens = true,
};

static void push_apply(const void *own, const ChangeScene *scene, PetscInt row)
{
  const Velocity *p = own;
  Clumps         *c = scene->clumps;

  c->motion[row].v = vec3_add(c->motion[row].v, p->velocity);
  change_spin(c, row, vec3_add(c->w[row], p->spin));
}

const ChangeKind change_push = {
  .head   = {.name    = "push",
             .text    = "Velocity and spin are added to those of the clumps.",
             .options = {velocity_keys}},
  .size   = sizeof(Velocity),
  .read   = velocity_read,
  .apply  = push_apply,
  .widens = true,
};
