# SPDX-License-Identifier: MIT
# np: 3
# limit: 300
# Simulations in the process of Python: clast.Simulation, by the shared library of the build.
. "$srcdir/tests/tap.sh"

python=${PYTHON:-}
for name in $python /usr/bin/python3 python3; do
  "$name" -c 'import h5py, numpy' 2>/dev/null && { python=$name; break; }
  python=''
done
test -n "$python" || skip_all "no python3 with numpy and h5py"
case $("$CLAST" -version) in *-fsanitize*) skip_all "a library with sanitizers is no matter of python3, which has none" ;; esac
export PYTHONPATH=$srcdir/python PYTHONDONTWRITEBYTECODE=1 CLAST_LIBRARY=$builddir/lib CLAST

# FACT COMMAND...: run a script, whose lines "ok: .." and "NOT: .." are facts.
facts()
{
  local fact=$1
  shift
  "$@" >said 2>&1 </dev/null || fail "$fact" "$(tail -n 5 said)"
  while IFS= read -r line; do
    case $line in
    ok:*) pass "$fact: ${line#ok: }" ;;
    NOT:*) fail "$fact: ${line#NOT: }" ;;
    esac
  done <said
}

cat >common.py <<'E2'
import os
import sys
import numpy as np
import clast

scenario = {
    "run": {"end_time": 0.2, "gravity": [0, 0, -9.81]},
    "domain": {"lo": [0, 0, -0.1], "hi": [0.4, 0.4, 0.6], "boundary": ["periodic", "periodic", "open"]},
    "material": {"s": {"density": 2000, "young": 1e7, "poisson": 0.3}},
    "contact": {"ss": {"between": ["s", "s"], "normal": "hertz", "tangential": "mindlin", "restitution": 0.5, "friction": 0.4}},
    "template": {"rod": {"material": "s", "pebbles": [-0.02, 0, 0, 0.02, 0.02, 0, 0, 0.02]}},
    "clumps": {"heap": {"template": ["rod"], "count": 60, "lo": [0, 0, 0.02], "hi": [0.4, 0.4, 0.4]}},
    "wall": {"floor": {"shape": "plane", "material": "s", "point": [0, 0, 0], "normal": [0, 0, 1]}},
}


def say(*words):
    """A line; under mpirun, which mixes lines, in a file of this process in the folder SAID."""
    if "SAID" in os.environ:
        with open(os.path.join(os.environ["SAID"], "%d.txt" % os.getpid()), "a") as file:
            print(*words, file=file)
    else:
        print(*words, flush=True)


def check(text, good):
    say(("ok: " if good else "NOT: ") + text)


def raises(kind, call, *told):
    """True if the call raises exactly this, with these words."""
    try:
        call()
    except clast.Error as error:
        return type(error) is kind and all(word in str(error) for word in told)
    return False


def state_of(s):
    """What moves, by id, on all ranks."""
    return [s.gather("clumps", name, -1) for name in ("id", "position", "velocity", "orientation", "angular_velocity")]


def same(a, b):
    return all(np.array_equal(x, y) for x, y in zip(a, b))
E2

