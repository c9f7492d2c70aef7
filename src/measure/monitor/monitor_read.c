/* SPDX-License-Identifier: MIT */
/* The sections `profile` and `monitor`. */
#include "base/bounds.h"
#include "matter/group.h"
#include "measure/monitor/monitor.h"
#include "options/rows.h"
#include "options/selection.h"

/* clang-format off */
#define EVERY \
  REAL(KEY("every"), "s", REQUIRED, POSITIVE, "time between samples", .flags = WRITES_ROWS)
#define GROUPS WORDS(KEY("groups"), OPTIONAL, \
    "groups of clumps that count: name or slot=name; without it all")
#define CORNER(key, word) VEC3_PLANAR(KEY(key), "m", OPTIONAL, SIGNED(LENGTH_MOST), \
    word " corner of the window; without it that of the domain")
#define FORMAT WORD(KEY("format"), "csv", "csv hdf5", \
    "hdf5: NAME.h5 with the rows of NAME.csv, a dataset for each column with its unit, at each " \
    "checkpoint and at the end")

static const Option profile_options[] = {
  EVERY,
  WORDS(KEY("fields"),      REQUIRED, "what is measured in each bin", .plugins = binned_table),
  WORDS(KEY("axis"),        REQUIRED,
      "x, y or z: slabs of a window; three numbers: slabs of the domain along this vector; "
      "radius: rings around an axis"),
  INT(KEY("bins"),          REQUIRED, WITHIN(1, BINS_MOST), "number of bins"),
  REALS(KEY("range"),       "m",   OPTIONAL, SIGNED(LENGTH_MOST),
      "first and last edge: of the coordinate, of its product with the vector, or of the distance "
      "from the axis; needed but with a letter", .count = 2),
  CORNER("lo", "of a letter: lower"),
  CORNER("hi", "of a letter: upper"),
  VEC3(KEY("about"), "", OPTIONAL, SIGNED(LENGTH_MOST), "of radius: direction of the axis"),
  VEC3_PLANAR(KEY("point"), "m",   OPTIONAL, SIGNED(LENGTH_MOST),
      "of radius: a point of the axis; without it the origin"),
  REALS(KEY("height"),      "m",   OPTIONAL, SIGNED(LENGTH_MOST),
      "of radius: range along the axis, from point; without it the domain, along an axis of the "
      "box", .count = 2),
  REAL(KEY_IN("area", Bins, base), "m^2", OPTIONAL, POSITIVE_UP_TO(LENGTH_MOST * LENGTH_MOST),
      "of slabs, in two dimensions their length; without it that of the window; needed with a "
      "vector"),
  GROUPS,
  FORMAT,
  {0},
};

/* type is the first, as a restart may not change it: deal_memory. */
static const Option monitor_options[] = {
  PLUGIN(KEY("type"), REQUIRED, monitor_table, "what is measured"),
  EVERY,
  CORNER("lo", "lower"),
  CORNER("hi", "upper"),
  GROUPS,
  FORMAT,
  {0},
};
/* clang-format on */

const OptionKind profile_kind = {.name    = "profile",
                                 .named   = true,
                                 .options = profile_options,
                                 .text    = "fields in bins along an axis or a radius"};
const OptionKind monitor_kind = {.name    = "monitor",
                                 .named   = true,
                                 .options = monitor_options,
                                 .text    = "measurements of the whole, or of a window"};

/* ---- windows ---- */

/* A window of the domain, lo .. hi as far as they are given. */
static bool read_window(const World *w, const char *kind, const char *name, Bins *b)
{
  const Domain *d = w->domain;
  bool          good;

  b->dimension = d->dimension;
  b->lo        = d->lo;
  b->hi        = d->hi;
  good         = selection_box(w->options, kind, name, d->dimension, false, &b->lo, &b->hi);
  /* the box itself is rounded so, too */
  b->lo = grid_round3(d, b->lo);
  b->hi = grid_round3(d, b->hi);
  for (int k = 0; k < d->dimension; k++) {
    const double lo = vec3_axis(b->lo, k), hi = vec3_axis(b->hi, k), from = vec3_axis(d->lo, k),
                 to  = vec3_axis(d->hi, k);
    const bool wraps = boundary_wraps(d->boundary[k]);

    if (good && !(lo < hi)) {
      option_mistake(w->options, kind, name, "hi",
                     "%g m along %c is not above lo on the grid of positions", hi, "xyz"[k]);
      good = false;
    } else if (wraps && (lo < from || hi > to)) {
      option_mistake(w->options, kind, name, lo < from ? "lo" : "hi",
                     "%g m along %c, which is periodic; allowed: %g to %g", lo < from ? lo : hi,
                     "xyz"[k], from, to);
      good = false;
    }
    b->cut[k] = wraps ? lo > from || hi < to
                      : option_is_set(w->options, kind, name, "lo") ||
                          option_is_set(w->options, kind, name, "hi");
  }
  return good;
}

