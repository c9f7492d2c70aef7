/* SPDX-License-Identifier: MIT */
/* Checks of all given options against the tables: values, references, missing and misplaced keys,
   names, files. */
#include "options/letters.h"
#include "options/options_internal.h"

/* One object and its kind. */
typedef struct {
  Options    *options;
  Kind       *kind;
  Object     *object;
  const char *name; /* NULL: of a single section */
} Case;

/* Note a mistake about a key, with its place: that of the entry, or of the object if entry is
   NULL. */
static void note(const Case *c, const Entry *entry, const char *key, const char *problem)
{
  const int layer = entry ? entry->layer : c->object->layer,
            line  = entry ? entry->line : c->object->line;
  Text place      = {0};

  mistake_say_place(c->options, layer, c->kind, c->name, key, &place);
  mistake_add(c->options, layer, line, "%s: %s", place.s, problem);
  c->kind->unsound = true;
  text_free(&place);
}

/* ---- values */

static void make_absolute(char **path, const char *folder)
{
  Text        whole = {0};
  const char *rest  = *path;

  if (rest[0] == '/' || !rest[0]) return;
  while (!strncmp(rest, "./", 2)) rest += 2;
  text_add(&whole, "%s%s%s", folder, folder[strlen(folder) - 1] == '/' ? "" : "/", rest);
  free(*path);
  *path = whole.s;
}

/* True if an object of this name is declared in one of the kinds, or one of them could not be read.
   Offers their names to like. */
static bool is_declared(const Options *options, const char *kinds, const char *name, Likeness *like)
{
  bool found = false;

  for (int k = 0; k < options->n_kinds; k++) {
    const Kind *kind = &options->kinds[k];

    if (!value_has_word(kinds, kind->kind->name, strlen(kind->kind->name))) continue;
    if (kind->broken || kind->guessed || name_find(&kind->names, name) >= 0) found = true;
    for (int a = 0; a < kind->names.n; a++) likeness_offer(like, kind->names.names[a]);
  }
  return found;
}

/* Add where a name is declared, if that is in another section, and which object of the wanted kinds
   it has there: "; 'grain' is declared in template, with material: steel". */
static void say_other_kind(const Options *options, const char *kinds, const char *name, Text *text)
{
  for (int k = 0; k < options->n_kinds; k++) {
    const Kind *kind = &options->kinds[k];

    if (!kind->kind->named || name_find(&kind->names, name) < 0) continue;
    text_add(text, "; '%s' is declared in %s", name, kind->kind->name);
    for (int w = 0; w < options->n_kinds; w++) {
      const char  *wanted = options->kinds[w].kind->name;
      const Entry *entry  = wanted[0] ? entry_find(options, kind, name, wanted) : NULL;

      if (entry && entry->value && value_has_word(kinds, wanted, strlen(wanted)) &&
          strcmp(entry->value, name) != 0)
        text_add(text, ", with %s: %s", wanted, entry->value);
    }
    return;
  }
}

static void check_reference(const Case *c, const Option *row, const Entry *entry, const char *name)
{
  Likeness like = likeness_start(name);
  Text     text = {0};

  if (row->flags & OR_ANY && strcmp(name, "any") == 0) return;
  if (is_declared(c->options, row->choices, name, &like)) return;
  text_add(&text, "'%s' is not declared; give the name of a declared ", name);
  for (const char *at = row->choices; *at; at++) {
    if (*at == ' ') text_add(&text, " or ");
    else text_add_bytes(&text, at, 1);
  }
  text_add(&text, " (declared: %s)", likeness_offered(&like));
  likeness_say(&like, &text);
  say_other_kind(c->options, row->choices, name, &text);
  value_say_semicolon(name, "names", &text);
  letters_say(name, strlen(name), true, &text);
  note(c, entry, row->key, text.s);
  text_free(&text);
}

/* A default that does not fit its own row is a bug of the table. */
static void take_default(const Case *c, const Option *row, Value *value)
{
  Text problem = {0};

  value_none(value);
  if (!row->fallback || !row->fallback[0]) return;
  PetscCheckAbort(value_parse(row, row->fallback, value, &problem), PETSC_COMM_SELF, PETSC_ERR_PLIB,
                  "default of %s %s: %s", c->kind->kind->name, row->key, problem.s);
  if (row_is_path(row)) make_absolute(&value->word, c->options->folder);
  text_free(&problem);
}

