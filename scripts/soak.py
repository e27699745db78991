"""All tests again and again on a machine that is busy.

Builds everything once, then runs all suites whole some times and every test that has to
do with threads, timers or bots many times, with busy loops beside them. Which tests those
are: all but the ones that `soak.toml` beside this file names.

Each run is a line of JSON in a file of results: killed and begun again the script goes on
where it was, and no run is made twice. A line belongs to one state of the sources; those of
others are left alone and not counted. The exit status is 1 where a run has failed.
"""

import argparse
import contextlib
import hashlib
import json
import os
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "docs" / "results" / "soak.jsonl"
CHOICE = Path(__file__).with_suffix(".toml")
# Groups of processes of the runs that are under way.
GROUPS: set[int] = set()
# What no test reads, so that results may be kept beside the sources that they are of.
UNREAD = ("CHANGELOG.md", "docs/results", "docs/strength.md", "lab")
FEATURES = ["--features", "test-games"]
# As the Makefile has it, so that no run builds anew what is built.
ENVIRONMENT = {
    "BOARDWRIGHT_FEATURES": "test-games",
    "BOARDWRIGHT_PROFILE": "checkout",
    "CARGO_INCREMENTAL": "0",
    "CARGO_TERM_COLOR": "never",
}
FUZZ = ROOT / "fuzz" / "Cargo.toml"
PYTHON = ROOT / ".build" / "venv" / "bin" / "python"


@dataclass(frozen=True)
class Run:
    """Something that is run, as one process."""

    suite: str
    # "whole" or "often".
    kind: str
    command: tuple[str, ...]
    folder: Path
    # Two of it would be in each other's way.
    alone: bool = False


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    out = ROOT / ".build" / "soak"
    parser.add_argument(
        "--load", type=int, default=4, help="busy loops beside the tests (4)"
    )
    parser.add_argument(
        "--jobs",
        type=int,
        default=1,
        help="suites that are run at once, which is load as well (1)",
    )
    parser.add_argument(
        "--same",
        type=int,
        default=1,
        help="runs of one suite at once (1); a whole one is alone, and so is Elixir",
    )
    parser.add_argument(
        "--whole", type=int, default=3, help="runs of each whole suite (3)"
    )
    parser.add_argument(
        "--often",
        type=int,
        default=50,
        help="runs of the tests with threads, timers or bots (50)",
    )
    parser.add_argument(
        "--only", nargs="*", help="suites whose names contain one of these"
    )
    parser.add_argument(
        "--timeout",
        type=float,
        default=3600,
        help="seconds after which a run hangs (3600)",
    )
    parser.add_argument(
        "--results", type=Path, default=RESULTS, help="docs/results/soak.jsonl"
    )
    parser.add_argument(
        "--logs",
        type=Path,
        default=out / "logs",
        help="of runs that failed (.build/soak/logs)",
    )
    parser.add_argument(
        "--no-build", action="store_true", help="what is built is up to date"
    )
    parser.add_argument(
        "--fresh", action="store_true", help="forget the runs that were made"
    )
    parser.add_argument(
        "--list", action="store_true", help="say what would be run, and end"
    )
    parser.add_argument(
        "--summary", action="store_true", help="say what was run, and end"
    )
    parser.add_argument(
        "--all",
        action="store_true",
        help="with --summary: of every state of the sources",
    )
    return parser.parse_args()


def told(*command: str) -> bytes:
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout


def sources() -> str:
    """A name for the sources as they are, of which texts that no test reads are no part."""
    digest = hashlib.sha256()
    tree = told("git", "ls-tree", "-r", "-z", "HEAD", "--full-tree").split(b"\0")
    for entry in tree:
        name = os.fsdecode(entry.partition(b"\t")[2])
        if not name.startswith(UNREAD):
            digest.update(entry)
    unread = [f":(exclude){name}" for name in UNREAD]
    digest.update(told("git", "diff", "HEAD", "--binary", "--", ".", *unread))
    new = told(
        "git", "ls-files", "--others", "--exclude-standard", "-z", "--", ".", *unread
    )
    for name in sorted(name for name in new.split(b"\0") if name):
        digest.update(name)
        digest.update((ROOT / os.fsdecode(name)).read_bytes())
    return digest.hexdigest()[:16]


def build() -> None:
    subprocess.run(["make", "python", "node", "elixir", "cli"], cwd=ROOT, check=True)


