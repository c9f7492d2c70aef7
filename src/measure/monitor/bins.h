/* SPDX-License-Identifier: MIT */
/* Bins of profiles, and the window of other monitors, which is a single bin: slabs along an axis of
   the box, within a window of it; slabs along any vector, of the whole domain; rings around an
   axis. The shares of bodies, points and lines in them are computed locally. */
#ifndef MEASURE_MONITOR_BINS_H
#define MEASURE_MONITOR_BINS_H

#include "space/domain.h"

enum { BINS_MOST = 4096 };

typedef struct {
  int  dimension, n;
  int  letter;  /* 0 .. 2: slabs along this axis of the box; -1: along `axis`, or rings around it */
  bool rings;   /* edges are distances from the axis */
  bool window;  /* one bin, of the window, with the faces of `cut` alone */
  bool follows; /* the window is that of the domain, whose sides may change: bins_follow */
  Vec3 axis, point; /* unit; a point of the axis, m */
  double from, to;  /* first and last edge, m */
  Vec3   lo, hi;    /* of the window, of slabs along a letter, m */
  /* the window has faces along this axis, `letter` included, that cut bodies; it has none along
     periodic axes that it spans */
  bool cut[3];
  /* area of the slabs, in two dimensions their length; of rings the length along the axis, in two
     dimensions 1 */
  double base;
  double lowest, highest; /* of rings: range along the axis, from `point`, m */
  bool   ranged;          /* of rings: has such a range */
} Bins;

/* Bins in the present domain: starts as bins_view(). */
typedef struct {
  const Bins   *bins;
  const Domain *domain;
  bool          whole;   /* all of space is the only bin */
  bool          wrapped; /* positions must be wrapped first */
  bool          flows;   /* images have other velocities: BinShares.jump */
  bool plain; /* slabs along a letter in three dimensions that no other faces cut, without images */
  Image  reach;      /* 1: images -1 .. 1 along this axis may lie in the bins; else 0 */
  double width, per; /* of a bin; bins per length */
} BinView;

BinView bins_view(const Bins *bins, const Domain *domain);

/* Shares of a body or contact in consecutive bins; they add up to at most 1. */
typedef struct {
  int     n, first, last; /* bins; last < first: in none */
  double *share;          /* [n] 0 beside first .. last; owned */
  /* [n] where images flow: sum of shares times the velocities of their images relative to the
     whole, m/s; owned */
  Vec3 *jump;
} BinShares;

/* Axes of the six components of a symmetric tensor: xx, yy, zz, xy, xz, yz; and the component of
   each of its nine entries. */
extern const int tensor_axes[6][2], tensor_component[9];

/* One bin: all of the domain, without faces, with the volume of its box. */
Bins bins_whole(const Domain *domain);

/* Adapt a window that follows the domain to the present domain. */
void bins_follow(Bins *bins, const Domain *domain);

void bin_shares_create(const Bins *bins, BinShares *shares);
void bin_shares_free(BinShares *shares);
/* Set all shares to 0. */
void bin_shares_clear(BinShares *shares);

/* True if nothing in the box lo..hi, whose ends may be infinite, is in any bin. Periodic images do
   not count. Local. */
bool bins_miss(const Bins *bins, Vec3 lo, Vec3 hi);

double bin_edge(const Bins *bins, int k);
/* Volume of a bin, in two dimensions its area. */
double bin_size(const Bins *bins, int k);

/* Add `part` of a whole that is spread evenly over a ball; radius 0: a point. x may lie
   anywhere. */
void bins_add_ball(const BinView *view, Vec3 x, double r, double part, BinShares *shares);
/* True if the ball is in one bin as a whole, whose index is *bin. */
bool bins_hold_ball(const BinView *view, Vec3 x, double r, int *bin);
/* Bin of a point, -1: it is in none. */
int bins_find(const BinView *view, Vec3 x);
/* Add a whole that is spread evenly along the line from a to a + way, by closed forms. */
void bins_add_line(const BinView *view, Vec3 a, Vec3 way, BinShares *shares);

#endif
