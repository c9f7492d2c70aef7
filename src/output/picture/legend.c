/* SPDX-License-Identifier: MIT */
#include "output/picture/legend.h"

#include <ctype.h>
#include <stdio.h>

enum { WORD = 128 };

/* Height of capitals, and width of the margin at the edges, pixels. */
static double letter_size(const Sheet *s)
{
  return max_real(7, 0.0185 * min_real(s->page.height, 0.8 * s->page.width));
}

static double margin(const Sheet *s)
{
  return 1.6 * letter_size(s);
}

static void put(const Sheet *s, const char *text, double x, double y, double size)
{
  text_draw(&s->page, text, x, y, size, s->ink, s->rim);
}

void legend_title(const Sheet *s, const char *title)
{
  const double size = 1.25 * letter_size(s);

  put(s, title, margin(s), margin(s) + size, size);
}

void legend_time(const Sheet *s, const char *time)
{
  put(s, time, margin(s), s->page.height - margin(s), letter_size(s));
}

/* ---- scale ---- */

void scale_marks(double lo, double hi, int most, double *step, int *decimals)
{
  static const double steps[] = {2, 2.5, 2};
  const double        least   = (hi - lo) / most;
  int                 k       = 0;
  double              at      = 1;

  *decimals = 0;
  while (at > least && *decimals < 300) at /= 10, ++*decimals; /* 1, 0.1, ... */
  while (at < least) {                                         /* 1, 2, 5, 10 */
    at *= steps[k++ % 3];
    if (k % 3 == 0 && *decimals > 0) --*decimals;
  }
  *step = at;
}

void unit_text(const char *unit, char *text, size_t size)
{
  size_t n      = 0;
  bool   raised = false;

  for (const char *u = unit; *u && n + 3 < size; u++) {
    raised = (isdigit((unsigned char)*u) || *u == '-') && u > unit &&
             (raised || isalpha((unsigned char)u[-1]));
    if (raised) text[n++] = '^';
    text[n++] = *u;
  }
  text[n] = 0;
}

static void number_text(double x, double step, int decimals, char *text, size_t size)
{
  if (decimals > 5 || fabs(x) >= 1e6) snprintf(text, size, "%.3g", fabs(x) < 1e-9 * step ? 0 : x);
  else snprintf(text, size, "%.*f", decimals, fabs(x) < 1e-9 * step ? 0 : x);
}

static Ink ink_of(Colour c)
{
  return (Ink){
    {(unsigned char)(c & 255), (unsigned char)(c >> 8 & 255), (unsigned char)(c >> 16 & 255)}};
}

/* The bar: place of its upper left corner, and size, pixels. */
typedef struct {
  int x, y, width, height;
} Bar;

static void bar_draw(const Sheet *s, const ColourMap *map, const Bar *b)
{
  page_fill(&s->page, b->x - 1, b->y - 1, b->width + 2, b->height + 2, s->ink, 1);
  for (int k = 0; k < b->height; k++)
    page_fill(&s->page, b->x, b->y + k, b->width, 1,
              ink_of(map_colour(map, 1 - (k + 0.5) / b->height)), 1);
}

void legend_scale(const Sheet *s, bool left, const ColourMap *map, const char *name,
                  const char *unit, const double range[2])
{
  const double size = letter_size(s), edge = margin(s), lo = range[0], hi = range[1];
  Bar          bar = {.y      = (int)(0.28 * s->page.height),
                      .width  = (int)max_real(6, 1.1 * size),
                      .height = (int)(0.46 * s->page.height)};
  char         text[WORD], head[2 * WORD];
  double       step = 0, wide = 0;
  int          decimals = 0;

  if (hi > lo) scale_marks(lo, hi, 6, &step, &decimals);
  unit_text(unit, text, sizeof text);
  snprintf(head, sizeof head, text[0] ? "%s (%s)" : "%s", name, text);
  for (int turn = 0; turn < 2; turn++) { /* find the widest number, then draw */
    const double first = hi > lo ? ceil(lo / step - 1e-9) : 0,
                 last  = hi > lo ? floor(hi / step + 1e-9) : 0;

    if (turn == 1) {
      bar.x = left ? (int)edge : (int)(s->page.width - edge - wide - 0.6 * size - bar.width);
      bar_draw(s, map, &bar);
    }
    for (double k = first; k <= last; k++) {
      const double value = hi > lo ? k * step : lo;
      const double part  = hi > lo ? (value - lo) / (hi - lo) : 0.5,
                   y     = bar.y + (1 - part) * bar.height;

      if (hi > lo) number_text(value, step, decimals, text, sizeof text);
      else snprintf(text, sizeof text, "%.4g", lo);
      wide = max_real(wide, text_width(text, size));
      if (turn == 0) continue;
      page_fill(&s->page, bar.x + bar.width, (int)y, (int)(0.3 * size), 1, s->ink, 1);
      put(s, text, bar.x + bar.width + 0.6 * size, y + 0.5 * size, size);
    }
  }
  put(s, head, max_real(edge, min_real(s->page.width - edge - text_width(head, size), bar.x)),
      bar.y - 1.1 * size, size);
}

/* ---- names ---- */

void legend_names(const Sheet *s, int n, const char *const *name, const Colour *colour)
{
  const double size = letter_size(s), edge = margin(s), line = 1.9 * size;
  double       wide = 0;

  for (int k = 0; k < n; k++) wide = max_real(wide, text_width(name[k], size));
  for (int k = 0; k < n; k++) {
    const double x = s->page.width - edge - wide, y = edge + size + k * line;

    if (y > s->page.height - edge) return;
    page_fill(&s->page, (int)(x - 1.9 * size) - 1, (int)(y - 1.05 * size) - 1,
              (int)(1.1 * size) + 2, (int)(1.1 * size) + 2, s->ink, 1);
    page_fill(&s->page, (int)(x - 1.9 * size), (int)(y - 1.05 * size), (int)(1.1 * size),
              (int)(1.1 * size), ink_of(colour[k]), 1);
    put(s, name[k], x, y, size);
  }
}