static void read_monitor_window(const World *w, const char *name, Bins *b)
{
  *b = bins_whole(w->domain);
  (void)read_window(w, "monitor", name, b);
  b->follows = !option_is_set(w->options, "monitor", name, "lo") &&
               !option_is_set(w->options, "monitor", name, "hi");
  b->from = b->lo.x;
  b->to   = b->hi.x;
  b->base = (b->hi.y - b->lo.y) * (b->dimension == 2 ? 1 : b->hi.z - b->lo.z);
}

/* ---- bins of profiles ---- */

static bool refuse(const World *w, const char *name, const char *key, const char *why)
{
  option_mistake(w->options, "profile", name, key, "%s", why);
  return false;
}

/* Read the first and last edge. */
static bool read_range(const World *w, const char *name, Bins *b)
{
  int           n;
  const double *range = option_reals(w->options, "profile", name, "range", &n);

  if (n == 2) {
    b->from = range[0];
    b->to   = range[1];
  } else if (b->letter < 0)
    return refuse(w, name, NULL,
                  b->rings ? "axis: radius needs range: the smallest and the largest distance"
                           : "axis: a vector needs range: the first and the last edge");
  if (!(b->from < b->to) || (b->rings && b->from < 0)) {
    option_mistake(w->options, "profile", name, "range", "%g, %g; allowed: two ascending numbers%s",
                   b->from, b->to, b->rings ? ", the first not below 0" : "");
    return false;
  }
  return true;
}

static bool read_letter(const World *w, const char *name, Bins *b)
{
  const Domain *d    = w->domain;
  const int     at   = b->letter;
  double        base = 1;

  if (at >= b->dimension) return refuse(w, name, "axis", "z in two dimensions; allowed: x or y");
  if (!read_window(w, "profile", name, b)) return false;
  b->from = vec3_axis(b->lo, at);
  b->to   = vec3_axis(b->hi, at);
  if (!read_range(w, name, b)) return false;
  b->from = grid_round(d, b->from);
  b->to   = grid_round(d, b->to);
  if (!(b->from < b->to)) return refuse(w, name, "range", "is below the grid of positions");
  if (boundary_wraps(d->boundary[at]) &&
      (b->from < vec3_axis(d->lo, at) || b->to > vec3_axis(d->hi, at)))
    return refuse(w, name, "range", "leaves the domain, which is periodic along this axis");
  for (int k = 0; k < b->dimension; k++)
    if (k != at) base *= vec3_axis(b->hi, k) - vec3_axis(b->lo, k);
  b->base = option_real_or(w->options, "profile", name, "area", base);
  return true;
}

/* A periodic axis must be perpendicular to the vector of slabs, and along the axis of rings. */
static bool check_periods(const World *w, const char *name, const Bins *b)
{
  for (int k = 0; k < b->dimension; k++) {
    const double along = fabs(vec3_axis(b->axis, k));

    if (boundary_wraps(w->domain->boundary[k]) && (b->rings ? along != 1 : along != 0)) {
      option_mistake(w->options, "profile", name, b->rings ? "about" : "axis",
                     "the domain is periodic along %c: %s", "xyz"[k],
                     b -> rings ? "rings around another axis do not close"
                                : "allowed: a vector with 0 there, or a letter");
      return false;
    }
  }
  return true;
}

/* True if the range of rings along a periodic axis of the box stays in the domain. */
static bool is_within(const Domain *d, const Bins *b, int at)
{
  const double from = vec3_axis(b->point, at), side = vec3_axis(b->axis, at);
  const double a = grid_round(d, from + side * b->lowest),
               z = grid_round(d, from + side * b->highest);

  return min_real(a, z) >= vec3_axis(d->lo, at) && max_real(a, z) <= vec3_axis(d->hi, at);
}

