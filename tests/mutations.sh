# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# The sources broken in one place at a time: by TEST NP says which test is to notice what follows, and
#
#   broken FACT FILE FROM TO [FILE FROM TO ...]
#
# which text of which file becomes which other text. FROM must be in the file exactly once; white space in it does not count.
# Sourced by tests/style/mutations.sh, which looks whether every FROM is there, and by tests/parallel/mutations.sh, which breaks
# them and runs the tests.

by parallel/run/test_random_scenarios 4

broken "a pair is counted where its first pebble is, not at the reference point" \
  search/pairs.c \
  'pair_reference(s->domain, pebble_centre(s->pebbles, a), pebble_centre(s->pebbles, b), at[a].r, at[b].r)' \
  'pebble_centre(s->pebbles, a)' \
  contact/memory/carry.c \
  'pair_reference(s->domain, pebble_centre(p, i), pebble_centre(p, j), p->at[i].r, p->at[j].r)' \
  'pebble_centre(p, i)'
broken "memory goes to the rank of the first pebble, its pair to that of the reference point" \
  contact/memory/carry.c \
  'pair_reference(s->domain, pebble_centre(p, i), pebble_centre(p, j), p->at[i].r, p->at[j].r)' \
  'pebble_centre(p, i)'
broken "loads of copies are rounded while they are added" \
  space/halo.c \
  'loads_add_row(loads->sum + (size_t)row[k] * LOAD_PARTS, came + (size_t)k * LOAD_PARTS);' \
  'for (int part = 0; part < LOAD_PARTS; part++) {
  int64_t *to = loads->sum + (size_t)row[k] * LOAD_PARTS + part;
  *to = (int64_t)(float)(*to + came[(size_t)k * LOAD_PARTS + part]);
}'
broken "the lowest bit of copies' loads is lost" \
  space/halo.c \
  'loads_add_row(loads->sum + (size_t)row[k] * LOAD_PARTS, came + (size_t)k * LOAD_PARTS);' \
  'for (int part = 0; part < LOAD_PARTS; part++)
  loads->sum[(size_t)row[k] * LOAD_PARTS + part] += came[(size_t)k * LOAD_PARTS + part] & ~(int64_t)1;'
broken "the lowest bit of their loads is lost where clumps are told to all" \
  space/wide.c \
  'loads_add_row(to, loads->sum + (size_t)(w->held + k) * LOAD_PARTS);' \
  'for (int part = 0; part < LOAD_PARTS; part++) to[part] += loads->sum[(size_t)(w->held + k) * LOAD_PARTS + part] & ~(int64_t)1;'
broken "a clump that is told to all is not looked for in its own images" \
  space/wide.c \
  'if (mine && image_sign(shift) == 0) continue;' \
  'if (mine) continue;'
broken "memory is not sent to another rank" \
  contact/memory/carry.c \
  'else record_post(mail, rank, r, g, k, one);' \
  'else (void)rank;'
broken "memory is filed under the images of the last rebuild" \
  contact/memory/carry.c \
  'image_sub(frames[b], frames[a])' \
  'image_sub(s->clumps->shift[b], s->clumps->shift[a])'
broken "memory is filed where held copies were a step ago" \
  run/lists/rebuild.c \
  'PetscCall(sim_place_all(sim)); contacts_pack(' \
  'pebbles_place(sim->pebbles, sim->clumps, 0, sim->pebbles->n, sim->domain.magic);
