/* SPDX-License-Identifier: MIT */
/* Texts in pictures, drawn with a font of strokes. */
#include "output/picture/legend.h"
#include <ctype.h>

/* ---- letters ---- */

/* Strokes of a character: points of two letters, x from '0' on to the right, y from 'e', the
   baseline, up; capitals are 12 high, small letters 8. Points are joined by lines; a blank begins a
   new stroke, and the point after ~ is the control point of a parabola to the one after it. */
enum { FIRST_GLYPH = '!', CAPITAL = 12, GAP = 3, BLANK = 5, DIGIT = 6 };

static const char *const glyphs[] = {
  "0q0i 0e0e", "0q0n 3q3n", "2e3q 6e7q 0i8i 1m9m", "6o~6q3q~0q0n~0k3k~6k6h~6e3e~0e0g 3s3c",
  "0e8q 2q~4q4o~4m2m~0m0o~0q2q 6i~8i8g~8e6e~4e4g~4i6i", "8e1n~1q3q~5q5n~5l0i~0e3e~7e7j", "0q0n",
  "3q~0o0j~0e3b", "0q~3o3j~3e0b", "0j6n 0n6j 3h3p", "0j6j 3g3m", "1f0c", "0j5j", "0e0e", "0c5q",
  /* digits */
  "3q~6q6k~6e3e~0e0k~0q3q", "1n4q4e", "0n~0q3q~6q6n~6k0e6e", "0q6q3l~6l6i~6e3e~0e0g", "4e4q0h6h",
  "6q1q0k~1m3m~6m6i~6e3e~0e0g", "5q~0o0i~0e3e~6e6i~6l3l~0l0i", "0q6q2e",
  "3k~1k1n~1q3q~5q5n~5k3k~0k0h~0e3e~6e6h~6k3k", "1e~6g6m~6q3q~0q0m~0j3j~6j6m",
  /* : to @ */
  "0e0e 0l0l", "1f0c 1l1l", "6f0j6n", "0h6h 0l6l", "0f6j0n", "0n~0q3q~6q6n~6l3j3i 3e3e",
  "0e0q6q6e0e",
  /* capitals */
  "0e4q8e 1h7h", "0e0q4q~7q7n~7k4k0k 4k~8k8h~8e4e0e", "8o~7q4q~0q0k~0e4e~7e8g",
  "0e0q3q~8q8k~8e3e0e", "7q0q0e7e 0k5k", "7q0q0e 0k5k", "8o~7q4q~0q0k~0e4e~8e8i8k5k",
  "0e0q 8e8q 0k8k", "0e0q", "5q5i~5e2e~0e0g", "0e0q 7q0i 3l7e", "0q0e6e", "0e0q4h8q8e", "0e0q8e8q",
  "4q~8q8k~8e4e~0e0k~0q4q", "0e0q4q~7q7n~7j4j0j", "4q~8q8k~8e4e~0e0k~0q4q 5h8e",
  "0e0q4q~7q7n~7j4j0j 4j7e", "7o~7q4q~0q0n~0k4k~7k7h~7e4e~0e0g", "0q8q 4q4e", "0q0i~0e4e~8e8i8q",
  "0q4e8q", "0q3e6n9e<q", "0e8q 0q8e", "0q4k8q 4k4e", "0q8q0e8e",
  /* [ to ` */
  "2r0r0b2b", "0q5c", "0r2r2b0b", "0n3q6n", "0c6c", "0q2n",
  /* small letters */
  "6m6e 6i~6m3m~0m0i~0e3e~6e6i", "0q0e 0i~0m3m~6m6i~6e3e~0e0i", "6l~5m3m~0m0i~0e3e~5e6f",
  "6q6e 6i~6m3m~0m0i~0e3e~6e6i", "0i6i~6m3m~0m0i~0e3e~5e6f", "4q~1q1n1e 0m4m",
  "6m6d~6a3a~0a0b 6i~6m3m~0m0i~0e3e~6e6i", "0q0e 0i~0m3m~6m6i6e", "0m0e 0p0q", "2m2c~2a0a 2p2q",
  "0q0e 5m0h 2j6e", "0q0g~0e2e", "0m0e 0i~0m3m~5m5i5e 5i~5m8m~:m:i:e", "0m0e 0i~0m3m~6m6i6e",
  "3m~6m6i~6e3e~0e0i~0m3m", "0m0a 0i~0m3m~6m6i~6e3e~0e0i", "6m6a 6i~6m3m~0m0i~0e3e~6e6i",
  "0m0e 0i~0m4m", "5l~5m3m~0m0k~0i3i~5i5g~5e3e~0e0f", "1p1g~1e4e 0m4m", "0m0i~0e3e~6e6i 6m6e",
  "0m3e6m", "0m3e5l7e:m", "0m6e 0e6m", "0m3e 6m1a", "0m6m0e6e",
  /* { to ~ */
  "3q~1q1m~1j0j~1j1g~1c3c", "0r0b", "0q~2q2m~2j3j~2j2g~2c0c", "0i~2l3j~4h6k"};

