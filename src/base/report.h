/* SPDX-License-Identifier: MIT */
/* What is told to the user besides mistakes of the scenario: warnings, and findings about the lines of a file of which every
   rank saw its own part. */
#ifndef BASE_REPORT_H
#define BASE_REPORT_H

#include "base/options.h"

/* Warnings of one simulation; counted for the progress line. */
typedef struct {
  int64_t n;
  bool    silent; /* this rank counts without printing: set on all ranks but one */
} Warnings;

static inline Warnings warnings_on(const Parallel *par)
{
  return (Warnings){.silent = par->rank != 0};
}

/* One line "clast: warning: ..." on stderr, from rank 0 alone; call it alike on every rank, so that all count the same. */
void warning_add(Warnings *warnings, const char *format, ...) PETSC_ATTRIBUTE_FORMAT(2, 3);

enum { FINDINGS_KEPT = 20, FINDING_LENGTH = 232 };

typedef struct {
  int64_t line; /* of the file, from 1; 0: the whole file */
  char    text[FINDING_LENGTH];
} Finding;

/* What is wrong with a file: the first of it by line, and how many there are. Starts as all zero. */
typedef struct {
  int64_t n; /* found; list[] holds the min(n, FINDINGS_KEPT) with the lowest lines, ascending */
  Finding list[FINDINGS_KEPT];
} Findings;

/* Note one, cut to its length; not collective. */
void finding_add(Findings *findings, int64_t line, const char *format, ...) PETSC_ATTRIBUTE_FORMAT(3, 4);
/* The same findings on every rank: those of all ranks. Once; collective. */
PetscErrorCode findings_gather(const Parallel *par, Findings *findings);
/* Gathered findings become mistakes of the option that names the file: one each, then one that counts the rest. */
void findings_report(const Findings *findings, Options *options, const char *kind, const char *object, const char *key);

#endif
