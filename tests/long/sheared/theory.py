# SPDX-License-Identifier: MIT
# theory.py FRACTION RESTITUTION: granular temperature T (per mass) and viscosity of smooth spheres of diameter and density 1 in steady
# simple shear at the rate 1, by three kinetic theories.
#
# usf: velocities have an anisotropic Gaussian distribution, whose second moments K the balance of collisions and shear decides
#   (Jenkins & Richman 1988, J. Fluid Mech. 192, 313; Saha & Alam 2016, J. Fluid Mech. 795, 549), integrated here over all directions
#   of contacts, shear across them included. Lun 1984 (J. Fluid Mech. 140, 223) and Garzo & Dufty 1999 (Phys. Rev. E 59, 5895) are of first
#   order in the rate, which in steady shear is set by the restitution.
import math, sys
import numpy as np

phi, e = (float(a) for a in sys.argv[1:])
mass, n = math.pi / 6, 6 * phi / math.pi
chi = (1 - phi / 2) / (1 - phi) ** 3
eta0 = lambda T: 5 / 16 * mass * math.sqrt(T / math.pi)


def show(name, T, viscosity):
    print("%-6s T = %.3f, viscosity = %.4f" % (name, T, viscosity))


def lun():
    h = (1 + e) / 2
    f = (1 + 1.6 * h * phi * chi) * (1 + 1.6 * h * (3 * h - 2) * phi * chi) / (h * (2 - h) * chi) + 0.6 * 256 / (5 * math.pi) * phi**2 * chi * h
    T = eta0(1) * f / (48 / math.sqrt(math.pi) * h * (1 - h) * phi**2 * chi)  # viscosity = dissipation, both over T^1/2
    show("Lun", T, eta0(T) * f)
    cooling = 48 / math.sqrt(math.pi) * h * (1 - h) * phi**2 * chi / (1.5 * n * mass)
    print("       over sqrt(T): viscosity = %.5f, rate of cooling = %.5f" % (eta0(1) * f, cooling))


def garzo_dufty():
    c = 32 * (1 - e) * (1 - 2 * e * e) / (81 - 17 * e + 30 * e * e * (1 - e))
    nu = chi * (1 - (1 - e) ** 2 / 4) * (1 - c / 64)
    zeta = 5 / 12 * chi * (1 - e * e) * (1 + 3 * c / 32)
    gamma = 128 / (5 * math.pi) * phi**2 * chi * (1 + e) * (1 - c / 32)
    f = (1 - 0.4 * (1 + e) * (1 - 3 * e) * phi * chi) / (nu - zeta / 2) * (1 + 0.8 * phi * chi * (1 + e)) + 0.6 * gamma
    T = eta0(1) ** 2 * f / (1.5 * (n * mass) ** 2 * zeta)  # eta rate^2 = 3/2 n T zeta nu_0, nu_0 = n T / eta_0
    show("GD", T, eta0(T) * f)
    print("       over sqrt(T): viscosity = %.5f, rate of cooling = %.5f" % (eta0(1) * f, n * mass / eta0(1) * zeta))


def usf():
    mu, weight = np.polynomial.legendre.leggauss(24)
    angle = (np.arange(48) + 0.5) * 2 * math.pi / 48
    c, p, w = np.repeat(mu, 48), np.tile(angle, 24), np.repeat(weight, 48) * 2 * math.pi / 48
    s = np.sqrt(1 - c * c)
    k = np.stack([s * np.cos(p), s * np.sin(p), c], 1)
    kk = k[:, :, None] * k[:, None, :]
    erf, h = np.vectorize(math.erf), (1 + e) / 2

    def speeds(K):  # of approach along k: deviation, mean, and its second and third moments where it is positive
        d, mean = np.sqrt(2 * np.einsum("ai,ij,aj->a", k, K, k)), k[:, 0] * k[:, 2]
        a = -mean / d
        m0, f = 0.5 * (1 + erf(a / math.sqrt(2))), np.exp(-a * a / 2) / math.sqrt(2 * math.pi)
        m1 = a * m0 + f
        m2 = a * m1 + m0
        return d, mean, m2 * d**2, (a * m2 + 2 * m1) * d**3

    K, G, dt = 6 * np.eye(3), np.zeros((3, 3)), 0.01
    G[0, 2] = 1
    for _ in range(6000):
        d, mean, m2, m3 = speeds(K)
        loss = -(2 * h / d**2 * (m3 + mean * m2))[:, None, None] * (k[:, :, None] * (k @ K)[:, None, :] + (k @ K)[:, :, None] * k[:, None, :])
        gain = 2 * h * h * m3[:, None, None] * kk
        K = K + dt * (0.5 * n * chi * np.einsum("a,aij->ij", w, loss + gain) - G @ K - (G @ K).T)
    d, mean, m2, m3 = speeds(K)
    collisions = 0.5 * n * n * chi * mass * h * np.einsum("a,a,aij->ij", w, m2, kk)
    show("usf", np.trace(K) / 3, -(n * mass * K + collisions)[0, 2])


lun()
garzo_dufty()
usf()
