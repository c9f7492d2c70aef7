/* SPDX-License-Identifier: MIT */
/* Smoothed particle hydrodynamics: parts of the interaction `sph`. Particles are lone pebbles of a
   material, and exert forces on pebbles of boundary materials, which belong to any clumps.

   With W_ab(h) the kernel at the distance of the centres, m the mass of a particle, psi_k the mass
   of fluid that a boundary pebble k stands for (rho_0 times the volume of its sphere), and d
   dimensions:

     density       rho_a = sum_b m_b W_ab(h_a) + sum_k psi_k W_ak(h_a)
     smoothing     h_a = ratio (m_a / rho_0)^(1/d), or adaptive: h_a = ratio (m_a / rho_a)^(1/d), with
                   Omega_a = 1 + h_a / (d rho_a) d rho_a / d h_a, else Omega_a = 1

   Densities of a liquid with fixed h may also diffuse (sph_diffusion.c), and its particles be
   shifted (sph_shift.h).

   A liquid is at rest at the density that is summed up on a square or cubic lattice of particles at
   rho_0 (Sph.lattice); a wall of pebbles on the same lattice continues it.

     force on a    -sum_b m_a m_b (T_a grad W_ab(h_a) + T_b grad W_ab(h_b))
                   -sum_k 2 m_a psi_k T_a grad W_ak(h_a),   T = P / (Omega rho^2)

   (Springel & Hernquist 2002, Mon. Not. R. Astron. Soc. 333, 649; Price 2012, J. Comput. Phys. 231,
   759; with one h it is the symmetric pressure force.) A boundary pebble has the pressure of the
   particle that it meets, and gets the opposite force (Akinci et al. 2012, ACM Trans. Graph. 31,
   62, with other volumes; the factor of two keeps the pressure uniform up to walls). Momentum and
   angular momentum are conserved; forces among particles are the derivatives of sum_a m_a u(rho_a).
   Those of boundaries are twice the derivatives: the other half of their work counts as dissipated
   (negative when the fluid expands). The buoyancy of a clump of boundary pebbles is the sum of the
   opposite forces.

   Viscosity: artificial (Monaghan 1992, Annu. Rev. Astron. Astrophys. 30, 543, eq. 4.2) and laminar
   (Morris et al. 1997, J. Comput. Phys. 136, 214, eq. 22). It acts between particles and, with
   no_slip, between particles and boundaries.

   Data: begin() sets h of owned particles and of copies; the pass sums densities, in units of m_a
   / h_a^d, and owners compute the columns below from the sums; then the forces. With adaptive h the
   pass is repeated until no h changes by more than a millionth: Newton's method with bisection,
   which converges as the density in these units grows with h. */
#ifndef INTERACTION_SPH_SPH_H
#define INTERACTION_SPH_SPH_H

#include "interaction/interaction.h"
#include "interaction/sph/fluid.h"
#include "interaction/sph/smoothing.h"

/* Columns, in the order of sph_fields, which sph_diffusion_fields and sph_shift_fields follow. */
enum {
  SPH_DENSITY,
  SPH_KEPT, /* smoothing length that the next step starts from */
  SPH_PRESSURE,
  SPH_TERM, /* T */
  SPH_SPEED,
  SPH_H,
  SPH_LOW,
  SPH_HIGH,  /* bounds of h, of owned particles, while it is found */
  SPH_PRESS, /* pushes of up to MIRRORS_MOST walls on owned particles, N */
  /* of sph_diffusion_fields, if particles carry an excess */
  SPH_EXCESS = SPH_PRESS + MIRRORS_MOST,
  SPH_BEFORE, /* rate of the excess in the step before */
  SPH_RATE,
  /* of sph_shift_fields, if particles are shifted; vectors are three columns */
  SPH_FILL,
  SPH_SHIFT,
  SPH_NEXT  = SPH_SHIFT + 3,
  SPH_MEAN  = SPH_NEXT + 3,
  SPH_POWER = SPH_MEAN + 3
};

extern const Field sph_fields[], sph_diffusion_fields[], sph_shift_fields[];

