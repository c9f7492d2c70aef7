/* SPDX-License-Identifier: MIT */
/* Every contact term, by slot. A new term is one file and one line here: the name of its struct.
   Declarations and tables are made from these lists (term.h, term.c). */
#ifndef CONTACT_TERM_LIST_H
#define CONTACT_TERM_LIST_H

/* clang-format off */
#define NORMAL_TERMS(TERM) \
  TERM(normal_hooke) \
  TERM(normal_hertz) \
  TERM(normal_spring) \
  TERM(normal_walton_braun) \
  TERM(normal_luding) \
  TERM(normal_elastic_plastic) \
  TERM(normal_hooke_table) \
  TERM(normal_hertz_table)

#define COHESION_TERMS(TERM) \
  TERM(cohesion_linear) \
  TERM(cohesion_dmt) \
  TERM(cohesion_jkr) \
  TERM(cohesion_sjkr) \
  TERM(cohesion_sjkr2) \
  TERM(cohesion_van_der_waals) \
  TERM(cohesion_liquid_bridge) \
  TERM(cohesion_liquid_migration)

#define TANGENTIAL_TERMS(TERM) \
  TERM(tangential_hooke) \
  TERM(tangential_mindlin) \
  TERM(tangential_mindlin_rescaled) \
  TERM(tangential_mindlin_incremental) \
  TERM(tangential_secant) \
  TERM(tangential_static) \
  TERM(tangential_viscous)

#define ROLLING_TERMS(TERM) \
  TERM(rolling_constant) \
  TERM(rolling_elastic_plastic) \
  TERM(rolling_epsd2) \
  TERM(rolling_viscous)

#define TWISTING_TERMS(TERM) \
  TERM(twisting_constant) \
  TERM(twisting_viscous) \
  TERM(twisting_elastic_plastic)

/* Slots behind that of the normal terms, in the order in which their terms are read and applied: a
   line for each, with the name of its enumerator (SLOT_HEAT), its key in `contact`, the sentence of
   the key, and its terms. The last ones exchange a quantity of clumps, or note something alone. */
#define MORE_SLOTS(SLOT, TERM) \
  SLOT(COHESION, cohesion, "attraction along the normal", COHESION_TERMS(TERM)) \
  SLOT(TANGENTIAL, tangential, "force in the contact plane", TANGENTIAL_TERMS(TERM)) \
  SLOT(ROLLING, rolling, "couple against rolling, in the contact plane", ROLLING_TERMS(TERM)) \
  SLOT(TWISTING, twisting, "couple against spinning, along the normal", TWISTING_TERMS(TERM)) \
  SLOT(HEAT, heat, "heat through the contact", TERM(heat_area) TERM(heat_radius)) \
  SLOT(DISSIPATION, dissipation, "what the energy becomes that the other terms lose", \
       TERM(dissipation_temperature) TERM(dissipation_internal_energy)) \
  SLOT(AGE, age, "time since touching, a number of each contact for outputs", TERM(age_kept))

/* clang-format on */

#endif
