/* SPDX-License-Identifier: MIT */
/* Growing text, hashed names, and suggestions for misspelt words. */
#include <ctype.h>
#include <stdio.h>

#include "base/text.h"
#include "options/foreign.h"

void *text_room(void *old, size_t size)
{
  void *room = realloc(old, size > 0 ? size : 1);

  PetscCheckAbort(room, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for %zu bytes of the scenario",
                  size);
  return room;
}

char *text_copy(const char *s, size_t n)
{
  char *copy = text_room(NULL, n + 1);

  memcpy(copy, s, n);
  copy[n] = 0;
  return copy;
}

/* Reserve n more bytes and the terminating zero. */
static void widen_text(Text *text, size_t n)
{
  if (text->n + n + 1 <= text->capacity) return;
  text->capacity = 2 * (text->n + n) + 64;
  text->s        = text_room(text->s, text->capacity);
}

void text_add_bytes(Text *text, const char *bytes, size_t n)
{
  widen_text(text, n);
  memcpy(text->s + text->n, bytes, n);
  text->n += n;
  text->s[text->n] = 0;
}

void text_vadd(Text *text, const char *format, va_list arguments)
{
  va_list again;
  int     n;

  if (!format) return; /* never; silences a compiler warning in sanitizer builds */
  va_copy(again, arguments);
  n = vsnprintf(NULL, 0, format, arguments);
  widen_text(text, n > 0 ? (size_t)n : 0);
  if (n > 0) vsnprintf(text->s + text->n, (size_t)n + 1, format, again);
  text->n += n > 0 ? (size_t)n : 0;
  text->s[text->n] = 0;
  va_end(again);
}

void text_add(Text *text, const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  text_vadd(text, format, arguments);
  va_end(arguments);
}

void text_free(Text *text)
{
  free(text->s);
  *text = (Text){0};
}

static int letter(char c, bool fold)
{
  return fold ? tolower((unsigned char)c) : (unsigned char)c;
}

/* FNV-1a. */
static uint32_t hash(const char *name, bool fold)
{
  uint32_t h = 2166136261u;

  for (; *name; name++) h = (h ^ (uint32_t)letter(*name, fold)) * 16777619u;
  return h;
}

static bool same(const char *a, const char *b, bool fold)
{
  while (*a && letter(*a, fold) == letter(*b, fold)) a++, b++;
  return letter(*a, fold) == letter(*b, fold);
}

/* Slot that holds the name, or the free slot where it would be inserted. */
static int slot_of(const NameIndex *index, const char *name)
{
  int slot = (int)(hash(name, index->fold) & (uint32_t)(index->n_slots - 1));

  while (index->slots[slot] >= 0 && !same(index->names[index->slots[slot]], name, index->fold))
    slot = (slot + 1) & (index->n_slots - 1);
  return slot;
}

int name_find(const NameIndex *index, const char *name)
{
  return index->n == 0 ? -1 : index->slots[slot_of(index, name)];
}

static void widen(NameIndex *index)
{
  index->n_slots = index->n_slots > 0 ? 2 * index->n_slots : 64;
  index->slots   = text_room(index->slots, (size_t)index->n_slots * sizeof *index->slots);
  for (int i = 0; i < index->n_slots; i++) index->slots[i] = -1;
  for (int i = 0; i < index->n; i++) index->slots[slot_of(index, index->names[i])] = i;
}

int name_add(NameIndex *index, const char *name, bool *was_there)
{
  const int there = name_find(index, name);

  if (was_there) *was_there = there >= 0;
  if (there >= 0) return there;
  if (2 * (index->n + 1) > index->n_slots) widen(index);
  if (index->n == index->capacity) {
    index->capacity = 2 * index->capacity + 16;
    index->names    = text_room(index->names, (size_t)index->capacity * sizeof *index->names);
  }
  index->slots[slot_of(index, name)] = index->n;
  index->names[index->n]             = text_copy(name, strlen(name));
  return index->n++;
}

void name_free(NameIndex *index)
{
  for (int i = 0; i < index->n; i++) free(index->names[i]);
  free(index->names);
  free(index->slots);
  *index = (NameIndex){.fold = index->fold};
}

