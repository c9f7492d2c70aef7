/* SPDX-License-Identifier: MIT */
/* Given options that are in no table: misspelt keys, undeclared objects, kinds of later
   versions. */
#include "options/letters.h"
#include "options/options_internal.h"

static bool begins_with(const char *name, const char *start)
{
  const size_t n = strlen(start);

  return n > 0 && !strncmp(name, start, n) && (name[n] == '_' || name[n] == 0);
}

/* The kind with the longest name that is a leading part of this one. */
static Kind *kind_of(const Options *options, const char *name)
{
  Kind *best = NULL;

  for (int k = 0; k < options->n_kinds; k++)
    if (begins_with(name, options->kinds[k].kind->name) &&
        (!best || strlen(options->kinds[k].kind->name) > strlen(best->kind->name)))
      best = &options->kinds[k];
  return best;
}

static void offer_names(const Kind *kind, const char *object, Likeness *like)
{
  Text name = {0};

  for (int r = 0; r < kind->n_rows; r++) {
    name.n = 0;
    text_add(&name, "-");
    kind_say_name(kind, object, kind->rows[r]->key, &name);
    likeness_offer(like, name.s);
  }
  text_free(&name);
}

static void offer_petscs(Likeness *like)
{
  for (const char *at = options_of_petsc; *at; at += strspn(at, " ")) {
    const size_t n    = strcspn(at, " ");
    Text         name = {0};

    text_add(&name, "-%.*s", (int)n, at);
    likeness_offer(like, name.s);
    text_free(&name);
    at += n;
  }
}

/* Add the sections that have this key, as options: "; did you mean -run_dt?". False: none has. */
static bool say_full_names(const Options *options, const char *key, Text *text)
{
  enum { MOST = 4 };
  int n = 0;

  for (int k = 0; k < options->n_kinds; k++) {
    const Kind *kind = &options->kinds[k];

    if (!kind->kind->name[0] || kind_row(kind, NULL, key) < 0 || n == MOST) continue;
    text_add(text, "%s '-%s%s_%s'", n == 0 ? "; did you mean" : " or", kind->kind->name,
             kind->kind->named ? "_NAME" : "", key);
    n++;
  }
  if (n > 0) text_add(text, "?");
  return n > 0;
}

/* True for options of mpirun and srun that say how many ranks there are. */
static bool is_of_launcher(const char *name)
{
  static const char *const names[] = {"n", "np", "nprocs", "ntasks", "ranks"};
  bool                     is      = false;

  for (size_t k = 0; k < sizeof names / sizeof *names; k++) is = is || !strcmp(name, names[k]);
  return is;
}

/* Note an unknown option of the command line, or of a row of a table, where PETSc's are not
   allowed; suggestions come from the full names of all options. */
static void note_unknown_option(Options *options, const char *name, const Entry *entry,
                                const char *why)
{
  const char *sign  = strchr(name, '=');
  Text        given = {0}, text = {0};
  Likeness    like;

  text_add(&given, "-%s", name);
  like = likeness_start(given.s);
  for (int k = 0; k < options->n_kinds; k++)
    for (int a = 0; a < options->kinds[k].n_objects; a++)
      offer_names(&options->kinds[k], kind_object_name(&options->kinds[k], a), &like);
  offer_petscs(&like);
  likeness_offer(&like, "-help");
  likeness_offer(&like, "-version");
  text_add(&text, "%s: ", given.s);
  if (strcmp(like.best, given.s) == 0)
    text_add(&text, "an option of PETSc is for the whole program: give it on the command line");
  else if (is_of_launcher(name))
    text_add(&text, "%s; the number of ranks is told to the launcher: mpirun -n %s clast ...", why,
             entry->value && entry->value[0] ? entry->value : "4");
  else {
    text_add(&text, "%s", why);
    likeness_say(&like, &text);
    if (sign)
      text_add(&text, "; a blank stands between an option and its value: -%.*s %s",
               (int)(sign - name), name, sign + 1);
    else if (!like.best[0] && !say_full_names(options, name, &text))
      text_add(&text, "; clast -help lists all");
    letters_say(name, strlen(name), true, &text);
  }
  mistake_add(options, entry->layer, 0, "%s", text.s);
  text_free(&given);
  text_free(&text);
}

