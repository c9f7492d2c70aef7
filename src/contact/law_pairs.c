/* SPDX-License-Identifier: MIT */
/* Pairs of materials that each object of the section `contact` is for (law.h). */
#include "contact/law.h"

enum { EVERY = -2 }; /* the word `any`, as a material; -1: not declared, which tables report */

/* Objects that claim a pair: the one that names most materials wins. */
typedef struct {
  int object; /* -1: none */
  int named;  /* materials that it names, 0 to 2 */
} Claim;

typedef struct {
  Options           *options;
  const Materials   *materials;
  const char *const *objects;
  int                n_objects;
  Claim             *claim; /* [materials][materials], of which a <= b count */
  bool              *hard;  /* [materials][materials]: a constraint of type contact names them */
} Search;

static int material_of(const Search *s, const char *word)
{
  return strcmp(word, "any") == 0 ? EVERY : materials_find(s->materials, word);
}

static void note_twice(const Search *s, int object, const Claim *other, int a, int b)
{
  const char *first = s->objects[other->object];
  char        line[OPTION_WHERE];

  option_where(s->options, "contact", first, "between", line);
  if (other->named == 2)
    option_mistake(s->options, "contact", s->objects[object], "between",
                   "this pair of materials already has the law %s%s; keep one", first, line);
  else
    option_mistake(
      s->options, "contact", s->objects[object], "between",
      "%s%s is for %s and %s, too, and neither names both: give this pair a law of its "
      "own",
      first, line, s->materials->list[a].name, s->materials->list[b].name);
}

/* Claim all pairs of x and y, each a material or EVERY. */
static void claim(Search *s, int object, int x, int y)
{
  const int n = s->materials->n, named = (x != EVERY) + (y != EVERY);

  for (int a = 0; a < n; a++)
    for (int b = a; b < n; b++) {
      const bool is = ((x == EVERY || x == a) && (y == EVERY || y == b)) ||
                      ((x == EVERY || x == b) && (y == EVERY || y == a));
      Claim *to = &s->claim[a * n + b];

      if (!is || (to->object >= 0 && to->named > named) || (named < 2 && s->hard[a * n + b]))
        continue;
      if (to->object >= 0 && to->named == named) note_twice(s, object, to, a, b);
      *to = (Claim){object, named};
    }
}

/* Find the pairs that constraints hold apart, which need no law. */
static void find_hard(Search *s)
{
  const int          n = s->materials->n;
  const char *const *name;
  int                n_constraints = 0;

  if (options_has_kind(s->options, "constraint"))
    n_constraints = options_objects(s->options, "constraint", &name);
  for (int k = 0; k < n_constraints; k++) {
    int                words;
    const char *const *word;

    if (strcmp(option_word(s->options, "constraint", name[k], "type"), "contact") != 0) continue;
    word = option_words(s->options, "constraint", name[k], "between", &words);
    if (words == 2) {
      const int a = materials_find(s->materials, word[0]),
                b = materials_find(s->materials, word[1]);

      if (a >= 0 && b >= 0) s->hard[a * n + b] = s->hard[b * n + a] = true;
    }
  }
}

static void claim_all(Search *s, int object)
{
  const char        *name = s->objects[object];
  int                n;
  const char *const *word = option_words(s->options, "contact", name, "between", &n);

  if (option_is_wrong(s->options, "contact", name, "between")) return;
  if (n == 1 && material_of(s, word[0]) == EVERY) claim(s, object, EVERY, EVERY);
  else if (n % 2 != 0)
    option_mistake(s->options, "contact", name, "between",
                   n == 1
                     ? "%d name; allowed: any, or pairs of materials, two names for each, such "
                       "as [%s, %s] for bodies of one material"
                     : "%d names; allowed: any, or pairs of materials, two names for each",
                   n, word[0], word[0]);
  for (int k = 0; n % 2 == 0 && k < n; k += 2) {
    const int x = material_of(s, word[k]), y = material_of(s, word[k + 1]);

    if (x != -1 && y != -1) claim(s, object, x, y);
  }
}

