/* SPDX-License-Identifier: MIT */
/* Messages on stderr: errors, and notes on the results. */
#ifndef TOOLS_CLUMP_TELL_H
#define TOOLS_CLUMP_TELL_H

#include "options/report.h"

/* Print one line "clast-clump: ...". Returns false, so that callers can return it. */
bool refuse(const char *format, ...) PETSC_ATTRIBUTE_FORMAT(1, 2);
/* Print one line "clast-clump: note: ...": the result is valid, but the user should know this. */
void note(const char *format, ...) PETSC_ATTRIBUTE_FORMAT(1, 2);
/* Print the findings about a file, one line each. true: there are none. */
bool findings_tell(const char *path, const Findings *findings);

#endif
