/* SPDX-License-Identifier: MIT */
/* The dictionary of given options, the declared objects, the mistakes, and the getters. */
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
    for (int r = 0; kind->objects[a].now && r < kind->n_rows; r++)
      value_clear(&kind->objects[a].now[r]);
    free(kind->objects[a].values);
    free(kind->objects[a].now);
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
  for (int i = 0; i < o->n_mistakes; i++) free(o->mistakes[i].text);
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

/* Entry of the key or of the other name of its row; if both are given, the one whose
   source overrides. */
Entry *entry_find(const Options *options, const Kind *kind, const char *object, const char *key)
{
  Entry *entry = entry_exact(options, kind, object, key);

  for (int r = 0; r < kind->n_rows && key; r++)
    if (kind->rows[r]->also && strcmp(kind->rows[r]->key, key) == 0) {
      Entry *also = entry_exact(options, kind, object, kind->rows[r]->also);

      if (also && (!entry || entry_overrides(options, also, entry))) entry = also;
    }
  return entry;
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

const char *options_name(const Options *options, int k)
{
  return k < options->names.n ? options->names.names[k] : NULL;
}

/* ---- mistakes */

static void mistake_keep(Options *options, int layer, int line, char *text)
{
  array_reserve(&options->mistakes, sizeof *options->mistakes, options->n_mistakes + 1,
                &options->mistakes_capacity);
  options->mistakes[options->n_mistakes++] = (Mistake){.layer = layer, .line = line, .text = text};
}

void mistake_add(Options *options, int layer, int line, const char *format, ...)
{
  Text    text = {0};
  va_list arguments;

  va_start(arguments, format);
  text_vadd(&text, format, arguments);
  va_end(arguments);
  mistake_keep(options, layer, line, text.s);
}

void options_mistake(Options *options, const char *format, ...)
{
  Text    text = {0};
  va_list arguments;

  va_start(arguments, format);
  text_vadd(&text, format, arguments);
  va_end(arguments);
  mistake_keep(options, -1, 0, text.s);
  options->unsound = true;
}

void mistake_say_place(const Options *options, int layer, const Kind *kind, const char *object,
                       const char *key, Text *text)
{
  if (layer >= 0 && options->layers[layer].type == SOURCE_COMMAND) {
    text_add(text, "-");
    kind_say_name(kind, object, key, text);
    return;
  }
  text_add(text, "%s", kind->kind->name);
  if (object) text_add(text, ": %s", object);
  if (key) text_add(text, "%s%s", kind->kind->name[0] ? ": " : "", key);
}

/* Layer and line of this key if it was given, else of its object; layer -1: neither. */
static void find_place(const Options *options, const Kind *kind, const char *object,
                       const char *key, int *layer, int *line)
{
  const Entry *entry  = key ? entry_find(options, kind, object, key) : NULL;
  const int    number = object ? name_find(&kind->names, object) : -1;

  *layer = *line = 0;
  if (entry) {
    *layer = entry->layer;
    *line  = entry->line;
  } else if (number >= 0) {
    *layer = kind->objects[number].layer;
    *line  = kind->objects[number].line;
  } else *layer = -1;
}

static Kind *kind_asked(const Options *options, const char *name)
{
  Kind *kind = kind_find(options, name);

  PetscCheckAbort(kind, PETSC_COMM_SELF, PETSC_ERR_ARG_WRONG, "no kind of option is called '%s'",
                  name);
  return kind;
}

void option_mistake(Options *options, const char *kind_name, const char *object, const char *key,
                    const char *format, ...)
{
  Kind        *kind   = kind_asked(options, kind_name);
  const Entry *entry  = key ? entry_find(options, kind, object, key) : NULL;
  const int    number = object ? options_object(options, kind_name, object) : 0;
  int          layer, line, row = -1;
  Text         text = {0};
  va_list      arguments;

  find_place(options, kind, object, key, &layer, &line);
  mistake_say_place(options, layer, kind, object, key, &text);
  if (entry && entry->value && strlen(entry->value) <= 60) text_add(&text, ": '%s'", entry->value);
  text_add(&text, ": ");
  va_start(arguments, format);
  text_vadd(&text, format, arguments);
  va_end(arguments);
  mistake_keep(options, layer, line, text.s);
  if (options->checked && key && number >= 0 && number < kind->n_objects)
    row = kind_row(kind, &kind->objects[number], key);
  if (row >= 0) kind->objects[number].values[row].wrong = true; /* callers can find that out */
  kind->unsound = true;
}

/* ---- getters */

/* The value of a key. A kind, object, key or type that does not exist is a bug of the program and
   ends it. */
static const Value *value_asked(const Options *options, const char *kind_name, const char *object,
                                const char *key, unsigned types)
{
  const Kind   *kind   = kind_asked(options, kind_name);
  const int     number = object ? options_object(options, kind_name, object) : 0;
  const Object *owner;
  int           row;

  PetscCheckAbort(options->checked, PETSC_COMM_SELF, PETSC_ERR_ARG_WRONGSTATE,
                  "option %s %s asked for before options_check", kind_name, key);
  PetscCheckAbort(!object == !kind->kind->named && number >= 0 && number < kind->n_objects,
                  PETSC_COMM_SELF, PETSC_ERR_ARG_WRONG, "no %s is called '%s'", kind_name,
                  object ? object : "");
  owner = &kind->objects[number];
  row   = kind_row(kind, owner, key);
  PetscCheckAbort(row >= 0, PETSC_COMM_SELF, PETSC_ERR_ARG_WRONG, "no option %s of kind '%s'", key,
                  kind_name);
  PetscCheckAbort(types >> kind->rows[row]->type & 1, PETSC_COMM_SELF, PETSC_ERR_ARG_WRONG,
                  "option %s of kind '%s' has another type", key, kind_name);
  return owner->now && owner->now[row].done ? &owner->now[row] : &owner->values[row];
}

bool option_change(Options *options, const char *kind_name, const char *object_name,
                   const char *key, const char *text, bool keep, char *why)
{
  const Kind *kind = kind_find(options, kind_name);
  const int number = !kind ? -1 : object_name ? options_object(options, kind_name, object_name) : 0;
  Object   *object = number >= 0 && number < kind->n_objects ? &kind->objects[number] : NULL;
  const int row    = object ? kind_row(kind, object, key) : -1;
  Text      problem = {0};
  Value     value   = {0};
  bool      good;

  snprintf(why, OPTION_WHY, "there is no such key");
  if (row < 0) return false;
  good = value_parse(kind->rows[row], text, &value, &problem) &&
         value_fits_plane(kind->rows[row], &value, options_dimension(options), &problem);
  if (!good) snprintf(why, OPTION_WHY, "%s", problem.s);
  if (good && keep) {
    if (!object->now) {
      object->now = memory_room(NULL, (size_t)kind->n_rows * sizeof *object->now);
      memset(object->now, 0, (size_t)kind->n_rows * sizeof *object->now);
    }
    value_clear(&object->now[row]);
    object->now[row]      = value;
    object->now[row].done = true;
  } else value_clear(&value);
  text_free(&problem);
  return good;
}

double option_real(const Options *options, const char *kind, const char *object, const char *key)
{
  return value_asked(options, kind, object, key, 1u << OPTION_REAL | 1u << OPTION_REAL_OR_WORD)
    ->real;
}

double option_real_or(const Options *options, const char *kind, const char *object, const char *key,
                      double none)
{
  return option_has_value(options, kind, object, key) ? option_real(options, kind, object, key)
                                                      : none;
}

int64_t option_int(const Options *options, const char *kind, const char *object, const char *key)
{
  return value_asked(options, kind, object, key, 1u << OPTION_INT)->integer;
}

bool option_bool(const Options *options, const char *kind, const char *object, const char *key)
{
  return value_asked(options, kind, object, key, 1u << OPTION_BOOL)->integer != 0;
}

const char *option_word(const Options *options, const char *kind, const char *object,
                        const char *key)
{
  return value_asked(options, kind, object, key,
                     1u << OPTION_WORD | 1u << OPTION_NAME | 1u << OPTION_STRING |
                       1u << OPTION_FILE | 1u << OPTION_PATH | 1u << OPTION_REAL_OR_WORD)
    ->word;
}

Vec3 option_vec3(const Options *options, const char *kind, const char *object, const char *key)
{
  const Value *value = value_asked(options, kind, object, key, 1u << OPTION_VEC3);

  if (!value->reals) return vec3(0, 0, 0);
  return vec3(value->reals[0], value->reals[1], value->n > 2 ? value->reals[2] : 0);
}

const double *option_reals(const Options *options, const char *kind, const char *object,
                           const char *key, int *n)
{
  const Value *value =
    value_asked(options, kind, object, key, 1u << OPTION_REALS | 1u << OPTION_VEC3);

  *n = value->n;
  return value->reals;
}

const int64_t *option_ints(const Options *options, const char *kind, const char *object,
                           const char *key, int *n)
{
  const Value *value = value_asked(options, kind, object, key, 1u << OPTION_INTS);

  *n = value->n;
  return value->ints;
}

const char *const *option_words(const Options *options, const char *kind, const char *object,
                                const char *key, int *n)
{
  const Value *value =
    value_asked(options, kind, object, key, 1u << OPTION_WORDS | 1u << OPTION_NAMES);

  *n = value->n;
  return (const char *const *)value->words;
}

bool option_has_value(const Options *options, const char *kind, const char *object, const char *key)
{
  return value_asked(options, kind, object, key, ~0u)->has;
}

bool option_applies(const Options *options, const char *kind, const char *object, const char *key)
{
  return value_asked(options, kind, object, key, ~0u)->active;
}

bool option_is_wrong(const Options *options, const char *kind, const char *object, const char *key)
{
  return value_asked(options, kind, object, key, ~0u)->wrong;
}

bool option_is_set(const Options *options, const char *kind, const char *object, const char *key)
{
  return entry_find(options, kind_asked(options, kind), object, key) != NULL;
}

const char *option_given(const Options *options, const char *kind, const char *object,
                         const char *key)
{
  const Entry *entry = entry_find(options, kind_asked(options, kind), object, key);

  return !entry ? NULL : entry->value ? entry->value : "";
}

int options_objects(const Options *options, const char *kind_name, const char *const **names)
{
  const Kind *kind = kind_asked(options, kind_name);

  *names = (const char *const *)kind->names.names;
  return kind->n_objects;
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
  const Kind *kind   = kind_asked(options, kind_name);
  const int   number = name_find(&kind->names, object);

  return number >= 0 && kind->objects[number].stored;
}
