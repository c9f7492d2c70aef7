/* SPDX-License-Identifier: MIT */
/* The section `image`. */
#include "base/bounds.h"
#include "contact/contact_listeners.h"
#include "matter/group.h"
#include "options/rows.h"
#include "options/selection.h"
#include "output/picture/shot.h"
#include "output/table/samples.h"

/* clang-format off */
static const Option image_options[] = {
  REAL(IN(Shot, every), "s", REQUIRED, POSITIVE, "time between pictures",
      .flags = WRITES_FILES),
  INTS(KEY("size"), "1280,720", WITHIN(16, 8192), "width and height", .unit = "px", .count = 2),
  WORD(KEY("quality"),        "normal",   "draft normal fine",
      "draft: samples 1, without shadows and occlusion; normal: samples 2, with both; fine: "
      "samples 3; keys that are given win"),
  INT(KEY_IN("samples", Shot, factor), "2",        WITHIN(1, 4),
      "rays per pixel along each side: more smooths edges"),
  VEC3(IN(Shot, from),        "m",      OPTIONAL_OR(NAN), SIGNED(LENGTH_MOST),
      "place of the camera; without it one from which the clumps at the start, their fall and walls near them are seen"),
  VEC3(IN(Shot, look_at),     "m",      OPTIONAL_OR(NAN), SIGNED(LENGTH_MOST),
      "point in the middle of the picture; without it the middle of these"),
  VEC3(IN(Shot, up),          "1",      OPTIONAL_OR(NAN), ANY_NUMBER,
      "direction that is up; without it against gravity, or z; y in two dimensions"),
  WORD(KEY("projection"),     OPTIONAL,   "perspective orthographic",
      "perspective, or orthographic: without perspective, as in two dimensions unless given"),
  REAL(IN(Shot, angle),       "degrees", OPTIONAL_OR(25),  WITHIN(0.1, 150),
      "of the height of the picture, as seen from the camera, in perspective; without it 25"),
  REAL(KEY_IN("height", Shot, tall), "m",      OPTIONAL,         RANGE_OF(LENGTH),
      "of what is seen, orthographic; without it all of these are seen"),
  STRING(IN(Shot, colour),    "template",
      "template, material, group, id, speed, velocity_x, velocity_y, velocity_z, spin, radius, "
      "force, torque, x, y, z, contacts, touching, pressure, a number or vector of clumps that "
      "frames have, such as temperature, or monitor:NAME"),
  PLUGIN(IN(Shot, map),       "viridis",  colour_map_table,           "colours of numbers"),
  WORDS(KEY("range"),         "auto",
      "numbers at the two ends of the map; auto: the least and the largest of each picture"),
  WORDS(KEY("groups"),        OPTIONAL,
      "groups of clumps and free meshes that are drawn: name or slot=name; without it all"),
  WORDS(KEY("colours"),       OPTIONAL,
      "name and colour, in turn, of walls, groups and templates that have one of their own: "
      COLOUR_NAMES ", or #rrggbb"),
  WORDS(KEY("opacity"),       OPTIONAL,
      "name and opacity, in turn, of walls, groups and templates: 0 hidden, 1 opaque"),
  REAL(IN(Shot, backs),       "",       "0.08",           UNIT_INTERVAL,
      "opacity of walls seen from the side that clumps do not touch, except meshes"),
  VEC3_PLANAR(KEY("lo"),      "m",      OPTIONAL,         SIGNED(LENGTH_MOST),
      "corner of the box at which planes and other endless walls end; without it of the domain"),
  VEC3_PLANAR(KEY("hi"), "m", OPTIONAL, SIGNED(LENGTH_MOST), "opposite corner of this box"),
  REALS(KEY("cut"),           "m, 1",   OPTIONAL,         ANY_NUMBER,
      "x y z of a point and of a normal, for each plane beyond which all is cut off", .group = 6),
  BOOL(IN(Shot, links),       "false",    "true: springs, bonds and constraints as lines"),
  REAL(IN(Shot, link_radius), "m",      "0",              UP_TO(LENGTH_MOST),
      "of these as cylinders; 0: lines", .when = "links=true"),
  WORD(KEY_IN("link_colour", Shot, link_colours), "object",   "object tension torque",
      "their object of the scenario, tension (< 0: pushed together) or torque",
      .when = "links=true"),
  PLUGIN(IN(Shot, link_map),  "coolwarm", colour_map_table,
      "colours of tension and torque", .when = "links=true"),
  WORDS(KEY("link_range"),    "auto",
      "as range; auto: 0 in the middle of tensions, and at the lower end of torques",
      .when = "links=true"),
  BOOL(IN(Shot, outline),     "false",    "true: edges of the domain"),
  BOOL(IN(Shot, shadows),     "true",     "false: no shadows of the lamp"),
  BOOL(IN(Shot, occlusion), "true", "false: light of the sky is the same in gaps between bodies"),
  BOOL(IN(Shot, time),        "true",     "false: without the time"),
  BOOL(IN(Shot, legend),      "true",     "false: without the scale of colours, or names"),
  STRING(IN(Shot, title),     OPTIONAL,   "text above the picture"),
  WORD(KEY_IN("background", Shot, dark), "white",    "white black",              "white or black"),
  {0},
};
/* clang-format on */