static void note_missing(const Case *c, const Option *row)
{
  Text text = {0};

  if (c->kind->broken || c->kind->guessed) return;
  text_add(&text, "missing; give ");
  value_say_allowed(row, &text);
  if (row->help && row->help[0]) text_add(&text, " (%s)", row->help);
  note(c, NULL, row->key, text.s);
  text_free(&text);
}

/* The given value as text; NULL: no value. */
static const char *given_text(const Options *options, const Option *row, const Entry *entry)
{
  if (entry->value) return entry->value;
  if (row->type == OPTION_STRING) return "";
  return row->type == OPTION_BOOL && options->layers[entry->layer].type == SOURCE_COMMAND ? "true"
                                                                                          : NULL;
}

static void take_given(const Case *c, const Option *row, const Entry *entry, Value *value)
{
  const Layer *layer = &c->options->layers[entry->layer];
  const char  *given = given_text(c->options, row, entry);
  Text         text  = {0};

  value->given = true;
  if ((row->flags & COMMAND_ONLY) && layer->type != SOURCE_COMMAND)
    text_add(&text, "belongs on the command line: -%s", row->key);
  else if (!given || (!given[0] && row->type != OPTION_STRING)) {
    text_add(&text, "no value given; allowed: ");
    value_say_allowed(row, &text);
  } else if (value_parse(row, given, value, &text)) {
    if (row_is_path(row)) make_absolute(&value->word, layer->folder);
    if (row->type == OPTION_NAME) check_reference(c, row, entry, value->word);
    for (int i = 0; row->type == OPTION_NAMES && i < value->n; i++)
      check_reference(c, row, entry, value->words[i]);
    return;
  }
  note(c, entry, row->key, text.s);
  value->wrong = true;
  take_default(c, row, value);
  text_free(&text);
}

static void evaluate(const Case *c, int r);

/* True if a word of the value is one of these. */
static bool has_one(const char *words, const Value *value, const char *word)
{
  bool has = word && value_has_word(words, word, strlen(word));

  for (int k = 0; k < value->n && value->words; k++)
    has = has || value_has_word(words, value->words[k], strlen(value->words[k]));
  return has;
}

/* True if one condition of a row holds; *unsure: the option it depends on is itself wrong. */
static bool holds(const Case *c, const Option *row, const Condition *when, bool *unsure)
{
  char        *key = text_copy(when->key, when->key_n);
  const Value *value;
  const char  *word;
  bool         wrong;
  int          r;

  for (r = 0; r < c->kind->n_rows; r++)
    if (!strcmp(c->kind->rows[r]->key, key)) evaluate(c, r);
  r = kind_row(c->kind, c->object, key);
  PetscCheckAbort(r >= 0, PETSC_COMM_SELF, PETSC_ERR_PLIB,
                  "option %s depends on %s, which is in no table", row->key, key);
  free(key);
  value = &c->object->values[r];
  word  = c->kind->rows[r]->type == OPTION_BOOL ? (value->integer ? "true" : "false") : value->word;
  wrong = value->wrong || (value->active && !value->has && !c->kind->rows[r]->fallback);
  if (wrong) *unsure = true;
  return !wrong && value->active && has_one(when->words, value, word);
}

/* True if the row's `when` holds; *unsure: it does not, as an option it depends on is wrong. */
static bool applies(const Case *c, const Option *row, bool *unsure)
{
  const char *at = row->when;
  Condition   when;

  *unsure = false;
  if (!at) return true;
  while (condition_next(&at, &when)) {
    bool wrong = false;

    if (holds(c, row, &when, &wrong)) {
      *unsure = false;
      return true;
    }
    *unsure = *unsure || wrong;
  }
  return false;
}

/* Mark the entry of the other name of a key as read: the later source counts, and both from one
   source are a mistake. */
static void pass_over(const Case *c, const Option *row, const Entry *entry, bool active)
{
  const char *also = row->also;
  Text        name = {0};

  text_add(&name, "%s", row->key);
  do {
    Entry *other = entry_named(c->options, c->kind, c->name, row, name.s);

    if (!other || other == entry) continue;
    if (active && !entry_overrides(c->options, entry, other))
      note(c, other, name.s, "is another name of a key that is given as well; keep one");
    other->used = true;
  } while (name_next(&also, &name));
  text_free(&name);
}

