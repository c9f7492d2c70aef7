/* SPDX-License-Identifier: MIT */
/* Growing text, hashed names. */
#ifndef OPTIONS_TEXT_H
#define OPTIONS_TEXT_H

#include <stdarg.h>

#include "base/parallel.h"

/* Growing text, zero-terminated after the first addition. */
typedef struct {
  char  *s;
  size_t n, capacity;
} Text;

void text_add(Text *text, const char *format, ...) PETSC_ATTRIBUTE_FORMAT(2, 3);
void text_vadd(Text *text, const char *format, va_list arguments) PETSC_ATTRIBUTE_FORMAT(2, 0);
void text_add_bytes(Text *text, const char *bytes, size_t n);
void text_free(Text *text);
/* Give all ranks the text of rank `root`; it is terminated even if it is empty. Collective. */
PetscErrorCode text_bcast(const Parallel *par, int root, Text *text);

char *text_copy(const char *s, size_t n);

/* Names in the order added, with a hash index. fold: upper and lower case are the same. */
typedef struct {
  char **names;
  int    n, capacity, n_slots;
  int   *slots;
  bool   fold;
} NameIndex;

int  name_find(const NameIndex *index, const char *name); /* number of the name, -1: not there */
int  name_add(NameIndex *index, const char *name,
              bool *was_there); /* the same; adds it if it is not there */
void name_free(NameIndex *index);

#endif