/* Read the range along the axis of rings. */
static bool read_height(const World *w, const char *name, Bins *b)
{
  int           n, at = -1;
  const double *height = option_reals(w->options, "profile", name, "height", &n);

  for (int k = 0; k < 3; k++)
    if (fabs(vec3_axis(b->axis, k)) == 1) at = k;
  if (n == 2) {
    b->ranged  = true;
    b->lowest  = height[0];
    b->highest = height[1];
    b->base    = b->highest - b->lowest;
    if (!(b->base > 0)) return refuse(w, name, "height", "allowed: two ascending numbers");
    if (at >= 0 && boundary_wraps(w->domain->boundary[at]) && !is_within(w->domain, b, at))
      return refuse(w, name, "height", "leaves the domain, which is periodic along this axis");
  } else if (at >= 0) b->base = vec3_axis(w->domain->length, at);
  else return refuse(w, name, NULL, "about: not along an axis of the box: give height");
  return true;
}

static bool read_rings(const World *w, const char *name, Bins *b)
{
  b->axis  = option_vec3(w->options, "profile", name, "about");
  b->point = option_vec3(w->options, "profile", name, "point");
  if (b->dimension == 2) b->axis = vec3(0, 0, 1);
  if (!vec3_normalize(&b->axis))
    return refuse(w, name, NULL, "axis: radius needs about, the direction of the axis");
  if (!check_periods(w, name, b) || !read_range(w, name, b)) return false;
  b->base = 1;
  return b->dimension == 2 || read_height(w, name, b);
}

static bool read_axis(const World *w, const char *name, Bins *b)
{
  int                n;
  const char *const *words = option_words(w->options, "profile", name, "axis", &n);

  b->letter = -1;
  if (n == 1 && strlen(words[0]) == 1 && strchr("xyz", words[0][0])) b->letter = words[0][0] - 'x';
  else if (n == 1 && strcmp(words[0], "radius") == 0) b->rings = true;
  else {
    char *end = NULL;
    bool  bad = n != 3;

    for (int k = 0; k < n && !bad; k++) {
      vec3_set(&b->axis, k, strtod(words[k], &end));
      bad = *end || end == words[k] || !isfinite(vec3_axis(b->axis, k));
    }
    if (bad || !vec3_normalize(&b->axis) || (b->dimension == 2 && b->axis.z != 0))
      return refuse(w, name, "axis",
                    "allowed: x, y, z, radius, or the three numbers of a vector that is not 0");
  }
  return true;
}

/* Note keys that belong to other kinds of axes. */
static bool check_keys(const World *w, const char *name, const Bins *b)
{
  static const struct {
    const char *key;
    bool        letter, vector, rings;
  } keys[]  = {{"lo", true, false, false},     {"hi", true, false, false},
               {"about", false, false, true},  {"point", false, false, true},
               {"height", false, false, true}, {"area", true, true, false}};
  bool good = true;

  for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
    const bool fits = b->rings ? keys[k].rings : b->letter >= 0 ? keys[k].letter : keys[k].vector;

    if (fits || !option_is_set(w->options, "profile", name, keys[k].key)) continue;
    good = refuse(w, name, keys[k].key,
                  keys[k].rings    ? "only with axis: radius"
                  : keys[k].vector ? "not with axis: radius"
                                   : "only with axis: x, y or z");
  }
  return good;
}

/* The bins of a profile; false: with a mistake. */
static bool read_bins(const World *w, const char *name, Bins *b)
{
  b->dimension = w->domain->dimension;
  b->n         = (int)max_int(1, option_int(w->options, "profile", name, "bins"));
  if (!read_axis(w, name, b) || !check_keys(w, name, b)) return false;
  if (b->rings) return read_rings(w, name, b);
  if (b->letter >= 0) return read_letter(w, name, b);
  options_read_into(w->options, "profile", name, profile_options, b);
  if (isnan(b->base)) return refuse(w, name, NULL, "axis: a vector needs area, that of the slabs");
  return check_periods(w, name, b) && read_range(w, name, b);
}

/* ---- objects ---- */

static void read_fields(const World *w, Monitor *m)
{
  const char *const *words;
  const int n = selection_fields(w->options, "profile", m->name, "fields", BIN_FIELDS, &words);

  for (int k = 0; k < n; k++) {
    const Binned *f = (const Binned *)plugin_find(binned_table, words[k]);

    if (!f) continue;
    if (f->quantity && !(w->clumps->uses >> quantity_index(f->quantity) & 1))
      option_mistake(w->options, "profile", m->name, "fields", "clumps of this run have no %s",
                     words[k]);
    else m->field[m->n_fields++] = f;
  }
}

