/* SPDX-License-Identifier: MIT */
/* Contacts of solids: evaluation, memory, state (solids.h). */
#include "contact/solid/solids.h"
#include "base/bounds.h"

#include "contact/solid/solid_places.h"

/* clang-format off */
static const StateItem solids_state[] = {
  ITEM(INT64, KEY_IN("solid_contacts", Solids, saved_keys), NULL, 0, INT32_MAX,
       "contacts of free meshes with each other and with edges and corners of walls: wall of the "
       "body; the other wall; 0: corner, 1: point, 2: crossing, 3: side, 4: rim, 5: arc; corner, "
       "ridge or edge; feature, ridge, or number on it",
       .count = STATE_ANY, .flags = STATE_LACKING),
  ITEM(REAL, KEY_IN("solid_memory", Solids, saved_memory), NULL, -FORCE_MOST, FORCE_MOST,
       "memory of these contacts, in SI units: the same number of reals each",
       .count = STATE_ANY, .flags = STATE_LACKING),
  {0},
};
/* clang-format on */

/* ---- create and destroy ---- */

static void side_create(const Wall *wall, const Templates *templates, SolidSide *side)
{
  const Carriage *carriage = wall->surface->carriage;
  const Template *t        = wall->carried ? &templates->list[wall->template] : NULL;

  if (!surface_is_hollow(wall->surface, wall->constants))
    wall->surface->ridges->list(wall->constants, &side->ridges);
  if (!t) return;
  side->n_corners = wall->corners;
  side->corner    = t->offset;
  side->radius    = t->radius[0];
  side->extent    = t->bound;
  side->release   = wall->surface->release;
  side->n_edges   = carriage->edges(wall->constants, &side->edge);
  side->inner     = carriage->inner(wall->constants, t->offset, side->radius);
}

static bool has_rims(const Ridges *ridges)
{
  for (PetscInt k = 0; k < ridges->n; k++)
    if (ridges->list[k].kind == RIDGE_RIM) return true;
  return false;
}

/* True if walls a and b are a pair. of: [n][n] by materials, < 0: they do not meet. */
static bool may_meet(const Solids *s, const Walls *walls, int n, const int *of, int a, int b)
{
  const Wall *body = &walls->list[a], *other = &walls->list[b];

  if (!body->carried || a == b || (other->carried && b < a)) return false;
  return (other->carried || s->side[b].ridges.n > 0) &&
         of[body->material * n + other->material] >= 0;
}

PetscErrorCode solids_create(const Walls *walls, const Templates *templates, int n_materials,
                             const int *of, int memory, Solids **solids)
{
  Solids *s;
  bool    rims = false; /* some wall has rims, for which bodies need their flat parts */

  PetscFunctionBeginUser;
  *solids = NULL;
  if (walls->n_carried == 0) PetscFunctionReturn(PETSC_SUCCESS);
  array_create(solids, sizeof **solids, 1);
  s          = *solids;
  s->n_walls = walls->n;
  s->width   = memory + SOLID_ENDS;
  array_create(&s->side, sizeof *s->side, walls->n);
  array_create(&s->pair, sizeof *s->pair, walls->n_carried * walls->n);
  for (int w = 0; w < walls->n; w++) side_create(&walls->list[w], templates, &s->side[w]);
  for (int w = 0; w < walls->n; w++) rims = rims || has_rims(&s->side[w].ridges);
  for (int w = 0; w < walls->n && rims; w++)
    if (walls->list[w].carried) solid_flats_create(&walls->list[w], &s->side[w]);
  for (int a = 0; a < walls->n; a++)
    for (int b = 0; b < walls->n; b++)
      if (may_meet(s, walls, n_materials, of, a, b))
        s->pair[s->n_pairs++] = (SolidPair){.body = a, .other = b};
  PetscFunctionReturn(PETSC_SUCCESS);
}

void solids_destroy(Solids **solids)
{
  Solids *s = *solids;

  if (!s) return;
  for (int w = 0; w < s->n_walls; w++) {
    array_free(&s->side[w].ridges.list);
    array_free(&s->side[w].edge);
    if (s->side[w].inner) s->side[w].release(s->side[w].inner);
    array_free(&s->side[w].inner);
    solid_flats_free(&s->side[w].flats);
  }
  for (int k = 0; k < s->n_pairs; k++) array_free(&s->pair[k].list);
  for (int k = 0; k < 2; k++) {
    array_free(&s->touching[k].key);
    array_free(&s->touching[k].memory);
  }
  array_free(&s->side);
  array_free(&s->pair);
  array_free(&s->saved_keys.list);
  array_free(&s->saved_memory.list);
  array_free(solids);
}