contacts_pack('
broken "crossed boxes are not counted" \
  space/domain.c \
  'c->image[a]  = image_add(c->image[a], n);' \
  '(void)image_add;'
broken "the memory of walls is dropped at rebuilds" \
  contact/memory/carry.c \
  'for (int r = 0; r < sides[1]->n_runs; r++)' \
  'for (int r = sides[1]->n_runs; r < sides[1]->n_runs; r++)'
broken "late blocks are placed when they are evaluated" \
  run/step/step_place.c \
  'sweep(sim, s, LATE, true, false);' \
  '' \
  run/step/step_place.c \
  'sweep(sim, s, which, false, true);' \
  'sweep(sim, s, which, which == LATE, true);'
broken "walls are not listed in the order of blocks" \
  search/pairs.c \
  'put_late_last(f);' \
  'if (!f->walls) PetscCall(put_late_last(f));'
broken "a rebuild forgets what rounding left of the drift" \
  space/domain.c \
  'c->image[a]  = image_add(c->image[a], n);' \
  'c->image[a] = image_add(c->image[a], n);
c->motion[a].rest = (Vec3){0, 0, 0};'

by unit/space/test_halo 3

broken "copies are needed no farther than pebbles reach" \
  space/holders.c \
  'return reach + 4 * domain->grain;' \
  'return 0 * reach + 4 * domain->grain;'
broken "copies are needed nine tenths as far" \
  space/holders.c \
  'return reach + 4 * domain->grain;' \
  'return 0.9 * reach + 4 * domain->grain;'
broken "holders are looked for with a reach of 0" \
  space/halo.c \
  '.clumps = clumps, .reach = holders_reach(domain, reach),' \
  '.clumps = clumps, .reach = holders_reach(domain, 0),'
broken "nodes of the tree have no reach" \
  space/outline.c \
  '* node->largest + o->reach;' \
  '* node->largest;'
broken "the pebbles that a rank takes have no reach" \
  space/select.c \
  'template_reach(t)[i] + s->reach;' \
  't->radius[i];'

by unit/space/test_halo 1

broken "the last image along z is not looked at" \
  space/holders.c \
  'nz <= to.z' \
  'nz < to.z'
broken "the first image of wide clumps along z is not looked at" \
  space/wide.c \
  'int nz = from.z' \
  'int nz = from.z + 1'

by unit/space/test_domain 1

broken "the sign of an image is that of the one opposite" \
  space/domain.h \
  'return first > 0 ? 1 : first < 0 ? -1 : 0;' \
  'return first > 0 ? -1 : first < 0 ? 1 : 0;'
broken "there is one image to each side" \
  space/domain.c \
  'while (x + (*to + 1)' \
  'while (*to < 1 && x + (*to + 1)'
broken "images below come less far" \
  space/domain.c \
  '+ radius >= lo) (*from)--;' \
  '+ 0.99 * radius >= lo) (*from)--;'
broken "there are no images along y" \
  space/domain.c \
  'images_along(d, 1, x.y, radius, &from->y, &to->y);' \
  'from->y = to->y = 0;'
broken "a centre on the upper face is inside" \
  space/domain.c \
  'c >= vec3_axis(d->hi, k)' \
  'c > vec3_axis(d->hi, k)'

by unit/space/test_wide 1

broken "loads of own images are not added" \
  space/halo.c \
  'loads_add_row(loads->sum + (size_t)halo->own[k] * LOAD_PARTS, loads->sum + (size_t)(halo->first_own + k) * LOAD_PARTS);' \
  '(void)halo;'
broken "loads of own images are added to the row after" \
  space/halo.c \
  'own[k] * LOAD_PARTS, loads->sum' \
  'own[k] * LOAD_PARTS + LOAD_PARTS, loads->sum'
broken "own images lie where their owners do" \
  space/halo.c \
  'shift_pose(domain, clumps, halo->first_own + k, last);' \
  ''

by unit/space/test_migration 1

broken "crossed boxes are counted backwards" \
  space/domain.c \
  'image_add(c->image[a], n)' \
  'image_sub(c->image[a], n)'

by unit/contact/test_images 1

broken "loads of own images are taken away" \
  space/halo.c \
  'loads_add_row(loads->sum + (size_t)halo->own[k] * LOAD_PARTS, loads->sum + (size_t)(halo->first_own + k) * LOAD_PARTS);' \
  'for (int part = 0; part < LOAD_PARTS; part++)
  loads->sum[(size_t)halo->own[k] * LOAD_PARTS + part] -= loads->sum[(size_t)(halo->first_own + k) * LOAD_PARTS + part];'
broken "the second body gets the force of the first" \
  contact/backends/backend_batched.c \
  'scatter_four(sum_b, t->b.row + k, n - k, -1,' \
  'scatter_four(sum_b, t->b.row + k, n - k, 1,'
broken "the image of a contact is that of the first body" \
  contact/memory/carry.c \
  'image_sub(frames[b], frames[a])' \
  'image_sub(frames[a], frames[b])'

by unit/search/test_pairs 2

broken "of two images the later one comes first" \
  search/pairs.c \
  'shift[clump[i]])) < 0;' \
  'shift[clump[i]])) > 0;'
broken "two images of a clump stand as they are found" \
  search/pairs.c \
  'f->id[i] == f->id[j] ? image_reversed(f->search, i, j) : f->id[i] > f->id[j]' \
  'f->id[i] > f->id[j]'
broken "reference points divide by the other's radius" \
  search/pairs.c \
  'pebble_centre(s->pebbles, b), at[a].r, at[b].r)' \
  'pebble_centre(s->pebbles, b), at[b].r, at[a].r)'
broken "what is on the upper face along z is inside" \
  search/pairs.c \
  '(x.z >= box->hi.z) << 5' \
  '(x.z > box->hi.z) << 5'

by unit/search/test_pairs 1

broken "shells come closer by one pebble's way alone" \
  search/narrow.c \
  'pairs->way[c / pairs->n_laws] + most' \
  'pairs->way[c / pairs->n_laws]'
broken "pebbles near a wall are picked when they touch" \
  search/wall_pairs.c \
  'some += t.distance[k] < t.limit[k];' \
  'some += t.distance[k] < t.limit[k] - skin;'

by unit/search/test_cells 1

broken "bunches look nine tenths of the skin far" \
  search/cells.c \
  'r = b->largest + skin,' \
  'r = b->largest + 0.9 * skin,'
broken "cells are looked at nine tenths as far" \
  search/cells.c \
  '= (b->largest + l->largest + c->skin) * (1 + 1e-9)' \
  '= 0.9 * (b->largest + l->largest + c->skin)'

by unit/output/test_columns 1

broken "a table is left out of the digest" \
  output/checkpoint/columns.c \
  '.state = true,' \
  '.state = strcmp(item->name, "young") != 0,'
broken "a number is left out of the digest" \
  output/checkpoint/digest.c \
  'if (!v->derived)' \
  'if (!v->derived && strcmp(v->path, "removed") != 0)'
broken "the last row of a table is not in its digest" \
  output/checkpoint/digest.c \
  'column_pack(column, first, n, packed);' \
  'column_pack(column, first, n - 1, packed);'
broken "the key of a contact is without its image along z" \
  output/checkpoint/digest.c \
  'r->image.x, r->image.y, r->image.z};' \
  'r->image.x, r->image.y, 0};'
broken "of wide rows the last number is not read" \
  output/checkpoint/columns.c \
  'packed + size * (size_t)i, size);' \
  'packed + size * (size_t)i, size > 8 ? size - 8 : size);'

by unit/output/test_columns_compare 1

broken "the digest of a table is not compared" \
  output/checkpoint/checkpoint_read.c \
  'if (stored != column->digest)' \
  'if (k != 20 && stored != column->digest)'

by unit/run/test_save 1

broken "spare bits are not restored" \
  run/save.c \
  'loads->spare = ck->loads.spare + more;' \
  ''

by verify/contact/test_oblique_pair 1

broken "the contact point is outside of the second pebble" \
  contact/geometry.c \
  '= rb[k] + 0.5 * b->gap[k];' \
  '= rb[k] - 0.5 * b->gap[k];'

by verify/contact/test_mindlin_load 1

broken "a shrinking contact keeps its force" \
  contact/terms/kernels/tangential.h \
  '(rescaled && contact < before[k] ? less : 1)' \
  '1'

by parallel/link/test_links 3

broken "copies that only links need are not sent" \
  space/holders.c \
  'if (few && f->search->needs[list]) add_needs(f, a, list);' \
  ''
broken "links stay on the rank that first had them" \
  link/links.c \
  'if (rank == par->rank) link_set_move(l, k, stay++);' \
  'if (rank >= 0) link_set_move(l, k, stay++);'
broken "a link keeps the image with which it began" \
  link/link_set.c \
  'link->image = image_sub(domain_boxes(domain, xb), domain_boxes(domain, xa));' \
  ''

by unit/search/test_wall_pairs 1

broken "a plane is sought at a far corner of the box" \
  wall/surface_flat.c \
  'n.x > 0 ? lo.x : hi.x' \
  'n.x > 0 ? hi.x : lo.x'

by unit/contact/test_walls 1

broken "the speed of a wall is not seen" \
  contact/geometry.c \
  '.v = wall->velocity,' \
  '.v = vec3(0, wall->velocity.y, wall->velocity.z),'

by parallel/supply/test_inlet 3

broken "an inlet forgets at a restart how many attempts it has made" \
  supply/inlet.c \
  'ITEM(INT64, IN(Inlet, attempts)' \
  'ITEM(INT64, KEY_IN("attempts", Inlet, full)'
broken "a clump that finds no place is overtaken, on its rank" \
  supply/inlet.c \
  'PetscCall(parallel_max_int(f->world->par, first, 1));' \
  ''

by verify/supply/test_inlet 1

broken "clumps near an inlet are looked for in one period alone" \
  supply/fill/region.c \
  'length > 0 ? fabs(off - length * rint(off / length)) : off' \
  'off'
broken "an inlet does not see walls" \
  supply/fill/fill_batch.c \
  'if (meets_wall(b, false, template, drawn.scale, q, x)) return;' \
  ''
broken "mass that was due is lost" \
  supply/inlet.c \
  'i->due_mass += (i->due_until - from)' \
  'i->due_mass = i->mass + (i->due_until - from)'

by unit/supply/test_region 1

broken "a pebble beyond the radius is in the cylinder" \
  supply/fill/region_kinds.c \
  'room >= 0 && u * u + v * v <= room * room' \
  'u * u + v * v <= c->radius[0] * c->radius[0]'

by verify/constraint/test_joints_in_motion 1

broken "moments of joints are those at the end of the step" \
  constraint/levers.c \
  'give_moments(c, s, &e);' \
  '(void)give_moments;'

by verify/constraint/test_joint_momentum 1

broken "what few sweeps take of angular momentum is not given back" \
  constraint/levers.c \
  'if (of_a && of_b) give_both(c, s, &e);' \
  'if (of_a && of_b) (void)give_both;'

by unit/space/test_servo 1

broken "a servo takes rates beyond its limit" \
  space/cell/servo.c \
  'limited(s->found.g[i][j], factor * s->limit)' \
  's->found.g[i][j]'
broken "a servo takes rates up to its whole limit" \
  space/cell/servo.c \
  'limited(s->found.g[i][j], factor * s->limit)' \
  'limited(s->found.g[i][j], s->limit)'
broken "a servo responds up to its whole limit" \
  space/cell/servo.c \
  'limited(rate, factor * s->limit)' \
  'limited(rate, s->limit)'
broken "a servo keeps the rates of the run before" \
  space/cell/servo.c \
  's->found = kept;' \
  '(void)kept;'
broken "a face has no friction" \
  space/cell/servo.c \
  '/ (1 + dt * damping);' \
  '/ (1 + (s->inertia ? 0 : dt * damping));'
broken "the target of a servo is that of the start" \
  space/cell/servo.c \
  'time_series_value(&s->target, k, time)' \
  'time_series_value(&s->target, k, 0 * time)'
broken "the stress of a servo is transposed" \
  space/cell/servo.c \
  'stress[c.column][c.row]' \
  'stress[c.row][c.column]'
broken "the mean stress of two dimensions is a third of the sum" \
  space/cell/servo.c \
  'return sum / dimension;' \
  'return sum / 3;'
broken "the side of a face is its length" \
  space/cell/servo.c \
  'vec3_axis(d->length, c.column) * vec3_axis(d->length, c.column)' \
  'vec3_axis(d->length, c.column)'

by unit/contact/test_cohesion_laws 1

broken "a bridge is told to be steeper than it is" \
  contact/terms/kernels/liquid.h \
  '1.23 * sqrt(2 * radius / volume)' \
  '1.3 * sqrt(2 * radius / volume)'
broken "a bridge is told to be less steep than it is" \
  contact/terms/kernels/liquid.h \
  '1.23 * sqrt(2 * radius / volume)' \
  '1.22 * sqrt(2 * radius / volume)'

by unit/motion/test_reflect_one 1

broken "a reflecting face takes nothing" \
  motion/reflect.c \
  'solve(b->touch, b->n, none); take(b, 1 + d->restitution);' \
  'solve(b->touch, b->n, none); take(b, 2 + 0 * d->restitution);'

by unit/motion/test_prescribed 1

broken "an oscillating wall begins away from its place" \
  motion/prescribed/prescribed.c \
  'm->amplitude * (sine - m->from)' \
  'm->amplitude * sine'
broken "a turning wall has turned twice as far" \
  motion/prescribed/prescribed.c \
  'sine_cosine_degrees(0.5 * prescribed_phase(' \
  'sine_cosine_degrees(prescribed_phase('
broken "a turning wall spins backwards" \
  motion/prescribed/prescribed.c \
  'out->spin = vec3_scale(rate, axis);' \
  'out->spin = vec3_scale(-rate, axis);'
broken "a wall that moves stands still where it is met" \
  motion/prescribed/prescribed.c \
  'out->velocity = m->velocity;' \
  'out->velocity = vec3(0, 0, 0);'
broken "a ramp goes twice as far" \
  motion/prescribed/timed.c \
  'return 0.5 * since * *rate;' \
  'return since * *rate;'
broken "the way of a ramp is forgotten when it ends" \
  motion/prescribed/timed.c \
  'return since - 0.5 * m->ramp; }' \
  'return since; }'

by unit/supply/test_distribution 1

broken "the tail of a bell is twice as heavy" \
  supply/fill/sizes.c \
  'if (a >= 0) return 0.5 * (erfc' \
  'if (a >= 0) return (erfc'
broken "sizes of a lognormal curve are 1 and the logarithm" \
  supply/fill/sizes.c \
  'return b->is_log ? exp(x) : x;' \
  'return b->is_log ? 1 + x : x;'
broken "the logarithm is as wide as the size" \
  supply/fill/sizes.c \
  'sqrt(log1p(ratio * ratio))' \
  'ratio'

by verify/run/test_schedules 1

broken "an outlet does not look at its start" \
  supply/outlet.c \
  'o->waits || !(now >= o->first)' \
  'o->waits || !(now > o->first)'
broken "the check at the start is counted a step later" \
  supply/outlet.c \
  'if (!(now >= o->first)) return 0;' \
  'if (!(now > o->first)) return 0;'
broken "an outlet looks in each step" \
  supply/outlet.c \
  'looks_until(o, now) > o->looks' \
  'looks_until(o, now) >= o->looks'
broken "an outlet looks at its stop_time" \
  supply/outlet.c \
  '!(now < o->stop_time)' \
  '!(now <= o->stop_time)'
broken "what is at the lower bound is not within" \
  event/event.c \
  'value >= e->above' \
  'value > e->above'
broken "what is at the upper bound is not within" \
  event/event.c \
  'value <= e->below' \
  'value < e->below'
broken "an event that is due at this very time waits" \
  event/event.c \
  '>= e->happened_time + e->delay' \
  '> e->happened_time + e->delay'
broken "a delay is a tenth shorter" \
  event/event.c \
  '>= e->happened_time + e->delay' \
  '>= e->happened_time + 0.9 * e->delay'
broken "a trigger is not looked at when it starts" \
  event/event.c \
  'clock_reached(clock) < e->start' \
  'clock_reached(clock) <= e->start'
broken "totals are looked at a step late" \
  event/event.c \
  'llround(min_real(e->every / clock->dt, STEPS_MOST))' \
  'llround(min_real(e->every / clock->dt, STEPS_MOST)) + 1'
broken "clumps that are gone count for triggers" \
  event/trigger_kinds.c \
  'return !clump_is_gone(c, a) && clump_is_among(c, a, amount->groups);' \
  'return clump_is_among(c, a, amount->groups);'
broken "an outlet has taken twice the mass" \
  event/trigger_kinds.c \
  'return by_mass ? o->mass' \
  'return by_mass ? 2 * o->mass'
broken "the kinetic energy of a trigger is doubled" \
  event/trigger_kinds.c \
  'totals_value(totals, "kinetic_translational") +' \
  '2 * totals_value(totals, "kinetic_translational") +'

by verify/measure/test_monitor_flow 1

broken "flow against the normal counts as with it" \
  measure/monitor/monitor_flux.c \
  'cut * c->mass[a] * v' \
  'cut * c->mass[a] * fabs(v)'
broken "chords of discs are too long" \
  measure/monitor/monitor_flux.c \
  '2 / PETSC_PI * sqrt' \
  '2.1 / PETSC_PI * sqrt'
broken "shares of discs are those of spheres" \
  measure/monitor/monitor_flux.c \
  'sum += solid ? r * r * r : r * r' \
  'sum += r * r * r'
broken "flow of volume is that of bodies" \
  measure/monitor/monitor_flux.c \
  'cut * clump_volume(c, a) * v' \
  'cut * v'
broken "bodies that cross backward do so at the next plane" \
  measure/monitor/monitor_flux.c \
  'crossed > 0 ? side : side + 1' \
  'side'
broken "bodies cross where they are later" \
  measure/monitor/monitor_flux.c \
  'speed * crossed > 0 ? -over / speed : 0' \
  '0 * speed * crossed * over'
broken "a body that starts on the plane has crossed it" \
  measure/monitor/monitor_flux.c \
  'height < 0 ? -1 : 0' \
  'height <= 0 ? -1 : 0'
broken "segregation by contacts is relative to half of chance" \
  measure/monitor/monitor_segregation.c \
  '1 - number[4] / (2 * part * (1 - part))' \
  '1 - number[4] / (part * (1 - part))'
broken "contacts are counted at each end" \
  measure/monitor/monitor_segregation.c \
  '(0.5 * all)' \
  'all'
broken "rows of cells are one cell" \
  measure/monitor/monitor_segregation.c \
  'at * own->cells[k] + (int)' \
  'at + (int)'
broken "a contact counts with one body in the groups" \
  measure/monitor/monitor_segregation.c \
  '!(m->groups & c->group_a) || !' \
  '!(m->groups & c->group_a) && !'
broken "cells count alike for the variance" \
  measure/monitor/monitor_segregation.c \
  'sum += n * d * d' \
  'sum += d * d'
broken "mixing by chance forgets how full cells are" \
  measure/monitor/monitor_segregation.c \
  'apart * filled / total' \
  'apart / total'

by parallel/measure/test_monitor_clumps 1

broken "the displacement along z is left out" \
  measure/monitor/monitor_memory.c \
  'number[1] += number[2 + k];' \
  'if (k < 2) number[1] += number[2 + k];'
broken "displacements are those since the sample before" \
  measure/monitor/monitor_memory.c \
  'if (!(column[KNOWN][a] > 0)) column' \
  'column'
broken "the drift is a sum" \
  measure/monitor/monitor_memory.c \
  'sum_value(&sum[4 + k]) / n' \
  'sum_value(&sum[4 + k])'

by unit/contact/test_bond_strength 1

broken "bonds break by all of their bending" \
  link/kinds/bonds.c \
  'normal + h->moments * bent * s.radius / s.bending' \
  'normal + bent * s.radius / s.bending'
broken "bonds break by all of their twisting" \
  link/kinds/bonds.c \
  'slip / s.area + h->moments * twist' \
  'slip / s.area + twist'

by parallel/supply/test_change 1

broken "a new density is that of clumps as their template" \
  supply/change_kinds.c \
  '* templates_volume_factor(scene->templates, c->scale[row])' \
  ''
broken "the inertia of larger clumps grows with the fourth power" \
  supply/change_kinds.c \
  'volume * f * f' \
  'volume * f'
broken "a push replaces the spin" \
  supply/change_kinds.c \
  'vec3_add(c->w[row], p->spin)' \
  'p->spin'
broken "a new spin leaves the angular momentum" \
  supply/change_kinds.c \
  'c->motion[a].momentum = clump_momentum(spin, c->pose[a].q, c->inertia[a]);' \
  ''

by verify/motion/test_thermostats 1

broken "the place of Nose and Hoover goes a whole step in each half" \
  motion/thermostats/thermostat_kinds.c \
  '0.5 * dt * h->v[k];' \
  'dt * h->v[k];'
broken "the chain is pushed by k_B T" \
  motion/thermostats/thermostat_kinds.c \
  'h->v[k - 1] * h->v[k - 1] - energy' \
  'h->v[k - 1] * h->v[k - 1] + energy'
broken "the chain's friction is doubled" \
  motion/thermostats/thermostat_kinds.c \
  'exponential(-0.5 * quarter' \
  'exponential(-1 * quarter'
broken "energies relax half as fast" \
  motion/thermostats/thermostat_kinds.c \
  'past / r->time : 1' \
  '0.5 * past / r->time : 1'
broken "a rescaling counts for one step" \
  motion/thermostats/thermostat_kinds.c \
  'past = dt * (double)period(r, dt)' \
  'past = dt'
broken "a bath kicks as it slows" \
  motion/thermostats/thermostat_kinds.c \
  'energy * (1 - bath->keep[part] * bath->keep[part])' \
  'energy * (1 - bath->keep[part])'

by parallel/space/test_reflect 1

broken "a bounce takes four fifths of what it should" \
  motion/reflect.c \
  'lost -= 0.5 * factor' \
  'lost -= 0.4 * factor'
broken "what is lost counts the speed before alone" \
  motion/reflect.c \
  '(t->speed + after)' \
  '(t->speed + t->speed)'
broken "the restitution is squared" \
  motion/reflect.c \
  'take(b, 1 + d->restitution)' \
  'take(b, 1 + d->restitution * d->restitution)'
broken "faces get the momentum of an inelastic bounce" \
  motion/reflect.c \
  '-t->sign * factor * t->impulse' \
  '-t->sign * t->impulse'

by verify/constraint/test_joints 1

broken "a motor turns backward" \
  constraint/drive.c \
  'return before + d->speed * dt;' \
  'return before - d->speed * dt;'
broken "a motor goes to its place at once" \
  constraint/drive.c \
  'return min_real(max_real(d->place, before - way), before + way);' \
  'return d->place;'
broken "a motor has half of its force" \
  constraint/drive.c \
  'constraint_bound(b, e, k, -d->most, d->most)' \
  'constraint_bound(b, e, k, -0.5 * d->most, 0.5 * d->most)'
broken "the upper limit is where the lower one is" \
  constraint/drive.c \
  'low ? at - d->lo : at - d->hi' \
  'at - d->lo'
broken "limits hold in both directions" \
  constraint/drive.c \
  'if (low) b->least[e][k] = 0;' \
  'if (low) b->least[e][k] = -INFINITY;'
broken "a weld lets its clumps turn" \
  constraint/kinds/constraint_weld.c \
  'vec3_axis(turn, e), attitude_gradient' \
  '0 * vec3_axis(turn, e), attitude_gradient'
broken "a rope pushes" \
  constraint/kinds/points.c \
  '((const Distance *)self)->rope ? 0 : -INFINITY' \
  '-INFINITY * (self != NULL)'

by verify/measure/test_monitor_flow 1

broken "the order of rods is not 0 by chance" \
  measure/monitor/monitor_bodies.c \
  '(d * director_of(mean, &director) - 1) / (d - 1)' \
  'd * director_of(mean, &director) / (d - 1)'
broken "the tensor of order has a trace" \
  measure/monitor/monitor_bodies.c \
  '(d * mean[k] - (k < d)) / (d - 1)' \
  '(d * mean[k] - (k < d)) / d'

by parallel/measure/test_monitor_clumps 1

broken "times in a window begin anew with each sample" \
  measure/monitor/monitor_memory.c \
  'if (in && !(inside[a] > 0)) since' \
  'if (in) since'
broken "bodies that leave a window count as in it" \
  measure/monitor/monitor_memory.c \
  'sum_add(&sum[in ? 1 : 3], scene->time - since[a])' \
  'sum_add(&sum[1], scene->time - since[a])'