# FACT COMMAND...: run it on three ranks; what they say is in the file said.
three()
{
  rm -rf lines && mkdir lines
  export SAID=$work/lines
  check "$1" on_ranks 3 "${@:2}"
  unset SAID
  cat lines/*.txt >said
}

# ---- life and look ----

cat >life.py <<'E2'
from common import *
import gc, resource, time
import h5py

clast.write_scenario(scenario, "heap.yaml")
heard = []
s = clast.Simulation("heap.yaml", options={"run_end_time": 0.05, "run_seed": 1}, messages=heard.append)
check("opened, with what the program prints as messages", heard == [] and s.state == clast.Status.GOES_ON and s.steps_done == 0 and (s.rank, s.ranks) == (0, 1))
check("steps are made", s.step(10) is True and s.steps_done == 10 and s.time > 0 and s.dt > 0 and any("60 clumps" in line for line in heard))
check("a run to a time ends with the first step at or after it", s.run(0.02) and s.time >= 0.02 > s.time - s.dt)
check("a loop of steps yields their number", [k - s.steps_done for k in s.steps(5)] == [0] * 5 and len(list(s.steps(10, every=3))) == 4)
check("the columns of tables", {"id", "position", "mass"} < set(s.columns("clumps")) and "kinetic_translational" in s.columns("totals"))

s.save("saved.h5")
with h5py.File("saved.h5") as file:
    rows = file["particles/clumps"]
    order, mine = np.argsort(rows["id"][:]), np.argsort(s.view("clumps", "id"))
    names = [name for name in s.columns("clumps") if name in rows]
    check("views are what a checkpoint holds", len(names) > 10 and all(
        np.array_equal(np.asarray(rows[name][:])[order].reshape(60, -1), s.view("clumps", name)[mine].reshape(60, -1)) for name in names
        if rows[name].shape[0] == 60 and name != "image"))
v = s.view("clumps", "velocity")
check("a view has shape, unit and type, and cannot be written", v.shape == (60, 3) and v.unit == "m s-1" and v.dtype == np.float64 and not v.flags.writeable)
mass = s.view("clumps", "mass")
check("  arithmetic gives plain arrays", type(0.5 * mass * (v * v).sum(axis=1)) is np.ndarray and type(v[v[:, 2] < 0]) is np.ndarray)
check("  that agree with totals", abs((0.5 * mass * (v * v).sum(axis=1)).sum() - s.total("kinetic_translational")) < 1e-13 * s.total("kinetic_translational"))
column, kept, count = v[:, 2], v.copy(), len(v)
s.digest()
check("  it stays valid while nothing changes", v[0, 0] == kept[0, 0])
s.step()
uses = (lambda: v[0], lambda: v + 1, lambda: v.sum(), lambda: np.argsort(column), lambda: column.tolist(), lambda: repr(v), lambda: list(v), lambda: np.concatenate([v, v]),
        lambda: v.copy(), lambda: column[1])
check("  after a step its use is an error, and that of its parts", all(raises(clast.Stale, use, "earlier state") for use in uses))
check("  a copy stays", len(kept) == count and type(kept) is np.ndarray and np.isfinite(kept).all())
check("no such column, no such table", raises(clast.Mistakes, lambda: s.view("clumps", "colour"), "'colour'; there are: id template") and
      raises(clast.Mistakes, lambda: s.view("grains", "id"), "'grains'; there are: clumps"))
check("every column of every table", all(len(s.view(table, name)) == len(s.view(table, s.columns(table)[0])) for table in
      ("clumps", "pebbles", "contacts", "links", "walls", "totals") for name in s.columns(table)) and s.view("walls", "name").tolist() == ["floor"])
check("gathered rows are by id", np.array_equal(s.gather("clumps", "id"), np.sort(s.view("clumps", "id"))) and
      np.array_equal(s.gather("clumps", "position"), s.view("clumps", "position")[np.argsort(s.view("clumps", "id"))]))
check("to the end", s.run(1.0) is False and s.state == clast.Status.FINISHED and 0.05 <= s.time < 0.051 and s.step() is False and list(s.steps(3)) == [s.steps_done])
end = s.digest()
s.close()
check("closed, again too", s.close() is None and "closed" in repr(s) and raises(clast.Error, s.step, "closed") and raises(clast.Error, lambda: s.time, "closed"))
with clast.Simulation(checkpoint="saved.h5") as late:
    late.run(1.0, progress=True)
    check("a checkpoint goes on to the same bits", late.digest() == end)
text = open("heap.yaml").read()
with clast.Simulation(text=text, options={"run_end_time": 0.05}) as a, clast.Simulation(scenario, options={"run_end_time": 0.05}, comm="self") as b:
    for _ in range(10000):
        if not (a.step(7) | b.step(11)):
            break
    check("from text and from a dictionary, side by side", a.digest() == b.digest() == end)

# ---- what goes wrong

heard.clear()
with clast.Simulation("heap.yaml", messages=heard.append) as s:
    s.step()
check("closed before its end", any("stopped early, as its host ends it, at step 1" in line for line in heard))
try:
    clast.Simulation("heap.yaml", options={"run_end_time": -1, "run_sed": 3})
    check("mistakes", False)
except clast.Mistakes as error:
    check("mistakes are a list", [m.key for m in error.list] == ["-run_end_time", "-run_sed"] and all(isinstance(m, clast.Mistake) and m.text for m in error.list))
try:
    clast.Simulation(text=text.replace("density: 2000", "density: -2"))
    check("  with their lines", False)
except clast.Mistakes as error:
    check("  with their lines", error.list[0].line == 1 + text[:text.index("density")].count("\n") and "density" in error.list[0].key)
check("no file", raises(clast.Mistakes, lambda: clast.Simulation("nowhere.yaml"), "nowhere.yaml cannot be opened"))
check("no source, two sources, no level, no communicator", raises(clast.Mistakes, clast.Simulation, "not from 0") and
      raises(clast.Mistakes, lambda: clast.Simulation("heap.yaml", text=text), "not from 2") and
      raises(clast.Mistakes, lambda: clast.Simulation("heap.yaml", level="loud"), "'loud'", "warning") and
      raises(clast.Mistakes, lambda: clast.Simulation("heap.yaml", comm="world"), "'world'", "mpi4py"))
with clast.Simulation("heap.yaml") as s:
    check("a checkpoint that cannot be written", raises(clast.FileFailed, lambda: s.save("nowhere/x.h5"), "nowhere"))
    check("  the run goes on", s.step())
deep = clast.Simulation("heap.yaml", options={"material_s_young": 1e4})
check("physics stops the run", raises(clast.Stopped, lambda: deep.run(0.2), "overlap_limit") and deep.state == clast.Status.STOPPED and
      raises(clast.Stopped, deep.step, "overlap_limit"))
check("  which has its page", "<td>stopped</td>" in deep._repr_html_() and "stopped" in repr(deep))
deep.close()


def broken(line):
    raise KeyError(line)


try:
    with clast.Simulation("heap.yaml", messages=broken) as s:
        s.step()
    check("what a function of messages raises", False)
except KeyError as error:
    check("what a function of messages raises is raised by the call", "60 clumps" in str(error))

import signal, threading

signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where a shell has started the test in the background
with clast.Simulation(scenario, options={"run_end_time": 1e9, "run_dt": 5e-5}) as s:
    for call in (lambda: list(s.steps(10**9)), lambda: s.run(1e6), lambda: s.step(10**9)):
        threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
        began = time.time()
        try:
            call()
        except KeyboardInterrupt:
            check("a run can be interrupted, and goes on", time.time() - began < 20 and s.step())

# ---- pictures

with clast.Simulation(scenario) as s:
    s.step(20)
    before = s.digest()
    p = s.picture(80, 60, colour="speed", title="a title")
    p.save("p.png")
    check("a picture", p.rgb.shape == (60, 80, 3) and len(np.unique(p.rgb.reshape(-1, 3), axis=0)) > 50 and open("p.png", "rb").read() == p._repr_png_())
    check("  of other keys is another one", not np.array_equal(p.rgb, s.picture(80, 60, from_=[0.2, -2, 0.3], look_at=[0.2, 0.2, 0.2]).rgb))
    check("  a wrong key", raises(clast.Mistakes, lambda: s.picture(80, 60, colr="id"), "colr", "did you mean") and
          raises(clast.Mistakes, lambda: s.picture(80, 60, colour="contacts"), "contacts") and raises(clast.Mistakes, lambda: s.picture(3, 60), "3"))
    check("  nothing changes", s.digest() == before)
    page = s._repr_html_()
    check("a page for Jupyter", "data:image/png;base64" in page and "<td>60</td>" in page)

    import types
    shown = []
    handle = types.SimpleNamespace(update=shown.append)
    sys.modules["IPython"] = types.SimpleNamespace(get_ipython=lambda: types.SimpleNamespace(kernel=1))
    sys.modules["IPython.display"] = types.SimpleNamespace(HTML=str, display=lambda page, display_id: shown.append(page) or handle)
    s.run(s.time + 0.005, progress=True)
    check("  a bar that grows", len(shown) > 1 and "value='0.000'" in shown[0] and "value='1.000'" in shown[-1] and ", step " in shown[-1])

# ---- many

size = lambda: int(open("/proc/self/statm").read().split()[1]) * resource.getpagesize() // 1024
begun = time.time()
for k in range(100):
    with clast.Simulation("heap.yaml", options={"run_end_time": 0.01}) as s:
        s.step(2)
        s.view("clumps", "position")
    if k == 20:
        gc.collect()
        first = size()
gc.collect()
check("a hundred simulations, without growth: %d kB" % (size() - first), size() - first < 1000)
E2
facts "life" "$python" life.py

# ---- act ----

cat >act.py <<'E2'
from common import *

SECONDS, PUSH, SPIN = 0.05, [0.3, -0.1, 0.2], [1e-3, 0, 2e-3]


def end_of(prepare, extra={}, **keys):
    """State at the end of a run that is prepared so."""
    with clast.Simulation(dict(scenario, **extra), **keys) as s:
        prepare(s)
        s.run(SECONDS)
        return state_of(s)


plain = end_of(lambda s: None)
section = end_of(lambda s: None, {"force": {"all": {"force": PUSH, "torque": SPIN}}})
mine = lambda s: s.view("clumps", "id")
check("forces by id are those of the section force, to the bit", not same(plain, section) and same(section, end_of(lambda s: s.push(mine(s), PUSH, SPIN))))
check("  in two parts, too, of one id", same(section, end_of(lambda s: s.push(np.concatenate([mine(s), mine(s)]),
      np.concatenate([np.tile(PUSH, (len(mine(s)), 1)), 0 * np.tile(PUSH, (len(mine(s)), 1))]), np.tile(SPIN, (2 * len(mine(s)), 1)) * np.repeat([[1], [0]], len(mine(s)), axis=0)))))
check("  taken back", same(plain, end_of(lambda s: (s.push(mine(s), PUSH), s.push_none()))))

spring = end_of(lambda s: None, {"force": {"all": {"expression": "-3*x, -3*y, 0"}}})
centre = np.array([3.0, 3.0, 0.0])
check("a function is the formula of the section force, to the bit", same(spring, end_of(lambda s: s.add_force(lambda b: -(centre * b.position)))))


def in_place(b):
    b.force[:, :2] = -(3 * b.position[:, :2])


check("  by setting the arrays", same(spring, end_of(lambda s: s.add_force(in_place))))
steady = {"options": {"run_dt": 5e-5}}  # auto: it does not follow the state where there are functions
check("  taken back", same(end_of(lambda s: None, **steady), end_of(lambda s: s.remove_force(s.add_force(in_place)), **steady)))
seen = {}


def look(b):
    if len(b):
        seen.update({name: getattr(b, name) if getattr(b, name) is None else getattr(b, name).copy() for name in
                     ("id", "position", "orientation", "velocity", "angular_velocity", "mass", "radius", "material", "template", "groups")})
    return np.zeros((b.n, 3)), np.zeros((b.n, 3))


names = ["position", "orientation", "velocity", "angular_velocity", "mass", "radius", "material", "template", "groups", "id"]
with clast.Simulation(scenario) as s:
    s.add_force(look, columns=names)
    s.step(3)
    rows = {int(i): k for k, i in enumerate(seen["id"])} if seen else {}
    at = [rows[i] for i in mine(s).tolist() if i in rows]
    whole = len(at) == len(mine(s))
    check("a function gets the columns that it asks for", whole and all(seen[name] is not None for name in names) and
          np.array_equal(seen["mass"][at], s.view("clumps", "mass")) and np.allclose(seen["orientation"][at], s.view("clumps", "orientation"), atol=1e-12) and
          seen["radius"].min() > 0.02 and (seen["material"] == 0).all())
    check("  and no others", raises(clast.Mistakes, lambda: s.add_force(look, columns=["colour"]), "'colour'", "position"))
    ranks, rank = s.ranks, s.rank

# ---- wrong

with clast.Simulation(scenario) as s:
    s.step(5)
    before = state_of(s)
    check("an unknown id, no number, a wrong shape", raises(clast.Mistakes, lambda: s.push([10**6], PUSH)) and raises(clast.Mistakes, lambda: s.push([1], [np.nan, 0, 0])) and
          raises(clast.Mistakes, lambda: s.push([1, 2], np.zeros((3, 3))), "(2, 3)") and raises(clast.Mistakes, lambda: s.push([0.5], PUSH), "whole numbers"))
    wrong = lambda call, *told: raises(clast.Mistakes, call, *told)
    check("  no real numbers, no function, no whole numbers", wrong(lambda: s.push([1], [1j, 0, 0]), "complex") and wrong(lambda: s.push([1], "abc"), "forces: numbers") and
          wrong(lambda: s.push([1, 2], [[1], [1, 2]]), "forces") and wrong(lambda: s.add_force(3), "a function") and wrong(lambda: s.step(-1), "-1") and
          wrong(lambda: s.step(1.5), "1.5") and wrong(lambda: list(s.steps(3, every=0)), "every", "0") and wrong(lambda: s.run(np.nan), "nan"))
    check("  no rows for vectors, no text", wrong(lambda: s.push([3], 1.0), "(1, 3)") and wrong(lambda: s.set("velocity", [1, 2], [[1], [2]]), "(2, 1)") and
          wrong(lambda: s.move("shaker", shift=0.1), "(3,)") and wrong(lambda: s.add(3, [0, 0, 0]), "template: a text", "3") and wrong(lambda: s.view("clumps", None), "None") and
          wrong(lambda: clast.Simulation(scenario, options=["a"]), "dictionary"))
    s.push([], [])
    check("  no table, no column that can be set", wrong(lambda: s.columns("grains"), "'grains'; there are: clumps") and
          wrong(lambda: s.set("position", [1], [0, 0, 0]), "'position' can be set; there are: velocity") and wrong(lambda: s.set("group", [1], [[1, 2]]), "(1,)"))
    check("  nothing was applied", same(before, state_of(s)) and s.state == clast.Status.GOES_ON)


class Own(Exception):
    pass


def fails(b):
    if b.time > 0.003:
        raise Own("it is later than 3 ms")
    return 0 * b.position


for lacking, told in ((lambda b: b.velocity, "velocity was not asked for"), (lambda b: b.colour, "bodies have no colour; there are: n")):
    with clast.Simulation(scenario) as s:
        s.add_force(lacking, "position")
        try:
            s.step()
            check("a column that was not asked for", False)
        except AttributeError as error:
            check("a column that was not asked for", told in str(error))

s = clast.Simulation(scenario)
s.add_force(fails)
try:
    s.run(SECONDS)
    check("what a function raises", False)
except Own as error:
    check("what a function raises is raised by the run", "3 ms" in str(error))
except clast.Stopped as error:
    check("what a function raises is raised by the run", ranks > 1 and "3 ms" in str(error))
check("  which is stopped by it", s.state == clast.Status.STOPPED and raises(clast.Stopped, s.step, "Own", "3 ms"))
s.close()
with clast.Simulation(scenario) as s:
    s.add_force(lambda b: np.zeros((b.n + 1, 3)))
    try:
        s.step()
        check("  forces of a wrong shape", False)
    except (ValueError, clast.Stopped) as error:
        check("  forces of a wrong shape", "broadcast" in str(error))
with clast.Simulation(scenario) as s:
    s.add_force(lambda b: s.step())
    try:
        s.step()
        check("  a simulation that is used within", False)
    except clast.Error as error:
        check("  a simulation that is used within", "used by the functions" in str(error))

# ---- state and scenario

with clast.Simulation(scenario) as s:
    s.run(0.01)
    ids = s.add("rod", np.reshape([0.2, 0.2, 0.55] if s.rank == 0 else [], (-1, 3)), velocity=[0, 0, -1])
    everyone = s.gather("clumps", "id", -1)
    check("a clump is added", len(everyone) == 61 and (s.rank > 0 or everyone[-1] == ids[0]))
    new = everyone[-1:] if s.rank == s.ranks - 1 else everyone[:0]
    s.set("velocity", new, [0, 0.5, 0])
    check("  its velocity is set, from any rank", np.array_equal(s.gather("clumps", "velocity", -1)[-1], [0, 0.5, 0]))
    s.delete(new)
    check("  it is deleted", len(s.gather("clumps", "id", -1)) == 60 and s.step(10))
    check("  an unknown template, an unknown id", raises(clast.Mistakes, lambda: s.add("stick", [0.1, 0.1, 0.5])) and raises(clast.Mistakes, lambda: s.delete([10**6])))
    check("  a group that there is not", raises(clast.Mistakes, lambda: s.group("nobody"), "'nobody'"))
    s.do("set output_log_every 0.01")
    check("a value is set as by an event", raises(clast.Mistakes, lambda: s.do("set contact_ss_friction 0.1"), "cannot be set") and raises(clast.Mistakes, lambda: s.do("jump")))
    s.do("end")
    check("  a run is ended", s.step() is False and s.state == clast.Status.FINISHED)
    check("    and nothing is changed any more", all(raises(clast.Mistakes, call, "has ended (finished)") for call in (
        lambda: s.add("rod", [0.1, 0.1, 0.5]), lambda: s.set("velocity", [1], [0, 0, 1]), lambda: s.delete([1]), lambda: s.do("end"))))
extra = {"event": {"soon": {"when": "time", "above": 0.012, "do": ["checkpoint"]}}}
with clast.Simulation(dict(scenario, **extra)) as s:
    check("a run to an event", s.run_to("soon") and 0.012 <= s.time < 0.013)
    check("  that there is not", raises(clast.Mistakes, lambda: s.run_to("late"), "soon"))
extra = {"motion": {"lift": {"type": "host", "walls": ["floor"], "point": [0, 0, 0]}}, "domain": dict(scenario["domain"], boundary=["open", "open", "open"])}
with clast.Simulation(dict(scenario, **extra)) as s:
    for k in range(20):
        s.move("lift", shift=[0, 0, 1e-5 * k], velocity=[0, 0, 0.1])
        s.step()
    check("a wall is moved", abs(s.view("walls", "place")[0, 2] - 1.9e-4) < 1e-12 and abs(s.view("walls", "velocity")[0, 2] - 0.1) < 1e-12 and s.state == clast.Status.GOES_ON and raises(clast.Mistakes, lambda: s.move("left")))
if rank == 0:
    import hashlib
    say("digest of states", hashlib.md5(b"".join(x.tobytes() for run in (section, spring) for x in run)).hexdigest())
E2
facts "act" "$python" act.py
alone=$(grep '^digest of states' said)

# ---- ranks ----

cat >ranks.py <<'E2'
from common import *

with clast.Simulation("heap.yaml") as s:
    s.run(0.05)
    say("digest", s.rank, s.ranks, s.digest(), len(s.view("clumps", "id")) < 60, s.gather("clumps", "id", 1).size, s.picture(80, 60) is None)
E2
three "three ranks" "$python" ranks.py
is "  make one simulation, with the digest of one rank" "$(grep -o 'digest .*' said | sort | sed 's/digest \([0-9] [0-9]\) [0-9a-f]*/\1/')" \
  "$(printf '%s\n' '0 3 True 0 False' '1 3 True 60 True' '2 3 True 0 True')"
alike=$("$python" -c 'from common import *
s = clast.Simulation("heap.yaml"); s.run(0.05); print(s.digest())')
is "  the same on each" "$(grep -o 'digest .*' said | awk '{ print $4 }' | sort -u)" "$alike"
three "three ranks act" "$python" act.py
is "  as one does" "$(grep -c '^NOT' said):$(grep '^digest of states' said)" "0:$alone"
grep '^NOT' said | sort -u | sed 's/^/# /'
if "$python" -c 'import mpi4py' 2>/dev/null; then
  cat >halves.py <<'E2'
from common import *
from mpi4py import MPI

half = MPI.COMM_WORLD.Split(MPI.COMM_WORLD.rank % 2, 0)
with clast.Simulation("heap.yaml", comm=half) as s:
    s.run(0.05)
    say("digest", s.ranks, s.digest())
E2
  three "communicators of mpi4py" "$python" halves.py
  is "  are those of the simulations" "$(grep -o 'digest .*' said | sort | uniq -c | sed 's/^ *//')" "$(printf '1 digest 1 %s\n2 digest 2 %s' "$alike" "$alike")"
else
  cat >handle.py <<'E2'
from common import *


class World:  # py2f of a communicator
    def __init__(self, handle):
        self.py2f = lambda: handle


with clast.Simulation("heap.yaml") as first:  # MPI is started by it
    for handle, ranks in ((int(sys.argv[1], 0), first.ranks), (int(sys.argv[2], 0), 1)):
        with clast.Simulation("heap.yaml", comm=World(handle)) as s:
            s.run(0.05)
            say("digest", s.ranks == ranks, s.digest())
E2
  case $("$CLAST" -version) in # its handles of MPI_COMM_WORLD and MPI_COMM_SELF
  *"Open MPI"*) handles="0 1" ;;
  *MPICH*) handles="0x44000000 0x44000001" ;;
  *) handles='' ;;
  esac
  if test -n "$handles"; then
    # shellcheck disable=SC2086 # two words
    three "communicators with py2f" "$python" handle.py $handles
    is "  are those of the simulations" "$(grep -o 'digest .*' said | sort -u)" "digest True $alike"
  else
    skip "communicators with py2f" "no mpi4py, and an MPI whose handles are not known"
  fi