def programs() -> Iterator[tuple[str, str, Path]]:
    """The Rust test programs, built where they are not: their names in `soak.toml`, their
    files, and the folders that they run in."""
    for command in (
        ["cargo", "test", "--workspace", *FEATURES, "--no-run"],
        ["cargo", "test", "--release", "--manifest-path", str(FUZZ), "--no-run"],
    ):
        lines = told(*command, "--message-format=json").splitlines()
        for message in map(json.loads, lines):
            if message.get("reason") != "compiler-artifact" or not message.get(
                "executable"
            ):
                continue
            if not message["profile"]["test"]:
                continue
            folder = Path(message["manifest_path"]).parent
            package = tomllib.loads((folder / "Cargo.toml").read_text())["package"][
                "name"
            ]
            kinds = message["target"]["kind"]
            name = message["target"]["name"]
            if "bin" in kinds:
                name = "main"
            elif "test" not in kinds:
                name = "lib"
            yield f"{package} {name}", message["executable"], folder


def rust(calm: dict[str, list[str]]) -> Iterator[Run]:
    known = []
    for name, program, folder in programs():
        known.append(name)
        yield Run(f"rust: {name}", "whole", (program,), folder)
        package = name.split(" ")[0]
        skipped = calm.get(name, calm.get(f"{package} *", []))
        if "" not in skipped:
            skips = [word for part in skipped for word in ("--skip", part)]
            yield Run(f"rust: {name}", "often", (program, *skips), folder)
    for name in calm:
        package, _, program = name.partition(" ")
        if name not in known and not (
            program == "*" and any(k.startswith(package) for k in known)
        ):
            sys.exit(f"{CHOICE.name}: there is no test program {name!r}")
    command = ("cargo", "test", "--doc", "--workspace", *FEATURES)
    yield Run("rust: documentation", "whole", command, ROOT)


def files(folder: str, pattern: str, calm: list[str], beside: Path = ROOT) -> list[str]:
    """The files of tests that are run often, from a folder."""
    found = sorted(
        str(path.relative_to(ROOT)) for path in (ROOT / folder).glob(pattern)
    )
    return [os.path.relpath(ROOT / name, beside) for name in found if name not in calm]


def others(calm: list[str]) -> Iterator[Run]:
    for name in calm:
        if not (ROOT / name).exists():
            sys.exit(f"{CHOICE.name}: there is no file {name!r}")
    pytest = (str(PYTHON), "-m", "pytest", "-q")
    folders = ("bindings-python/tests", "tests/oracles")
    yield Run("python", "whole", (*pytest, *folders), ROOT)
    often = [name for folder in folders for name in files(folder, "test_*.py", calm)]
    yield Run("python", "often", (*pytest, *often), ROOT)

    node = ROOT / "bindings-node"
    package = json.loads((node / "package.json").read_text())
    # As `npm test` does it, which is the last of what it does there.
    words = package["scripts"]["test"].split(" && ")[-1].split(" ")
    flags = tuple(word for word in words if not word.startswith("test/"))
    yield Run("node", "whole", ("npm", "test"), node)
    often = files("bindings-node/test", "*.test.mjs", calm, node)
    yield Run("node", "often", (*flags, *often), node)

    elixir = ROOT / "bindings-elixir"
    yield Run("elixir", "whole", ("mix", "test"), elixir)
    often = files("bindings-elixir/test", "*_test.exs", calm, elixir)
    # ExUnit gives a test the same temporary folder in every run.
    yield Run("elixir", "often", ("mix", "test", *often), elixir, alone=True)

    relay = ("sh", "tests/relay/run.sh", str(PYTHON))
    yield Run("relay", "whole", relay, ROOT)


def everything() -> list[Run]:
    choice = tomllib.loads(CHOICE.read_text())
    return [*rust(choice["rust"]), *others(choice["files"]["calm"])]


@contextlib.contextmanager
def busy(loops: int) -> Iterator[None]:
    """Busy loops beside; each ends by itself when this process is gone."""
    code = f"import os\nwhile os.getppid() == {os.getpid()}:\n    for _ in range(1_000_000): pass\n"
    beside = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(loops)]
    try:
        yield
    finally:
        for loop in beside:
            loop.kill()
        for loop in beside:
            loop.wait()