const OptionKind image_kind = {.name    = "image",
                               .named   = true,
                               .options = image_options,
                               .text    = "pictures that the run draws: docs/guide/pictures.md"};

/* ---- words ---- */

/* False unless all of the word is a number. */
static bool number_of(const char *word, double *number)
{
  char *end;

  *number = strtod(word, &end);
  return end != word && !*end && isfinite(*number);
}

/* Read two numbers; NAN: not given. */
static void read_range(Options *o, const Shot *s, const char *key, double range[2])
{
  int                n;
  const char *const *word  = option_words(o, "image", s->name, key, &n);
  const bool         given = n != 1 || strcmp(word[0], "auto") != 0;

  range[0] = range[1] = NAN;
  if (given && !(n == 2 && number_of(word[0], &range[0]) && number_of(word[1], &range[1]) &&
                 range[0] < range[1]))
    option_mistake(o, "image", s->name, key, "allowed: auto, or two numbers, the lower one first");
}

/* Styles of walls, then of templates, then of groups. */
static int styles_count(const World *w)
{
  return w->walls->n + w->templates->n + GROUPS_MOST;
}

/* Name of the wall, template or group to which style k belongs; NULL: no clump has the group. */
static const char *style_name(const World *w, int k)
{
  const int of_template = k - w->walls->n, of_group = of_template - w->templates->n;

  if (of_template < 0) return w->walls->list[k].name;
  if (of_group < 0) return w->templates->list[of_template].name;
  return w->groups->list[of_group].used & GROUP_CLUMPS ? w->groups->list[of_group].name : NULL;
}

static void no_such_name(const World *w, const Shot *s, const char *key, const char *name)
{
  Likeness near = likeness_start(name);
  char     hint[HINT_LENGTH];

  for (int k = 0; k < styles_count(w); k++)
    if (style_name(w, k)) likeness_offer(&near, style_name(w, k));
  option_mistake(w->options, "image", s->name, key,
                 "no wall, template or group of clumps is called '%s' (there are: %s)%s", name,
                 likeness_offered(&near), likeness_hint(&near, hint));
}

/* Pairs of a name and a value. */
static void read_pairs(const World *w, const Shot *s, const char *key)
{
  const bool         colours = strcmp(key, "colours") == 0;
  int                n;
  const char *const *word = option_words(w->options, "image", s->name, key, &n);

  if (n % 2 != 0)
    option_mistake(w->options, "image", s->name, key, "%d words; allowed: pairs of a name and %s",
                   n, colours ? "a colour" : "an opacity");
  for (int k = 0; k + 1 < n; k += 2) {
    Colour colour  = 0;
    double opacity = 0;
    bool   known   = false;

    if (colours && !named_colour(word[k + 1], &colour))
      option_mistake(w->options, "image", s->name, key,
                     "'%s' is no colour; allowed: " COLOUR_NAMES ", #rrggbb", word[k + 1]);
    if (!colours && !(number_of(word[k + 1], &opacity) && opacity >= 0 && opacity <= 1))
      option_mistake(w->options, "image", s->name, key,
                     "'%s' is no opacity; allowed: 0 (hidden) to 1 (opaque)", word[k + 1]);
    for (int i = 0; i < styles_count(w); i++) {
      Style *style = &s->of_wall[i];

      if (!style_name(w, i) || strcmp(style_name(w, i), word[k]) != 0) continue;
      known = true;
      if (colours) style->coloured = true, style->colour = colour;
      else style->opacity = opacity;
    }
    if (!known) no_such_name(w, s, key, word[k]);
  }
}