enum { GLYPHS = sizeof glyphs / sizeof *glyphs, PIECES = 6, SEGMENTS_MOST = 160 };

static const char *glyph_of(char c)
{
  const int k = (unsigned char)c - FIRST_GLYPH;

  return k >= 0 && k < GLYPHS ? glyphs[k] : glyphs['@' - FIRST_GLYPH];
}

/* ---- strokes ---- */

typedef struct {
  double x, y;
} Point;

typedef struct {
  int   n;
  Point from[SEGMENTS_MOST], to[SEGMENTS_MOST];
} Strokes;

static Point point_of(const char *s)
{
  return (Point){s[0] - '0', s[1] - 'e'};
}

static void stroke(Strokes *s, Point a, Point b)
{
  if (s->n == SEGMENTS_MOST) return;
  s->from[s->n] = a;
  s->to[s->n++] = b;
}

static void bend(Strokes *s, Point a, Point b, Point c)
{
  Point before = a;

  for (int k = 1; k <= PIECES; k++) {
    const double t = (double)k / PIECES, u = 1 - t;
    const Point  p = {u * u * a.x + 2 * u * t * b.x + t * t * c.x,
                      u * u * a.y + 2 * u * t * b.y + t * t * c.y};

    stroke(s, before, p);
    before = p;
  }
}

static void strokes_of(const char *glyph, Strokes *s)
{
  Point at     = {0, 0};
  bool  begins = true;

  s->n = 0;
  while (*glyph) {
    if (*glyph == ' ') {
      begins = true;
      glyph++;
      continue;
    }
    if (*glyph == '~') {
      bend(s, at, point_of(glyph + 1), point_of(glyph + 3));
      glyph += 3;
    } else if (!begins) stroke(s, at, point_of(glyph));
    at     = point_of(glyph);
    begins = false;
    glyph += 2;
  }
}

/* Width of a character without the gap. */
static double glyph_width(char c)
{
  double widest = 0;

  if (c == ' ') return BLANK;
  if (c >= '0' && c <= '9') return DIGIT;
  for (const char *g = glyph_of(c); *g;)
    if (*g == ' ' || *g == '~') g++;
    else widest = fmax(widest, point_of(g).x), g += 2;
  return widest;
}

/* ---- pixels ---- */

static void mix(const Sheet *sheet, int x, int y, Ink ink, double part)
{
  unsigned char *p = sheet->pixels + 3 * ((size_t)y * (size_t)sheet->width + (size_t)x);

  for (int k = 0; k < 3; k++) p[k] = (unsigned char)(p[k] + part * (ink.c[k] - p[k]) + 0.5);
}

/* Fill the rectangle of pixels from (x, y) on, opacity 0 to 1. */
static void sheet_fill(const Sheet *sheet, int x, int y, int width, int height, Ink ink,
                       double opacity)
{
  for (int j = y < 0 ? 0 : y; j < y + height && j < sheet->height; j++)
    for (int i = x < 0 ? 0 : x; i < x + width && i < sheet->width; i++)
      mix(sheet, i, j, ink, opacity);
}

static double distance_to(Point p, Point a, Point b)
{
  const double dx = b.x - a.x, dy = b.y - a.y, dd = dx * dx + dy * dy;
  const double t  = dd > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / dd : 0;
  const double s  = max_real(0, min_real(1, t));
  const double ox = p.x - a.x - s * dx, oy = p.y - a.y - s * dy;

  return sqrt(ox * ox + oy * oy);
}

