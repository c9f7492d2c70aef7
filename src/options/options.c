/* SPDX-License-Identifier: MIT */
/* The dictionary of given options, the declared objects, and the mistakes. */
#include "options/options_internal.h"

/* ---- life */

static Object *object_add(Kind *kind)
{
  array_reserve(&kind->objects, sizeof *kind->objects, kind->n_objects + 1, &kind->capacity);
  kind->objects[kind->n_objects] =
    (Object){.layer = -1, .values = memory_zero((size_t)kind->n_rows + 1, sizeof(Value))};
  return &kind->objects[kind->n_objects++];
}

PetscErrorCode options_create(const Parallel *par, const OptionKind *const kinds[],
                              Options **options)
{
  Options *o                          = memory_room(NULL, sizeof *o);
  int      n                          = 0;
  char     folder[PETSC_MAX_PATH_LEN] = "";

  PetscFunctionBeginUser;
  *o = (Options){.par = *par};
  while (kinds[n]) n++;
  o->kinds = memory_zero((size_t)n + 1, sizeof *o->kinds);
  for (int k = 0; k < n; k++) {
    Kind *kind = &o->kinds[o->n_kinds];

    if (!kinds[k]->name) continue;
    kind->kind = kinds[k];
    kind_rows_start(kind);
    if (!kinds[k]->named) object_add(kind);
    o->n_kinds++;
  }
  if (par->rank == 0) PetscCall(PetscGetWorkingDirectory(folder, sizeof folder));
  PetscCall(parallel_bcast(par, folder, sizeof folder, 0));
  o->folder = text_copy(folder, strlen(folder));
  *options  = o;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void kind_end(Kind *kind)
{
  for (int a = 0; a < kind->n_objects; a++) {
    for (int r = 0; r < kind->n_rows; r++) value_clear(&kind->objects[a].values[r]);
    free(kind->objects[a].values);
  }
  free(kind->objects);
  kind_rows_end(kind);
  name_free(&kind->names);
}

void options_destroy(Options **options)
{
  Options *o = *options;

  if (!o) return;
  for (int k = 0; k < o->n_kinds; k++) kind_end(&o->kinds[k]);
  for (int e = 0; e < o->names.n; e++) {
    free(o->entries[e].value);
    free(o->entries[e].then);
    free(o->entries[e].top);
  }
  for (int l = 0; l < o->n_layers; l++) {
    free(o->layers[l].origin);
    free(o->layers[l].folder);
  }
  for (int i = 0; i < o->n_mistakes; i++) {
    free(o->mistakes[i].text);
    free(o->mistakes[i].place);
  }
  name_free(&o->names);
  free(o->kinds);
  free(o->entries);
  free(o->layers);
  free(o->mistakes);
  free(o->folder);
  free(o);
  *options = NULL;
}

/* ---- dictionary and objects */

Kind *kind_find(const Options *options, const char *name)
{
  for (int k = 0; k < options->n_kinds; k++)
    if (!strcmp(options->kinds[k].kind->name, name)) return &options->kinds[k];
  return NULL;
}

const char *kind_object_name(const Kind *kind, int object)
{
  return kind->kind->named ? kind->names.names[object] : NULL;
}

void kind_say_name(const Kind *kind, const char *object, const char *key, Text *text)
{
  const char *const kind_name = kind->kind->name,
                    *parts[]  = {kind_name, object ? "_" : "", object ? object : "",
                                key && kind_name[0] ? "_" : "", key ? key : ""};

  /* thousands of names are made at the start of a run: formats would take a fifth of its time */
  for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
    text_add_bytes(text, parts[k], strlen(parts[k]));
}

Entry *entry_exact(const Options *options, const Kind *kind, const char *object, const char *key)
{
  Text   name  = {0};
  Entry *entry = NULL;
  int    number, length;

  kind_say_name(kind, object, key, &name);
  number = name_find(&options->names, name.s);
  length = (int)(name.n - (key ? strlen(key) + 1 : 0));
  if (number >= 0) entry = &options->entries[number];
  if (entry && object && entry->object > 0 && entry->object != length)
    entry = NULL; /* belongs to another object, with a longer key */
  text_free(&name);
  return entry;
}

bool entry_overrides(const Options *options, const Entry *a, const Entry *b)
{
  const Layer *over = &options->layers[a->layer], *under = &options->layers[b->layer];

  return over->type > under->type || (over->type == under->type && a->layer > b->layer);
}

/* True if another key has this other name, too. */
static bool is_shared(const Kind *kind, const Option *row, const char *name)
{
  bool is = false;

  for (int r = 0; r < kind->n_rows; r++)
    is = is || (strcmp(kind->rows[r]->key, row->key) != 0 && row_has_name(kind->rows[r], name));
  return is;
}

bool name_next(const char **names, Text *name)
{
  const char  *at = *names ? *names + strspn(*names, " ") : "";
  const size_t n  = strcspn(at, " ");

  *names  = at + n;
  name->n = 0;
  if (n > 0) text_add_bytes(name, at, n);
  return n > 0;
}

Entry *entry_named(const Options *options, const Kind *kind, const char *object, const Option *row,
                   const char *name)
{
  Entry     *entry = entry_exact(options, kind, object, name);
  const bool word =
    entry && entry->value && ((entry->value[0] | 32) >= 'a' && (entry->value[0] | 32) <= 'z');

  if (!entry || strcmp(row->key, name) == 0 || !is_shared(kind, row, name)) return entry;
  return word == (row->type == OPTION_WORD) ? entry : NULL;
}

Entry *entry_also(const Options *options, const Kind *kind, const char *object, const Option *row)
{
  Entry *entry = NULL;
  Text   name  = {0};

  for (const char *at = row->also; name_next(&at, &name);) {
    Entry *also = entry_named(options, kind, object, row, name.s);

    if (also && (!entry || entry_overrides(options, also, entry))) entry = also;
  }
  text_free(&name);
  return entry;
}

Entry *entry_of_row(const Options *options, const Kind *kind, const char *object, const Option *row)
{
  Entry *entry = entry_exact(options, kind, object, row->key),
        *also  = row->also ? entry_also(options, kind, object, row) : NULL;

  return also && (!entry || entry_overrides(options, also, entry)) ? also : entry;
}

Entry *entry_find(const Options *options, const Kind *kind, const char *object, const char *key)
{
  const Object *owner = object_find(kind, object);
  Entry        *entry = key ? NULL : entry_exact(options, kind, object, key);
  bool          found = !key;

  for (int r = 0; r < kind->n_rows && !found; r++) {
    Entry *given;

    if (strcmp(kind->rows[r]->key, key) != 0) continue;
    given = entry_of_row(options, kind, object, kind->rows[r]);
    found = owner && owner->values && owner->values[r].active; /* its other names alone count */
    if (found || !entry || (given && entry_overrides(options, given, entry))) entry = given;
  }
  return entry || found ? entry : entry_exact(options, kind, object, key);
}

Entry *entry_set(Options *options, const char *name, const char *value, int layer, int line,
                 const char *top)
{
  bool   there;
  int    number = name_add(&options->names, name, &there);
  Entry *entry;
  char  *then = NULL;
  bool   was  = false;

  array_reserve(&options->entries, sizeof *options->entries, options->names.n,
                &options->entries_capacity);
  entry = &options->entries[number];
  if (there && options->layers[entry->layer].type > options->layers[layer].type) {
    if (options->layers[layer].type == SOURCE_TEXT && !entry->was) {
      entry->then = value ? text_copy(value, strlen(value)) : NULL;
      entry->was  = true;
    }
    return entry;
  }
  if (there) {
    const bool stored = options->layers[entry->layer].type == SOURCE_TEXT &&
                        options->layers[layer].type != SOURCE_TEXT;

    then = stored ? entry->value : entry->then;
    was  = stored || entry->was;
    if (!stored) free(entry->value);
    free(entry->top);
  }
  *entry = (Entry){.value = value ? text_copy(value, strlen(value)) : NULL,
                   .then  = then,
                   .was   = was,
                   .top   = top ? text_copy(top, strlen(top)) : NULL,
                   .layer = layer,
                   .line  = line};
  return entry;
}

void option_set_stored(Options *options, const char *kind_name, const char *object, const char *key,
                       const char *value)
{
  Text name  = {0};
  int  layer = options->n_layers - 1;

  while (layer >= 0 && options->layers[layer].type != SOURCE_TEXT) layer--;
  if (layer < 0) return;
  kind_say_name(kind_find(options, kind_name), object, key, &name);
  entry_set(options, name.s, value, layer, 0, kind_name);
  text_free(&name);
}

void kind_declare(Options *options, Kind *kind, const char *name, int layer, int line)
{
  bool      there;
  const int number = name_add(&kind->names, name, &there);
  Object   *object = there ? &kind->objects[number] : object_add(kind);

  if (options->layers[layer].type == SOURCE_TEXT) object->stored = true;
  object->layer = layer;
  object->line  = line;
}

int kind_row(const Kind *kind, const Object *object, const char *key)
{
  int first = -1;

  for (int r = 0; r < kind->n_rows; r++) {
    if (strcmp(kind->rows[r]->key, key) != 0) continue;
    if (first < 0) first = r;
    if (object && object->values[r].active) return r;
  }
  return first;
}

void options_pairs(const Options *options, int *n, OptionPair **pairs)
{
  *n = options->names.n;
  array_create(pairs, sizeof **pairs, (size_t)*n);
  for (int k = 0; k < *n; k++)
    (*pairs)[k] = (OptionPair){.name = options->names.names[k], .value = options->entries[k].value};
}

const char *options_name(const Options *options, int k)
{
  return k < options->names.n ? options->names.names[k] : NULL;
}

/* ---- mistakes */

/* Length of the place with which the text of a mistake begins (mistake_say_place): a kind, an object, a
   key, or an option of the command line. */
static size_t place_length(const Options *options, const char *text)
{
  static const char name[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  size_t            n = 0, part = strspn(text, name);
  const Kind       *kind;
  char             *first;
  int               parts = 1;

  if (part == 0 || text[part] != ':') return 0;
  if (text[0] == '-') return part;
  first = text_copy(text, part);
  kind  = kind_find(options, first);
  free(first);
  if (!kind) return 0;
  for (n = part; parts < (kind->kind->named ? 3 : 2) && !strncmp(text + n, ": ", 2); parts++) {
    part = strspn(text + n + 2, name);
    if (part == 0 || text[n + 2 + part] != ':') break;
    n += 2 + part;
  }
  return n;
}

/* Keep a mistake: the text, which is taken, and what follows it. */
static void mistake_keep(Options *options, int layer, int line, Text text, const char *format,
                         va_list arguments)
{
  text_vadd(&text, format, arguments);
  array_reserve(&options->mistakes, sizeof *options->mistakes, options->n_mistakes + 1,
                &options->mistakes_capacity);
  options->mistakes[options->n_mistakes++] =
    (Mistake){.layer = layer,
              .line  = line,
              .text  = text.s,
              .place = text_copy(text.s, place_length(options, text.s))};
}

void mistake_add(Options *options, int layer, int line, const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  mistake_keep(options, layer, line, (Text){0}, format, arguments);
  va_end(arguments);
}

void options_mistake(Options *options, const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  mistake_keep(options, -1, 0, (Text){0}, format, arguments);
  va_end(arguments);
  options->unsound = true;
}

void options_take_back(Options *options, Text *text)
{
  for (int k = 0; k < options->n_mistakes; k++) {
    Mistake     *m = &options->mistakes[k];
    const size_t n = strlen(m->place);

    text_add(text, "%s\n", m->text + (n > 0 ? n + strlen(": ") : 0));
    free(m->text);
    free(m->place);
  }
  options->n_mistakes = 0;
  options->unsound    = false;
  for (int k = 0; k < options->n_kinds; k++) options->kinds[k].unsound = false;
  for (ValueWalk at = {0}; value_next(options, &at);) at.value->wrong = false;
}

void options_want_file(Options *options)
{
  int n = 0;

  for (int k = 0; k < options->n_mistakes; k++) {
    Mistake *m = &options->mistakes[k];

    if (m->layer >= 0 && options->layers[m->layer].type == SOURCE_COMMAND)
      options->mistakes[n++] = *m;
    else free(m->text);
  }
  options->n_mistakes = n;
  options->torn       = true;
  if (n == 0) options_mistake(options, "no scenario is given: clast FILE.yaml -option value ...");
}

void row_say_given(const Options *options, const Kind *kind, const char *object, const Option *row,
                   const Entry *entry, Text *name)
{
  const char *also = row->also;

  name->n = 0;
  if (entry != entry_exact(options, kind, object, row->key))
    while (name_next(&also, name))
      if (entry == entry_named(options, kind, object, row, name->s)) return;
  name->n = 0;
  text_add(name, "%s", row->key);
}

/* The name by which the key was given, its own or another one. */
static void say_given(const Options *options, const Kind *kind, const char *object, const char *key,
                      Text *name)
{
  const Entry *entry = entry_find(options, kind, object, key);

  text_add(name, "%s", key);
  for (int r = 0; entry && r < kind->n_rows; r++)
    if (strcmp(kind->rows[r]->key, key) == 0 &&
        (entry == entry_exact(options, kind, object, key) ||
         entry == entry_also(options, kind, object, kind->rows[r]))) {
      row_say_given(options, kind, object, kind->rows[r], entry, name);
      return;
    }
}

void mistake_say_place(const Options *options, int layer, const Kind *kind, const char *object,
                       const char *key, Text *text)
{
  Text given = {0};

  if (key) say_given(options, kind, object, key, &given);
  if (layer >= 0 && options->layers[layer].type == SOURCE_COMMAND) {
    text_add(text, "-");
    kind_say_name(kind, object, given.s, text);
  } else {
    text_add(text, "%s", kind->kind->name);
    if (object) text_add(text, ": %s", object);
    if (key) text_add(text, "%s%s", kind->kind->name[0] ? ": " : "", given.s);
  }
  text_free(&given);
}

char *entry_tell(Options *options, const Kind *kind, const char *object, Entry *entry,
                 const char *key)
{
  const char *const name   = options->names.names[entry - options->entries];
  Text              before = {0};
  char             *written;

  if (entry->told) return NULL;
  if (entry->map == 0) return text_copy(key, strlen(key));
  for (int k = 0; k < options->names.n; k++) {
    Entry *other = &options->entries[k];

    if (other->map == entry->map && other->layer == entry->layer &&
        strncmp(options->names.names[k], name, (size_t)entry->map + 1) == 0)
      other->told = true;
  }
  kind_say_name(kind, object, "", &before);
  written = text_copy(name + before.n, (size_t)entry->map - before.n);
  text_free(&before);
  return written;
}

Object *object_find(const Kind *kind, const char *name)
{
  const int number = name ? name_find(&kind->names, name) : kind->kind->named ? -1 : 0;

  return number >= 0 ? &kind->objects[number] : NULL;
}

Kind *kind_asked(const Options *options, const char *name)
{
  Kind *kind = kind_find(options, name);

  PetscCheckAbort(kind, PETSC_COMM_SELF, PETSC_ERR_ARG_WRONG, "no kind of option is called '%s'",
                  name);
  return kind;
}

void option_mistake(Options *options, const char *kind_name, const char *object, const char *key,
                    const char *format, ...)
{
  Kind        *kind  = kind_asked(options, kind_name);
  Object      *owner = object_find(kind, object);
  const Entry *entry = key ? entry_find(options, kind, object, key) : NULL;
  const int    row   = options->checked && key && owner ? kind_row(kind, owner, key) : -1;
  int          layer = owner ? owner->layer : -1, line = owner ? owner->line : 0;
  Text         text = {0};
  va_list      arguments;

  kind->unsound = true;
  if (owner && owner->unknown && !entry) return;
  if (entry) {
    layer = entry->layer;
    line  = entry->line;
  }
  mistake_say_place(options, layer, kind, object, key, &text);
  if (entry && entry->value && strlen(entry->value) <= 60) text_add(&text, ": '%s'", entry->value);
  text_add(&text, ": ");
  va_start(arguments, format);
  mistake_keep(options, layer, line, text, format, arguments);
  va_end(arguments);
  if (row >= 0) owner->values[row].wrong = true; /* callers can find that out */
}

void option_say_place(const Options *options, const char *kind_name, const char *object,
                      const char *key, Text *text)
{
  const Kind   *kind   = kind_asked(options, kind_name);
  const Object *owner  = object_find(kind, object);
  const Entry  *entry  = key ? entry_find(options, kind, object, key) : NULL;
  const int     number = entry ? entry->layer : owner ? owner->layer : -1;
  const int     line   = entry ? entry->line : owner ? owner->line : 0;
  const Layer  *layer  = number >= 0 ? &options->layers[number] : NULL;

  if (layer && layer->type == SOURCE_FILE && layer != options_main_layer(options))
    text_add(text, "%s: ", layer->origin);
  if (layer && layer->type == SOURCE_FILE && line > 0) text_add(text, "line %d: ", line);
  mistake_say_place(options, number, kind, object, key, text);
  text_add(text, ": ");
}

const char *option_where(const Options *options, const char *kind_name, const char *object,
                         const char *key, char where[OPTION_WHERE])
{
  const Kind  *kind  = kind_asked(options, kind_name);
  const Entry *entry = entry_find(options, kind, object, key);
  const Layer *layer = entry ? &options->layers[entry->layer] : NULL;
  const bool   last  = layer == &options->layers[options->n_layers - 1];

  where[0] = 0;
  if (layer && layer->type == SOURCE_FILE && entry->line > 0)
    snprintf(where, OPTION_WHERE, " (%.80s%sline %d)", last ? "" : layer->origin, last ? "" : ", ",
             entry->line);
  return where;
}

/* ---- what there is */

int options_objects(const Options *options, const char *kind_name, const char *const **names)
{
  const Kind *kind = kind_asked(options, kind_name);

  *names = (const char *const *)kind->names.names;
  return kind->n_objects;
}

bool options_has_kind(const Options *options, const char *kind)
{
  return kind_find(options, kind) != NULL;
}

int options_object(const Options *options, const char *kind_name, const char *object)
{
  return name_find(&kind_asked(options, kind_name)->names, object);
}

void options_offer(const Options *options, const char *kind_name, Likeness *likeness)
{
  const Kind *kind = kind_asked(options, kind_name);

  for (int k = 0; k < kind->n_objects; k++) likeness_offer(likeness, kind->names.names[k]);
}

bool options_has_mistakes(const Options *options)
{
  return options->n_mistakes > 0;
}

bool options_are_sound(const Options *options, const char *kinds)
{
  bool sound = !options->unsound && !options->torn;

  while (sound && *kinds) {
    const int   n = (int)strcspn(kinds, " ");
    char        name[NAME_LENGTH];
    const Kind *kind;

    snprintf(name, sizeof name, "%.*s", n, kinds);
    kind  = kind_asked(options, name);
    sound = !kind->unsound && !kind->broken;
    kinds += n + strspn(kinds + n, " ");
  }
  return sound;
}

bool options_are_torn(const Options *options)
{
  return options->torn;
}

bool options_object_is_stored(const Options *options, const char *kind_name, const char *object)
{
  const Object *owner = object_find(kind_asked(options, kind_name), object);

  return owner && owner->stored;
}