/* The row whose key is the beginning of a key, before a letter that no key has: `density:2600`; -1:
   there is none. */
static int glued_row(const Kind *kind, const char *key)
{
  const size_t n = strspn(key, "abcdefghijklmnopqrstuvwxyz_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");

  for (int r = 0; n > 0 && key[n] && r < kind->n_rows; r++)
    if (strlen(kind->rows[r]->key) == n && !strncmp(kind->rows[r]->key, key, n)) return r;
  return -1;
}

/* The row whose value is given as keys of its own, as in `gravity: {z: -9.81}`; -1: there is none. */
static int parent_row(const Kind *kind, const char *key)
{
  int best = -1;

  for (int r = 0; r < kind->n_rows; r++)
    if (begins_with(key, kind->rows[r]->key) &&
        (best < 0 || strlen(kind->rows[r]->key) > strlen(kind->rows[best]->key)))
      best = r;
  return best;
}

/* The key of a kind that is most similar. */
static Likeness like_key(const Kind *kind, const char *key)
{
  const int glued = glued_row(kind, key);
  Likeness  like  = likeness_start(glued >= 0 ? kind->rows[glued]->key : key);

  for (int r = 0; r < kind->n_rows; r++) likeness_offer(&like, kind->rows[r]->key);
  return like;
}

/* Append the keys of a kind, as many as fit. */
static void say_keys(const Kind *kind, Text *text)
{
  enum { ROOM = 300 };
  int more = 0;

  text_add(text, "; known here:");
  for (int r = 0; r < kind->n_rows; r++) {
    if (kind_row(kind, NULL, kind->rows[r]->key) != r) continue;
    if (text->n < ROOM) text_add(text, " %s", kind->rows[r]->key);
    else more++;
  }
  if (more > 0) text_add(text, ", and %d more: clast -help %s", more, kind->kind->name);
}

/* Append the sections that have this key; false: there is none. */
static bool say_owners(const Options *options, const Kind *here, const char *key, Text *text)
{
  enum { MOST = 4 };
  int n = 0;

  for (int k = 0; k < options->n_kinds; k++) {
    const Kind *kind = &options->kinds[k];

    if (kind == here || !kind->kind->name[0] || kind_row(kind, NULL, key) < 0) continue;
    if (n < MOST) text_add(text, "%s %s", n == 0 ? "; it is a key of" : ",", kind->kind->name);
    n++;
  }
  return n > 0;
}

/* Add what an unknown key should be, if that can be told. */
static bool say_key(const Kind *kind, const char *key, const Likeness *like, Text *text)
{
  const int    glued = glued_row(kind, key), parent = parent_row(kind, key);
  const size_t n = glued >= 0 ? strlen(kind->rows[glued]->key) : 0;

  if (glued >= 0) {
    const char *rest = key + n;

    while (*rest && (strchr(" :=", *rest) || (unsigned char)*rest > 0x7f)) rest++;
    text_add(text, "; write `%s: %s`, with a colon and a blank", kind->rows[glued]->key,
             *rest ? rest : "VALUE");
  } else if (parent >= 0 && (!like->best[0] || !strcmp(like->best, kind->rows[parent]->key))) {
    text_add(text, "; %s has no keys of its own; give ", kind->rows[parent]->key);
    value_say_allowed(kind->rows[parent], text);
    if (kind->rows[parent]->type == OPTION_VEC3) value_say_example(kind->rows[parent], "", text);
    else if (kind->rows[parent]->help) text_add(text, " (%s)", kind->rows[parent]->help);
  } else likeness_say(like, text);
  return text->n > 0;
}

/* True if the entry, of a key of the section, stands in a map that no key begins with. */
static bool is_in_unknown_map(const Options *options, const Kind *kind, const char *key,
                              const Entry *entry)
{
  const char *const name = options->names.names[entry - options->entries];
  char             *map;
  bool              is = entry->map > 0;

  if (!is) return false;
  map = text_copy(key, (size_t)entry->map - (strlen(name) - strlen(key)));
  for (int r = 0; r < kind->n_rows; r++) is = is && !begins_with(kind->rows[r]->key, map);
  free(map);
  return is;
}

