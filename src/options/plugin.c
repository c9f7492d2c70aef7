/* SPDX-License-Identifier: MIT */
/* Look-up in tables of plug-ins. */
#include "options/plugin.h"

#include <stdio.h>
#include <string.h>

int plugin_index(const Plugin *const table[], const char *name)
{
  for (int k = 0; table[k]; k++)
    if (strcmp(table[k]->name, name) == 0) return k;
  return -1;
}

const Plugin *plugin_find(const Plugin *const table[], const char *name)
{
  const int k = plugin_index(table, name);

  return k >= 0 ? table[k] : NULL;
}

void plugin_names(const Plugin *const table[], const char *last, char *text, size_t size)
{
  size_t at = 0;

  for (int k = 0; table[k] && at < size; k++) {
    const char *between = k == 0 ? "" : table[k + 1] ? ", " : last;

    at += (size_t)snprintf(text + at, size - at, "%s%s", between, table[k]->name);
  }
}
