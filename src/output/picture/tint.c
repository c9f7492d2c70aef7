/* SPDX-License-Identifier: MIT */
#include "output/picture/tint.h"
#include "matter/pebbles.h"
#include "matter/template.h"

static const Template *template_of(const TintScene *s, PetscInt a)
{
  return &s->templates->list[s->clumps->template[a]];
}

/* ---- numbers with names ---- */

static double value_template(const TintScene *s, PetscInt a, int member)
{
  (void)member;
  return s->clumps->template[a];
}

static const char *name_template(const TintScene *s, int k)
{
  return k < s->templates->n ? s->templates->list[k].name : NULL;
}

static double value_material(const TintScene *s, PetscInt a, int member)
{
  return template_of(s, a)->material[member < 0 ? 0 : member];
}

static const char *name_material(const TintScene *s, int k)
{
  return k < s->materials->n ? s->materials->list[k].name : NULL;
}

static double value_group(const TintScene *s, PetscInt a, int member)
{
  (void)member;
  return groups_place(s->groups, "Default", s->clumps->group[a]);
}

static const char *name_group(const TintScene *s, int k)
{
  return k < s->groups->n ? s->groups->list[k].name : NULL;
}

static double value_id(const TintScene *s, PetscInt a, int member)
{
  (void)member;
  /* neighbours often have neighbouring ids: multiplied by 2^32 over the golden ratio */
  return (double)((uint64_t)s->clumps->id[a] * 2654435769u >> 12 & 0xfffff);
}

/* ---- numbers ---- */

static Vec3 arm_of(const TintScene *s, PetscInt a, int member)
{
  if (member < 0) return vec3(0, 0, 0);
  return pebble_arm(s->clumps->pose[a].q,
                    vec3_scale(s->clumps->scale[a], template_of(s, a)->offset[member]),
                    s->domain->magic);
}

static double value_speed(const TintScene *s, PetscInt a, int member)
{
  return vec3_norm(
    vec3_add(s->clumps->motion[a].v, vec3_cross(s->clumps->w[a], arm_of(s, a, member))));
}

static Vec3 velocity(const TintScene *s, PetscInt a)
{
  return s->clumps->motion[a].v;
}

static double value_velocity_x(const TintScene *s, PetscInt a, int member)
{
  (void)member;
  return velocity(s, a).x;
}

static double value_velocity_y(const TintScene *s, PetscInt a, int member)
{
  (void)member;
  return velocity(s, a).y;
}

static double value_velocity_z(const TintScene *s, PetscInt a, int member)
{
  (void)member;
  return velocity(s, a).z;
}

static double value_spin(const TintScene *s, PetscInt a, int member)
{
  (void)member;
  return vec3_norm(s->clumps->w[a]);
}

static double value_radius(const TintScene *s, PetscInt a, int member)
{
  const Template *t = template_of(s, a);

  return s->clumps->scale[a] * (member < 0 ? t->bound : t->radius[member]);
}

static double value_force(const TintScene *s, PetscInt a, int member)
{
  (void)member;
  return vec3_norm(s->clumps->force[a]);
}

static double value_torque(const TintScene *s, PetscInt a, int member)
{
  (void)member;
  return vec3_norm(s->clumps->torque[a]);
}

static Vec3 place_of(const TintScene *s, PetscInt a, int member)
{
  return vec3_add(domain_wrapped(s->domain, s->clumps->pose[a].x), arm_of(s, a, member));
}

static double value_x(const TintScene *s, PetscInt a, int member)
{
  return place_of(s, a, member).x;
}

static double value_y(const TintScene *s, PetscInt a, int member)
{
  return place_of(s, a, member).y;
}

static double value_z(const TintScene *s, PetscInt a, int member)
{
  return place_of(s, a, member).z;
}

/* ---- of contacts ---- */

static double value_contacts(const TintScene *s, PetscInt a, int member)
{
  (void)member;
  return s->seen ? s->seen[a].contacts : NAN;
}

static double value_touching(const TintScene *s, PetscInt a, int member)
{
  (void)member;
  return s->seen ? s->seen[a].touching : NAN;
}

/* -tr(stress)/d of the clump, d: number of dimensions. */
static double value_pressure(const TintScene *s, PetscInt a, int member)
{
  const double volume =
    template_of(s, a)->mass.volume * templates_volume_factor(s->templates, s->clumps->scale[a]);

  (void)member;
  return s->seen ? s->seen[a].push / (s->domain->dimension * volume) : NAN;
}

/* ---- the list ---- */

#define NAMED(of, says) \
  static const Tint tint_##of = {.head  = {.name = #of, .text = says}, \
                                 .unit  = "", \
                                 .kind  = TINT_NAMES, \
                                 .value = value_##of, \
                                 .name  = name_##of};
