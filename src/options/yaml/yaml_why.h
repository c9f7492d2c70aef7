/* SPDX-License-Identifier: MIT */
/* Explains why a text is no YAML by what its author wrote: separators within brackets and braces,
   keys without a colon, indentation. All of this is local. */
#ifndef OPTIONS_YAML_YAML_WHY_H
#define OPTIONS_YAML_YAML_WHY_H

#include "options/text.h"

/* Look at a text of n bytes from an open bracket or brace on, which is its byte `at`, up to the first
   separator that is wrong or missing. *line, *column: those of the bracket, from 1; they become
   those of the fault, which is added to what. False, with all as it was: none was found. */
bool yaml_why_flow(const char *text, size_t n, size_t at, int *line, int *column, Text *what);

/* The same for an error of libyaml outside of brackets, with its words and its place. */
bool yaml_why_block(const char *text, size_t n, size_t at, const char *problem, int *line,
                    int *column, Text *what);

/* Add that a line of n bytes has no key, and what it should be. */
void yaml_why_no_key(const char *line, size_t n, Text *what);

#endif