/* ---- memory ---- */

static void numbers_of(const SolidKey *key, int64_t to[SOLID_KEY_NUMBERS])
{
  const int64_t all[SOLID_KEY_NUMBERS] = {key->body, key->other, key->kind, key->part, key->place};

  memcpy(to, all, sizeof all);
}

static int compare(const void *a, const void *b)
{
  int64_t p[SOLID_KEY_NUMBERS], q[SOLID_KEY_NUMBERS];

  numbers_of(a, p);
  numbers_of(b, q);
  return keys_compare(p, q, SOLID_KEY_NUMBERS);
}

static void touching_make_room(const Solids *s, SolidTouching *t, PetscInt n)
{
  arrays_reserve(
    n, &t->capacity, 2,
    (ArrayPart[]){ARRAY_PART(t->key), {&t->memory, (size_t)s->width * sizeof *t->memory}});
}

/* Memory of a committed contact, or NULL. */
static const double *memory_of(const Solids *s, const SolidKey *key)
{
  const SolidTouching *t  = &s->touching[s->now];
  const PetscInt       at = items_before(t->key, t->n, sizeof *t->key, key, compare);

  if (at == t->n || compare(&t->key[at], key) != 0) return NULL;
  return t->memory + (size_t)at * (size_t)s->width;
}

/* Append a contact; returns its memory, set to zero. */
static double *remember(const Meeting *m, const SolidKey *key)
{
  Solids        *s = m->contacts->solids;
  SolidTouching *t = &s->touching[!s->now];
  double        *row;

  touching_make_room(s, t, t->n + 1);
  t->key[t->n] = *key;
  row          = t->memory + (size_t)t->n++ * (size_t)s->width;
  memset(row, 0, (size_t)s->width * sizeof *row);
  s->here[!s->now] += m->here;
  return row;
}

/* ---- all contacts ---- */

/* Evaluate one contact for a sink. */
static void apply_one(const Meeting *m, const SolidKey *key, const ContactSink *sink)
{
  Solids       *s      = m->contacts->solids;
  const double *before = memory_of(s, key);
  SolidPlace    place;

  if (solid_place(&m->scene, key, before ? m->law->keeps : m->law->reach, &place))
    solid_apply(m, key, &place, before, remember(m, key), sink);
}

/* Keep one contact at the start of a run. begin: bodies that overlap get a contact. */
static void settle_one(const Meeting *m, const SolidKey *key, bool begin)
{
  Solids       *s      = m->contacts->solids;
  const double *before = memory_of(s, key);
  SolidPlace    place;

  if (before) memcpy(remember(m, key), before, (size_t)s->width * sizeof *before);
  else if (begin && solid_place(&m->scene, key, m->law->reach, &place))
    solid_begin(m, key, &place, remember(m, key));
}

/* Go over all contacts that may be near, for a sink; NULL: settle them. */
static void visit_all(Contacts *c, const ContactScene *scene, const ContactSink *sink, bool begin)
{
  Solids *s = c->solids;

  s->touching[!s->now].n = 0;
  s->here[!s->now]       = 0;
  for (int k = 0; k < s->n_pairs; k++) {
    SolidPair *pair = &s->pair[k];
    Meeting    m;

    if (!solid_pair_meets(scene, pair, laws_give(c->laws, GIVES_FLOW))) continue;
    meeting_begin(c, scene, pair, &m);
    solid_pair_renew(&m.scene, max_real(m.law->reach, m.law->keeps), pair);
    for (PetscInt i = 0; i < pair->n; i++) {
      if (sink) apply_one(&m, &pair->list[i], sink);
      else settle_one(&m, &pair->list[i], begin);
    }
  }
}

/* True if the energy of contacts of a pair counts (ContactScene.only). */
static bool pair_counts(const ContactScene *scene, const SolidPair *pair)
{
  const Wall *body = &scene->walls->list[pair->body], *other = &scene->walls->list[pair->other];

  return contact_counts(scene, body->row, other->carried ? other->row : -1);
}

