"""The package: what its source distribution, its wheel and its metadata hold."""

import email
import importlib.metadata
import shutil
import subprocess
import sys
import tarfile
import zipfile
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from support import FULL, ROOT

# Files to build it from, and what may be done with it.
WANTED = {
    "PKG-INFO",
    "pyproject.toml",
    "Cargo.toml",
    "Cargo.lock",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "bindings-python/src/lib.rs",
    "core/boardwright/src/lib.rs",
    "core/chess/src/lib.rs",
    "core/games/chess/src/eval/chess.net",
    "python/boardwright/__init__.py",
    "python/boardwright/_native.pyi",
    "python/boardwright/py.typed",
}
FOREIGN = ("bindings-node", "bindings-elixir", "examples", "lab", "bench-peers", "fuzz", "docs")
EXTRAS = {"chess", "dask", "llm", "rl"}


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    beside = str(Path(sys.executable).parent)
    maturin = shutil.which("maturin", path=beside) or shutil.which("maturin")
    if not maturin:
        pytest.skip("maturin is not installed")
    out = tmp_path_factory.mktemp("sdist")
    command = [maturin, "sdist", "--out", str(out)]
    subprocess.run(command, cwd=ROOT / "bindings-python", check=True)
    (made,) = out.glob("*.tar.gz")
    return made


def test_the_source_distribution_has_what_is_needed_and_no_more(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
        info = archive.extractfile(f"{sdist.name.removesuffix('.tar.gz')}/PKG-INFO")
        assert info
        metadata = email.message_from_bytes(info.read())
    assert WANTED - names == set()
    assert not [name for name in names if name.split("/")[0] in FOREIGN]
    assert not [name for name in names if name.endswith((".so", ".pyc", ".node"))]
    assert sdist.stat().st_size < 5_000_000
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["License-Expression"] == "MIT OR Apache-2.0"
    assert set(metadata.get_all("Provides-Extra", [])) == EXTRAS
    # Nothing is needed but Python.
    needs = metadata.get_all("Requires-Dist", [])
    assert not [need for need in needs if "extra ==" not in need]


def test_what_is_installed_says_the_same() -> None:
    metadata = importlib.metadata.metadata("boardwright")
    assert set(metadata.get_all("Provides-Extra") or []) == EXTRAS
    assert metadata["Description-Content-Type"].startswith("text/markdown")
    files = importlib.metadata.files("boardwright") or []
    native = [file for file in files if file.suffix == ".so"]
    # For this very Python: lists take longer by the interface that all versions have.
    assert [file.name for file in native] == [f"_native{EXTENSION_SUFFIXES[0]}"]
    assert {"LICENSE-APACHE", "LICENSE-MIT"} <= {file.name for file in files}
    assert not [file for file in files if "test" in file.name]


@pytest.mark.skipif(not FULL, reason="builds the core as it is packaged: BOARDWRIGHT_FULL")
def test_a_wheel_for_every_python_from_the_source_distribution(sdist: Path, tmp_path: Path) -> None:
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
    for_all = ["-C", "build-args=--features=abi3"]
    subprocess.run([*build, *for_all, "--wheel-dir", str(tmp_path), str(sdist)], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    assert "-cp311-abi3-" in wheel.name
    with zipfile.ZipFile(wheel) as archive:
        (native,) = (name for name in archive.namelist() if name.endswith(".so"))
        symbols = b".symtab" in archive.read(native)
    assert not symbols, "it is not stripped"
    # Each Python that there is, from an empty environment.
    pythons = [f"python3.{minor}" for minor in range(11, 16)]
    found = [path for name in pythons if (path := shutil.which(name))]
    # A version manager has names also for those that it would not start.
    found = [path for path in found if subprocess.run([path, "-V"], check=False).returncode == 0]
    script = (
        "import boardwright as bw\n"
        "names = [game['name'] for game in bw.games()]\n"
        "assert 'chess' in names and 'phantom-tic-tac-toe' not in names, names\n"
        "state = bw.start('crazyhouse')\n"
        "state = state.play(bw.Bot('search', game='crazyhouse').decide(state, nodes=500).move)\n"
        "assert state.perft(2) and state.svg()\n"
        "from boardwright import chess\n"
        "assert chess.Board().legal_moves.count() == 20\n"
    )
    for number, python in enumerate([sys.executable, *found]):
        home = tmp_path / f"venv{number}"
        subprocess.run([python, "-m", "venv", str(home)], check=True)
        inside = str(home / "bin" / "python")
        install = [inside, "-m", "pip", "install", "--quiet", "--no-index", str(wheel)]
        subprocess.run(install, check=True)
        subprocess.run([inside, "-c", script], check=True, cwd=tmp_path)
        command = str(home / "bin" / "boardwright")
        subprocess.run([command, "perft", "chess", "3"], check=True, stdout=subprocess.DEVNULL)