/* Evaluate one row, after the rows that it depends on. */
static void evaluate(const Case *c, int r)
{
  const Option *row   = c->kind->rows[r];
  Value        *value = &c->object->values[r];
  Entry        *entry;
  bool          unsure;

  if (value->done) return;
  value->done = true;
  value_none(value);
  value->active = applies(c, row, &unsure);
  value->wrong  = value->wrong || unsure; /* options_guess may have set it */
  entry         = entry_of_row(c->options, c->kind, c->name, row);
  if (entry) entry->used = true;
  if (entry && row->also) pass_over(c, row, entry, value->active);
  if (!value->active) return;
  if (entry) take_given(c, row, entry, value);
  else {
    take_default(c, row, value);
    if (!row->fallback && !value->wrong) note_missing(c, row);
    if (!row->fallback) value->wrong = c->kind->unsound = true;
  }
}

/* True if a later source than the stored text gave a key of the object. */
static bool is_overridden(const Case *c)
{
  for (int r = 0; r < c->kind->n_rows; r++) {
    const Entry *entry = entry_find(c->options, c->kind, c->name, c->kind->rows[r]->key);

    if (entry && c->options->layers[entry->layer].type != SOURCE_TEXT) return true;
  }
  return false;
}

/* Say with what the rows of a name go; false: one of them applies, or it is unknown if one does. */
static bool say_conditions(const Case *c, const char *name, Text *text)
{
  for (int i = 0; i < c->kind->n_rows; i++) {
    const Option *row = c->kind->rows[i];

    if (!row_has_name(row, name)) continue;
    if (c->object->values[i].active || c->object->values[i].wrong) return false;
    text_add(text, "%s", text->n > 0 ? ", or with " : "only with ");
    conditions_say(row->when, ", or with ", text);
  }
  text_add(text, "; give that, too, or remove it");
  return true;
}

/* Note a given key none of whose rows applies. Keys of the stored text are ignored where later
   sources override the object. */
static void check_misplaced(const Case *c, int r)
{
  const Option *row   = c->kind->rows[r];
  Entry        *entry = entry_of_row(c->options, c->kind, c->name, row);
  Text          name = {0}, text = {0};
  char         *written;

  if (!entry || kind_row(c->kind, NULL, row->key) != r) return;
  if (c->options->layers[entry->layer].type == SOURCE_TEXT && is_overridden(c)) return;
  row_say_given(c->options, c->kind, c->name, row, entry, &name);
  /* given by another name that is a key itself, it is noted with that row */
  if ((strcmp(name.s, row->key) == 0 || kind_row(c->kind, NULL, name.s) < 0) &&
      say_conditions(c, name.s, &text) &&
      (written = entry_tell(c->options, c->kind, c->name, entry, name.s)) != NULL) {
    note(c, entry, written, text.s);
    free(written);
  }
  text_free(&name);
  text_free(&text);
}

/* ---- against a stored text */

static bool value_equal(const Value *a, const Value *b)
{
  bool equal = a->integer == b->integer && strcmp(a->word, b->word) == 0 && a->n == b->n &&
               (a->real == b->real || (isnan(a->real) && isnan(b->real)));

  for (int k = 0; equal && k < a->n; k++) {
    if (a->reals) equal = a->reals[k] == b->reals[k];
    if (a->ints) equal = equal && a->ints[k] == b->ints[k];
    if (a->words) equal = equal && strcmp(a->words[k], b->words[k]) == 0;
  }
  return equal;
}

/* True if the stored text has the same value of the row. */
static bool was_said(const Option *row, const Entry *entry, const Value *value)
{
  Value then    = {0};
  Text  problem = {0};
  bool  same    = false;

  if (!entry->was || (!entry->then && row->type != OPTION_STRING)) return false;
  value_none(&then);
  if (value_parse(row, entry->then ? entry->then : "", &then, &problem))
    same = value_equal(value, &then);
  value_clear(&then);
  text_free(&problem);
  return same;
}

const char *options_object_changed(const Options *options, const char *kind_name,
                                   const char *object)
{
  const Kind *kind   = kind_find(options, kind_name);
  const int   number = name_find(&kind->names, object);

  if (number < 0 || !kind->objects[number].stored) return NULL;
  for (int r = 0; r < kind->n_rows; r++) {
    const Option *row   = kind->rows[r];
    const Value  *value = &kind->objects[number].values[r];
    const Entry  *entry = entry_find(options, kind, object, row->key);

    if (!entry || !value->active || value->wrong || row_is_path(row) ||
        options->layers[entry->layer].type == SOURCE_TEXT)
      continue;
    if (!was_said(row, entry, value)) return row->key;
  }
  return NULL;
}

