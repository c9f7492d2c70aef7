/* SPDX-License-Identifier: MIT */
#include "options/text.h"
#include <ctype.h>

char *text_copy(const char *s, size_t n)
{
  char *copy = memory_room(NULL, n + 1);

  memcpy(copy, s, n);
  copy[n] = 0;
  return copy;
}

/* Reserve n more bytes and the terminating zero. */
static void widen_text(Text *text, size_t n)
{
  if (text->n + n + 1 <= text->capacity) return;
  text->capacity = 2 * (text->n + n) + 64;
  text->s        = memory_room(text->s, text->capacity);
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

PetscErrorCode text_bcast(const Parallel *par, int root, Text *text)
{
  uint64_t n = text->n;

  PetscFunctionBeginUser;
  PetscCall(parallel_bcast(par, &n, sizeof n, root));
  if (par->rank != root) text->n = 0;
  widen_text(text, n - text->n);
  text->n = n;
  if (n > 0) PetscCall(parallel_bcast(par, text->s, n, root));
  text->s[n] = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
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
  index->slots   = memory_room(index->slots, (size_t)index->n_slots * sizeof *index->slots);
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
    index->names    = memory_room(index->names, (size_t)index->capacity * sizeof *index->names);
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
