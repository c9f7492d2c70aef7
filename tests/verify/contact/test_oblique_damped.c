/* SPDX-License-Identifier: MIT */
/* Damped oblique impacts that stick and slide: the order in time. */
#include "oblique.h"

/* Damped, against results at 6400 steps a contact. If a large friction keeps the contact
   sticking to its end, the tangential force drops to zero there at once, which costs an order;
   realistic friction slides before. */
static void oblique_damped_impacts_are_second_order(void)
{
  static const struct {
    const char *terms, *name;
    double      friction, slip, order;
  } rows[] = {{"normal: hooke, stiffness: 1e9, tangential: hooke", "hooke, sticks", 0.9, 0.03, 1.8},
              {"normal: hertz, tangential: mindlin", "hertz, sticks", 0.9, 0.03, 1.8},
              {"normal: hooke, stiffness: 1e9, tangential: hooke, limit_damping: true",
               "hooke, limited, sticks", 0.9, 0.03, 1.8},
              {"normal: hertz, tangential: mindlin, limit_damping: true", "hertz, limited, sticks",
               0.9, 0.03, 1.8},
              {"normal: hooke, stiffness: 1e9, tangential: hooke", "hooke, slides and sticks", 0.3,
               0.07, 1.8},
              {"normal: hertz, tangential: mindlin", "hertz, slides and sticks", 0.3, 0.07, 1.8},
              {"normal: hooke, stiffness: 1e9, tangential: hooke, limit_damping: true",
               "hooke, limited, slides and sticks", 0.3, 0.07, 1.8},
              {"normal: hertz, tangential: mindlin, limit_damping: true",
               "hertz, limited, slides and sticks", 0.3, 0.07, 1.8}};

  for (size_t r = 0; r < 8 && test_case_here(r); r++) {
    const bool   linear = strstr(rows[r].terms, "hooke") != NULL;
    const double mass   = 4.0 / 3 * pi * 1000;
    const Case   c      = {.radius       = 1,
                           .young        = 1e9,
                           .poisson      = 0.3,
                           .density      = 1000,
                           .wall_young   = 1e9,
                           .wall_poisson = 0.3,
                           .restitution  = 0.7,
                           .friction     = rows[r].friction,
                           .terms        = rows[r].terms};
    const double time   = linear ? pi * sqrt(mass / 1e9) : contact_time(&c, 0.1);
    double       finest, dt[LEVELS], mean[LEVELS];

    oblique_errors(&c, time / 6400, 6400 * 3 / 2, rows[r].slip, 0.1, NULL, &finest, NULL);
    for (int l = 0; l < LEVELS; l++) {
      dt[l] = time / (100 << l);
      oblique_errors(&c, dt[l], (100 << l) * 3 / 2, rows[r].slip, 0.1, &finest, NULL, &mean[l]);
    }
    show(rows[r].name, finest, dt, mean, rows[r].order);
  }
  test_end("damped oblique impacts are second order");
}

TESTS(.ranks = {1, 2})
{
  oblique_damped_impacts_are_second_order();
  test_folder_remove();
}
