/* SPDX-License-Identifier: MIT */
/* Colour maps, and the properties by which pictures are coloured. */
#include "output/picture/tint.h"
#include "matter/pebbles.h"
#include "matter/template.h"

/* ---- maps ---- */

/* clang-format off */
#define MAP(map, says, of_source, ...) \
  static const ColourMap map_##map = { \
    .head = {.name = #map, .text = says, .source = of_source}, .at = {__VA_ARGS__}};
MAP(viridis, "dark blue, green, yellow: equal steps look equal, in grey, too",
  "van der Walt & Smith 2015 (CC0)",
  0x440154, 0x48186a, 0x472d7b, 0x424086, 0x3b528b, 0x33638d, 0x2c728e, 0x26828e, 0x21918c,
  0x1fa088, 0x28ae80, 0x3fbc73, 0x5ec962, 0x84d44b, 0xaddc30, 0xd8e219, 0xfde725)
MAP(inferno, "black, red, yellow, nearly white: heat", "van der Walt & Smith 2015 (CC0)",
  0x000004, 0x0b0724, 0x210c4a, 0x3d0965, 0x57106e, 0x71196e, 0x8a226a, 0xa32c61, 0xbc3754,
  0xd24644, 0xe45a31, 0xf1731d, 0xf98e09, 0xfcac11, 0xf9cb35, 0xf2ea69, 0xfcffa4)
MAP(plasma, "blue, red, yellow, without dark ends", "van der Walt & Smith 2015 (CC0)",
  0x0d0887, 0x310597, 0x4c02a1, 0x6600a7, 0x7e03a8, 0x9511a1, 0xaa2395, 0xbc3587, 0xcc4778,
  0xda5a6a, 0xe66c5c, 0xf0804e, 0xf89540, 0xfdac33, 0xfdc527, 0xf8df25, 0xf0f921)
MAP(coolwarm, "blue, grey, red: deviations from the middle of the range",
  "Moreland 2009, Proc. 5th Int. Symp. Visual Computing, 92",
  0x3b4cc0, 0x4e68d8, 0x6282ea, 0x779af7, 0x8db0fe, 0xa3c2fe, 0xb9d0f9, 0xccd9ed, 0xdddcdc,
  0xecd3c5, 0xf5c4ac, 0xf7b093, 0xf4987a, 0xeb7d62, 0xdd5f4b, 0xca3b37, 0xb40426)
MAP(grey, "from dark to light", NULL,
  0x202020, 0x2d2d2d, 0x3a3a3a, 0x474747, 0x545454, 0x616161, 0x6e6e6e, 0x7b7b7b, 0x888888,
  0x959595, 0xa2a2a2, 0xafafaf, 0xbcbcbc, 0xc9c9c9, 0xd6d6d6, 0xe3e3e3, 0xf0f0f0)
/* clang-format on */

#define COLOUR_MAPS(X) X(map_viridis) X(map_inferno) X(map_plasma) X(map_coolwarm) X(map_grey)

const Plugin *const colour_map_table[] = {COLOUR_MAPS(PLUGIN_HEAD) NULL};

static Colour colour_of_bytes(uint32_t c)
{
  return (c >> 16 & 255) | (c >> 8 & 255) << 8 | (c & 255) << 16 | (uint32_t)OPAQUE << 24;
}

double map_part(const ColourMap *map, double value, const double range[2])
{
  if (range[1] > range[0]) return (value - range[0]) / (range[1] - range[0]);
  return map == &map_coolwarm ? 0.5 : 0;
}

Colour map_colour(const ColourMap *map, double part)
{
  const double at  = (MAP_COLOURS - 1) * max_real(0, min_real(1, part));
  const int    k   = (int)min_real(MAP_COLOURS - 2, floor(at));
  Colour       out = (uint32_t)OPAQUE << 24;

  for (int i = 0; i < 3; i++) {
    const double a = map->at[k] >> (16 - 8 * i) & 255, b = map->at[k + 1] >> (16 - 8 * i) & 255;

    out |= (uint32_t)(a + (at - k) * (b - a) + 0.5) << 8 * i;
  }
  return out;
}

/* The colours are of similar brightness, warm and cold in turn. */
Colour list_colour(int64_t k)
{
  static const uint32_t list[] = {0x4c86b8, 0xe0904a, 0x67a865, 0xb85c68, 0x8c78b4,
                                  0xc9b25a, 0x5aaeae, 0xa8785a, 0x9a9aa2, 0xc77fae};
  enum { LIST = sizeof list / sizeof *list };

  return colour_of_bytes(list[(k % LIST + LIST) % LIST]);
}

/* ---- names ---- */

static const struct {
  const char *name;
  uint32_t    colour;
} names[] = {{"white", 0xf4f4f2}, {"grey", 0x9c9ea2},   {"dark", 0x4a4d52},   {"black", 0x1c1c1e},
             {"red", 0xc8403c},   {"orange", 0xe58b3c}, {"yellow", 0xe8c84a}, {"green", 0x58a058},
             {"cyan", 0x4aa8b4},  {"blue", 0x3f78b8},   {"purple", 0x8a68b0}, {"brown", 0x8c6848},
             {"steel", 0xa8b4c0}, {"sand", 0xd6bd8c},   {"glass", 0xb8d4dc}};

bool named_colour(const char *name, Colour *colour)
{
  unsigned value;
  char     rest;

  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    if (strcmp(name, names[k].name) == 0) {
      *colour = colour_of_bytes(names[k].colour);
      return true;
    }
  if (strlen(name) != 7 || strspn(name + 1, "0123456789abcdefABCDEF") != 6) return false;
  if (sscanf(name, "#%6x%c", &value, &rest) != 1) return false;
  *colour = colour_of_bytes(value);
  return true;
}

/* ---- properties ---- */

static const Template *template_of(const World *w, PetscInt a)
{
  return &w->templates->list[w->clumps->template[a]];
}

/* From the centre of the body to the pebble; 0 for the body as a whole. */
static Vec3 arm_of(const World *w, PetscInt a, int member)
{
  if (member < 0) return vec3(0, 0, 0);
  return pebble_arm(w->clumps->pose[a].q,
                    vec3_scale(w->clumps->scale[a], template_of(w, a)->offset[member]),
                    w->domain->magic);
}

static Vec3 place_of(const World *w, PetscInt a, int member)
{
  return vec3_add(domain_wrapped(w->domain, w->clumps->pose[a].x), arm_of(w, a, member));
}

static double radius_of(const World *w, PetscInt a, int member)
{
  const Template *t = template_of(w, a);

  return w->clumps->scale[a] * (member < 0 ? t->bound : t->radius[member]);
}

/* -tr(stress)/d of the clump, d: number of dimensions. */
static double pressure_of(const World *w, const BodySeen *seen, PetscInt a)
{
  const double volume =
    template_of(w, a)->mass.volume * templates_volume_factor(w->templates, w->clumps->scale[a]);

  return seen->push / (w->dimension * volume);
}

/* ---- the list: an expression of w, seen, c, a and member gives the value ---- */

/* clang-format off */
#define TINT(of, of_unit, of_kind, says, of_value, ...) \
  static double value_##of(const World *w, const BodySeen *seen, PetscInt a, int member) \
  { \
    const Clumps *c = w->clumps; \
\
    (void)seen, (void)c, (void)a, (void)member; \
    return of_value; \
  } \
  static const Tint tint_##of = {.head = {.name = #of, .text = says}, .unit = of_unit, \
                                 .kind = of_kind, .value = value_##of, __VA_ARGS__};
/* Numbers with names: those of the items of a list. */
#define NAMED(of, says, items, value) \
  static const char *name_##of(const World *w, int k) \
  { \
    return k < w->items->n ? w->items->list[k].name : NULL; \
  } \
  TINT(of, "", TINT_NAMES, says, value, .name = name_##of)
#define RANGED(of, of_unit, says, value) TINT(of, of_unit, TINT_RANGE, says, value, .seen = false)
/* Sums over contacts. */
#define SEEN(of, of_unit, says, value) \
  TINT(of, of_unit, TINT_RANGE, says, seen ? value : NAN, .seen = true)

NAMED(template, "template of the clump", templates, c->template[a])
NAMED(material, "material of the pebble", materials,
  template_of(w, a)->material[member < 0 ? 0 : member])
NAMED(group, "group of the clump, of the slot Default", groups,
  groups_place(w->groups, "Default", c->group[a]))
/* neighbours often have neighbouring ids: multiplied by 2^32 over the golden ratio */
TINT(id, "", TINT_LIST, "each clump another colour",
  (double)((uint64_t)c->id[a] * 2654435769u >> 12 & 0xfffff), .seen = false)
RANGED(speed, "m s-1", "magnitude of the velocity of the pebble's centre",
  vec3_norm(vec3_add(c->motion[a].v, vec3_cross(c->w[a], arm_of(w, a, member)))))
RANGED(velocity_x, "m s-1", "velocity of the clump along x", c->motion[a].v.x)
RANGED(velocity_y, "m s-1", "velocity of the clump along y", c->motion[a].v.y)
RANGED(velocity_z, "m s-1", "velocity of the clump along z", c->motion[a].v.z)
RANGED(spin, "rad s-1", "magnitude of the angular velocity", vec3_norm(c->w[a]))
RANGED(radius, "m", "radius of the pebble", radius_of(w, a, member))
RANGED(force, "N", "magnitude of the force of contacts on the clump", vec3_norm(c->force[a]))
RANGED(torque, "N m", "magnitude of their torque about its centre", vec3_norm(c->torque[a]))
RANGED(x, "m", "place of the pebble along x", place_of(w, a, member).x)
RANGED(y, "m", "place of the pebble along y", place_of(w, a, member).y)
RANGED(z, "m", "place of the pebble along z", place_of(w, a, member).z)
SEEN(contacts, "", "number of contacts of the clump; those with walls count", seen[a].contacts)
SEEN(touching, "", "number of bodies and walls that the clump touches", seen[a].touching)
SEEN(pressure, "Pa", "mean pressure of the clump, of its contacts and links",
  pressure_of(w, &seen[a], a))

#define TINTS(X) \
  X(tint_template) X(tint_material) X(tint_group) X(tint_id) X(tint_speed) X(tint_velocity_x) \
  X(tint_velocity_y) X(tint_velocity_z) X(tint_spin) X(tint_radius) X(tint_force) X(tint_torque) \
  X(tint_x) X(tint_y) X(tint_z) X(tint_contacts) X(tint_touching) X(tint_pressure)
/* clang-format on */

const Plugin *const tint_table[] = {TINTS(PLUGIN_HEAD) NULL};

const Field *colouring_field(const Field *fields, int k)
{
  for (const Field *f = fields; f->name; f++)
    if ((f->type == FIELD_REAL || f->type == FIELD_VEC3) && (f->travels & (SHOWN | SHARED)) &&
        plugin_index(tint_table, f->name) < 0 && k-- == 0)
      return f;
  return NULL;
}

const Monitor *colouring_monitor(const Monitors *monitors, int k)
{
  for (int i = 0; i < monitors->n; i++) {
    const Monitor *m = &monitors->list[i];

    if (m->kind && m->kind->of_body && k-- == 0) return m;
  }
  return NULL;
}

bool colouring_find(const char *name, const Field *fields, const Monitors *monitors, Colouring *c)
{
  static const char before[] = "monitor:";
  const bool        measured = strncmp(name, before, sizeof before - 1) == 0;
  const Tint       *tint     = (const Tint *)(const void *)plugin_find(tint_table, name);
  const Monitor    *m;
  const Field      *f;

  *c = (Colouring){.tint = tint};
  if (tint) c->kind = tint->kind, c->title = tint->head.name, c->unit = tint->unit;
  for (int k = 0; measured && (m = colouring_monitor(monitors, k)); k++)
    if (strcmp(m->name, name + sizeof before - 1) == 0)
      c->monitor = m, c->title = m->kind->body->name, c->unit = m->kind->body->unit;
  for (int k = 0; !tint && !measured && (f = colouring_field(fields, k)); k++)
    if (strcmp(f->name, name) == 0) c->field = *f, c->title = f->name, c->unit = f->unit;
  if (!c->unit || strcmp(c->unit, "1") == 0) c->unit = "";
  return c->title != NULL;
}

double colouring_value(const Colouring *c, const World *w, const BodySeen *seen, PetscInt a,
                       int member)
{
  const void *item;

  if (c->tint) return c->tint->value(w, seen, a, member);
  if (c->monitor) return c->monitor->kind->of_body(c->monitor, w->clumps, clock_time(w->clock), a);
  item = field_item(&c->field, w->clumps, a);
  if (!item) return NAN;
  return c->field.type == FIELD_VEC3 ? vec3_norm(*(const Vec3 *)item) : *(const double *)item;
}
