/* SPDX-License-Identifier: MIT */
#include "output/picture/maps.h"

#include <stdio.h>

static const ColourMap map_viridis = {
  .head = {.name   = "viridis",
           .text   = "dark blue, green, yellow: equal steps look equal, in grey, too",
           .source = "van der Walt & Smith 2015 (CC0)"},
  .at   = {0x440154, 0x48186a, 0x472d7b, 0x424086, 0x3b528b, 0x33638d, 0x2c728e, 0x26828e, 0x21918c,
           0x1fa088, 0x28ae80, 0x3fbc73, 0x5ec962, 0x84d44b, 0xaddc30, 0xd8e219, 0xfde725}};

static const ColourMap map_inferno = {
  .head = {.name   = "inferno",
           .text   = "black, red, yellow, nearly white: heat",
           .source = "van der Walt & Smith 2015 (CC0)"},
  .at   = {0x000004, 0x0b0724, 0x210c4a, 0x3d0965, 0x57106e, 0x71196e, 0x8a226a, 0xa32c61, 0xbc3754,
           0xd24644, 0xe45a31, 0xf1731d, 0xf98e09, 0xfcac11, 0xf9cb35, 0xf2ea69, 0xfcffa4}};

static const ColourMap map_plasma = {
  .head = {.name   = "plasma",
           .text   = "blue, red, yellow, without dark ends",
           .source = "van der Walt & Smith 2015 (CC0)"},
  .at   = {0x0d0887, 0x310597, 0x4c02a1, 0x6600a7, 0x7e03a8, 0x9511a1, 0xaa2395, 0xbc3587, 0xcc4778,
           0xda5a6a, 0xe66c5c, 0xf0804e, 0xf89540, 0xfdac33, 0xfdc527, 0xf8df25, 0xf0f921}};

static const ColourMap map_coolwarm = {
  .head = {.name   = "coolwarm",
           .text   = "blue, grey, red: deviations from the middle of the range",
           .source = "Moreland 2009, Proc. 5th Int. Symp. Visual Computing, 92"},
  .at   = {0x3b4cc0, 0x4e68d8, 0x6282ea, 0x779af7, 0x8db0fe, 0xa3c2fe, 0xb9d0f9, 0xccd9ed, 0xdddcdc,
           0xecd3c5, 0xf5c4ac, 0xf7b093, 0xf4987a, 0xeb7d62, 0xdd5f4b, 0xca3b37, 0xb40426}};

static const ColourMap map_grey = {
  .head = {.name = "grey", .text = "from dark to light"},
  .at   = {0x202020, 0x2d2d2d, 0x3a3a3a, 0x474747, 0x545454, 0x616161, 0x6e6e6e, 0x7b7b7b, 0x888888,
           0x959595, 0xa2a2a2, 0xafafaf, 0xbcbcbc, 0xc9c9c9, 0xd6d6d6, 0xe3e3e3, 0xf0f0f0}};

#define COLOUR_MAPS(X) X(map_viridis) X(map_inferno) X(map_plasma) X(map_coolwarm) X(map_grey)

const Plugin *const colour_map_table[] = {COLOUR_MAPS(PLUGIN_HEAD) NULL};

static Colour colour_of_bytes(uint32_t c)
{
  return (c >> 16 & 255) | (c >> 8 & 255) << 8 | (c & 255) << 16 | (uint32_t)OPAQUE << 24;
}

Colour map_colour(const ColourMap *map, double part)
{
  const double at  = (MAP_COLOURS - 1) * max_real(0, min_real(1, part));
  const int    k   = (int)min_real(MAP_COLOURS - 2, floor(at));
  Colour       out = (uint32_t)OPAQUE << 24;

  for (int i = 0; i < 3; i++) {
    const double a = map->at[k] >> (16 - 8 * i) & 255, b = map->at[k + 1] >> (16 - 8 * i) & 255;

    out |= (uint32_t)(a + (at - k) * (b - a) + 0.5) << 8 * i;
  }
  return out;
}

/* The colours are of similar brightness, warm and cold in turn. */
Colour list_colour(int64_t k)
{
  static const uint32_t list[] = {0x4c86b8, 0xe0904a, 0x67a865, 0xb85c68, 0x8c78b4,
                                  0xc9b25a, 0x5aaeae, 0xa8785a, 0x9a9aa2, 0xc77fae};
  enum { LIST = sizeof list / sizeof *list };

  return colour_of_bytes(list[(k % LIST + LIST) % LIST]);
}

/* ---- names ---- */

static const struct {
  const char *name;
  uint32_t    colour;
} names[] = {{"white", 0xf4f4f2}, {"grey", 0x9c9ea2},   {"dark", 0x4a4d52},   {"black", 0x1c1c1e},
             {"red", 0xc8403c},   {"orange", 0xe58b3c}, {"yellow", 0xe8c84a}, {"green", 0x58a058},
             {"cyan", 0x4aa8b4},  {"blue", 0x3f78b8},   {"purple", 0x8a68b0}, {"brown", 0x8c6848},
             {"steel", 0xa8b4c0}, {"sand", 0xd6bd8c},   {"glass", 0xb8d4dc}};

const char *colour_names(void)
{
  return "white, grey, dark, black, red, orange, yellow, green, cyan, blue, purple, brown, steel, "
         "sand, glass";
}

bool named_colour(const char *name, Colour *colour)
{
  unsigned value;
  char     rest;

  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    if (strcmp(name, names[k].name) == 0) {
      *colour = colour_of_bytes(names[k].colour);
      return true;
    }
  if (strlen(name) != 7 || strspn(name + 1, "0123456789abcdefABCDEF") != 6) return false;
  if (sscanf(name, "#%6x%c", &value, &rest) != 1) return false;
  *colour = colour_of_bytes(value);
  return true;
}
