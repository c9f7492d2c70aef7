/* SPDX-License-Identifier: MIT */
/* Text of --help. */
#include "tools/clump/verbs.h"

static const char head[] =
  "clast-clump works on one body: spheres (its pebbles), shapes or a mesh. clast-clump VERB --help "
  "for details:\n"
  "\n";

static const char examples[] = "\n"
                               "for example\n"
                               "\n"
                               "  printf 'x,y,z,r\\n0,0,0,1\\n1,0,0,1\\n' > two.csv\n"
                               "  clast-clump properties two.csv --density 2500 --picture two.png\n"
                               "  clast-clump convert two.csv two.mol\n";

static const char properties[] =
  "\n"
  "clast-clump properties FILE\n"
  "  mass properties of pebbles or .shapes, by one method or all side by side, or of an STL mesh: "
  "a table, or JSON, one object\n"
  "  a line (method exact if none is named). inertia: xx, yy, zz, xy, xz, yz about the centre; "
  "principal moments ascend, with\n"
  "  their axes; error: upper bound on the relative error of volume, mass and inertia, on the "
  "error of the centre (m) and of\n"
  "  the axes (rad); overlap: sum of the volumes of the pebbles over that of the body, minus 1\n"
  "  --method NAME       all: every method side by side; or one of\n";

static const char properties_tail[] =
  "  --scale S           first multiply all lengths of the mesh or shapes, as 0.001 of one in mm\n"
  "  --json              JSON output\n"
  "  --dimension 2       discs in the plane z = 0: areas, densities per area; the column z may be "
  "missing\n"
  "  --nodes             also mass and inertia lumped to each node of a .shapes file\n"
  "  --picture FILE.png  also draw a picture; --mesh ROCK.stl puts the mesh next to it\n"
  "  --div N             grid: cells per smallest radius (10)\n"
  "  --tolerance F       octree: relative, of the volume (0.01)\n"
  "  --samples N         montecarlo: number of points (1000000)\n"
  "  --seed N            montecarlo: seed of the points (1)\n";

static const char convert[] =
  "\n"
  "clast-clump convert IN OUT\n"
  "  write the same pebbles in another format, given by the ending of the name or by option\n"
  "  --to FORMAT         format of OUT\n"
  "  --ripple F          write capsules as rows of spheres, with grooves at most F of the radius "
  "deep (0.01, where the\n"
  "                      format has no capsules)\n"
  "  --dimension 2       discs\n"
  "clast-clump convert BODY.stl|BODY.shapes OUT.stl, or BODY.shapes OUT.shapes\n"
  "  write a mesh, or shapes; in an STL file (binary) shapes are their tessellated surfaces, each "
  "closed by itself\n"
  "  --scale S           first multiply all lengths of the mesh or shapes\n";

static const char generate_head[] =
  "\n"
  "clast-clump generate ROCK.stl OUT\n"
  "clast-clump generate BODY.shapes OUT\n"
  "  fill a closed mesh, or shapes, with pebbles until all error bounds hold, and report all "
  "errors. For shapes read 'union\n"
  "  of the shapes' for 'mesh' below. D is the diameter of the sphere of the mesh's volume. "
  "Spheres of a .shapes file become\n"
  "  pebbles, capsules rows of pebbles, other shapes are filled. Without any bound or --most the "
  "volume error is at most 2 %\n"
  "  --method NAME       all: run every method and write the clump of fewest pebbles; or one of\n";

static const char generate_tail[] =
  "  --volume-error F    bound on the relative error of the volume of the pebbles' union\n"
  "  --inertia-error F   bound on the error of its inertia tensor about the mesh's centre, "
  "relative to the largest moment\n"
  "  --distance-error F  bound on the largest distance between the surfaces, over D\n"
  "  --mean-error F      bound on the mean distance from the mesh's surface to the pebbles, over "
  "D\n"
  "  --most N            largest number of pebbles; without any bound: this number\n"
  "  --smallest R        smallest radius allowed\n"
  "  --bulge F           share of its radius by which a pebble may stick out of the mesh (0)\n"
  "  --overlap F         edt: share of its radius by which a pebble may be entered by centres of "
  "others (0.6)\n"
  "  --expand            finally add one length to all radii, so that the volume is that of the "
  "mesh\n"
  "  --scale S           first multiply all lengths of the mesh or shapes\n"
  "  --mass SOURCE       mass and inertia written, where the format stores them: of pebbles, or of "
  "mesh or shapes\n"
  "  --seed N            seed of the random points (1)\n"
  "  --to FORMAT         format of OUT, if not given by its ending\n"
  "  --json              JSON output, one object a line for each method\n"
  "  --picture FILE.png  draw mesh, pebbles, and pebbles coloured by distance, side by side\n";