/* True if the object says that its materials never touch; it has no other terms then. */
static bool is_never(const Search *s, int object)
{
  const char *name = s->objects[object];

  if (strcmp(option_word(s->options, "contact", name, "normal"), "none") != 0) return false;
  for (Slot slot = SLOT_NORMAL + 1; slot < SLOTS; slot++) {
    const Option *row = &contact_slots[slot];

    if (row->plugins[0] && strcmp(option_word(s->options, "contact", name, row->key), "none") != 0)
      option_mistake(s->options, "contact", name, row->key,
                     "goes with a normal force: with normal: none the two never touch");
  }
  return true;
}

/* Append the pairs that the object has got. */
static void add_pairs(const Search *s, int object, int *n_pairs, LawPair *pair)
{
  const int  n = s->materials->n, before = *n_pairs;
  const bool never = is_never(s, object);

  for (int a = 0; a < n; a++)
    for (int b = a; b < n; b++)
      if (s->claim[a * n + b].object == object)
        pair[(*n_pairs)++] = (LawPair){s->objects[object], a, b, never};
  if (*n_pairs == before && !options_has_mistakes(s->options))
    option_mistake(s->options, "contact", s->objects[object], "between",
                   "every pair that it is for has another law, which names more of the two: remove "
                   "it");
}

void law_pairs_find(Options *options, const Materials *materials, int *n_pairs, LawPair **pairs)
{
  const int n = materials->n;
  Search    s = {.options = options, .materials = materials};

  *n_pairs    = 0;
  s.n_objects = options_objects(options, "contact", &s.objects);
  array_create(&s.claim, sizeof *s.claim, n * n);
  array_create(&s.hard, sizeof *s.hard, n * n);
  array_create(pairs, sizeof **pairs, n * (n + 1) / 2);
  for (int k = 0; k < n * n; k++) s.claim[k].object = -1;
  if (materials_find(materials, "any") >= 0)
    option_mistake(options, "material", "any", NULL,
                   "is no name of a material: any stands for all of them in contact: between");
  find_hard(&s);
  for (int k = 0; k < s.n_objects; k++) claim_all(&s, k);
  for (int k = 0; k < s.n_objects; k++) add_pairs(&s, k, n_pairs, *pairs);
  array_free(&s.claim);
  array_free(&s.hard);
}

/* ---- the softer material ---- */

/* True if a pair of materials, as laws of several have it in their names, is of this one. */
static bool is_of_pair(const char *pair, const char *material, const char *const *all, int n_all)
{
  for (int k = 0; k < n_all; k++) {
    char one[2 * NAME_LENGTH + 2], other[2 * NAME_LENGTH + 2];

    snprintf(one, sizeof one, "%s-%s", material, all[k]);
    snprintf(other, sizeof other, "%s-%s", all[k], material);
    if (strcmp(pair, one) == 0 || strcmp(pair, other) == 0) return true;
  }
  return false;
}

const char *law_softest(const Options *o, const char *law)
{
  const char        *pair = strchr(law, ':'); /* "LAW:A-B" of laws for several pairs */
  const char *const *all, *softest = NULL;
  char               object[NAME_LENGTH];
  int                n;
  const int          n_all = options_objects(o, "material", &all);
  const char *const *words;

  snprintf(object, sizeof object, "%.*s", (int)strcspn(law, ":"), law);
  words = option_words(o, "contact", object, "between", &n);
  if (pair || (n > 0 && strcmp(words[0], "any") == 0 && n_all == 1)) words = all, n = n_all;
  for (int k = 0; k < n; k++) {
    const char *name = words[k];

    if (pair && !is_of_pair(pair + 1, name, all, n_all)) continue;
    if (strcmp(name, "any") == 0 || !option_has_value(o, "material", name, "young")) return NULL;
    if (!softest ||
        option_real(o, "material", name, "young") < option_real(o, "material", softest, "young"))
      softest = name;
  }
  return softest;
}