def kill(group: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def made(run: Run, log: Path, timeout: float) -> tuple[str, float]:
    """Makes a run, and says how it ended and how many seconds it took. It has a group of
    processes of its own, which is gone with it."""
    environment = {**os.environ, **ENVIRONMENT}
    began = time.monotonic()
    with log.open("wb") as out:
        process = subprocess.Popen(
            run.command,
            cwd=run.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        GROUPS.add(process.pid)
        try:
            code = process.wait(timeout)
            end = "ok" if code == 0 else f"exit status {code}"
        except subprocess.TimeoutExpired:
            end = f"not done after {timeout:.0f} s"
        finally:
            kill(process.pid)
            process.wait()
            GROUPS.discard(process.pid)
    return end, time.monotonic() - began


def read(path: Path, build: str | None) -> list[dict]:
    """The runs of this build, or of all. The last line of one that was killed may be half a line."""
    runs = []
    if path.exists():
        for line in path.read_text().splitlines():
            with contextlib.suppress(json.JSONDecodeError):
                runs.append(json.loads(line))
    return [run for run in runs if build in (None, run["build"])]


def summary(runs: list[dict]) -> int:
    """Says what the runs came to, and how many failed."""
    failed = [run for run in runs if run["end"] != "ok"]
    for kind in ("whole", "often"):
        for suite in sorted({run["suite"] for run in runs if run["kind"] == kind}):
            of = [run for run in runs if (run["kind"], run["suite"]) == (kind, suite)]
            bad = sum(run in failed for run in of)
            seconds = sum(run["seconds"] for run in of)
            loads = sorted({run["load"] for run in of})
            beside = "/".join(map(str, loads))
            print(
                f"{kind}  {suite:44} {len(of):3} runs  {bad:3} failed"
                f"  {seconds:8.0f} s  {beside} busy loops beside"
            )
    for run in failed:
        print(
            f"FAILED  {run['kind']} {run['suite']}, run {run['number']}: {run['end']}: {run['log']}"
        )
    print(f"{len(runs)} runs, {len(failed)} failed")
    return len(failed)


def make_all(
    todo: list[tuple[int, Run]], args: argparse.Namespace, state: str, results: TextIO
) -> list[dict]:
    """Makes runs side by side, and writes a line for each; returns their lines."""
    lines: list[dict] = []
    with ThreadPoolExecutor(args.jobs) as pool:
        try:
            under_way: dict[Future[tuple[str, float]], tuple[int, Run, Path]] = {}
            while todo or under_way:
                taken = [run for _, run, _ in under_way.values()]
                for entry in list(todo):
                    number, run = entry
                    if len(under_way) == args.jobs:
                        break
                    beside = [other for other in taken if other.suite == run.suite]
                    alone = any(
                        other.alone or other.kind == "whole" for other in (run, *beside)
                    )
                    if len(beside) < (1 if alone else args.same):
                        todo.remove(entry)
                        taken.append(run)
                        name = "".join(
                            c if c.isalnum() else "-"
                            for c in f"{run.kind}-{run.suite}-{number}"
                        )
                        log = args.logs / f"{state}-{name}.log"
                        under_way[pool.submit(made, run, log, args.timeout)] = (
                            number,
                            run,
                            log,
                        )
                done, _ = wait(under_way, return_when=FIRST_COMPLETED)
                for future in done:
                    number, run, log = under_way.pop(future)
                    end, seconds = future.result()
                    line = {
                        "build": state,
                        "suite": run.suite,
                        "kind": run.kind,
                        "number": number,
                        "load": args.load,
                        "jobs": args.jobs,
                        "end": end,
                        "seconds": round(seconds, 1),
                    }
                    if end == "ok":
                        log.unlink()
                    else:
                        line["log"] = os.path.relpath(log, ROOT)
                    lines.append(line)
                    results.write(json.dumps(line) + "\n")
                    results.flush()
                    print(
                        f"{len(lines)} made, {len(todo)} to go  {run.kind} {run.suite} {number}:"
                        f" {end}, {seconds:.0f} s",
                        flush=True,
                    )
        finally:
            # Of a script that is stopped nothing goes on.
            for group in list(GROUPS):
                kill(group)
    return lines


def main() -> int:
    args = arguments()
    state = sources()
    if args.fresh:
        args.results.unlink(missing_ok=True)
    if args.summary:
        return min(summary(read(args.results, None if args.all else state)), 1)
    if not (args.no_build or args.list):
        build()
    wanted = [
        (run, args.whole if run.kind == "whole" else args.often)
        for run in everything()
        if not args.only or any(part in run.suite for part in args.only)
    ]
    if args.list:
        for run, times in wanted:
            print(f"{times:3} x {run.kind} {run.suite}: {' '.join(run.command)}")
        return 0
    args.logs.mkdir(parents=True, exist_ok=True)
    args.results.parent.mkdir(parents=True, exist_ok=True)
    runs = read(args.results, state)
    done = {(run["suite"], run["kind"], run["number"]) for run in runs}
    # A line for each suite in turn, so that what is broken off has tried all.
    todo = [
        (number, run)
        for number in range(max((times for _, times in wanted), default=0))
        for run, times in wanted
        if number < times and (run.suite, run.kind, number) not in done
    ]
    with busy(args.load), args.results.open("a") as results:
        if results.tell() > 0:
            # After half a line.
            results.write("\n")
        runs += make_all(todo, args, state, results)
    return min(summary(runs), 1)


def terminated(*_: object) -> None:
    """Ends in the same way as by Ctrl-C: loops and runs are stopped."""
    raise KeyboardInterrupt


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, terminated)
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("stopped; begun again it goes on from here")
