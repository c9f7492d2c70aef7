/* SPDX-License-Identifier: MIT */
/* Contact laws read from the scenario, and applied to batches. */
#include "contact/law.h"
#include "contact/terms/elastic.h"
#include "options/rows.h"

/* clang-format off */
static const Option pair_options[] = {
  NAMES(KEY("between"), REQUIRED, "material",
      "the two materials in contact, or several pairs in turn; any: every material: [any, any], or "
      "any alone, is for all pairs, [any, steel] for those with steel. The law that names both "
      "goes before one with any, and that before one for all", .flags = OR_ANY),
  WORD(IN(Law, siblings), "separate", "separate damped shared",
      "contacts of several pebbles of a body with the same body, wall, or face of a mesh: "
      "separate: each by itself; damped: the restitution of bodies that land on several is as "
      "asked; shared: also, all together are as stiff as one"),
  {0},
};
/* clang-format on */

static const Option *const more_options[] = {mixing_options, contact_slots, NULL};

const OptionKind contact_kind = {.name    = "contact",
                                 .named   = true,
                                 .options = pair_options,
                                 .more    = more_options,
                                 .text = "the contact law of a pair of materials: a sum of terms"};

static void check_capacity(const LawSource *s, const ContactTerm *term, const Material *m)
{
  const Quantity *q = term->quantity;

  if (m->quantity.capacity[quantity_index(q)] > 0 ||
      option_is_wrong(s->options, "material", m->name, q->capacity))
    return;
  option_mistake(s->options, "material", m->name, q->capacity,
                 "missing: contact %s has %s: give it, %s", s->law, contact_slots[term->slot].key,
                 quantity_capacity_unit(q));
}

/* Note the quantity of a term; both materials must be able to take what flows. */
static void add_quantity(Law *law, const ContactTerm *term, const LawSource *s)
{
  const unsigned bit = 1u << quantity_index(term->quantity);

  law->needs |= NEEDS_QUANTITY;
  law->quantities |= bit;
  if (!(term->gives & GIVES_FLOW)) return;
  law->flows |= bit;
  if (term->gives & GIVES_GAIN) law->gains |= bit;
  check_capacity(s, term, s->a);
  if (s->b != s->a) check_capacity(s, term, s->b);
}

static void add_term(Law *law, const ContactTerm *term, LawSource *source)
{
  const int k = law->n_terms++;

  array_create(&law->constants[k], 1, term->size);
  law->terms[k]    = term;
  law->exchange[k] = term->quantity ? quantity_index(term->quantity) : -1;
  for (const MemoryField *f = term->memory; f && f->name; f++) law->columns[k] += f->components;
  law->memory += law->columns[k];
  law->gives |= term->gives;
  plugin_read_into(source->options, "contact", law->object, &term->head, law->constants[k]);
  law->needs |= term->needs;
  if (term->read) law->needs |= term->read(law->constants[k], source);
  if (term->quantity) add_quantity(law, term, source);
  if (term->gives & GIVES_COUPLE)
    law->needs |= NEEDS_SPIN; /* its work, and columns that start at 0 */
  source->terms[term->slot]     = term;
  source->constants[term->slot] = law->constants[k];
}

/* Add the term chosen in each slot. */
static void add_terms(Law *law, LawSource *source)
{
  for (Slot slot = 0; slot < SLOTS; slot++) {
    const Option      *choice = &contact_slots[slot];
    const ContactTerm *term;

    if (!choice->plugins[0]) continue; /* no terms: no key */
    term = (const ContactTerm *)plugin_find(
      choice->plugins, option_word(source->options, "contact", law->object, choice->key));
    if (term) add_term(law, term, source);
  }
}

/* The part of a dashpot that grows with the reduced mass alone. */
static void find_fastest(Law *law)
{
  const TermCase empty = {.radius = 1, .overlap = 1}, unit = {.radius = 1, .overlap = 1, .mass = 1};

  for (int t = 0; t < law->n_terms; t++) {
    const ContactTerm *term = law->terms[t];
    const double       part = term_is_in(term, SLOTS_ACROSS) ? ACROSS_MOST : 1;

    if (term_is_in(term, SLOTS_ALONG | SLOTS_ACROSS))
      law->fastest = max_real(law->fastest, (term_limits(term, law->constants[t], unit).damping -
                                             term_limits(term, law->constants[t], empty).damping) /
                                              part);
  }
}