static int least(int a, int b, int c)
{
  const int ab = a < b ? a : b;

  return ab < c ? ab : c;
}

enum { LONGEST = 2 * NAME_LENGTH - 1 };

/* Edit distance of a and b, ignoring case: insertions, deletions, replacements and swaps of
   adjacent letters. Words are at most LONGEST. */
static int edits_between(const char *a, const char *b)
{
  const int n = (int)strlen(a), m         = (int)strlen(b);
  int       rows[3][LONGEST + 2], *before = rows[0], *last = rows[1], *row = rows[2];

  for (int j = 0; j <= m; j++) last[j] = before[j] = j;
  for (int i = 1; i <= n; i++) {
    int *spare = before;

    row[0] = i;
    for (int j = 1; j <= m; j++) {
      const bool equal = letter(a[i - 1], true) == letter(b[j - 1], true);

      row[j] = least(last[j] + 1, row[j - 1] + 1, last[j - 1] + !equal);
      if (i > 1 && j > 1 && letter(a[i - 1], true) == letter(b[j - 2], true) &&
          letter(a[i - 2], true) == letter(b[j - 1], true))
        row[j] = least(row[j], before[j - 2] + 1, row[j]);
    }
    before = last;
    last   = row;
    row    = spare;
  }
  return last[m];
}

Likeness likeness_start(const char *word)
{
  const int length = (int)strlen(word);

  return (Likeness){.word = word, .edits = (length < 3 ? 1 : length < 6 ? 2 : length / 3) + 1};
}

/* Take a candidate that the word means in another code, as if it had -1 edits; several are shown as
   'a' or 'b'. */
static void take_meant(Likeness *likeness, const char *candidate)
{
  static const char between[] = "' or '";
  const size_t      n = strlen(likeness->best), room = sizeof likeness->best;
  Text              before = {0}, again = {0};

  text_add(&before, "'%s'", likeness->best);
  text_add(&again, "'%s'", candidate);
  if (likeness->edits >= 0) snprintf(likeness->best, room, "%s", candidate);
  else if (!strstr(before.s, again.s) && n + sizeof between + strlen(candidate) <= room)
    snprintf(likeness->best + n, room - n, "%s%s", between, candidate);
  likeness->edits = -1;
  text_free(&before);
  text_free(&again);
}

/* Append a candidate to the list, or dots where it does not fit. */
static void list_offer(Likeness *likeness, const char *candidate)
{
  static const char dots[] = ", ...";
  const size_t      n = strlen(likeness->offered), room = sizeof likeness->offered - n;

  if (n >= strlen(dots) && strcmp(likeness->offered + n - strlen(dots), dots) == 0) return;
  if (strlen(candidate) + 2 + sizeof dots > room)
    snprintf(likeness->offered + n, room, "%s", n > 0 ? dots : "...");
  else snprintf(likeness->offered + n, room, "%s%s", n > 0 ? ", " : "", candidate);
}

const char *likeness_offered(const Likeness *likeness)
{
  return likeness->offered[0] ? likeness->offered : "none";
}

void likeness_offer(Likeness *likeness, const char *candidate)
{
  const size_t n = strlen(likeness->word), m = strlen(candidate);
  int          edits;

  list_offer(likeness, candidate);
  if (n > LONGEST || m > LONGEST || m == 0) return;
  if (foreign_means(likeness->word, candidate)) take_meant(likeness, candidate);
  if (likeness->edits < 0) return;
  if ((n > m ? n - m : m - n) >= (size_t)likeness->edits) return;
  edits = edits_between(likeness->word, candidate);
  /* a word with every letter replaced is not similar */
  if (edits >= likeness->edits || edits >= (int)(n > m ? n : m)) return;
  likeness->edits = edits;
  memcpy(likeness->best, candidate, m + 1);
}

void likeness_say(const Likeness *likeness, Text *text)
{
  if (likeness->best[0]) text_add(text, "; did you mean '%s'?", likeness->best);
}

const char *likeness_hint(const Likeness *likeness, char hint[HINT_LENGTH])
{
  hint[0] = '\0';
  if (likeness->best[0]) snprintf(hint, HINT_LENGTH, "; did you mean '%s'?", likeness->best);
  return hint;
}