#define RANGED(of, of_unit, says) \
  static const Tint tint_##of = {.head  = {.name = #of, .text = says}, \
                                 .unit  = of_unit, \
                                 .kind  = TINT_RANGE, \
                                 .value = value_##of};

#define SEEN(of, of_unit, says) \
  static const Tint tint_##of = {.head  = {.name = #of, .text = says}, \
                                 .unit  = of_unit, \
                                 .kind  = TINT_RANGE, \
                                 .seen  = true, \
                                 .value = value_##of};

NAMED(template, "template of the clump")
NAMED(material, "material of the pebble")
NAMED(group, "group of the clump, of the slot Default")
static const Tint tint_id = {.head  = {.name = "id", .text = "each clump another colour"},
                             .unit  = "",
                             .kind  = TINT_LIST,
                             .value = value_id};
RANGED(speed, "m s-1", "magnitude of the velocity of the pebble's centre")
RANGED(velocity_x, "m s-1", "velocity of the clump along x")
RANGED(velocity_y, "m s-1", "velocity of the clump along y")
RANGED(velocity_z, "m s-1", "velocity of the clump along z")
RANGED(spin, "rad s-1", "magnitude of the angular velocity")
RANGED(radius, "m", "radius of the pebble")
RANGED(force, "N", "magnitude of the force of contacts on the clump")
RANGED(torque, "N m", "magnitude of their torque about its centre")
RANGED(x, "m", "place of the pebble along x")
RANGED(y, "m", "place of the pebble along y")
RANGED(z, "m", "place of the pebble along z")
SEEN(contacts, "", "number of contacts of the clump; those with walls count")
SEEN(touching, "", "number of bodies and walls that the clump touches")
SEEN(pressure, "Pa", "mean pressure of the clump, of its contacts and links")

/* clang-format off */
#define TINTS(X) \
  X(tint_template) X(tint_material) X(tint_group) X(tint_id) X(tint_speed) X(tint_velocity_x) \
  X(tint_velocity_y) X(tint_velocity_z) X(tint_spin) X(tint_radius) X(tint_force) X(tint_torque) \
  X(tint_x) X(tint_y) X(tint_z) X(tint_contacts) X(tint_touching) X(tint_pressure)
/* clang-format on */

const Plugin *const tint_table[] = {TINTS(PLUGIN_HEAD) NULL};

/* ---- fields ---- */

const Field *colouring_field(const Field *fields, int k)
{
  for (const Field *f = fields; f->name; f++)
    if ((f->type == FIELD_REAL || f->type == FIELD_VEC3) && (f->travels & (SHOWN | SHARED)) &&
        plugin_index(tint_table, f->name) < 0 && k-- == 0)
      return f;
  return NULL;
}

/* ---- monitors ---- */

const Monitor *colouring_monitor(const Monitors *monitors, int k)
{
  for (int i = 0; i < monitors->n; i++) {
    const Monitor *m = &monitors->list[i];

    if (m->kind && m->kind->of_body && k-- == 0) return m;
  }
  return NULL;
}

/* ---- all of them ---- */

bool colouring_find(const char *name, const Field *fields, const Monitors *monitors, Colouring *c)
{
  static const char before[] = "monitor:";
  const bool        measured = strncmp(name, before, sizeof before - 1) == 0;

  *c = (Colouring){.tint = (const Tint *)(const void *)plugin_find(tint_table, name)};
  for (int k = 0; measured && colouring_monitor(monitors, k); k++)
    if (strcmp(colouring_monitor(monitors, k)->name, name + sizeof before - 1) == 0)
      c->monitor = colouring_monitor(monitors, k);
  for (int k = 0; !c->tint && !measured && colouring_field(fields, k); k++)
    if (strcmp(colouring_field(fields, k)->name, name) == 0) c->field = *colouring_field(fields, k);
  return c->tint || c->field.name || c->monitor;
}

double colouring_value(const Colouring *c, const TintScene *s, PetscInt a, int member)
{
  const void *item;

  if (c->tint) return c->tint->value(s, a, member);
  if (c->monitor) return c->monitor->kind->of_body(c->monitor, s->clumps, s->time, a);
  item = field_item(&c->field, s->clumps, a);
  if (!item) return NAN;
  return c->field.type == FIELD_VEC3 ? vec3_norm(*(const Vec3 *)item) : *(const double *)item;
}

TintKind colouring_kind(const Colouring *c)
{
  return c->tint ? c->tint->kind : TINT_RANGE;
}

const char *colouring_unit(const Colouring *c)
{
  const char *unit = c->tint      ? c->tint->unit
                     : c->monitor ? c->monitor->kind->body->unit
                                  : c->field.unit;

  return unit && strcmp(unit, "1") != 0 ? unit : "";
}

const char *colouring_title(const Colouring *c)
{
  return c->tint ? c->tint->head.name : c->monitor ? c->monitor->kind->body->name : c->field.name;
}
