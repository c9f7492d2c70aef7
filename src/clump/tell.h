/* SPDX-License-Identifier: MIT */
/* What the program says on stderr: what is wrong, and notes on the numbers. */
#ifndef CLUMP_TELL_H
#define CLUMP_TELL_H

#include "base/report.h"

/* One line "clast-clump: ..."; false, for returning. */
bool refuse(const char *format, ...) PETSC_ATTRIBUTE_FORMAT(1, 2);
/* One line "clast-clump: note: ..." of what is no mistake but worth a word. */
void note(const char *format, ...) PETSC_ATTRIBUTE_FORMAT(1, 2);
/* What is wrong with a file, a line each; true: nothing. */
bool findings_tell(const char *path, const Findings *findings);

#endif