static void read_kind(const World *w, Monitor *m)
{
  const char *word = option_word(w->options, "monitor", m->name, "type");

  m->kind = (const MonitorKind *)plugin_find(monitor_table, word);
  if (!m->kind) return;
  read_monitor_window(w, m->name, &m->bins);
  if (!m->kind->windowed)
    for (int k = 0; k < 2; k++)
      if (option_is_set(w->options, "monitor", m->name, k ? "hi" : "lo"))
        option_mistake(w->options, "monitor", m->name, k ? "hi" : "lo", "type: %s has no window",
                       word);
  for (int f = 0; f < 4 && m->kind->field[f]; f++)
    if (w->interactions->n_sets > 0 || !m->kind->field[f]->far)
      m->field[m->n_fields++] = m->kind->field[f];
  if (m->kind->size > 0) array_create(&m->own, 1, m->kind->size);
  if (m->kind->read) m->kind->read(m->own, m, w);
  else plugin_read_into(w->options, "monitor", m->name, &m->kind->head, m->own);
}

static void read_monitor(const World *w, Monitor *m)
{
  const bool profile = strcmp(m->section, "profile") == 0;
  bool       good    = true;

  if (strcmp(m->name, "column_units") == 0)
    option_mistake(w->options, m->section, m->name, NULL,
                   "is the name of the file of units, %ss/column_units.csv: give another",
                   m->section);
  m->every = option_real(w->options, m->section, m->name, "every");
  m->hdf5  = strcmp(option_word(w->options, m->section, m->name, "format"), "hdf5") == 0;
  groups_selected(w->options, m->section, m->name, "groups", w->groups, &m->groups);
  if (profile) {
    good = read_bins(w, m->name, &m->bins);
    read_fields(w, m);
  } else read_kind(w, m);
  if (!good) m->n_fields = 0;
  m->sums = (BinSums){.bins      = &m->bins,
                      .groups    = m->groups,
                      .interacts = w->interactions->n_sets > 0,
                      .n_fields  = m->n_fields,
                      .field     = m->field};
  if (m->n_fields > 0) bin_sums_create(&m->sums);
}

/* Give columns of memory to monitors, in the order of the scenario. */
static void deal_memory(const World *w, Monitors *monitors)
{
  int next = 0;

  for (int k = 0; k < monitors->n; k++) {
    Monitor    *m       = &monitors->list[k];
    const int   n       = m->kind ? m->kind->memory : 0;
    const char *changed = m->kind ? options_object_changed(w->options, m->section, m->name) : NULL;

    m->memory = next;
    next += n;
    if (changed && strcmp(changed, "type") == 0)
      option_mistake(w->options, m->section, m->name, "type",
                     "a restart cannot change it: give a monitor of another name");
    if (next > MONITOR_MEMORY && next - n <= MONITOR_MEMORY)
      option_mistake(
        w->options, m->section, m->name, "type",
        "monitors remember %d numbers of each clump; allowed: up to %d (msd 4, flux 2, "
        "residence 2 each)",
        next, MONITOR_MEMORY);
  }
}

/* Check the number of monitors and profiles of contacts; a run may have only so many listeners
   (contact/contact_listeners.h). */
static void check_number(const World *w, const Monitors *monitors)
{
  enum { SEEING = 32 };
  int n = 0;

  for (int k = 0; k < monitors->n; k++) {
    const Monitor *m = &monitors->list[k];

    if ((m->n_fields > 0 || m->kind) && monitor_sees(m) && ++n == SEEING + 1)
      option_mistake(w->options, m->section, m->name, NULL,
                     "is one of more than %d monitors and profiles of contacts", SEEING);
  }
}

void monitors_read(const World *w, Monitors *monitors)
{
  static const char *const sections[] = {"profile", "monitor"};
  const char *const       *names[2];
  int                      n[2];

  for (int i = 0; i < 2; i++) n[i] = options_objects(w->options, sections[i], &names[i]);
  array_create(&monitors->list, sizeof *monitors->list, n[0] + n[1]);
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < n[i]; k++) {
      Monitor *m = &monitors->list[monitors->n++];

      m->section = sections[i];
      m->name    = names[i][k];
      m->domain  = w->domain;
      read_monitor(w, m);
    }
  check_number(w, monitors);
  deal_memory(w, monitors);
}

void monitors_free(Monitors *monitors)
{
  for (int k = 0; k < monitors->n; k++) {
    Monitor *m = &monitors->list[k];

    for (int i = 0; i < 2 && m->own && m->kind->owned[i]; i++)
      array_free((char *)m->own + m->kind->owned[i] - 1);
    array_free(&m->own);
    bin_sums_free(&m->sums);
  }
  array_free(&monitors->list);
  *monitors = (Monitors){0};
}
