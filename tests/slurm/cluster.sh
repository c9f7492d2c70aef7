#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# cluster.sh [-hosts] COMMAND...: run a command on a cluster of two nodes that exists only for it, on this machine.
#
# Everything is in namespaces of its own: processes, mounts, network, host names. The two nodes, node1 and node2, have host
# names and network devices of their own, joined by a bridge; they share files and processors with this machine. munged,
# slurmctld and two slurmd run as root of the namespaces and end with them, whatever becomes of the command. Nothing outside is
# touched. With -hosts there is no Slurm. In the command's environment:
#
#   CLUSTER          folder with its files: slurm.conf, hosts, logs, and enter, which runs a command on a node:
#                    $CLUSTER/enter node2 hostname (for mpirun: --mca plm_rsh_agent $CLUSTER/enter)
#   SLURM_CONF       of this cluster
#
# Exit status: that of the command; 77, with the reason on stdout, where there can be no such cluster.
set -u

slurm=yes
if test "${1:-}" = -hosts; then slurm=no && shift; fi

cannot()
{
  echo "$*"
  exit 77
}

# ---- outside: see what is there, and go in ----

if test "${CLUSTER_INSIDE:-}" != yes; then
  needed="unshare nsenter ip mount"
  test $slurm = no || needed+=" munged slurmctld slurmd sbatch srun scontrol squeue"
  PATH=$PATH:/usr/sbin:/sbin
  for word in $needed; do command -v "$word" >/dev/null || cannot "no $word here (Debian: slurmctld slurmd slurm-client munge iproute2)"; done
  test $slurm = no || test "$(id -u)" = 0 || cannot "Slurm's daemons want to be root, to start jobs"
  become=()
  test "$(id -u)" = 0 || become=(--map-root-user)
  space=(unshare ${become[@]+"${become[@]}"} --mount --uts --net --pid --fork --kill-child --mount-proc)
  "${space[@]}" ip link add probe type bridge 2>/dev/null || cannot "namespaces with a network bridge are not allowed here"
  CLUSTER=$(mktemp -d /tmp/clast-cluster.XXXXXX) || cannot "no room in /tmp"
  trap 'rm -rf "$CLUSTER"' EXIT
  trap 'test -z "${child:-}" || kill "$child"; exit 143' HUP INT TERM
  export CLUSTER PATH
  flag=()
  test $slurm = yes || flag=(-hosts)
  CLUSTER_INSIDE=yes "${space[@]}" bash "$0" ${flag[@]+"${flag[@]}"} "$@" &
  child=$!
  wait $child
  exit $?
fi

# ---- inside: process 1 of the namespaces, with whose end everything ends ----

unset CLUSTER_INSIDE
nodes="node1 node2"
address() # HOST
{
  case $1 in head) echo 10.77.0.254 ;; *) echo "10.77.0.${1#node}" ;; esac
}

# Host names, and the folders below /run that daemons want, for these namespaces alone.
hostname head
mount -t tmpfs none /run
{
  echo "127.0.0.1 localhost"
  for host in head $nodes; do echo "$(address "$host") $host"; done
} >"$CLUSTER/hosts"
mount --bind "$CLUSTER/hosts" /etc/hosts
ip link set lo up
ip link add bridge type bridge
ip address add "$(address head)/24" dev bridge
ip link set bridge up
for node in $nodes; do
  unshare --net --uts sleep infinity &
  echo $! >"$CLUSTER/$node.pid"
  for _ in $(seq 100); do # until it has left our namespace
    if test "$(readlink "/proc/$!/ns/net")" != "$(readlink /proc/self/ns/net)"; then break; fi
    sleep 0.02
  done
  ip link add "$node" type veth peer name eth0 netns $!
  ip link set "$node" master bridge up
  nsenter -t $! --net --uts hostname "$node"
  nsenter -t $! --net ip link set lo up
  nsenter -t $! --net ip address add "$(address "$node")/24" dev eth0
  nsenter -t $! --net ip link set eth0 up
done
cat >"$CLUSTER/enter" <<'END'
#!/usr/bin/env bash
# NODE COMMAND...: run it on a node, as ssh would, which joins the words and has a shell read them
node=$1
shift
exec nsenter -t "$(cat "$CLUSTER/$node.pid")" --net --uts bash -c "$*"
END
chmod +x "$CLUSTER/enter"

start_slurm()
{
  mkdir -p /run/munge "$CLUSTER/state" "$CLUSTER/spool"
  head -c 128 /dev/urandom >"$CLUSTER/munge.key"
  chmod 700 "$CLUSTER"
  chmod 600 "$CLUSTER/munge.key"
  munged --force --key-file="$CLUSTER/munge.key" --socket=/run/munge/munge.socket.2 --pid-file="$CLUSTER/munged.pid" \
    --log-file="$CLUSTER/munged.log" --seed-file="$CLUSTER/munge.seed" --num-threads=2 >&2 || return 1
  # Short waits, and a job may start again in the minute it ended.
  cat >"$CLUSTER/slurm.conf" <<END
ClusterName=clast
SlurmctldHost=head
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=/run/munge/munge.socket.2
CredType=cred/munge
StateSaveLocation=$CLUSTER/state
SlurmdSpoolDir=$CLUSTER/spool/%n
SlurmctldPidFile=$CLUSTER/slurmctld.pid
SlurmdPidFile=$CLUSTER/slurmd.%n.pid
SlurmctldLogFile=$CLUSTER/slurmctld.log
SlurmdLogFile=$CLUSTER/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
TmpFS=$CLUSTER/tmp/%n
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SlurmdTimeout=20
KillWait=10
BatchStartTimeout=20
MinJobAge=900
SchedulerParameters=sched_interval=2,batch_sched_delay=0,bf_interval=2
JobRequeue=1
NodeName=${nodes/ /,} CPUs=8 Boards=1 SocketsPerBoard=1 CoresPerSocket=8 ThreadsPerCore=1 RealMemory=500 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE OverSubscribe=NO State=UP
END
  export SLURM_CONF=$CLUSTER/slurm.conf
  mkdir -p "$CLUSTER"/{spool,tmp}/{node1,node2}
  slurmctld -c -f "$SLURM_CONF" || return 1
  for node in $nodes; do "$CLUSTER/enter" "$node" slurmd -N "$node" -f "$SLURM_CONF" || return 1; done
  for _ in $(seq 120); do
    if test "$(sinfo -h -o '%T %D' 2>/dev/null)" = "idle 2"; then return 0; fi
    sleep 0.25
  done
  return 1
}

# Ranks that wait leave the processors, which both nodes share, to those that compute.
export OMPI_MCA_mpi_yield_when_idle=1
# What `make check` sets for processes by themselves is not for those that start others.
unset OMPI_MCA_orte_create_session_dirs OMPI_MCA_ess_singleton_isolated
if test $slurm = yes && ! start_slurm; then
  tail -n 5 "$CLUSTER"/*.log >&2
  cannot "Slurm does not start here"
fi
"$@" &
wait $!
