/* SPDX-License-Identifier: MIT */
/* The velocity of a fluid: uniform, by formulas of time and place, or by a table on a grid. */
#ifndef INTERACTION_FLOW_H
#define INTERACTION_FLOW_H

#include "interaction/formulas.h"

/* Values on a grid of time and place, linear between its points, constant beyond its ends. */
enum { FLOW_AXES = 4 /* t, x, y, z */ };

typedef struct {
  int     n[FLOW_AXES];    /* points of each axis; 1: values do not depend on this coordinate */
  double *axis[FLOW_AXES]; /* ascending, s and m */
  double *value;           /* [t][x][y][z][3] m/s */
} Grid;

typedef struct {
  Vec3       velocity; /* uniform part, m/s */
  double     fastest;  /* bound of the speed without the part by formulas, m/s */
  int        n_formulas;
  Expression formula[3];
  Grid       grid;
} Flow;

/* Keys of a flow: velocity, flow, flow_file, flow_table. */
extern const Option flow_options[];

/* Read velocity and formulas (called by Interaction.read), and the table (by Interaction.load;
   collective; owned by the flow: flow_free). */
void           flow_read(Flow *flow, const InteractionSource *source);
PetscErrorCode flow_load(Flow *flow, const InteractionSource *source);
/* u [3][n]: velocities at the centres of the bodies, m/s. */
void flow_velocity(const Flow *flow, const BodyBatch *batch, double (*u)[INTERACTION_TILE]);
void flow_free(Flow *flow);

#endif