/* Numbers of a pebble that pairs read (Found.packed), as three vectors of four: its centre and 0 if
   it is a particle like most others (sph_alike.c), else NaN; its velocity, and its density; T, 1/h
   (0: a boundary), speed of sound and weight. */
enum {
  SPH_PACKED_X,
  SPH_PACKED_OTHER    = SPH_PACKED_X + 3,
  SPH_PACKED_VELOCITY = 4,
  SPH_PACKED_DENSITY  = SPH_PACKED_VELOCITY + 3,
  SPH_PACKED_TERM     = 8,
  SPH_PACKED_H,
  SPH_PACKED_SPEED,
  SPH_PACKED_WEIGHT
};

enum { SPH_BOUNDARIES = 16 };

/* Square of the distance over h below which viscosities between particles fade. */
#define SPH_NEAR 0.01

/* Sums of a particle a, in units of m_a / h_a^d: its density, and -h_a times the derivative of it
   by h_a. */
enum { SUM_DENSITY, SUM_SLOPE };

typedef struct {
  int     smoothing, fluid; /* indices of the plug-ins */
  int     dimension;
  int     material;                               /* of the particles */
  int     n_boundaries, boundary[SPH_BOUNDARIES]; /* materials */
  int     n_walls, wall[SPH_BOUNDARIES];          /* materials of walls that are mirrors */
  int32_t adaptive, no_slip;
  double  numbers[FLUID_NUMBERS]; /* constants of the fluid */
  double  density;                /* rho_0, that of the material */
  /* sum of the kernel over a square or cubic lattice of particles at rho_0, over rho_0: 1 but for 1
     % or so */
  double lattice;
  double ratio, limit;
  double alpha, beta, viscosity; /* 1, 1, Pa s */
  /* viscosity that pairs have, Pa s: of shifted particles such that a shear flow on the lattice has
     the given one, else the given one */
  double friction;
  double reach;     /* at first, m */
  double diffusion; /* coefficient */
  double shifting;  /* coefficient; this and diffusion 0: densities are sums */
  double response;  /* change of sums with the density, on the lattice; 1: not used */
  Vec3   gravity;   /* m/s^2 */
} Sph;

static inline const Smoothing *sph_smoothing(const Sph *s)
{
  return (const Smoothing *)smoothing_table[s->smoothing];
}

static inline const Fluid *sph_fluid(const Sph *s)
{
  return (const Fluid *)fluid_table[s->fluid];
}

bool sph_is_boundary(const Sph *sph, int material);
/* Smoothing length of a particle of this mass (kg) at the density rho_0, m. */
double sph_length(const Sph *sph, double mass);
/* Density of a particle by itself alone, in units of m / h^d. */
double sph_own(const Sph *sph);
/* h^d. */
static inline double sph_cell(const Sph *s, double h)
{
  return s->dimension == 2 ? h * h : h * h * h;
}

/* Material of the clump in a row, which is a lone pebble if that is the material of the
   particles. */
static inline int sph_material_of(const Clumps *c, PetscInt a)
{
  return c->templates->list[c->template[a]].material[0];
}

/* Packed numbers of a pebble. */
static inline const double *sph_packed(const Found *found, int32_t pebble)
{
  return found->packed + (size_t)pebble * PACKED;
}

/* A pair as one of its particles sees it. */
typedef struct {
  const double *x, *y;      /* packed numbers of the particle and of the other one */
  int32_t       own, other; /* rows of their clumps */
  Vec3          way;        /* from the particle to the other one, m */
} SphEnd;

/* side 0: of the later particle, else of the other one. */
static inline SphEnd sph_end(const PassBatch *b, int side, int k)
{
  const double *x = sph_packed(&b->found, b->i[k]), *y = sph_packed(&b->found, b->j[k]);
  const Vec3    d = {b->dx[k], b->dy[k], b->dz[k]};

  return side == 0 ? (SphEnd){x, y, b->a[k], b->b[k], d}
                   : (SphEnd){y, x, b->b[k], b->a[k], vec3_scale(-1, d)};
}