/* unit: pixels of a unit of the font; half: half the width of strokes, pixels. */
static void strokes_draw(const Sheet *sheet, const Strokes *s, double x, double y, double unit,
                         double half, Ink ink)
{
  double lo[2] = {INFINITY, INFINITY}, hi[2] = {-INFINITY, -INFINITY};

  for (int k = 0; k < 2 * s->n; k++) {
    const Point p = k % 2 ? s->from[k / 2] : s->to[k / 2];

    lo[0] = fmin(lo[0], x + unit * p.x), hi[0] = fmax(hi[0], x + unit * p.x);
    lo[1] = fmin(lo[1], y - unit * p.y), hi[1] = fmax(hi[1], y - unit * p.y);
  }
  for (int j = (int)fmax(0, floor(lo[1] - half - 1)); j < sheet->height && j < hi[1] + half + 1;
       j++)
    for (int i = (int)fmax(0, floor(lo[0] - half - 1)); i < sheet->width && i < hi[0] + half + 1;
         i++) {
      const Point p    = {(i + 0.5 - x) / unit, (y - j - 0.5) / unit};
      double      away = INFINITY;

      for (int k = 0; k < s->n; k++) away = fmin(away, distance_to(p, s->from[k], s->to[k]));
      away = half + 0.5 - away * unit;
      if (away > 0) mix(sheet, i, j, ink, fmin(1, away));
    }
}

/* ---- text ---- */

static const double raised_size = 0.62, raised_by = 0.55;

/* Draw, unless sheet is NULL; returns the width. */
static double run(const Sheet *sheet, const char *text, double x, double y, double size,
                  double half, Ink ink)
{
  const double unit  = size / CAPITAL;
  const double start = x;
  Strokes      s;

  for (; *text; text++) {
    const bool   raised = *text == '^' && text[1];
    const double u      = raised ? raised_size * unit : unit;

    if (raised) text++;
    if (((unsigned char)*text & 0xc0) == 0x80) continue; /* further bytes of one character */
    if (sheet && *text != ' ') {
      strokes_of(glyph_of(*text), &s);
      strokes_draw(sheet, &s, x, raised ? y - raised_by * size : y, u, raised ? 0.8 * half : half,
                   ink);
    }
    x += u * (glyph_width(*text) + GAP);
  }
  return x - start - unit * GAP;
}

/* Width of a text, pixels. size: height of capitals, pixels. Characters that are not ASCII are
   boxes; a ^ raises the next one. */
static double text_width(const char *text, double size)
{
  return text[0] ? run(NULL, text, 0, 0, size, 0, (Ink){{0, 0, 0}}) : 0;
}

/* ---- texts ---- */

enum { WORD = 128 };

/* Height of capitals, and width of the margin at the edges, pixels. */
static double letter_size(const Sheet *s)
{
  return max_real(7, 0.0185 * min_real(s->height, 0.8 * s->width));
}

static double margin(const Sheet *s)
{
  return 1.6 * letter_size(s);
}

/* Draw a text whose baseline begins at (x, y), with a rim, so that it can be read on any
   background. */
static void put(const Sheet *s, const char *text, double x, double y, double size)
{
  const double half = fmax(0.55, 0.062 * size);

  run(s, text, x, y, size, half + fmax(1.2, 0.1 * size), s->rim);
  run(s, text, x, y, size, half, s->ink);
}

void legend_title(const Sheet *s, const char *title)
{
  const double size = 1.25 * letter_size(s);

  put(s, title, margin(s), margin(s) + size, size);
}

void legend_time(const Sheet *s, const char *time)
{
  put(s, time, margin(s), s->height - margin(s), letter_size(s));
}

/* ---- scale ---- */

/* Choose the marks of a scale from lo to hi: multiples of *step, about `most` of them at most;
   *decimals: digits after the point. */
static void scale_marks(double lo, double hi, int most, double *step, int *decimals)
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

/* Print "m s-1" with raised exponents. */
static void unit_text(const char *unit, char *text, size_t size)
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

static Ink ink_of(Colour c)
{
  return (Ink){
    {(unsigned char)(c & 255), (unsigned char)(c >> 8 & 255), (unsigned char)(c >> 16 & 255)}};
}

/* The bar: place of its upper left corner, and size, pixels. */
typedef struct {
  int x, y, width, height;
} Bar;

/* Place a bar of this width beside numbers of the width `wide`, pixels. */
static int bar_left(const Sheet *s, bool left, double width, double wide)
{
  const double edge = margin(s);

  return left ? (int)edge : (int)(s->width - edge - wide - 0.6 * letter_size(s) - width);
}

