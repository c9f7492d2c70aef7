/* SPDX-License-Identifier: MIT */
/* Look-up in tables of plug-ins. */
#include "base/plugin.h"

#include <stddef.h>
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

int plugin_count(const Plugin *const table[])
{
  int n = 0;

  while (table[n]) n++;
  return n;
}
