/* SPDX-License-Identifier: MIT */
/* Plug-in kind Fluid: equations of state of SPH particles. An equation is one const
   struct in fluid.c, and one line in the list below. */
#ifndef INTERACTION_SPH_FLUID_H
#define INTERACTION_SPH_FLUID_H

#include "options/options.h"

enum { FLUID_NUMBERS = 6, FLUID_TILE = 64 };

/* Input of read(). */
typedef struct {
  double density; /* SPH sum over a lattice at rest, kg/m^3, in two dimensions kg/m^2 */
  bool   evens;   /* its densities diffuse unless the keys say otherwise */
} FluidSource;

/* Columns of states. */
typedef struct {
  double *pressure; /* Pa, in two dimensions N/m */
  double *speed;    /* of sound, m/s */
  double *energy; /* internal energy over the mass, J/kg; 0 if the state `heats`; NULL: not asked */
} FluidStates;

typedef struct {
  double pressure, speed, energy;
} FluidState;

typedef struct {
  Plugin head;
  /* true: depends on the internal energy of the particle, which is integrated; false: isentropic,
     and the energy follows from the density: d energy = P / rho^2 d rho */
  bool heats;
  /* Set what the rows of its keys that name a member of its constants, at most FLUID_NUMBERS reals,
     have not filled; they are zero before. NULL: nothing is left to do. */
  void (*read)(void *self, const FluidSource *source);
  /* States at these n <= FLUID_TILE densities (> 0) and, if it heats, internal energies over the
     mass, J/kg. */
  void (*at)(const void *self, int n, const double *density, const double *energy,
             const FluidStates *to);
  /* Coefficient by which its density diffuses (sph_diffusion.c); NULL: it does not. */
  double (*diffusion)(const void *self);
  /* Density below which the pressure is 0; 0: none. With `diffusion`. */
  double (*slack)(const void *self);
} Fluid;

/* The list. */
#define FLUIDS(FLUID) \
  FLUID(fluid_tait) \
  FLUID(fluid_polytrope) \
  FLUID(fluid_ideal_gas)

/* One state. */
static inline FluidState fluid_at(const Fluid *fluid, const double *numbers, double density,
                                  double energy)
{
  FluidState x;

  fluid->at(numbers, 1, &density, &energy, &(FluidStates){&x.pressure, &x.speed, &x.energy});
  return x;
}

#define DECLARE_FLUID(fluid) extern const Fluid fluid;
FLUIDS(DECLARE_FLUID)
#undef DECLARE_FLUID

extern const Plugin *const fluid_table[];

#endif