/* Add the pebble of a sphere that was given by its radius or diameter. */
static void say_sphere(const Likeness *like, const char *key, const Entry *entry, Text *text)
{
  const double size = entry->value ? strtod(entry->value, NULL) : 0;

  if (strcmp(like->best, "pebbles") == 0 && size > 0 && strchr("rRdD", key[0]))
    text_add(text, "; a sphere is one pebble: `pebbles: [0, 0, 0, %g]`",
             strchr("dD", key[0]) ? 0.5 * size : size);
}

/* Note an unknown key; of an unknown map the map alone, and of keys that a value was given as this value
   alone, once. */
static void note_unknown_key(Options *options, const Kind *kind, const char *object,
                             const char *key, Entry *entry, NameIndex *told)
{
  char    *map = NULL;
  int      parent;
  Likeness like;
  Text     place = {0}, text = {0};
  bool     told_before = false;

  if (is_in_unknown_map(options, kind, key, entry)) {
    map = entry_tell(options, kind, object, entry, key);
    if (!map) return;
    key = map;
  }
  like   = like_key(kind, key);
  parent = parent_row(kind, key);
  mistake_say_place(options, entry->layer, kind, object, key, &place);
  if (parent >= 0 && !strcmp(like.best, kind->rows[parent]->key)) {
    Text name = {0};

    text_add(&name, "%s %s %s", kind->kind->name, object ? object : "", like.best);
    name_add(told, name.s, &told_before);
    text_free(&name);
  }
  if (!say_key(kind, key, &like, &text) && !say_owners(options, kind, key, &text))
    say_keys(kind, &text);
  say_sphere(&like, key, entry, &text);
  letters_say(key, strlen(key), true, &text);
  if (!told_before)
    mistake_add(options, entry->layer, entry->line, "%s: unknown key%s", place.s, text.s);
  text_free(&place);
  text_free(&text);
  free(map);
}

/* Length of the object's name in `glass_beads_density`: the part before the longest key that it
   ends with, else before the first _. */
static size_t object_length(const Kind *kind, const char *rest)
{
  const size_t n    = strlen(rest);
  size_t       best = strcspn(rest, "_"), longest = 0;

  for (int r = 0; r < kind->n_rows; r++) {
    const size_t m = strlen(kind->rows[r]->key);

    if (m <= longest || m + 2 > n || rest[n - m - 1] != '_' ||
        strcmp(rest + n - m, kind->rows[r]->key) != 0)
      continue;
    longest = m;
    best    = n - m - 1;
  }
  return best;
}

/* Note keys of an object that stand where names of objects are: `wall: {shape: plane}`. */
static void note_nameless(Options *options, const Kind *kind, const char *key, const Entry *entry)
{
  const bool named = !strcmp(key, "name") && entry->value && entry->value[0];

  mistake_add(options, entry->layer, entry->line,
              "%s: '%s' is %s; each %s is an item of a list, with its keys indented deeper: write "
              "`- %.60s: {...}`",
              kind->kind->name, key,
              named ? "no key, as names stand before the keys" : "a key, and a name is expected",
              kind->kind->name, named ? entry->value : "NAME");
}

/* Note an object that is not declared: one mistake for all its keys. */
static void note_undeclared(Options *options, const Kind *kind, const char *rest,
                            const Entry *entry, NameIndex *told)
{
  const size_t skip = strlen(kind->kind->name) + 1, known = (size_t)entry->object;
  char        *object = text_copy(rest, entry->bare    ? strlen(rest)
                                        : known > skip ? known - skip
                                                       : object_length(kind, rest));
  const bool   keys = entry->bare && (kind_row(kind, NULL, object) >= 0 || !strcmp(object, "name"));
  const char  *plain = object + strspn(object, "- ");
  Likeness     like  = likeness_start(object);
  Text         name = {0}, text = {0};
  bool         told_before;

  text_add(&name, "%s_%s", kind->kind->name, keys ? "" : object);
  name_add(told, name.s, &told_before);
  for (int a = 0; a < kind->names.n; a++) likeness_offer(&like, kind->names.names[a]);
  text_add(&text, "; declared: %s", likeness_offered(&like));
  likeness_say(&like, &text);
  letters_say(object, strlen(object), true, &text);
  if (told_before || kind->broken) told_before = true;
  else if (keys) note_nameless(options, kind, object, entry);
  else
    mistake_add(options, entry->layer, entry->line,
                "%s: '%s' is not declared; write a list of objects, `- %s: {...}`%s%s",
                kind->kind->name, object, plain,
                plain > object ? ", with a blank behind the dash" : "",
                kind->names.n > 0 || plain == object ? text.s : "");
  free(object);
  text_free(&name);
  text_free(&text);
}

