/* SPDX-License-Identifier: MIT */
/* Colours of numbers: maps of a range, and a list of well distinct colours; and the properties of
   pebbles and clumps by which pictures are coloured. One that is computed is a const struct and a
   line in the list; fields of clumps need neither. Local. */
#ifndef OUTPUT_PICTURE_TINT_H
#define OUTPUT_PICTURE_TINT_H

#include "matter/group.h"
#include "matter/world.h"
#include "measure/monitor/monitor.h"
#include "options/plugin.h"
#include "output/picture/scene.h"
#include "space/domain.h"

/* ---- maps ---- */

enum { MAP_COLOURS = 17 };

/* Colours at equal distances over the range, red in the highest of three bytes. */
typedef struct {
  Plugin   head;
  uint32_t at[MAP_COLOURS];
} ColourMap;

extern const Plugin *const colour_map_table[];

/* Colour at `part` of the range, 0 to 1; beyond, that of the nearer end. */
Colour map_colour(const ColourMap *map, double part);
/* Part of the range at which a value is. Where the range is one value, as the speed at rest, it is
   the lower end, but the middle of coolwarm. */
double map_part(const ColourMap *map, double value, const double range[2]);
/* Colour k of the list, from 0 on; the list is repeated. */
Colour list_colour(int64_t k);
#define COLOUR_NAMES \
  "white, grey, dark, black, red, orange, yellow, green, cyan, blue, purple, brown, steel, sand, " \
  "glass"
/* Colour of one of these names or of #rrggbb. False: there is no such colour. */
bool named_colour(const char *name, Colour *colour);

/* ---- properties ---- */

/* Sums over the contacts of a body. */
typedef struct {
  double contacts, touching; /* numbers of contacts, and of bodies and walls that it touches */
  double push; /* sum of arm times force of contacts and links, > 0: it is compressed, N m */
} BodySeen;

enum { TINT_BODY = -1 }; /* in place of a pebble */

/* Numbers become colours by a map of their range, or by a list, with or without names in the
   picture. */
typedef enum { TINT_RANGE, TINT_NAMES, TINT_LIST } TintKind;

typedef struct {
  Plugin      head;
  const char *unit;
  TintKind    kind;
  bool        seen; /* needs sums over contacts */
  /* Value of a pebble of an owned row; member TINT_BODY: of the body as a whole. seen: [owned rows];
     NULL: nothing is known. */
  double (*value)(const World *world, const BodySeen *seen, PetscInt a, int member);
  /* Name of number k, from 0 on; NULL: there are no more. Of TINT_NAMES. */
  const char *(*name)(const World *world, int k);
} Tint;

extern const Plugin *const tint_table[];

/* A computed property, a field of clumps, or the number that a monitor has of each body; the other
   two are NULL (of the field: field.name). */
typedef struct {
  const Tint    *tint;
  Field          field; /* a copy: Clumps.fields moves */
  const Monitor *monitor;
  TintKind       kind;
  const char    *title, *unit; /* of the scale; unit "": a pure number */
} Colouring;

/* Find the property of this name, of clumps with these fields, or with monitor:NAME that of a
   monitor. False: there is none. */
bool   colouring_find(const char *name, const Field *fields, const Monitors *monitors,
                      Colouring *colouring);
double colouring_value(const Colouring *c, const World *world, const BodySeen *seen, PetscInt a,
                       int member);
/* Monitor k, from 0 on, of those that have a number of each body; NULL: there are no more. */
const Monitor *colouring_monitor(const Monitors *monitors, int k);
/* Field k, from 0 on, of those by which pictures may be coloured; NULL: there are no more. */
const Field *colouring_field(const Field *fields, int k);

#endif
