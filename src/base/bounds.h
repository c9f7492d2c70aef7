/* SPDX-License-Identifier: MIT */
/* Bounds of the numbers of a run: in a scenario, in the CSV files it names, in a checkpoint, and
   during the run.

   User input is bounded by 1e-30 .. 1e30 in whatever units. Products of such numbers are then far
   from the limits of a double (1e-308 .. 1e308), also when summed over any number of bodies and
   contacts:

     mass               density x length^3                 1e-120 .. 1e120 kg
     moment of inertia  mass x length^2                    1e-180 .. 1e180 kg m^2
     kinetic energy     mass x speed^2                     up to 1e180 J
     force of a spring  stiffness x length                 up to 1e90 N
     of a dashpot       rate x mass x speed                up to 1e180 N
     torque             force x length                     up to 1e210 N m
     work of a step     force x speed x time               up to 1e240 J

   A run that leaves these bounds is stopped: speeds and spins by motion/watch.h, forces, works and
   flows by run/step/step.c. */
#ifndef BASE_BOUNDS_H
#define BASE_BOUNDS_H

#define LENGTH_LEAST      1e-30 /* of a radius, m */
#define LENGTH_MOST       1e30  /* of a radius, a side, a coordinate, m */
#define SCALE_LEAST       1e-30 /* factor on lengths */
#define SCALE_MOST        1e30
#define TIME_MOST         1e30  /* s */
#define SPEED_MOST        1e30  /* of a centre along an axis, of a surface by its spin, m/s */
#define SPIN_MOST         1e30  /* about an axis, rad/s */
#define ACCELERATION_MOST 1e30  /* along an axis, m/s^2 */
#define DENSITY_LEAST     1e-30 /* kg/m^3, in two dimensions kg/m^2 */
#define DENSITY_MOST      1e30
#define MODULUS_LEAST     1e-30 /* Pa */
#define MODULUS_MOST      1e30
#define STIFFNESS_LEAST   1e-60 /* modulus x length, N/m */
#define STIFFNESS_MOST    1e60
#define RATE_MOST         1e30 /* of a dashpot, over the mass, 1/s */
#define FRICTION_MOST     1e30 /* coefficient */
#define COHESION_MOST     1e60 /* attraction of a contact, N */
#define ENERGY_MOST       1e60 /* depth of a potential, J */
#define COEFFICIENT_MOST  1e60 /* of a drag, in its unit */

#define VOLUME_LEAST  1e-90 /* m^3 */
#define VOLUME_MOST   1e90
#define MASS_LEAST    1e-120 /* kg */
#define MASS_MOST     1e120
#define INERTIA_LEAST 1e-180 /* principal moment, kg m^2 */
#define INERTIA_MOST  1e180
#define FORCE_MOST    1e200 /* of a contact along an axis, N */
#define WORK_MOST     1e270 /* of a contact in half a step, J */
#define FLOW_MOST     1e200 /* of a flow through a contact, in its unit */
#define STEPS_MOST    1e18  /* since dt was last set; twice as many fit an int64 */

#endif
