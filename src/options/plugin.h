/* SPDX-License-Identifier: MIT */
/* Plug-in heads. Every kind of plug-in (contact term, boundary, mass method, generator, file
   format, ...) is a table of const structs that begin with the same head, so that an option's
   choices, -help, messages and the manual are made from the table.

     typedef struct {
       Plugin head;                  first member, always
       ... functions of the kind
     } ContactTerm;

     const ContactTerm normal_hooke = {.head = {.name = "hooke", .text = "..."}, ...};

     #define NORMAL_TERMS(TERM) TERM(normal_hooke) TERM(normal_hertz)

     const Plugin *const normal_terms[] = {NORMAL_TERMS(PLUGIN_HEAD) NULL};
     const ContactTerm *term = (const ContactTerm *)plugin_find(normal_terms, "hooke"); */
#ifndef OPTIONS_PLUGIN_H
#define OPTIONS_PLUGIN_H

#include <stddef.h>

enum { PLUGIN_TABLES = 6 }; /* option tables of one plug-in, at most */

struct Option; /* options.h */

typedef struct {
  const char *name;   /* word by which the user chooses it */
  const char *text;   /* one sentence */
  const char *source; /* paper or manual it follows; NULL: none */
  /* Keys of its own, of the option kind whose row has it as a choice: tables that end with a NULL
     key. They apply only if this plug-in is chosen, without a `when`. A table that several plug-ins
     name is listed once and applies if any of them is chosen. */
  const struct Option *options[PLUGIN_TABLES];
} Plugin;

/* Items of a table made from a list of names: of heads, and of the structs themselves. */
#define PLUGIN_HEAD(plugin)   &(plugin).head,
#define PLUGIN_ITSELF(plugin) &(plugin),

/* A table is NULL-terminated. Index of the plug-in of this name; -1: none. */
int           plugin_index(const Plugin *const table[], const char *name);
const Plugin *plugin_find(const Plugin *const table[], const char *name); /* NULL: none */
/* Print all names to `text`: "a, b and c", with `last` for " and ". */
void plugin_names(const Plugin *const table[], const char *last, char *text, size_t size);

#endif
