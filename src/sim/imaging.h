/* SPDX-License-Identifier: MIT */
/* Pictures that a run draws (the section `image`): DIR/images/NAME-<number>.png, numbers from 0 on, one
   for each time at which a picture is due. */
#ifndef SIM_IMAGING_H
#define SIM_IMAGING_H

#include "output/maps.h"
#include "output/render.h"
#include "output/tint.h"

typedef struct Sim Sim;

/* How things of a name are drawn, where the scenario says so. */
typedef struct {
  bool   coloured;
  Colour colour;
  double opacity; /* NAN: not given */
} Style;

/* An object of the section. */
typedef struct {
  const char *name; /* owned by the options */
  double      every;
  int         width, height, factor; /* pixels; samples per pixel along each side */
  /* camera: what is not given is NAN */
  Vec3   from, look_at, up;
  bool   parallel;
  double angle, tall; /* degrees, m */
  /* colours */
  Colouring        colouring;
  const char      *colour; /* owned by the options */
  const ColourMap *map;
  bool             given_range;
  double           range[2];
  int              n_templates;
  Style      *of_template, *of_group, *of_wall; /* [n_templates], [GROUPS_MOST], [walls]; owned */
  uint64_t    groups;                           /* drawn clumps; 0: all */
  double      backs;                            /* opacity of walls seen from behind */
  Vec3        lo, hi;                           /* of endless walls */
  int         n_cuts;
  Vec3        cut[SCENE_CUTS], cut_normal[SCENE_CUTS];
  bool        links, outline, shadows, occlusion, time, legend, dark;
  const char *title;
  int64_t     lost; /* pictures that could not be written */
} Shot;

typedef struct {
  int   n;
  Shot *list;
} Shots;

/* Schedule of each. */
typedef struct {
  int64_t *every; /* [shots] steps, 0: never */
} ImageOutput;

extern const OptionKind image_kind;

/* Read the section, when templates, groups and walls are known; mistakes are noted in the options. */
PetscErrorCode imaging_read(Sim *sim);
void           imaging_free(Shots *shots);

/* Begin: pictures of a number that this run will write later are removed. Collective. */
PetscErrorCode imaging_open(Sim *sim, ImageOutput *output);
/* Write what is due at the present step; *lost: is raised by the number of pictures that could not be
   written. Collective. */
PetscErrorCode imaging_write(Sim *sim, ImageOutput *output, int64_t *lost);
void           imaging_close(ImageOutput *output);

/* The camera, set for the domain where keys are left out. */
View shot_view(const Sim *sim, const Shot *shot);
/* Add what this rank has: bodies, walls (rank 0, all of them), links. Collective. */
PetscErrorCode shot_bodies(Sim *sim, const Shot *shot, Scene *scene, double range[2]);
PetscErrorCode shot_walls(Sim *sim, const Shot *shot, Scene *scene);
PetscErrorCode shot_links(Sim *sim, const Shot *shot, Scene *scene);

#endif