/* Distances at which contacts begin and end, and the memory that this takes. */
static void find_distances(Law *law)
{
  for (int t = 0; t < law->n_terms; t++) {
    const ContactTerm *term  = law->terms[t];
    const double       reach = term_real(term->reach, law->constants[t], 0);

    law->reach = max_real(law->reach, reach);
    law->keeps = max_real(law->keeps, term_real(term->keeps, law->constants[t], reach));
  }
  law->keeps = max_real(law->keeps, law->reach);
  if (law->keeps > 0) law->memory += LAW_COLUMNS;
}

static void find_history(Law *law)
{
  law->has_history = law->keeps > 0;
  for (int t = 0; t < law->n_terms; t++)
    if (term_is_in(law->terms[t], SLOTS_ALONG) && law->columns[t] > 0) law->has_history = true;
}

static void check_memory(Options *options, const Law *law)
{
  if (law->memory > MEMORY_MOST)
    option_mistake(options, "contact", law->object, NULL,
                   "its terms keep %d numbers for each contact, at most %d are possible: leave out "
                   "one of the terms",
                   law->memory, (int)MEMORY_MOST);
}

/* True if mistakes were noted in what terms of other slots ask for. */
static bool is_doubtful(const LawSource *s)
{
  const char *names[2] = {s->a->name, s->b->name};
  bool        is       = option_is_wrong(s->options, "contact", s->law, "normal");

  for (int k = 0; k < 2; k++)
    is = is || option_is_wrong(s->options, "material", names[k], "young") ||
         option_is_wrong(s->options, "material", names[k], "poisson");
  return is;
}

