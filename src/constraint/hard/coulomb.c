/* SPDX-License-Identifier: MIT */
#include "constraint/hard/hard.h"

enum { TURNS = 20 }; /* of the direction of sliding, at most */

/* Part of k[0][0] below which friction and normal impulse would jam (Painleve): their sum is not
   formed. */
#define LEAST 0.05
/* Part of the largest k below which an axis does not move. */
#define STIFF 1e-12
/* Change of the direction of sliding, rad, that ends the search. */
#define CLOSE 1e-10

/* p = -k^-1 b, by L D L^T; 0 along axes that do not move. */
static void stick(const Coulomb *c, double p[3])
{
  const double least = STIFF * max_real(c->k[0][0], max_real(c->k[1][1], c->k[2][2]));
  double       l[3][3], d[3], y[3];

  for (int i = 0; i < 3; i++) {
    d[i] = c->k[i][i];
    y[i] = -c->b[i];
    for (int j = 0; j < i; j++) {
      double sum = c->k[i][j];

      for (int m = 0; m < j; m++) sum -= l[i][m] * d[m] * l[j][m];
      l[i][j] = d[j] > 0 ? sum / d[j] : 0;
      d[i] -= l[i][j] * l[i][j] * d[j];
      y[i] -= l[i][j] * y[j];
    }
    if (!(d[i] > least)) d[i] = 0;
  }
  for (int i = 2; i >= 0; i--) {
    p[i] = d[i] > 0 ? y[i] / d[i] : 0;
    for (int j = i + 1; j < 3; j++) p[i] -= d[i] > 0 ? l[j][i] * p[j] : 0;
  }
}

/* Sliding against friction along the unit vector d, which is turned towards that against the slip;
   false: it jams. */
static bool slide(const Coulomb *c, double d[2], double p[3])
{
  const double rate = 1 / (c->k[1][1] + c->k[2][2]), mu = c->friction;
  double       turned = 1;

  for (int n = 0; n < TURNS && turned > CLOSE; n++) {
    const double yields = c->k[0][0] + mu * (c->k[0][1] * d[0] + c->k[0][2] * d[1]);
    double       w[2], size;

    if (!(yields > LEAST * c->k[0][0])) return false;
    p[0] = -c->b[0] / yields;
    for (int i = 0; i < 2; i++) {
      p[i + 1] = mu * p[0] * d[i];
      w[i]     = p[i + 1];
    }
    for (int i = 0; i < 2; i++)
      w[i] -= rate *
              (c->b[i + 1] + c->k[i + 1][0] * p[0] + c->k[i + 1][1] * p[1] + c->k[i + 1][2] * p[2]);
    size = sqrt(w[0] * w[0] + w[1] * w[1]);
    if (!(size > 0)) return true;
    turned = fabs(w[0] / size - d[0]) + fabs(w[1] / size - d[1]);
    d[0]   = w[0] / size;
    d[1]   = w[1] / size;
  }
  return true;
}

void coulomb_solve(const Coulomb *c, double p[3])
{
  double held, d[2], normal;

  if (c->b[0] >= 0) {
    p[0] = p[1] = p[2] = 0;
    return;
  }
  stick(c, p);
  held = sqrt(p[1] * p[1] + p[2] * p[2]);
  if (p[0] > 0 && held <= c->friction * p[0]) return;
  normal = p[0] > 0 ? p[0] : -c->b[0] / c->k[0][0];
  d[0]   = held > 0 ? p[1] / held : 0;
  d[1]   = held > 0 ? p[2] / held : 0;
  if (slide(c, d, p)) return;
  p[0] = normal; /* it jams */
  p[1] = c->friction * normal * d[0];
  p[2] = c->friction * normal * d[1];
}