/* Offer a name that colours may have, and add it to the list. */
static void offer(Likeness *near, Text *all, const char *name)
{
  likeness_offer(near, name);
  text_add(all, "%s%s", all->n > 0 ? ", " : "", name);
}

/* Find the property of the colours; an unknown one is a mistake. */
static void read_colour(const World *w, Shot *s)
{
  const Monitors *monitors = &((const MonitorsState *)world_module(w, &monitors_module))->all;
  Likeness        near     = likeness_start(s->colour);
  Text            all      = {0};
  char            hint[HINT_LENGTH], known[NAME_LENGTH + 8];

  if (colouring_find(s->colour, w->clumps->fields, monitors, &s->colouring)) return;
  for (int k = 0; tint_table[k]; k++) offer(&near, &all, tint_table[k]->name);
  for (int k = 0; colouring_field(w->clumps->fields, k); k++)
    offer(&near, &all, colouring_field(w->clumps->fields, k)->name);
  for (int k = 0; colouring_monitor(monitors, k); k++) {
    snprintf(known, sizeof known, "monitor:%s", colouring_monitor(monitors, k)->name);
    offer(&near, &all, known);
  }
  option_mistake(w->options, "image", s->name, "colour",
                 strncmp(s->colour, "monitor:", 8) == 0
                   ? "no '%s' knows a number of each body (msd and residence do)%s; there are: %s"
                   : "clumps of this run have no number '%s'%s; there are: %s",
                 s->colour, likeness_hint(&near, hint), all.s);
  text_free(&all);
  colouring_find("template", w->clumps->fields, monitors, &s->colouring);
}

/* ---- places ---- */

static void read_camera(const World *w, Shot *s)
{
  Options    *o    = w->options;
  const char *word = option_word(o, "image", s->name, "projection");
  Vec3        up;
  View        view;

  s->parallel = word[0] ? strcmp(word, "orthographic") == 0 : w->dimension == 2;
  if (!s->parallel && !isnan(s->tall))
    option_mistake(o, "image", s->name, "height",
                   "is of orthographic pictures: give projection: orthographic, or angle");
  if (s->parallel && option_has_value(o, "image", s->name, "angle"))
    option_mistake(o, "image", s->name, "angle",
                   "is of pictures in perspective: give height, or neither");
  up = isnan(s->up.x) ? vec3(0, 0, 1) : s->up;
  if (!isnan(s->up.x) && !vec3_normalize(&up))
    option_mistake(o, "image", s->name, "up", "(0, 0, 0) has no direction: give another vector");
  else if (!isnan(s->from.x) && !isnan(s->look_at.x)) {
    const Vec3 way = vec3_sub(s->look_at, s->from);

    if (way.x == 0 && way.y == 0 && way.z == 0)
      option_mistake(o, "image", s->name, "look_at",
                     "is the same point as from: the camera looks nowhere");
    else if (!isnan(s->up.x) && !view_set(s->from, s->look_at, s->up, s->parallel, 1, &view))
      option_mistake(o, "image", s->name, "up",
                     "is along the line from the camera to look_at: give another direction");
  }
}

static void read_cuts(const World *w, Shot *s)
{
  int           n;
  const double *x = option_reals(w->options, "image", s->name, "cut", &n);

  if (n > 6 * SCENE_CUTS)
    option_mistake(w->options, "image", s->name, "cut", "%d planes; allowed: up to %d", n / 6,
                   SCENE_CUTS);
  for (int k = 0; k < n / 6 && k < SCENE_CUTS; k++, s->n_cuts++) {
    s->cut[k]        = vec3(x[6 * k], x[6 * k + 1], x[6 * k + 2]);
    s->cut_normal[k] = vec3(x[6 * k + 3], x[6 * k + 4], x[6 * k + 5]);
    if (!vec3_normalize(&s->cut_normal[k]))
      option_mistake(w->options, "image", s->name, "cut",
                     "the normal of plane %d is (0, 0, 0): give a vector of any length but 0",
                     k + 1);
  }
}

/* ---- the section ---- */