/* Read the law of a pair of materials from its object. */
static PetscErrorCode read_law(const Parallel *par, Options *options, const Materials *materials,
                               Law *law)
{
  LawSource source = {.options = options, .law = law->object};

  PetscFunctionBeginUser;
  options_read_into(options, "contact", law->object, pair_options, law);
  source.a        = &materials->list[law->a];
  source.b        = &materials->list[law->b];
  source.doubtful = is_doubtful(&source);
  PetscCall(mixing_apply(options, law->object, source.a, source.b));
  add_terms(law, &source);
  if (law->needs & NEEDS_ELASTIC) law->elastic = elastic_read(&source);
  /* log and atan2 may differ between machines: all ranks take the bits of rank 0 */
  for (int k = 0; k < law->n_terms; k++)
    PetscCall(parallel_bcast(par, law->constants[k], law->terms[k]->size, 0));
  find_fastest(law);
  find_distances(law);
  find_history(law);
  check_memory(options, law);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void add_law(Laws *laws, const Materials *materials, const LawPair *pair, bool several)
{
  Law *law = &laws->list[laws->n];

  *law = (Law){.object = pair->object, .a = pair->a, .b = pair->b};
  if (!several) snprintf(law->name, NAME_LENGTH, "%s", pair->object);
  else if (snprintf(law->name, NAME_LENGTH, "%s:%s-%s", pair->object, materials->list[pair->a].name,
                    materials->list[pair->b].name) >= NAME_LENGTH)
    snprintf(law->name, NAME_LENGTH, "%.40s:%d-%d", pair->object, pair->a, pair->b);
  laws->of[pair->a * laws->n_materials + pair->b] = laws->n;
  laws->of[pair->b * laws->n_materials + pair->a] = laws->n;
  laws->n++;
}

PetscErrorCode laws_create(const Parallel *par, Options *options, const Materials *materials,
                           Laws **out)
{
  const int n = materials->n;
  LawPair  *pair;
  int       n_pairs;
  Laws     *laws;

  PetscFunctionBeginUser;
  array_create(out, sizeof **out, 1);
  laws              = *out;
  laws->n_materials = n;
  array_create(&laws->of, sizeof *laws->of, n * n);
  array_create(&laws->never, sizeof *laws->never, n * n);
  for (int k = 0; k < n * n; k++) laws->of[k] = -1;
  law_pairs_find(options, materials, &n_pairs, &pair);
  array_create(&laws->list, sizeof *laws->list, n_pairs);
  array_create(&laws->reach_of, sizeof *laws->reach_of, n_pairs);
  for (int k = 0; k < n_pairs; k++) {
    const LawPair *p       = &pair[k];
    const bool     several = (k > 0 && pair[k - 1].object == p->object) ||
                         (k + 1 < n_pairs && pair[k + 1].object == p->object);

    if (p->never) {
      laws->never[p->a * n + p->b] = laws->never[p->b * n + p->a] = true;
      continue;
    }
    add_law(laws, materials, p, several);
    PetscCall(read_law(par, options, materials, &laws->list[laws->n - 1]));
    if (several) mixing_forget(options, p->object);
  }
  for (int k = 0; k < laws->n; k++) {
    laws->memory      = (int)max_int(laws->memory, laws->list[k].memory);
    laws->reach_of[k] = laws->list[k].keeps;
    laws->reach       = max_real(laws->reach, laws->reach_of[k]);
  }
  array_free(&pair);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void laws_destroy(Laws **laws)
{
  if (*laws) {
    for (int k = 0; k < (*laws)->n; k++)
      for (int t = 0; t < (*laws)->list[k].n_terms; t++) array_free(&(*laws)->list[k].constants[t]);
    array_free(&(*laws)->list);
    array_free(&(*laws)->of);
    array_free(&(*laws)->never);
    array_free(&(*laws)->reach_of);
    array_free(laws);
  }
}

bool laws_give(const Laws *laws, unsigned gives)
{
  for (int k = 0; k < laws->n; k++)
    if (laws->list[k].gives & gives) return true;
  return false;
}

unsigned laws_quantities(const Laws *laws)
{
  unsigned all = 0;

  for (int k = 0; k < laws->n; k++) all |= laws->list[k].quantities;
  return all;
}

/* ---- names of the memory's columns ---- */

enum { COLUMN_TEXT = 96 }; /* of one field: columns, name, unit */

/* Append ", 3-5 stretch (m)". */
static void say_field(const MemoryField *field, int *column, bool first, char **at)
{
  const int last = *column + field->components - 1;
  char      range[24];

  if (last > *column) snprintf(range, sizeof range, "%d-%d", *column, last);
  else snprintf(range, sizeof range, "%d", last);
  *at += snprintf(*at, COLUMN_TEXT, "%s %.10s %.40s (%.20s)", first ? "" : ",", range, field->name,
                  field->unit);
  *column = last + 1;
}

static void say_law(const Law *law, char **at)
{
  static const MemoryField apart  = {"apart", "1", LAW_COLUMNS};
  int                      column = 0;

  if (law->memory == 0) return;
  *at += snprintf(*at, NAME_LENGTH + 2, "%s:", law->name);
  if (law->keeps > 0) say_field(&apart, &column, true, at);
  for (int t = 0; t < law->n_terms; t++)
    for (const MemoryField *f = law->terms[t]->memory; f && f->name; f++)
      say_field(f, &column, column == 0, at);
  *(*at)++ = '\n';
}

void laws_memory_names(const Laws *laws, char **text)
{
  PetscInt size = 1;
  char    *at;

  for (int k = 0; k < laws->n; k++)
    size += NAME_LENGTH + 2 + (laws->list[k].memory + 1) * COLUMN_TEXT;
  array_create(text, 1, size);
  at = *text;
  for (int k = 0; k < laws->n; k++) say_law(&laws->list[k], &at);
}

/* ---- fields of two laws ---- */

/* Number of columns before those of the terms. */
static int own_columns(const Law *law)
{
  return law->keeps > 0 ? LAW_COLUMNS : 0;
}

/* First column of a term's field of this name; -1: none. */
static int field_column(const Law *law, const ContactTerm *term, const char *name)
{
  int column = own_columns(law);

  for (int t = 0; t < law->n_terms; column += law->columns[t++]) {
    int at = column;

    if (law->terms[t] != term) continue;
    for (const MemoryField *f = term->memory; f && f->name; at += f++->components)
      if (strcmp(f->name, name) == 0) return at;
  }
  return -1;
}

bool law_map_memory(const Law *law, const Law *other, int *columns)
{
  int column = own_columns(law), matched = 0;

  for (int c = 0; c < law->memory; c++) columns[c] = -1;
  if (column > 0 && other && other->keeps > 0) columns[LAW_APART] = LAW_APART;
  for (int t = 0; t < law->n_terms && other; t++)
    for (const MemoryField *f = law->terms[t]->memory; f && f->name; column += f++->components) {
      const int from = field_column(other, law->terms[t], f->name);

      for (int c = 0; c < f->components && from >= 0; c++) columns[column + c] = from + c;
    }
  for (int c = 0; c < law->memory; c++) matched += columns[c] >= 0;
  return matched == law->memory && other && other->memory == matched;
}

/* ---- batches ---- */

static bool acts_apart(const ContactTerm *term)
{
  return term->reach.size + term->keeps.size > 0;
}

/* Apply a term that acts on overlaps only: contacts that are apart are shown to it as just touching
   and at rest, what it adds to them is taken back, and its memory of them is zero. */
static void apply_to_overlaps(const Law *law, int t, const void *constants, ContactBatch *b)
{
  double *flow = law->terms[t]->quantity ? b->exchange->flow : NULL;
  double  gap[TILE], approach[TILE], before[TILE][ADDED], flowed[TILE], *added[ADDED];

  batch_added(b, added);
  for (int e = 0; e < b->n_apart; e++) {
    const int k = b->apart[e];

    gap[e]         = b->gap[k];
    approach[e]    = b->approach[k];
    b->gap[k]      = 0;
    b->approach[k] = 0;
    for (int i = 0; i < ADDED; i++) before[e][i] = added[i][k];
    if (flow) flowed[e] = flow[k];
  }
  law->terms[t]->apply(constants, b);
  for (int e = 0; e < b->n_apart; e++) {
    const int k = b->apart[e];

    b->gap[k]      = gap[e];
    b->approach[k] = approach[e];
    for (int i = 0; i < ADDED; i++) added[i][k] = before[e][i];
    if (flow) flow[k] = flowed[e];
    for (int c = 0; c < law->columns[t]; c++) b->memory[c][k] = 0;
  }
}

void law_apply_begin(const Law *law, ContactBatch *b)
{
  b->memory = b->store + own_columns(law);
}

void law_apply_term(const Law *law, int t, const void *constants, ContactBatch *b)
{
  b->exchange = law->exchange[t] >= 0 ? &b->exchanges[law->exchange[t]] : NULL;
  if (law->keeps > 0 && b->n_apart > 0 && !acts_apart(law->terms[t]))
    apply_to_overlaps(law, t, constants, b);
  else law->terms[t]->apply(constants, b);
}

void law_apply(const Law *law, ContactBatch *b)
{
  law_apply_begin(law, b);
  for (int t = 0; t < law->n_terms; t++) {
    law_apply_term(law, t, law->constants[t], b);
    b->memory += law->columns[t];
  }
}

void law_inherit(const Law *law, const double *row, int k, ContactBatch *b)
{
  const unsigned slots  = SLOTS_ALONG | 1 << SLOT_AGE;
  int            column = own_columns(law);

  b->known[k] = 1;
  for (int c = 0; c < column; c++) b->store[c][k] = row[c];
  for (int t = 0; t < law->n_terms; column += law->columns[t++])
    for (int c = 0; c < law->columns[t] && term_is_in(law->terms[t], slots); c++)
      b->store[column + c][k] = row[column + c];
}

typedef void (*EnergyOf)(const void *self, const ContactBatch *batch, double *energy);

/* Energy of a term; of one that acts on overlaps only, without contacts that are apart. */
static void add_energy(const Law *law, int t, EnergyOf energy_of, const ContactBatch *b,
                       double *energy)
{
  const bool clean = law->keeps > 0 && !acts_apart(law->terms[t]);
  double     before[TILE];

  for (int e = 0; clean && e < b->n_apart; e++) before[e] = energy[b->apart[e]];
  energy_of(law->constants[t], b, energy);
  for (int e = 0; clean && e < b->n_apart; e++) energy[b->apart[e]] = before[e];
}

static void forget_beyond(const Law *law, const ContactBatch *b, double *energy)
{
  for (int k = 0; k < b->n; k++)
    if (b->gap[k] > law->keeps) energy[k] = 0;
}

void law_energy(const Law *law, unsigned slots, ContactBatch *b, double *energy)
{
  law_apply_begin(law, b);
  for (int t = 0; t < law->n_terms; t++) {
    if (law->terms[t]->energy && term_is_in(law->terms[t], slots))
      add_energy(law, t, law->terms[t]->energy, b, energy);
    b->memory += law->columns[t];
  }
  forget_beyond(law, b, energy);
}

/* True if a term in these slots has a limit that depends on the normal force. */
static bool asks_for_push(const Law *law, unsigned slots)
{
  for (int t = 0; t < law->n_terms; t++)
    if (law->terms[t]->stored && term_is_in(law->terms[t], slots)) return true;
  return false;
}

void law_stored(const Law *law, unsigned slots, bool pushed, ContactBatch *b, double *energy)
{
  const bool finds = !pushed && asks_for_push(law, slots);

  law_apply_begin(law, b);
  for (int t = 0; t < law->n_terms; t++) {
    const ContactTerm *term      = law->terms[t];
    const EnergyOf     energy_of = term->stored ? term->stored : term->energy;

    if (energy_of && term_is_in(term, slots)) add_energy(law, t, energy_of, b, energy);
    if (finds && term_is_in(term, SLOTS_ALONG)) law_apply_term(law, t, law->constants[t], b);
    b->memory += law->columns[t];
  }
  forget_beyond(law, b, energy);
}
