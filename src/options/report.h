/* SPDX-License-Identifier: MIT */
/* Messages to the user besides mistakes of the scenario: warnings, and findings about the lines of
   a file that is read in parts by all ranks. */
#ifndef OPTIONS_REPORT_H
#define OPTIONS_REPORT_H

#include "options/options.h"

/* Warnings of one simulation; counted for the progress line. */
typedef struct Warnings {
  const Parallel *par;
  int64_t         n;
  bool            silent; /* count without printing: set on all ranks but rank 0 */
  char  *text;   /* those printed, a line each, at most WARNINGS_KEPT bytes; NULL: none; owned */
  size_t length; /* bytes of text, without the 0 at its end */
} Warnings;

enum { WARNINGS_KEPT = 1 << 20 };

static inline Warnings warnings_on(const Parallel *par)
{
  return (Warnings){.par = par, .silent = par->rank != 0};
}

/* Print "clast: warning: ..." on stderr, on rank 0 only. Call it with the same arguments on every
   rank, so that all counts agree. */
void warning_add(Warnings *warnings, const char *format, ...) PETSC_ATTRIBUTE_FORMAT(2, 3);
/* The same for a key of an object: its place stands in front, as in mistakes (option_mistake). Call it
   after options_check, likewise on every rank. */
void option_warning(const Options *options, Warnings *warnings, const char *kind,
                    const char *object, const char *key, const char *format, ...)
  PETSC_ATTRIBUTE_FORMAT(6, 7);
void warnings_free(Warnings *warnings);

/* When a new run of so many seconds, with this time step (s), is ready: warn of numbers far beyond
   the usual (Option.usual), of starts at its end or later, of intervals longer than the run, of
   outputs after every step, and of very many files because of a short interval. Local; the same on
   all ranks. */
void options_warn_unusual(const Options *options, double span, double step, Warnings *warnings);

enum { FINDINGS_KEPT = 20, FINDING_LENGTH = 232 };

typedef struct {
  int64_t line; /* of the file, from 1; 0: the whole file */
  char    text[FINDING_LENGTH];
} Finding;

/* Faults of a file: their number, and the first FINDINGS_KEPT by line. All zero: none. */
typedef struct {
  int64_t n; /* total; list[] holds the min(n, FINDINGS_KEPT) with the lowest lines, ascending */
  Finding list[FINDINGS_KEPT];
} Findings;

/* Add a finding; the text is cut to FINDING_LENGTH. Local. */
void finding_add(Findings *findings, int64_t line, const char *format, ...)
  PETSC_ATTRIBUTE_FORMAT(3, 4);
/* Merge the findings of all ranks to every rank. Call once. Collective. */
PetscErrorCode findings_gather(const Parallel *par, Findings *findings);
/* Note gathered findings as mistakes of the option that names the file: one each, then one with the
   number of the rest. */
void findings_report(const Findings *findings, Options *options, const char *kind,
                     const char *object, const char *key);

#endif