static const char picture[] =
  "\n"
  "clast-clump picture IN OUT.png\n"
  "  draw pebbles, .shapes, or an STL mesh, with the longest principal axis from left to right\n"
  "  --mesh ROCK.stl     draw the mesh on the left, and on the right the pebbles by their distance "
  "to it: red outside, blue\n"
  "                      inside, full colour from %g %% of D on\n"
  "  --size N            width of each panel in pixels (640)\n";

static const char form[] =
  "\n"
  "clast-clump form FORM OUT\n"
  "  write the pebbles of a body of a certain form, and its mass properties without the grooves "
  "between pebbles\n";

static const char form_tail[] = "  --set KEY=NUMBER    a size of the form, see the keys above\n"
                                "  --scale S           multiply all lengths\n"
                                "  --to FORMAT         format of OUT, if not given by its ending\n"
                                "  --ripple F          as for convert\n"
                                "  --json              JSON output\n"
                                "  --picture FILE.png  also draw a picture\n";

static const char all[] = "\n"
                          "options of every verb\n"
                          "  --from FORMAT       format of the input file\n"
                          "  --clump ID          clump to read from a file with several\n"
                          "  --density D         density (default: that of the file, or 1); NAME=D "
                          "for one material; where pebbles overlap the densest\n"
                          "                      material counts\n";

static const char tail[] = "\n"
                           "exit status: 0 done; 2 wrong usage or invalid file; 3 generate: "
                           "written, but not all error bounds are met\n";

/* A line for each plug-in; chosen: the default, or NULL. */
static void plugins_print(const Plugin *const table[], const char *chosen)
{
  for (int k = 0; table[k]; k++)
    printf("    %-17s %s%s\n", table[k]->name, table[k]->text,
           chosen && strcmp(table[k]->name, chosen) == 0 ? " (default)" : "");
}

void help_print(Verb verb)
{
  const bool    all_verbs = verb == VERB_NONE;
  const Option *o;

  if (all_verbs) {
    fputs(head, stdout);
    for (int k = 0; verbs[k]; k++) {
      const int used = printf("  clast-clump %s %s", verbs[k]->head.name, verbs[k]->use);

      printf("%*s%s\n", used < 38 ? 38 - used : 1, "", verbs[k]->head.text);
    }
    fputs(examples, stdout);
  }
  if (all_verbs || verb == VERB_PROPERTIES) {
    fputs(properties, stdout);
    plugins_print(mass_heads, NULL);
    fputs(properties_tail, stdout);
  }
  if (all_verbs || verb == VERB_CONVERT) fputs(convert, stdout);
  if (all_verbs || verb == VERB_GENERATE) {
    fputs(generate_head, stdout);
    plugins_print(generator_heads, generator_name(generate_defaults.method));
    fputs(generate_tail, stdout);
  }
  if (all_verbs || verb == VERB_PICTURE) printf(picture, 100 * DRAW_FULL);
  if (all_verbs || verb == VERB_FORM) {
    fputs(form, stdout);
    for (int k = 0; form_heads[k]; k++) {
      printf("    %-17s %s\n", form_heads[k]->name, form_heads[k]->text);
      for (int i = 0; (o = form_key((const Form *)form_heads[k], i)); i++)
        printf("      %-21s %s (%s)\n", o->key, o->help, o->fallback);
    }
    fputs(form_tail, stdout);
  }
  fputs(all, stdout);
  printf("\nformats, and the endings of file names that select them\n");
  for (int k = 0; pebble_formats[k]; k++)
    printf("  %-10s %-26s %s\n", pebble_formats[k]->head.name, pebble_formats[k]->endings,
           pebble_formats[k]->head.text);
  fputs(tail, stdout);
}