fi

cat >alone.py <<'E2'
from common import *

try:
    with clast.Simulation("heap.yaml") as s:
        s.add_force(lambda b: 1 / 0 if s.rank == 1 else 0 * b.position)
        s.step()
except (ZeroDivisionError, clast.Stopped) as error:
    say("ended", type(error).__name__)
open_still = clast.Simulation("heap.yaml")
E2
three "three ranks, of which a function of one fails" "$python" alone.py
is "  all end" "$(grep '^ended' said | sort | uniq -c | sed 's/^ *//')" "$(printf '2 ended Stopped\n1 ended ZeroDivisionError')"

# ---- grids ----

cat >grid.py <<'E2'
from common import *

G = np.array([2.0, -3.0, 0.5])
box = dict(scenario, domain={"lo": [0, 0, 0], "hi": [0.4, 0.4, 0.6], "boundary": ["periodic"] * 3}, wall={})
whole = lambda s, rows: s.gather("clumps", rows, -1)

with clast.Simulation(box) as s, s.grid([0, 0, 0], [0.4, 0.4, 0.6], [5, 7, 9]) as g:
    s.step(20)
    volume, momentum = g.solids()
    part = 9 * (s.rank + 1) // s.ranks - 9 * s.rank // s.ranks
    check("cells of this rank", g.shape == (5, 7, part) == volume.shape and momentum.shape == g.shape + (3,) and g.centres().shape == g.shape + (3,))
    filled, mean = volume > 1e-12, g.velocity()
    check("  their mean velocity", mean.shape == momentum.shape and
          np.allclose(mean[filled], momentum[filled] / (2000 * volume[filled])[:, None], rtol=1e-12))
    ones = g.at_clumps(np.ones(g.shape), "shares")
    check("a field of ones, at clumps", np.allclose(ones, 1, rtol=1e-12) and ones.shape == (len(s.view("clumps", "id")),))
    values, slopes = g.at_clumps(g.centres() @ G, gradients=True)
    x = s.view("clumps", "position").copy()
    x -= [0.4, 0.4, 0.6] * np.floor(x / [0.4, 0.4, 0.6])
    inside = ((x > g.size) & (x < [0.4, 0.4, 0.6] - g.size)).all(axis=1)
    deep = ((x > 2 * g.size) & (x < [0.4, 0.4, 0.6] - 2 * g.size)).all(axis=1)
    check("  a linear field", np.allclose(values[inside], x[inside] @ G, rtol=1e-10) and np.allclose(slopes[deep], G, rtol=1e-9))
    check("  vectors", g.at_clumps(g.centres()).shape == x.shape and np.allclose(g.at_clumps(g.centres())[inside], x[inside], rtol=1e-10))
    if s.ranks == 1:
        v = s.view("clumps", "mass") / 2000
        check("all volume and momentum", abs(volume.sum() / v.sum() - 1) < 1e-9 and
              np.allclose(momentum.sum(axis=(0, 1, 2)), (s.view("clumps", "mass")[:, None] * s.view("clumps", "velocity")).sum(axis=0), rtol=1e-9))
    g.push(G)
    force = s.view("clumps", "grid_force")
    check("a constant push", np.allclose(force, G * (s.view("clumps", "mass") / 2000)[:, None], rtol=1e-9))
    g.push(None)
    reaction = g.drag([0.5, 0, 0], 1000, 1e-3)
    force = whole(s, "grid_force")
    check("drag goes with the flow", (force[:, 0] > 0).all() and reaction.shape == g.shape + (3,) and (reaction[..., 0] <= 0).all())
    if s.ranks == 1:
        check("  and its reaction is the opposite", np.allclose(reaction.sum(axis=(0, 1, 2)), -force.sum(axis=0), rtol=1e-10, atol=1e-14))
    other = g.drag(np.zeros(g.shape + (3,)) + [0.5, 0, 0], 1000, 1e-3, fraction=0.9, law="ergun")
    check("  of the other law", not volume.any() or not np.allclose(other, reaction))
    g.push(G)
    s.step(20)
    check("same bits on any ranks: " + s.digest(), True)
    bad = clast.Mistakes
    check("what is wrong", raises(bad, lambda: g.push([1, 2]), "density", "shape (3,) for all cells", "not of shape (2,)") and
          raises(bad, lambda: g.drag([0, 0, 0], 1000, 0), "viscosity") and raises(bad, lambda: g.drag([0, 0, 0], 1, 1, law="stokes"), "'stokes'", "ergun") and
          raises(bad, lambda: g.at_clumps(1.0, "means"), "'means'", "shares") and raises(bad, lambda: g.push([np.nan, 0, 0]), "not finite") and
          raises(bad, lambda: g.at_clumps(np.zeros(g.shape + (4,))), "1", "3") and raises(bad, lambda: s.grid([0, 0, 0], [1, 1, 1], [2, 2, 2]), "periodic") and
          raises(bad, lambda: s.grid([0, 0, 0], [0.4, 0.4, 0.6], [2, 2, 2], start=[0, 0, 0], stop=[1, 2, 2]), "on no rank") and
          raises(bad, lambda: s.grid([0, 0, 0], [0.4, 0.4, 0.6], [2, 2, 2], start=[0, 0, 0]), "both"))
    g.drag_none()
    g.free()
    check("  nothing acts of a grid that is freed", g.free() is None and raises(clast.Error, g.solids, "freed") and not np.any(s.view("clumps", "grid_force")))
