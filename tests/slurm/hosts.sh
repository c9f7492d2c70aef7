# SPDX-License-Identifier: MIT
# mpirun over two hosts, as from a hostfile: the nodes of tests/slurm/cluster.sh without Slurm, whose own host names and networks
# mpirun reaches by an agent in place of ssh, and whose ranks talk over TCP. Same digest as on this machine alone. limit: 300
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/cli/heap.sh"
if test -z "${CLUSTER:-}"; then
  ${MPIEXEC:-mpiexec} --version 2>/dev/null | grep -Eq 'Open ?(MPI|RTE)' || skip_all "needs Open MPI, for its agent in place of ssh"
  reason=$("$srcdir/tests/slurm/cluster.sh" -hosts true) || skip_all "${reason:-no hosts}"
  exec "$srcdir/tests/slurm/cluster.sh" -hosts bash "$srcdir/tests/slurm/hosts.sh"
fi

heap_write .
export OMPI_MCA_plm_rsh_agent=$CLUSTER/enter PRTE_MCA_plm_ssh_agent=$CLUSTER/enter
printf 'node1 slots=2\nnode2 slots=2\n' >hosts
short=(-run_end_time 0.03 -checkpoint_every 0.02)

check "a command on all slots of the hostfile" mpirun -n 4 --hostfile hosts hostname
is "  runs on both hosts" "$(grep "^node" "$out" | sort | uniq -c | tr -s ' \n' ' ')" " 2 node1 2 node2 "
check "a run on this machine alone" "$CLAST" heap.yaml "${short[@]}" -output_dir alone
for np in 2 3 4; do
  check "np $np over two hosts" mpirun -n $np --hostfile hosts --map-by node "$CLAST" heap.yaml "${short[@]}" -output_dir over$np
  says "np $np:   as one run" "clumps of 180 pebbles on $np ranks"
  is "np $np:   same digest" "$(digest over$np/restart/clast-60.h5)" "$(digest alone/restart/clast-60.h5)"
  is "np $np:   same rows of log.csv" "$(rows over$np/log.csv | cksum)" "$(rows alone/log.csv | cksum)"
done
check "jobs/mpirun.sh over two hosts" "$srcdir/jobs/mpirun.sh" -n 2 --hostfile hosts --map-by node -- heap.yaml -run_end_time 0.01 -output_dir looped
check "  goes on on one" "$srcdir/jobs/mpirun.sh" -n 1 --host node2 -- heap.yaml "${short[@]}" -output_dir looped
says "  from there" 'going on from .*looped/restart/clast-20\.h5'
is "  same digest" "$(digest looped/restart/clast-60.h5)" "$(digest alone/restart/clast-60.h5)"

# ---- a large mesh is divided among ranks on two hosts ----

# A cube of 12 N^2 triangles, 101 568 of them, around the heap.
$AWK 'BEGIN {
  N = 92
  print "solid cube"
  for (f = 0; f < 6; f++) for (i = 0; i < N; i++) for (j = 0; j < N; j++) {
    triangle(f, i, j, i + 1, j, i + 1, j + 1)
    triangle(f, i, j, i + 1, j + 1, i, j + 1)
  }
  print "endsolid cube"
}
function triangle(f, a, b, c, d, e, g) { printf "facet normal 0 0 0\nouter loop\n%s%s%sendloop\nendfacet\n", corner(f, a, b), corner(f, c, d), corner(f, e, g) }
function corner(f, i, j,   u, v, w) {
  u = 2 * i / N - 1; v = 2 * j / N - 1; w = f < 3 ? 1 : -1
  if (w < 0) { v = u; u = 2 * j / N - 1 } # seen from the other side
  return sprintf("vertex %.9g %.9g %.9g\n", f % 3 == 0 ? w : f % 3 == 1 ? v : u, f % 3 == 1 ? w : f % 3 == 2 ? v : u, f % 3 == 2 ? w : f % 3 == 0 ? v : u)
}' >cube.stl
sed 's|floor: .*|cube: {shape: mesh, material: soft, file: cube.stl, side: inside, scale: 2.05, shift: [3, 2, 3]}|
  s|periodic, open, free|open, open, open|
  s|lo: \[0, 0, 0\], hi: \[6, 4, 4\]|lo: [1, 0, 1], hi: [5, 4, 5]|' heap.yaml >cube.yaml
check "in a cube of 101568 triangles, alone" "$CLAST" cube.yaml "${short[@]}" -output_dir cube
for np in 2 4; do
  check "np $np over two hosts" mpirun -n $np --hostfile hosts --map-by node "$CLAST" cube.yaml "${short[@]}" -verbose -output_dir cube$np
  says "  the cube is divided" 'the meshes of 1 of 1 walls are divided among the ranks'
  is "  same digest" "$(digest cube$np/restart/clast-60.h5)" "$(digest cube/restart/clast-60.h5)"
done

# ---- a signal reaches both hosts ----

on_two_hosts()
{
  exec mpirun -n 2 --hostfile hosts --map-by node "$CLAST" heap.yaml -run_dt 1e-6 -run_end_time 900 -checkpoint_every 0 -output_log_every 1e-5 -output_dir told
}
on_two_hosts >told.out 2>&1 </dev/null &
child=$!
wait_lines told/log.csv 4
kill -USR1 $child
wait $child
is "SIGUSR1 to mpirun: exit status 75" $? 75
is "  and a checkpoint" "$(cat told/status)" checkpointed
tap_end