/* The declared object whose name begins `rest`: that of this length if length > 0 and it exists,
   else the longest; NULL: none. */
static const char *object_in(const Kind *kind, const char *rest, int length)
{
  const char *best = NULL;

  for (int a = 0; a < kind->names.n && length > 0; a++)
    if ((int)strlen(kind->names.names[a]) == length && begins_with(rest, kind->names.names[a]))
      return kind->names.names[a];

  for (int a = 0; a < kind->names.n; a++)
    if (begins_with(rest, kind->names.names[a]) &&
        (!best || strlen(kind->names.names[a]) > strlen(best)))
      best = kind->names.names[a];
  return best;
}

/* The section, or key without a section, that is most similar. */
static Likeness like_top(const Options *options, const char *top)
{
  Likeness like = likeness_start(top);

  for (int k = 0; k < options->n_kinds; k++) {
    const Kind *kind = &options->kinds[k];

    likeness_offer(&like, kind->kind->name);
    for (int r = 0; r < kind->n_rows && !kind->kind->name[0]; r++)
      likeness_offer(&like, kind->rows[r]->key);
  }
  return like;
}

static void note_unknown_top(Options *options, const char *name, const Entry *entry,
                             NameIndex *told)
{
  const char    *top  = entry->top ? entry->top : name;
  const Likeness like = like_top(options, top);
  Text           text = {0};
  bool           told_before;

  name_add(told, top, &told_before);
  likeness_say(&like, &text);
  if (text.n == 0 && !say_owners(options, NULL, top, &text))
    text_add(&text, "; clast -help lists all");
  letters_say(top, strlen(top), true, &text);
  if (!told_before)
    mistake_add(options, entry->layer, entry->line, "%s: unknown key%s", top, text.s);
  text_free(&text);
}

/* Length of the name of an entry's object, as it was written; not above 0: unknown. */
static int object_room(const Kind *kind, const Entry *entry)
{
  return entry->object - (int)strlen(kind->kind->name) - 1;
}

static bool is_nothing(const char *value)
{
  return !value || !value[0] || !strcmp(value, "~") || !strcmp(value, "null");
}

/* Note the name of a kind that was given a value itself. */
static void note_bare(Options *options, const Kind *kind, const Entry *entry)
{
  if (options->layers[entry->layer].type == SOURCE_COMMAND) {
    mistake_add(options, entry->layer, 0, "-%s: %s", kind->kind->name,
                kind->kind->named ? "objects are declared in the scenario file"
                                  : "is a section; give its keys, such as -run_end_time 2");
  } else if (!is_nothing(entry->value))
    mistake_add(options, entry->layer, entry->line,
                "%s: '%.60s': is a section; write keys and values under it, without dashes",
                kind->kind->name, entry->value);
}

static void note_unavailable(Options *options, const Kind *kind, const char *name,
                             const Entry *entry, NameIndex *told)
{
  bool told_before;

  if (!strcmp(name, kind->kind->name) && is_nothing(entry->value)) return;
  name_add(told, kind->kind->name, &told_before);
  if (told_before) return;
  if (options->layers[entry->layer].type == SOURCE_COMMAND)
    mistake_add(options, entry->layer, 0, "-%s: not available in this version", name);
  else
    mistake_add(options, entry->layer, entry->line, "%s: not available in this version; remove it",
                kind->kind->name);
}

