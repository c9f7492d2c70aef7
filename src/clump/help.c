/* SPDX-License-Identifier: MIT */
/* What the program says of itself. */
#include "clump/draw.h"
#include "clump/request.h"

static const char head[] = "clast-clump works on one body made of spheres, its pebbles (--help behind a verb tells more of it):\n"
                           "\n"
                           "  clast-clump properties FILE         volume, mass, centre, inertia, by every method side by side\n"
                           "  clast-clump convert IN OUT          the same pebbles in another format\n"
                           "  clast-clump generate ROCK.stl OUT   pebbles that fill a mesh or .shapes, until asked errors hold\n"
                           "  clast-clump picture IN OUT.png      what it looks like\n"
                           "\n"
                           "for example\n"
                           "\n"
                           "  printf 'x,y,z,r\\n0,0,0,1\\n1,0,0,1\\n' > two.csv\n"
                           "  clast-clump properties two.csv --density 2500 --picture two.png\n"
                           "  clast-clump convert two.csv two.mol\n";

static const char properties[] =
  "\n"
  "clast-clump properties FILE\n"
  "  of pebbles or .shapes, by one method or all side by side, or of an STL mesh: a table, or JSON, an object a line (of exact, "
  "if no\n"
  "  method is named). inertia: xx, yy, zz, xy, xz, yz about the centre; principal moments ascend, axes are theirs; error: no\n"
  "  less than the relative error of volume, mass and inertia; of centre, in m; of the axes, in rad; overlap: volumes of all\n"
  "  pebbles over that of the body, minus 1\n"
  "  --method NAME       exact (the union of the pebbles), sum (each whole), grid, octree, montecarlo, or all\n"
  "  --json              for scripts\n"
  "  --dimension 2       discs in the plane z = 0: areas, densities by area; the column z may be missing\n"
  "  --nodes             also what is lumped to each node of a .shapes file\n"
  "  --picture FILE.png  a picture as well; --mesh ROCK.stl puts the mesh next to it\n"
  "  --div N             grid: cells per smallest radius (10)\n"
  "  --tolerance F       octree: relative, of the volume (0.01)\n"
  "  --samples N         montecarlo: points (1000000)\n"
  "  --seed N            montecarlo: which points (1)\n";

static const char convert[] = "\n"
                              "clast-clump convert IN OUT\n"
                              "  the format of each is chosen by the ending of its name, or as told\n"
                              "  --to FORMAT         of OUT\n"
                              "  --dimension 2       discs\n";

static const char generate_head[] =
  "\n"
  "clast-clump generate ROCK.stl OUT\n"
  "clast-clump generate BODY.shapes OUT\n"
  "  pebbles that fill a closed mesh, or shapes, as many as it takes; a report of all errors. D is the diameter of the sphere "
  "of\n"
  "  the volume of the mesh, or of the union of the shapes; what is said of the mesh holds of that. Spheres of the set become\n"
  "  pebbles, capsules rows of them, other shapes are filled. Without any error or --most asked, the volume is right within 2 %\n"
  "  --method NAME       all: the one that needs fewest is written; or one of\n";

static const char generate_tail[] =
  "  --volume-error F    of the union of the pebbles, relative\n"
  "  --inertia-error F   of its tensor about the mesh's centre, relative to the largest moment\n"
  "  --distance-error F  of the surfaces, at most, over D\n"
  "  --mean-error F      from the mesh's surface to the pebbles, mean, over D\n"
  "  --most N            pebbles; alone: so many\n"
  "  --smallest R        no smaller radius\n"
  "  --bulge F           how much of its radius a pebble may stick out (0)\n"
  "  --overlap F         edt: by how much of its radius a pebble may reach into others (0.6)\n"
  "  --expand            then make all radii larger, until the volume is right\n"
  "  --scale S           first multiply all lengths of the mesh or shapes\n"
  "  --mass WHAT         what formats with room for it say of mass and inertia: of pebbles, or of mesh or shapes\n"
  "  --seed N            where points are drawn (1)\n"
  "  --to FORMAT         of OUT, if not by its ending\n"
  "  --json              for scripts: an object a line, of each method\n"
  "  --picture FILE.png  mesh, pebbles, and pebbles coloured by distance, side by side\n";

static const char picture[] =
  "\n"
  "clast-clump picture IN OUT.png\n"
  "  pebbles, .shapes, or an STL mesh; the longest principal axis lies from left to right\n"
  "  --mesh ROCK.stl     on the left the mesh, on the right the pebbles by their distance to it: red outside, blue inside,\n"
  "                      full colour from %g %% of D on\n"
  "  --size N            width of each panel in pixels (640)\n";

static const char all[] =
  "\n"
  "of every verb\n"
  "  --from FORMAT       of the file that is read\n"
  "  --clump ID          which clump of a file with several\n"
  "  --density D         1 if not given, or as the file says; NAME=D for a material; of overlapping ones the densest wins\n";

static const char tail[] =
  "\n"
  "exit status: 0 done; 2 wrong use, or a file that is wrong; 3 generate: written, but an error asked for does not hold\n";

static void generate_print(void)
{
  fputs(generate_head, stdout);
  for (int k = 0; generators[k]; k++)
    printf("    %-17s %s%s\n", generator_name(generators[k]), generator_text(generators[k]),
           generators[k] == generate_defaults.method ? " (default)" : "");
  fputs(generate_tail, stdout);
}

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
  if (verb == VERB_NONE || verb == VERB_GENERATE) generate_print();
  if (verb == VERB_NONE || verb == VERB_PICTURE) printf(picture, 100 * DRAW_FULL);
  fputs(all, stdout);
  formats_print();
  fputs(tail, stdout);
}
