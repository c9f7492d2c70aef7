/* SPDX-License-Identifier: MIT */
/* Colours of numbers: maps of a range, and a list of well distinct colours. */
#ifndef OUTPUT_PICTURE_MAPS_H
#define OUTPUT_PICTURE_MAPS_H

#include "options/plugin.h"
#include "output/picture/scene.h"

enum { MAP_COLOURS = 17 };

/* Colours at equal distances over the range, red in the highest of three bytes. */
typedef struct {
  Plugin   head;
  uint32_t at[MAP_COLOURS];
} ColourMap;

extern const Plugin *const colour_map_table[];

/* Colour at `part` of the range, 0 to 1; beyond, that of the nearer end. */
Colour map_colour(const ColourMap *map, double part);
/* Colour k of the list, from 0 on; the list is repeated. */
Colour list_colour(int64_t k);
/* Colour of a name, such as red, or of #rrggbb. False: there is no such colour. */
bool        named_colour(const char *name, Colour *colour);
const char *colour_names(void);

#endif