static void put_head(const Sheet *s, const Bar *bar, const char *head)
{
  const double size = letter_size(s), edge = margin(s);

  put(s, head, max_real(edge, min_real(s->width - edge - text_width(head, size), bar->x)),
      bar->y - 1.1 * size, size);
}

/* The scale of bodies that all have one value: a field of its colour, and the number with its unit. */
static void scale_single(const Sheet *s, bool left, const ColourMap *map, const char *name,
                         const char *unit, double value)
{
  const double size = letter_size(s);
  char         text[2 * WORD];
  Bar bar = {.y = (int)(0.28 * s->height), .width = (int)(1.1 * size), .height = (int)(1.1 * size)};

  snprintf(text, sizeof text, "%.4g%s%s", value, unit[0] ? " " : "", unit);
  bar.x = bar_left(s, left, bar.width, text_width(text, size));
  sheet_fill(s, bar.x - 1, bar.y - 1, bar.width + 2, bar.height + 2, s->ink, 1);
  sheet_fill(s, bar.x, bar.y, bar.width, bar.height,
             ink_of(map_colour(map, map_part(map, value, (double[]){value, value}))), 1);
  put(s, text, bar.x + bar.width + 0.6 * size, bar.y + 1.05 * size, size);
  put_head(s, &bar, name);
}

void legend_scale(const Sheet *s, bool left, const ColourMap *map, const char *name,
                  const char *unit, const double range[2])
{
  const double size = letter_size(s), lo = range[0], hi = range[1];
  Bar          bar = {.y      = (int)(0.28 * s->height),
                      .width  = (int)max_real(6, 1.1 * size),
                      .height = (int)(0.46 * s->height)};
  char         text[WORD], head[2 * WORD];
  double       step = 0, wide = 0;
  int          decimals = 0;

  unit_text(unit, text, sizeof text);
  if (!(hi > lo)) {
    scale_single(s, left, map, name, text, lo);
    return;
  }
  scale_marks(lo, hi, 6, &step, &decimals);
  snprintf(head, sizeof head, text[0] ? "%s (%s)" : "%s", name, text);
  for (int turn = 0; turn < 2; turn++) { /* find the widest number, then draw */
    const double first = ceil(lo / step - 1e-9), last = floor(hi / step + 1e-9);

    if (turn == 1) {
      bar.x = bar_left(s, left, bar.width, wide);
      sheet_fill(s, bar.x - 1, bar.y - 1, bar.width + 2, bar.height + 2, s->ink, 1);
      for (int k = 0; k < bar.height; k++)
        sheet_fill(s, bar.x, bar.y + k, bar.width, 1,
                   ink_of(map_colour(map, 1 - (k + 0.5) / bar.height)), 1);
    }
    for (double k = first; k <= last; k++) {
      const double value = k * step;
      const double part = map_part(map, value, range), y = bar.y + (1 - part) * bar.height;

      if (decimals > 5 || fabs(value) >= 1e6)
        snprintf(text, sizeof text, "%.3g", fabs(value) < 1e-9 * step ? 0 : value);
      else snprintf(text, sizeof text, "%.*f", decimals, fabs(value) < 1e-9 * step ? 0 : value);
      wide = max_real(wide, text_width(text, size));
      if (turn == 0) continue;
      sheet_fill(s, bar.x + bar.width, (int)y, (int)(0.3 * size), 1, s->ink, 1);
      put(s, text, bar.x + bar.width + 0.6 * size, y + 0.5 * size, size);
    }
  }
  put_head(s, &bar, head);
}

void legend_names(const Sheet *s, int n, const char *const *name, const Colour *colour)
{
  const double size = letter_size(s), edge = margin(s), line = 1.9 * size;
  double       wide = 0;

  for (int k = 0; k < n; k++) wide = max_real(wide, text_width(name[k], size));
  for (int k = 0; k < n; k++) {
    const double x = s->width - edge - wide, y = edge + size + k * line;

    if (y > s->height - edge) return;
    sheet_fill(s, (int)(x - 1.9 * size) - 1, (int)(y - 1.05 * size) - 1, (int)(1.1 * size) + 2,
               (int)(1.1 * size) + 2, s->ink, 1);
    sheet_fill(s, (int)(x - 1.9 * size), (int)(y - 1.05 * size), (int)(1.1 * size),
               (int)(1.1 * size), ink_of(colour[k]), 1);
    put(s, name[k], x, y, size);
  }
}
