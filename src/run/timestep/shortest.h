/* SPDX-License-Identifier: MIT */
/* Limits of the time step: contact times, rates of dashpots, and the speeds of impacts. */
#ifndef RUN_TIMESTEP_SHORTEST_H
#define RUN_TIMESTEP_SHORTEST_H

#include "base/base.h"

/* Factor on the dashpot rate of several contacts at once: of faces, and of all links of a
   clump. A clump that rests on a face is stable up to dt = 1 / rate, and between two others up
   to half of that, which is the limit for faces. Single contacts are limited to 0.2 / rate, as
   one clump may have several. */
#define FACE_DASHPOT 0.4

/* Bounds of the speeds at which surfaces meet, m/s. */
typedef struct {
  double given; /* by the scenario; < 0: the estimates below are used, made when the run began */
  double free;  /* fastest surface point of a clump that may move, at the start */
  double fixed; /* fastest surface point of a clump with all axes blocked */
  double fall;  /* speed that a clump gains from rest in the highest fall */
  double walls; /* largest speed of a wall that moves, where clumps can be */
} ImpactSpeeds;

/* Limits of the time step, each with a text that names the pair and the law. */
typedef struct {
  double time; /* shortest contact of two pebbles, s; INFINITY: nothing can touch */
  char   pair[256];
  /* shortest contact of several pebbles of a clump at once, s; INFINITY: there is none */
  double face_time;
  char   face[256];
  /* largest rate at which a dashpot slows along the normal at first touch, 1/s */
  double hit_rate;
  char   hit[256];
  /* largest rate at which a dashpot slows, coefficient over m, 1/s; dt > 1 / rate adds energy */
  double rate;
  char   dashpot[256];
  /* largest rate at which a quantity evens out, conductance over amount, 1/s; with dt > 1 /
     flow_rate differences grow */
  double flow_rate;
  int    flowing; /* index of that quantity */
  char   flow[256];
  /* largest reduced radius over the radius up to which its law is valid (ContactTerm.widest) */
  double wide;
  char   widest[256];
  /* most contacts at once under a law with a dashpot that treats each by itself; 0: none */
  double several;
  char   bounce[256];
  /* largest energy of an impact at the estimated speed, over that of its spring at overlap_limit */
  double hardest;
  char   hard[256];
} ShortestContact;

#endif