static void add_energies(Contacts *c, const ContactScene *scene, const ContactSink *sink)
{
  const Solids        *s = c->solids;
  const SolidTouching *t = &s->touching[s->now];

  for (PetscInt k = 0; k < t->n; k++) {
    const SolidPair pair = {.body = t->key[k].body, .other = t->key[k].other};
    SolidPlace      place;
    Meeting         m;
    double          energy;

    if (solid_pair_gone(scene->walls, &pair) || !pair_counts(scene, &pair)) continue;
    meeting_begin(c, scene, &pair, &m);
    if (!m.here || !solid_place(&m.scene, &t->key[k], INFINITY, &place)) continue;
    solid_energy(&m, &t->key[k], &place, sink->slots, t->memory + (size_t)k * (size_t)s->width,
                 &energy);
    sum_add(sink->energy, energy);
  }
}

void solids_evaluate(Contacts *c, const ContactScene *scene, const ContactSink *sink)
{
  if (!c->solids) return;
  if (sink->kind == SINK_ENERGY) add_energies(c, scene, sink);
  else visit_all(c, scene, sink, false);
}

void solids_commit(Solids *s)
{
  if (s) s->now = !s->now;
}

/* ---- checkpoints ---- */

/* Before the state is written. */
static void gather_state(Solids *s)
{
  const SolidTouching *t = &s->touching[s->now];
  int64_t             *key;

  array_free(&s->saved_keys.list);
  array_free(&s->saved_memory.list);
  s->saved_keys.n   = SOLID_KEY_NUMBERS * (int64_t)t->n;
  s->saved_memory.n = s->width * (int64_t)t->n;
  array_create(&s->saved_keys.list, sizeof *key, s->saved_keys.n);
  array_create(&s->saved_memory.list, sizeof(double), s->saved_memory.n);
  key = s->saved_keys.list;
  for (PetscInt k = 0; k < t->n; k++, key += SOLID_KEY_NUMBERS) numbers_of(&t->key[k], key);
  if (s->saved_memory.n > 0)
    memcpy(s->saved_memory.list, t->memory, (size_t)s->saved_memory.n * sizeof(double));
}

static bool is_ridge(const SolidSide *side, int32_t ridge, RidgeKind kind)
{
  return ridge < side->ridges.n && side->ridges.list[ridge].kind == kind;
}

/* True if the walls and features of a key exist. Keys come from a file, whose reader has checked
   only the bounds of solids_state. */
static bool is_known(const Solids *s, const Walls *walls, const SolidKey *key)
{
  const SolidSide *body, *other;

  if (key->body >= s->n_walls || key->other >= s->n_walls || !walls->list[key->body].carried)
    return false;
  body  = &s->side[key->body];
  other = &s->side[key->other];
  switch (key->kind) {
  case SOLID_CORNER: return key->part < body->n_corners;
  case SOLID_POINT: return is_ridge(other, key->part, RIDGE_STRAIGHT);
  case SOLID_CROSSING:
    return key->part < body->n_edges && is_ridge(other, key->place, RIDGE_STRAIGHT);
  case SOLID_SIDE: return key->part < body->n_edges && is_ridge(other, key->place, RIDGE_SIDE);
  case SOLID_RIM: return key->part < body->n_edges && is_ridge(other, key->place / 2, RIDGE_RIM);
  case SOLID_ARC:
    return is_ridge(other, key->part, RIDGE_RIM) && key->place / ARC_PLACES < body->flats.of.n;
  default: return false;
  }
}

/* Memory of a contact from a row of a checkpoint, of `columns` reals. */
static void take_memory(const Solids *s, const Law *law, const MemoryMap *map, const double *from,
                        int columns, double *row)
{
  const int laws = s->width - SOLID_ENDS;

  for (int c = 0; c < law->memory; c++) {
    const int at = map ? map->column[c] : c;

    row[c] = at >= 0 && at < columns - SOLID_ENDS ? from[at] : 0;
  }
  for (int e = 0; e < SOLID_ENDS && columns >= SOLID_ENDS; e++)
    row[laws + e] = from[columns - SOLID_ENDS + e];
}

/* Take the contacts that were read. records: those of the checkpoint, with the origins of the laws'
   memory (MemoryMap). Left out are contacts of walls or features that are not there any more, and
   those of walls that have changed ([walls]), as their edges may have other numbers. */