one = dict(box, clumps={"one": {"template": "rod", "position": [0.05, 0.25, 0.33]}})
with clast.Simulation(one) as s:
    g = s.grid([0, 0, 0], [0.4, 0.4, 0.6], [4, 4, 6], start=[0, 0, 6 * s.rank // s.ranks], stop=[4, 4, 6 * (s.rank + 1) // s.ranks])
    volume, _ = g.solids()
    where = [tuple(k + g.start) for k in np.argwhere(volume)]
    check("cells are [x, y, z]", where in ([(0, 2, 3)], []) and (s.ranks > 1 or where))
check("closed with its simulation", g.free() is None and raises(clast.Error, g.solids, "closed"))
E2
facts "grids" "$python" grid.py
grep -o 'any ranks: .*' said >one.txt
three "three ranks have grids" "$python" grid.py
is "  with nothing wrong" "$(grep -c '^NOT' said):$(grep '^NOT' said)" 0:
is "  and the same bits" "$(grep -o 'any ranks: .*' said | sort -u)" "$(cat one.txt)"

# ---- where the library is ----

mkdir -p empty
status "no library" 1 env CLAST_LIBRARY="$work/empty" "$python" -c 'import clast; clast.Simulation("heap.yaml")'
says "  is told with what to do" 'NoLibrary: there is no libclast\.so.*make install.*CLAST_LIBRARY'
echo "int clast_version;" >old.c
if $CC -shared -fPIC old.c -o empty/libclast.so 2>/dev/null; then
  status "a library of another version" 1 env CLAST_LIBRARY="$work/empty/libclast.so" "$python" -c 'import clast; clast.Simulation("heap.yaml")'
  says "  is told" 'does not fit this module, which is for version .* of the interface: it has no .*clast_step.*pip install'
fi
grep -oE '\bclast_[a-z_]+\(' "$srcdir/src/api/clast.h" | sort -u |
  sed 's/(//; /clast_api_version/d; s/.*/int &;/' >old.c
echo 'void clast_api_version(int *major, int *minor) { *major = 9; *minor = 0; }' >>old.c
if $CC -shared -fPIC old.c -o empty/libclast.so 2>/dev/null; then
  status "a library of a later version" 1 env CLAST_LIBRARY="$work/empty/libclast.so" "$python" -c 'import clast; clast.Simulation("heap.yaml")'
  says "  is told" 'for version 0\.[0-9]* of the interface: it has version 9\.0\. Install'
fi
mkdir -p prefix/bin prefix/lib && cp "$CLAST" prefix/bin/clast && cp "$builddir/lib/libclast.so" "prefix/lib/libclast.so.$(sed -n 's/^#define CLAST_API_MAJOR //p' "$srcdir/src/api/clast.h")"
cp "$srcdir"/python/*.py prefix
check "it is found beside the program of PATH" env -u CLAST_LIBRARY -u CLAST PYTHONPATH="$work/prefix" PATH="$work/prefix/bin:$PATH" "$python" -c 'import clast_library
print(clast_library.library()._name)'
is "  in the folder lib" "$(grep -c "^$work/prefix/lib/libclast.so" "$out")" 1
check "files are read without it" env CLAST_LIBRARY="$work/empty" "$python" -c 'import clast; clast.write_scenario({"run": {"end_time": 1}}, "x.yaml")'

if "$python" -c 'import venv, ensurepip, setuptools, wheel' 2>/dev/null && "$python" -m venv --system-site-packages venv >/dev/null 2>&1; then
  cp -r "$srcdir/python" package
  chmod -R u+w package
  check "pip installs the module" venv/bin/python -m pip install --no-build-isolation --no-deps --no-index -q ./package
  mkdir -p venv/lib && cp "$builddir/lib/libclast.so" "venv/lib/libclast.so.$(sed -n 's/^#define CLAST_API_MAJOR //p' "$srcdir/src/api/clast.h")"
  check "  it finds the library that is installed beside it" env -u PYTHONPATH -u CLAST_LIBRARY -u CLAST PATH=/usr/bin:/bin venv/bin/python -I -c '
import clast, clast_library
with clast.Simulation("heap.yaml") as s:
    s.step()
print(clast.__file__, clast_library.library()._name)'
  is "  both in the venv" "$(grep -c "^$work/venv/lib/.*/clast.py $work/venv/lib/libclast.so" "$out")" 1
else
  skip "pip installs the module" "no venv, pip, setuptools or wheel"
fi

# ---- pages and notebooks ----

"$python" "$srcdir/build-aux/python-reference" "$srcdir" >python.md
is "docs/reference/python.md is up to date (make reference)" "$(diff "$srcdir/docs/reference/python.md" python.md)" ""

# shellcheck disable=SC2016 # quotes of Markdown
sed -n '/^```python$/,/^```$/p' "$srcdir/python/README.md" | ${AWK:-awk} '/^```python/ { block = ""; next } /^```$/ { if (block ~ /clast\.Simulation/) printf "%s", block; next }
  { block = block $0 "\n" }' >page.py
check "the example of the page runs" "$python" page.py
is "  to its end" "$(grep -cE '^[0-9a-f]{16}$' "$out"):$(test -s heap.png && test -s heap.h5 && echo files)" 1:files

if "$python" -c 'import matplotlib' 2>/dev/null; then
  for name in first_steps own_force calibrate; do
    check "the notebook $name runs" env CLAST_OUT="$work/notebooks" CLAST_SECONDS=0.1 \
      "$python" "$srcdir/tests/cli/notebook.py" "$srcdir/python/notebooks/$name.ipynb"
    is "  and draws a picture" "$(test -s "notebooks/$name.png" && echo yes)" yes
  done
else
  note "matplotlib is not there: notebooks are not run"
fi
tap_end
