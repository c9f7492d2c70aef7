/* SPDX-License-Identifier: MIT */
/* What the program says of itself. */
#include "clump/request.h"

static const char head[] = "clast-clump works on one body made of spheres, its pebbles (--help behind a verb tells more of it):\n"
                           "\n"
                           "  clast-clump properties FILE       volume, mass, centre, inertia, by every method side by side\n"
                           "  clast-clump convert IN OUT        the same pebbles in another format\n"
                           "\n"
                           "for example\n"
                           "\n"
                           "  printf 'x,y,z,r\\n0,0,0,1\\n1,0,0,1\\n' > two.csv\n"
                           "  clast-clump properties two.csv --density 2500\n"
                           "  clast-clump convert two.csv two.mol\n";

static const char properties[] =
  "\n"
  "clast-clump properties FILE\n"
  "  volume, mass, centre and inertia of the pebbles, with bounds that hold: a table of all methods, or JSON, an object\n"
  "  a line (of exact, if no method is named); inertia is xx, yy, zz, xy, xz, yz about the centre\n"
  "  --method NAME     exact, sum, grid, octree, montecarlo or all\n"
  "  --json            for scripts\n"
  "  --dimension 2     discs in the plane z = 0: areas, densities by area; the column z may be missing\n"
  "  --div N           grid: cells per smallest radius (10)\n"
  "  --tolerance F     octree: relative, of the volume (0.01)\n"
  "  --samples N       montecarlo: points (1000000)\n"
  "  --seed N          montecarlo: which points (1)\n";

static const char convert[] = "\n"
                              "clast-clump convert IN OUT\n"
                              "  the format of each is chosen by the ending of its name, or as told\n"
                              "  --to FORMAT       of OUT\n";

static const char all[] =
  "\n"
  "of every verb\n"
  "  --from FORMAT     of the file that is read\n"
  "  --clump ID        which clump of a file with several\n"
  "  --density D       1 if not given, or as the file says; NAME=D for a material; of overlapping ones the densest wins\n";

static const char tail[] = "\nexit status: 0 done; 2 wrong use, or a file that is wrong\n";

static void formats_print(void)
{
  printf("\nformats, and the endings of names they are known by\n");
  for (int k = 0; pebble_formats[k]; k++)
    printf("  %-10s %-26s %s\n", pebble_formats[k]->name, pebble_formats[k]->endings, pebble_formats[k]->text);
}

void help_print(Verb verb)
{
  if (verb == VERB_NONE) fputs(head, stdout);
  if (verb == VERB_NONE || verb == VERB_PROPERTIES) fputs(properties, stdout);
  if (verb == VERB_NONE || verb == VERB_CONVERT) fputs(convert, stdout);
  fputs(all, stdout);
  formats_print();
  fputs(tail, stdout);
}