/* ---- names */

static bool is_letter(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Add "; write kies-koerner": the letters that a name may have, of which those beyond ASCII with a
   place in Latin-1 are written by one or two; nothing if that is no name. */
static void add_name(const char *name, Text *text)
{
  static const char *const latin[64] = {
    "A", "A", "A", "A", "Ae", "A", "Ae", "C", "E",  "E", "E", "E", "I",  "I", "I",  "I",
    "D", "N", "O", "O", "O",  "O", "Oe", "-", "Oe", "U", "U", "U", "Ue", "Y", "Th", "ss",
    "a", "a", "a", "a", "ae", "a", "ae", "c", "e",  "e", "e", "e", "i",  "i", "i",  "i",
    "d", "n", "o", "o", "o",  "o", "oe", "-", "oe", "u", "u", "u", "ue", "y", "th", "y"};
  Text fit = {0};

  text_add(&fit, "%s", "");
  for (const char *at = name; *at; at++) {
    const unsigned char next = (unsigned char)at[1];

    if (is_letter(*at) || (*at >= '0' && *at <= '9') || *at == '_') text_add_bytes(&fit, at, 1);
    else if (at[0] == '\xc3' && next >= 0x80 && next < 0xc0)
      text_add(&fit, "%s", latin[next - 0x80]);
    else if ((unsigned char)*at < 0x80 && fit.n > 0 && fit.s[fit.n - 1] != '-') text_add(&fit, "-");
  }
  if (is_letter(fit.s[0]) && fit.n < NAME_LENGTH) text_add(text, "; write %s", fit.s);
  text_free(&fit);
}

static void check_name(Options *options, const Kind *kind, int number)
{
  const char   *name    = kind->names.names[number];
  const Object *object  = &kind->objects[number];
  bool          ok      = is_letter(name[0]) && strlen(name) < NAME_LENGTH;
  Text          letters = {0};

  /* names are cut off when they are stored, and the object would not be found by its name */
  if (strlen(name) >= NAME_LENGTH) options->torn = true;
  for (const char *at = name; *at; at++)
    ok = ok && (is_letter(*at) || (*at >= '0' && *at <= '9') || *at == '-' || *at == '_');
  if (ok) return;
  text_add(&letters, "%s", "");
  letters_say(name, strlen(name), true, &letters);
  add_name(name, &letters);
  mistake_add(options, object->layer, object->line,
              "%s: '%.80s' cannot be a name; names begin with a letter and go on with letters, "
              "digits, hyphens and underscores, "
              "less than %d in all%s",
              kind->kind->name, name, NAME_LENGTH, letters.s);
  text_free(&letters);
}

/* Objects a and a_b with keys b_c and c: the option clumps_a_b_c is ambiguous. */
static void check_two_names(Options *options, const Kind *kind, int shorter, int longer)
{
  const char *a = kind->names.names[shorter], *b = kind->names.names[longer];
  const char *rest = b + strlen(a) + 1;

  for (int r = 0; r < kind->n_rows; r++) {
    const char *key = kind->rows[r]->key, *tail = key + strlen(rest) + 1;
    const bool  both = !strncmp(key, rest, strlen(rest)) && key[strlen(rest)] == '_' &&
                      kind_row(kind, NULL, tail) >= 0;
    const Entry *entry =
      both && kind_row(kind, NULL, key) == r ? entry_find(options, kind, a, key) : NULL;

    if (both && !entry) entry = entry_find(options, kind, b, tail);
    if (!entry) continue;
    mistake_add(options, entry->layer, entry->line,
                "%s: %s of '%s' and %s of '%s' have one name as options, -%s_%s_%s; give one of "
                "the two objects another name",
                kind->kind->name, key, a, tail, b, kind->kind->name, a, key);
  }
}

static void check_pairs_of_names(Options *options, const Kind *kind)
{
  for (int b = 0; b < kind->names.n; b++)
    for (const char *cut = strchr(kind->names.names[b], '_'); cut; cut = strchr(cut + 1, '_')) {
      char     *start = text_copy(kind->names.names[b], (size_t)(cut - kind->names.names[b]));
      const int a     = name_find(&kind->names, start);

      if (a >= 0) check_two_names(options, kind, a, b);
      free(start);
    }
}

/* ---- files */

/* The entry if the value is a file given by a scenario file or the command line; else NULL. */
static const Entry *named_file(const Options *options, const ValueWalk *at)
{
  const Value *value = at->value;
  const Entry *entry;

  if (at->row->type != OPTION_FILE || !value->given || !value->has || value->wrong) return NULL;
  entry = entry_find(options, at->kind, at->name, at->row->key);
  return options->layers[entry->layer].type == SOURCE_TEXT ? NULL : entry;
}

/* Visit every named_file and return their number. With readable: test them (rank 0), or if `tell`,
   note those found not readable. */
static int visit_files(Options *options, char *readable, bool tell)
{
  ValueWalk at = {0};
  int       n  = 0;

  while (value_next(options, &at)) {
    const Case   c     = {options, at.kind, at.object, at.name};
    const Entry *entry = named_file(options, &at);
    Text         text  = {0};

    if (!entry) continue;
    if (readable && !tell) {
      PetscBool yes = PETSC_FALSE;

      if (PetscTestFile(at.value->word, 'r', &yes)) yes = PETSC_FALSE;
      readable[n] = (char)yes;
    } else if (tell && !readable[n]) {
      text_add(&text, "'%s' cannot be read; looked for %s", entry->value, at.value->word);
      letters_say(entry->value, strlen(entry->value), false, &text);
      note(&c, entry, at.row->key, text.s);
      text_free(&text);
      at.value->wrong = true;
      at.value->has   = false;
    }
    n++;
  }
  return n;
}

/* Note the input files that rank 0 cannot read. Collective. */
static PetscErrorCode check_files(Options *options)
{
  const int n        = visit_files(options, NULL, false);
  char     *readable = memory_room(NULL, (size_t)n);

  PetscFunctionBeginUser;
  if (options->par.rank == 0) visit_files(options, readable, false);
  if (n > 0) PetscCall(parallel_bcast(&options->par, readable, (size_t)n, 0));
  visit_files(options, readable, true);
  free(readable);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const char *options_input(const Options *options, int k)
{
  ValueWalk at = {0};

  for (int l = 0; l < options->n_layers; l++)
    if (options->layers[l].type == SOURCE_FILE && k-- == 0) return options->layers[l].origin;
  while (value_next(options, &at))
    if (named_file(options, &at) && k-- == 0) return at.value->word;
  return NULL;
}

PetscErrorCode options_check(Options *options)
{
  PetscFunctionBeginUser;
  PetscCheck(!options->checked, options->par.comm, PETSC_ERR_ARG_WRONGSTATE,
             "options_check was called before");
  options_guess(options);
  for (int k = 0; k < options->n_kinds; k++) {
    Kind *kind = &options->kinds[k];

    for (int a = 0; a < kind->names.n; a++) check_name(options, kind, a);
    check_pairs_of_names(options, kind);
    for (int a = 0; a < kind->n_objects; a++) {
      const Case c = {options, kind, &kind->objects[a], kind_object_name(kind, a)};

      for (int r = 0; r < kind->n_rows; r++) evaluate(&c, r);
      for (int r = 0; r < kind->n_rows; r++) check_misplaced(&c, r);
    }
  }
  options_note_unknown(options);
  PetscCall(check_files(options));
  options->checked = true;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode option_set_default(Options *options, const char *kind, const char *object,
                                  const char *key, const char *text)
{
  const Option *row;
  Value        *value   = value_asked(options, kind, object, key, &row);
  Text          problem = {0};

  PetscFunctionBeginUser;
  if (value->given || !value->active) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(value_parse(row, text, value, &problem), PETSC_COMM_SELF, PETSC_ERR_ARG_WRONG,
             "default of %s %s: %s", kind, key, problem.s);
  if (row_is_path(row)) make_absolute(&value->word, options->folder);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode option_derive(Options *options, const char *kind, const char *object,
                             const char *key, const char *text)
{
  const Option *row;
  Value        *value = value_asked(options, kind, object, key, &row);

  if (!value->given && value->active) value->derived = text != NULL;
  if (!text && !value->given) {
    value_none(value);
    value->has = false;
  }
  if (!text) return PETSC_SUCCESS;
  return option_set_default(options, kind, object, key, text);
}