/* Add a vector to three sums of pair k, from `first` on. */
static inline void sph_add_vector(Vec3 v, int first, int k, double (*to)[INTERACTION_TILE])
{
  to[first][k] += v.x;
  to[first + 1][k] += v.y;
  to[first + 2][k] += v.z;
}

/* Distances over h of one of the particles of each pair, the kernel there and its slope. */
typedef struct {
  double q[INTERACTION_TILE], w[INTERACTION_TILE], slope[INTERACTION_TILE];
} SphKernel;

/* Find these for a batch; side: as above. A boundary has the support as distance (sph_shift.c). */
void sph_kernel(const Sph *sph, const PassBatch *batch, int side, SphKernel *kernel);

/* sph_density.c */
extern const PairPass sph_passes[];
void                  sph_begin(const void *self, PassRows *rows);
/* Columns of the particle in a row from its density, kg/m^3. */
void sph_set_state(const Sph *sph, const PassRows *rows, PetscInt a, double density, double omega);
double sph_extent(const void *self, const PassRows *rows);
void   sph_keep(const void *self, PassRows *rows);

/* sph_pack.c */
void sph_weigh(const void *self, const PassRows *rows, double *weight);
void sph_place(const void *self, const PassRows *rows, double *packed);
void sph_pack(const void *self, const PassRows *rows, double *packed);

/* sph_alike.c */
bool sph_add_alike(const void *self, PassBatch *batch);
bool sph_pull_alike(const void *self, PairBatch *batch);

/* sph_diffusion.c */
/* True if particles carry an excess. */
bool sph_carries(const void *self);
/* Speed of sound at rest, m/s. */
double sph_sound(const Sph *sph);
int    sph_diffusion_used(const void *self);
void   sph_diffuse(const void *self, PassBatch *batch);
double sph_find_rates(const void *self, PassRows *rows);
void   sph_lose(const void *self, BodyBatch *batch);

/* sph_surface.c */
int    sph_surface_used(const void *self);
void   sph_surface_add(const void *self, PassBatch *batch);
double sph_surface_find(const void *self, PassRows *rows);

/* sph_walls.c */
bool sph_mirrors(const void *self, int pebble, int wall);
/* Add the reflections of the pairs to their sums. */
void sph_add_reflections(const Sph *sph, PassBatch *batch);
/* Add the reflections of a particle that it sees itself to its sums, in units of m / h^d. */
void sph_see_itself(const Sph *sph, const Mirrors *mirrors, double h, double *density,
                    double *slope);
/* Add the pushes of reflections, along the line between the particles. */
void sph_pull_reflections(const Sph *sph, PairBatch *batch);
/* The pass of the pushes of walls. */
int    sph_walls_used(const void *self);
void   sph_walls_add(const void *self, PassBatch *batch);
double sph_walls_find(const void *self, PassRows *rows);
void   sph_walls_energy(const Sph *sph, const BodyBatch *batch, double *energy);
Vec3   sph_press(const void *self, const MirrorPress *at, double *lost);

/* sph_force.c */
void sph_pull(const void *self, PairBatch *batch);

/* ---- reflections that particles see (sph_walls.c) */

/* The reflections of a pair, with the kernel and its slope (as Smoothing.evaluate) at both h. */
typedef struct {
  int        n;
  Reflection at[REFLECTIONS_MOST];
  double     w[2][REFLECTIONS_MOST], slope[2][REFLECTIONS_MOST];
  double     q[2][REFLECTIONS_MOST];
} SphSeen;

/* Reflections of a pair of rows of clumps and of pebbles; false: it has none. */
bool sph_see(const Sph *sph, const Found *found, int32_t a, int32_t b, int32_t i, int32_t j,
             double d2, SphSeen *seen);
/* Reflections of a particle by itself; false: it has none. */
bool sph_see_own(const Sph *sph, const Mirrors *mirrors, double h, SphSeen *seen);
/* Way from a particle (side 0: a, else b of the reflection) to a reflection of the other one, `way`
   that to the other one itself, m: the gradient of the distance, reversed. */
Vec3 sph_way_to(const Mirrors *own, const Reflection *of, int side, Vec3 way);

#endif
