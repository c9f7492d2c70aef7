/* SPDX-License-Identifier: MIT */
/* The module of pictures that a run draws (the section `image`): DIR/images/NAME-<number>.png,
   numbers from 0 on, one for each time at which a picture is due. */
#ifndef OUTPUT_PICTURE_SHOT_H
#define OUTPUT_PICTURE_SHOT_H

#include "base/clock.h"
#include "matter/module.h"
#include "options/options.h"
#include "output/picture/render.h"
#include "output/picture/tint.h"

/* Colour and opacity that the scenario gives to a template, group or wall. */
typedef struct {
  bool   coloured;
  Colour colour;
  double opacity; /* NAN: not given */
} Style;

/* Property by which springs, bonds and constraints are coloured. */
typedef enum { LINKS_BY_OBJECT, LINKS_BY_TENSION, LINKS_BY_TORQUE } LinkColours;

/* One end of a contact or link of the evaluated step; or the question for the sums of a body. */
typedef struct {
  Id      of, other;     /* this body, and the one at the other end; -1, -2, ..: a wall. Or a row */
  int32_t touches, asks; /* asks: 0, or 1 + the rank that asks for its row */
  double  share;         /* of this end in BodySeen.push */
} BodyEnd;

/* An object of the section. */
typedef struct {
  const char *name; /* owned by the options */
  double      every;
  Beat        beat;                  /* in a run */
  int         width, height, factor; /* pixels; samples per pixel along each side */
  /* camera; keys that are not given are NAN */
  Vec3   from, look_at, up;
  bool   parallel;
  double angle, tall; /* degrees, m */
  /* colours */
  Colouring        colouring;
  const char      *colour; /* owned by the options */
  const ColourMap *map;
  double           range[2]; /* NAN: not given */
  int              n_templates;
  /* one array: [walls], [n_templates], [GROUPS_MOST]; owned */
  Style           *of_wall, *of_template, *of_group;
  uint64_t         groups; /* drawn clumps; 0: all */
  double           backs;  /* opacity of walls seen from behind */
  Vec3             lo, hi; /* box to which endless walls are cut */
  int              n_cuts;
  Vec3             cut[SCENE_CUTS], cut_normal[SCENE_CUTS];
  LinkColours      link_colours;
  const ColourMap *link_map;
  double           link_range[2], link_radius; /* NAN: not given; m, 0: as lines */
  bool             links, outline, shadows, occlusion, time, legend, dark;
  const char      *title;
  int64_t          lost; /* pictures that could not be written */
  PetscInt         n_ends, end_capacity;
  BodyEnd *end; /* [n_ends] seen by this rank in the evaluated step, if colours need them; owned */
} Shot;

typedef struct {
  int     n;
  Shot   *list;
  int64_t drawn; /* pictures since the steps of this run began */
} Shots;

extern const OptionKind image_kind;

extern const Module pictures_module; /* its state: Shots */

/* Read the section, when templates, groups and walls are known; mistakes are noted in
   the options. */
PetscErrorCode shots_read(void *shots, World *world);
/* Read the object Shot.name; shot_free frees what it has then. Local. */
void shot_read(const World *world, Shot *shot);
/* A shot as of an object without further keys, to be freed by shot_free. Local. */
Shot shot_default(const World *world);
/* A shot of World.place, cut open there, to be freed by shot_free. Local. */
Shot shot_of_place(const World *world);
void shot_free(Shot *shot);

/* ---- camera ---- */

/* A box along the axes, m; empty: lo > hi. */
typedef struct {
  Vec3 lo, hi;
} ShotBox;

enum { SHOT_BOXES = 2 };

typedef struct {
  int     n;
  ShotBox box[SHOT_BOXES];
  Vec3    middle; /* of the box around them */
} ShotFrame;

/* ---- a picture that is being made ---- */

/* The body of a free mesh. */
typedef struct {
  double   value; /* shown by its colour; NAN: none */
  uint64_t group; /* groups to which it belongs */
} CarriedBody;

typedef struct {
  World       *world;
  const Shot  *shot;
  Scene        scene;
  int          digits;                  /* of the time, after the point */
  double       range[2], link_range[2]; /* of the two maps */
  BodySeen    *seen;                    /* owned */
  CarriedBody *carried;                 /* [walls] owned */
} Exposure;

/* Direction from what is shown to a camera that nothing is said about. */
Vec3 shot_default_side(const World *world);
/* Find what a camera shows about which nothing is said: the clumps where the run begins, where they
   fall to and lie in the end, and walls near them; the domain if there are none. When all clumps are
   known. The same on any number of ranks. Collective. */
PetscErrorCode shot_frame(const World *world, ShotFrame *frame);
/* Choose the camera keys that are left out, so that all of this is seen. */
void shot_aim(const World *world, Shot *shot, const ShotFrame *frame);
/* The camera, when it has been chosen. */
View shot_view(const World *world, const Shot *shot);
/* Style of wall w; opacity 0: it is not drawn. Call after shot_measure. */
Style shot_wall_style(const Exposure *e, int w);
/* Colour of a value in the picture. */
Colour shot_colour(const Exposure *e, double value);
/* shot_measure finds the values of free meshes and the ranges of colours. Then the others add this
   rank's bodies, walls (rank 0 has all) and links. Collective. */
PetscErrorCode shot_measure(Exposure *e);
void           shot_bodies(Exposure *e);
PetscErrorCode shot_walls(Exposure *e);
PetscErrorCode shot_links(Exposure *e);

/* Before pictures of the present state; world_hide after them. Collective. */
PetscErrorCode shots_begin(World *world);
/* Draw a shot with a camera: the bodies, then what is written in the picture, the time with so many
   digits after the point. *pixels as of render. Collective. */
PetscErrorCode shot_draw(World *world, const Shot *shot, int digits, unsigned char **pixels);
/* Draw the present state as an object of the section `image` with these keys does, without a file.
   *pixels as of render; *mistakes: their number, which are reported, and nothing is drawn. The
   same keys on all ranks. Collective. */
PetscErrorCode shot_now(World *world, int n, const OptionPair keys[], int width, int height,
                        unsigned char **pixels, int *mistakes);

/* ---- shot_seen.c ---- */

/* True if the colours of the picture need contacts. */
bool shot_sees(const Shot *shot);
/* Have contacts shown from now on, if colours need them: in the steps in which the picture is
   due, and in the last one. */
PetscErrorCode shot_listen(World *world, Shot *shot, const Beat *beat, int64_t last);
/* Sums over the contacts of each owned row, to be freed with array_free; NULL: colours do
   not need them. Collective. */
PetscErrorCode shot_seen(const World *world, const Shot *shot, BodySeen **seen);

#endif