static void take_state(Solids *s, const Walls *walls, const Laws *laws,
                       const ContactRecords *records, const bool *changed)
{
  SolidTouching *t       = &s->touching[s->now];
  const PetscInt n       = (PetscInt)(s->saved_keys.n / SOLID_KEY_NUMBERS);
  const int64_t *key     = s->saved_keys.list;
  const double  *from    = s->saved_memory.list;
  const int      columns = n > 0 ? (int)(s->saved_memory.n / n) : 0;

  touching_make_room(s, t, n + 1);
  t->n = 0;
  for (PetscInt k = 0; k < n; k++, key += SOLID_KEY_NUMBERS, from += columns) {
    const SolidKey one = {(int32_t)key[0], (int32_t)key[1], (int32_t)key[2], (int32_t)key[3],
                          (int32_t)key[4]};
    double        *row = t->memory + (size_t)t->n * (size_t)s->width;
    int            law;

    if (!is_known(s, walls, &one) || changed[one.body] || changed[one.other]) continue;
    law =
      laws
        ->of[walls->list[one.body].material * laws->n_materials + walls->list[one.other].material];
    if (law < 0) continue;
    memset(row, 0, (size_t)s->width * sizeof *row);
    take_memory(s, &laws->list[law], records->map ? &records->map[law] : NULL, from, columns, row);
    t->key[t->n++] = one;
  }
}

void solids_settle(Contacts *c, const ContactScene *scene, bool begin)
{
  if (!c->solids) return;
  visit_all(c, scene, NULL, begin);
  solids_commit(c->solids);
}

/* ---- the start of a run, and the module ---- */

static StatePart part_of(Solids *solids)
{
  return (StatePart){.folder = EXTRAS_FOLDER, .items = solids_state, .owner = solids};
}

/* Warn of bodies with finely divided concave roundings: each of their facets has a contact of its
   own with a rim that touches it. */
static void warn_of_bowls(World *w)
{
  static const double cosine = 0.766; /* 40 degrees, as corner_angle has it */
  const Solids       *s      = w->contacts->solids;
  int                 last   = -1;

  for (int k = 0; k < s->n_pairs; k++) {
    const int body = s->pair[k].body, other = s->pair[k].other;
    const int n = has_rims(&s->side[other].ridges) && body != last
                    ? solid_flats_bends(&s->side[body].flats, cosine)
                    : 0;

    if (n == 0) continue;
    last = body;
    option_warning(
      w->options, w->warnings, "wall", w->walls->list[body].name, NULL,
      "it has %d concave edges at which faces turn by less than 40 degrees: each of these "
      "faces has a contact of its own with a rim that touches it, as those of wall %s, and the "
      "force grows as a rounding is divided further: take no more faces than the shape needs",
      n, w->walls->list[other].name);
  }
}

PetscErrorCode solids_begin(World *w, const ContactRecords *records)
{
  Solids **solids = &w->contacts->solids;
  bool    *changed;

  PetscFunctionBeginUser;
  PetscCall(solids_create(w->walls, w->templates, w->laws->n_materials, w->laws->of,
                          w->laws->memory, solids));
  if (!*solids) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < (*solids)->n_pairs; k++) {
    const int body = (*solids)->pair[k].body;

    if (!(*solids)->side[body].inner && (k == 0 || (*solids)->pair[k - 1].body != body))
      option_warning(w->options, w->warnings, "wall", w->walls->list[body].name, "corner_radius",
                     "the wall has details smaller than this, %g m: contacts of its edges "
                     "with corners of walls keep energy to first order in dt only; take a smaller "
                     "corner_radius",
                     (*solids)->side[body].radius);
  }
  warn_of_bowls(w);
  if (!world_take(w, part_of(*solids))) PetscFunctionReturn(PETSC_SUCCESS);
  array_create(&changed, sizeof *changed, w->walls->n);
  for (int k = 0; k < w->walls->n; k++)
    changed[k] = options_object_changed(w->options, "wall", w->walls->list[k].name) != NULL;
  take_state(*solids, w->walls, w->laws, records, changed);
  array_free(&changed);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  Solids *solids = w ? w->contacts->solids : NULL;

  (void)self;
  if (w && (!solids || solids->n_pairs == 0)) return PETSC_SUCCESS;
  if (w) gather_state(solids);
  state_list_part(parts, part_of(solids));
  return PETSC_SUCCESS;
}

extern const Module solids_module;
const Module        solids_module = {.name = "solids", .list = list};
