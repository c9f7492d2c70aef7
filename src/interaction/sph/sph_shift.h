/* SPDX-License-Identifier: MIT */
/* Particle shifting of a liquid. Flow stretches the arrangement of particles into rows; when these
   break up, energy of the flow becomes heat. Particles are therefore moved from where they are
   dense to where they are not, beside their velocities, by Fick's law (Lind et al. 2012, J. Comput.
   Phys. 231, 1499, eq. 20; as a velocity of transport: Oger et al. 2016, J. Comput. Phys. 313, 76):

     w_a = -s C_a h f_a sum_b m_b / rho_b grad W_ab,   dx_a / dt = v_a + w_a
     C_a = min(c_0, 150 sum_b m_b / rho_b W_ab |v_a - v_b|)

   s the coefficient (Sph.shifting), c_0 the speed of sound at rest. C is c_0 in all but the slowest
   flows, and 0 at rest, where walls and weights make arrangements that are not even. Velocities of
   particles are as without, so that momentum is kept. Volumes m / rho make w small in deep water,
   which is denser below. The density of a particle is that of the fluid there, which the particle
   does not change by being moved: the excess (sph_diffusion.c) takes up what the sum changes,

     d e_a / dt = -1/R sum_b m_b (w_a - w_b) . grad W_ab.

   Near a free surface, where the gradient of concentration is that of the surface, f_a is 0 (Lind
   et al., sec. 3.3, leave out the part along the normal). A particle whose sum is below FULL of
   that on the lattice is in the surface, as are all whose neighbours are,

     f_a = 1 - sum_b m_b / rho_b W_ab max(0, FULL - sum_b / rho_l) / FREE,   at least 0.

   Reflections in walls count in these sums, but for speeds. Nobody is moved along the normal of a
   wall next to it, nor faster than c_0 / 10. w of the last evaluation moves particles in the next
   step (Interaction.transports); the explicit step is stable for s c_0 dt / h up to 0.7 or so.

   Energy: with densities kept, that of the pressure stays but for errors of second order in dt,
   which count as dissipated, as does the work of weights and barriers along w dt. */
#ifndef INTERACTION_SPH_SPH_SHIFT_H
#define INTERACTION_SPH_SPH_SHIFT_H

#include "interaction/sph/sph.h"

/* Sums of the pass of w: of the lack of neighbours, of their speeds, and the vector. Sums of the
   pass of rates: of the excess; of the density by the mean of w before and after. */
enum { SHIFT_LACK, SHIFT_SPEED, SHIFT_WAY, SHIFT_SUMS = SHIFT_WAY + 3 };
enum { SHIFT_EXCESS, SHIFT_DENSITY, SHIFT_RATES };

bool sph_shifts(const void *self);
/* Longest step, s, for particles of this h, m. */
double sph_shift_step(const Sph *sph, double h);
/* Mean of w in the step before and in the next one, m/s, of an owned row. */
Vec3 sph_shift_mean(const Found *found, PetscInt row);

/* The pass that finds w. */
int    sph_shift_used(const void *self);
void   sph_shift_add(const void *self, PassBatch *batch);
double sph_shift_find(const void *self, PassRows *rows);

/* In the pass of the excess: add the rates of the pairs in SHIFT_EXCESS, and set those in
   SHIFT_DENSITY. */
void sph_shift_rates(const Sph *sph, PassBatch *batch);
/* Add to SPH_RATE of an owned row, and set SPH_POWER. */
void sph_shift_hold(const Sph *sph, const PassRows *rows, PetscInt row);

#endif