static void make_styles(const World *w, Shot *s)
{
  s->n_templates = w->templates->n;
  array_create(&s->of_wall, sizeof *s->of_wall, styles_count(w));
  s->of_template = s->of_wall + w->walls->n;
  s->of_group    = s->of_template + s->n_templates;
  for (int k = 0; k < styles_count(w); k++) s->of_wall[k].opacity = NAN;
}

Shot shot_default(const World *w)
{
  const Vec3 none = {NAN, NAN, NAN};
  Shot       s    = {.name      = "start",
                     .width     = 1280,
                     .height    = 720,
                     .factor    = 2,
                     .from      = none,
                     .look_at   = none,
                     .up        = none,
                     .parallel  = w->dimension == 2,
                     .angle     = 25,
                     .tall      = NAN,
                     .colour    = "template",
                     .map       = (const ColourMap *)colour_map_table[0],
                     .backs     = 0.08,
                     .lo        = none,
                     .hi        = none,
                     .shadows   = true,
                     .occlusion = true,
                     .time      = true,
                     .legend    = true,
                     .title     = ""};

  colouring_find(s.colour, w->clumps->fields, NULL, &s.colouring);
  make_styles(w, &s);
  return s;
}

Shot shot_of_place(const World *w)
{
  const Vec3   side = shot_default_side(w);
  const double span = vec3_norm(w->place.across), away = 6 * w->place.size + 3 * span;
  Shot         s = shot_default(w);

  s.name    = "place";
  s.width   = 960;
  s.look_at = vec3_axpy(w->place.at, 0.5, w->place.across);
  s.from    = vec3_axpy(s.look_at, away, side);
  s.tall    = 2.7 * w->place.size + span;
  s.colour  = "id";
  s.shadows = s.legend = false;
  s.title              = "where overlap_limit was exceeded; all in front is cut off";
  colouring_find(s.colour, w->clumps->fields, NULL, &s.colouring);
  if (w->dimension == 3) {
    s.cut[0]        = w->place.at;
    s.cut_normal[0] = side;
    s.n_cuts        = 1;
  }
  return s;
}

void shot_free(Shot *s)
{
  array_free(&s->of_wall);
  array_free(&s->end);
}

/* Set the defaults of the keys that `quality` chooses. */
static void set_quality(Options *o, const char *name)
{
  static const struct {
    const char *quality, *key, *value;
  } chosen[] = {{"draft", "samples", "1"},
                {"draft", "shadows", "false"},
                {"draft", "occlusion", "false"},
                {"fine", "samples", "3"}};

  for (size_t k = 0; k < sizeof chosen / sizeof *chosen; k++)
    if (strcmp(option_word(o, "image", name, "quality"), chosen[k].quality) == 0)
      PetscCallAbort(PETSC_COMM_SELF,
                     option_derive(o, "image", name, chosen[k].key, chosen[k].value));
}

void shot_read(const World *w, Shot *s)
{
  Options       *o    = w->options;
  int            n    = 0;
  const int64_t *size = option_ints(o, "image", s->name, "size", &n);

  set_quality(o, s->name);
  options_read_into(o, "image", s->name, image_options, s);
  s->width  = n == 2 ? (int)size[0] : 16;
  s->height = n == 2 ? (int)size[1] : 16;
  s->factor = s->factor > 0 ? s->factor : 1;
  make_styles(w, s);
  groups_selected(o, "image", s->name, "groups", w->groups, &s->groups);
  read_camera(w, s);
  read_range(o, s, "range", s->range);
  read_colour(w, s);
  read_pairs(w, s, "colours");
  read_pairs(w, s, "opacity");
  s->lo = s->hi = vec3(NAN, NAN, NAN);
  selection_box(o, "image", s->name, w->dimension, false, &s->lo, &s->hi);
  read_cuts(w, s);
  if (s->links) read_range(o, s, "link_range", s->link_range);
}

PetscErrorCode shots_read(void *shots, World *w)
{
  Shots             *all = shots;
  const char *const *name;

  all->n = options_objects(w->options, "image", &name);
  if (all->n > SHOTS_MOST)
    option_mistake(w->options, "image", name[SHOTS_MOST], "every",
                   "object %d of the section; allowed: up to %d", all->n, (int)SHOTS_MOST);
  array_create(&all->list, sizeof *all->list, all->n);
  for (int k = 0; k < all->n; k++) {
    all->list[k].name = name[k];
    shot_read(w, &all->list[k]);
  }
  return PETSC_SUCCESS;
}