static void note_entry(Options *options, const char *name, Entry *entry, NameIndex *told)
{
  const bool  command = options->layers[entry->layer].type == SOURCE_COMMAND;
  const Kind *kind    = kind_of(options, name);
  const char *rest    = kind ? name + strlen(kind->kind->name) : NULL, *object;

  if (!kind && command) note_unknown_option(options, name, entry, "unknown option");
  else if (!kind) note_unknown_top(options, name, entry, told);
  else if (kind->n_rows == 0) note_unavailable(options, kind, name, entry, told);
  else if (!*rest) note_bare(options, kind, entry);
  else if (!kind->kind->named && command)
    note_unknown_option(options, name, entry, "unknown option");
  else if (!kind->kind->named && kind->guessed) return; /* told with the section */
  else if (!kind->kind->named) note_unknown_key(options, kind, NULL, rest + 1, entry, told);
  else {
    object = object_in(kind, rest + 1, object_room(kind, entry));
    if (command && !object && kind->broken) return; /* its objects could not be read */
    if (command)
      note_unknown_option(options, name, entry,
                          object ? "unknown option" : "no such object is declared");
    else if (!object) note_undeclared(options, kind, rest + 1, entry, told);
    else if (rest[1 + strlen(object)] == 0)
      mistake_add(options, entry->layer, entry->line,
                  "%s: %s: '%.60s': is an object; write its keys and values under it, or in braces",
                  kind->kind->name, object, entry->value ? entry->value : "");
    else note_unknown_key(options, kind, object, rest + 2 + strlen(object), entry, told);
  }
}

static bool is_known(const Kind *kind, const char *key)
{
  for (int r = 0; r < kind->n_rows; r++)
    if (row_has_name(kind->rows[r], key)) return true;
  return false;
}

/* Mark the option as wrong that an unknown key of an object stands for, if that is not given. */
static void guess_key(const Options *options, const Kind *kind, const char *object, const char *key)
{
  const int number = object ? name_find(&kind->names, object) : 0;
  Likeness  like;

  if (is_known(kind, key) || number < 0 || number >= kind->n_objects) return;
  kind->objects[number].unknown = true;
  like                          = like_key(kind, key);
  for (int r = 0; like.best[0] && r < kind->n_rows; r++)
    if ((!strcmp(kind->rows[r]->key, like.best) || foreign_means(key, kind->rows[r]->key)) &&
        !entry_find(options, kind, object, kind->rows[r]->key))
      kind->objects[number].values[r].wrong = true;
}

/* Mark the section as incomplete that an unknown one stands for. */
static void guess_section(Options *options, const char *top)
{
  const Likeness like = like_top(options, top);
  Text           text = {0};

  if (like.best[0] && kind_find(options, like.best)) options_mark_broken(options, like.best);
  else if (like.best[0] && strcmp(like.best, top) != 0) options->torn = true;
  /* `  - steel` with blanks of a text processor may be anything */
  if (letters_say(top, strlen(top), false, &text)) options_mark_broken(options, NULL);
  text_free(&text);
}

/* Mark a kind of which objects or keys are there but could not be told apart. */
static void guess_shape(Options *options, const Kind *kind, const char *rest, const Entry *entry)
{
  const char *object =
    kind->kind->named && *rest ? object_in(kind, rest + 1, object_room(kind, entry)) : NULL;
  const bool bare      = *rest ? kind->kind->named && !object : !kind->kind->named;
  const bool valueless = object && rest[1 + strlen(object)] == 0;

  if (!bare && !valueless) return;
  if (!*rest && is_nothing(entry->value)) return;
  kind_find(options, kind->kind->name)->guessed = true;
  options->torn                                 = true;
}

void options_guess(Options *options)
{
  for (int e = 0; e < options->names.n; e++) {
    const char  *name  = options->names.names[e], *object;
    const Entry *entry = &options->entries[e];
    const Kind  *kind  = kind_of(options, name);
    const char  *rest  = kind ? name + strlen(kind->kind->name) : NULL;

    if (options->layers[entry->layer].type == SOURCE_COMMAND) continue;
    if (kind && kind->n_rows > 0) guess_shape(options, kind, rest, entry);
    if (!kind) guess_section(options, entry->top ? entry->top : name);
    else if (!*rest) continue;
    else if (!kind->kind->named) guess_key(options, kind, NULL, rest + 1);
    else {
      object = object_in(kind, rest + 1, object_room(kind, entry));
      if (object && rest[1 + strlen(object)])
        guess_key(options, kind, object, rest + 2 + strlen(object));
    }
  }
}

void options_note_unknown(Options *options)
{
  NameIndex told = {0};

  for (int e = 0; e < options->names.n; e++)
    if (!options->entries[e].used)
      note_entry(options, options->names.names[e], &options->entries[e], &told);
  name_free(&told);
}
