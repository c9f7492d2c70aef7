/* SPDX-License-Identifier: MIT */
/* Writes .shapes files. */
#include <errno.h>
#include <stdio.h>

#include "shape/shape_read.h"

/* Write the shortest text, of 15 to 17 digits, that reads back to the same bits. */
static void put_real(FILE *file, double value)
{
  char text[32];
  int  digits = 15;

  do {
    snprintf(text, sizeof text, "%.*g", digits++, value);
  } while (digits <= 17 && strtod(text, NULL) != value);
  fprintf(file, " %s", text);
}

static void put_vec3(FILE *file, Vec3 x)
{
  put_real(file, x.x);
  put_real(file, x.y);
  put_real(file, x.z);
}

static void put_quat(FILE *file, Quat q)
{
  put_real(file, q.w);
  put_real(file, q.x);
  put_real(file, q.y);
  put_real(file, q.z);
}

static void put_place(FILE *file, const ShapeSet *set, int node, Vec3 x)
{
  if (node >= 0) fprintf(file, " @%s", set->node[node].name);
  else put_vec3(file, x);
}

static bool is_turned(const Shape *s)
{
  return s->q.w != 1 || s->x.x != 0 || s->x.y != 0 || s->x.z != 0;
}

static void put_shape(FILE *file, const ShapeSet *set, const Shape *s)
{
  const ShapeKind *kind = s->kind;

  fprintf(file, "%s", kind->head.name);
  if (kind->has_file) {
    fprintf(file, " \"%s\"", s->solid->path);
    put_real(file, s->solid->scale);
    if (is_turned(s)) {
      put_vec3(file, s->x);
      put_quat(file, s->q);
    }
  } else if (kind->n_corners > 0) {
    for (int k = 0; k < kind->n_corners; k++) {
      put_place(file, set, s->node[k],
                is_turned(s) ? shape_outward(s, s->corner[k]) : s->corner[k]);
    }
  } else {
    put_place(file, set, s->node[0], s->x);
    if (kind->is_turned) put_quat(file, s->q);
  }
  for (int k = 0; k < kind->n_sizes; k++) put_real(file, s->size[k]);
}

bool shapes_write(const char *path, const ShapeSet *set, const Materials *materials, char *why,
                  size_t size)
{
  FILE *file = fopen(path, "w");
  bool  good = file != NULL;

  for (int k = 0; k < set->n_nodes && good; k++) {
    fprintf(file, "node %s", set->node[k].name);
    put_vec3(file, set->node[k].x);
    fprintf(file, "\n");
  }
  for (int k = 0; k < set->n && good; k++) {
    const char *name = materials->list[set->list[k].material].name;

    put_shape(file, set, &set->list[k]);
    if (name[0]) fprintf(file, " material=%s", name);
    fprintf(file, "\n");
  }
  good = good && !ferror(file);
  if (file && fclose(file) != 0) good = false;
  if (!good) snprintf(why, size, "%s: cannot be written: %s", path, strerror(errno));
  return good;
}
