"""The notebooks of `examples/notebooks` are run, in their short form, and have types."""

import subprocess
import sys
from pathlib import Path

import pytest

from support import ROOT

nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
pytest.importorskip("ipykernel", reason="ipykernel is not installed")

NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))
NEEDS = {"study": ["matplotlib"], "tournament": ["distributed"]}


def test_there_are_notebooks() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["learner", "study", "tour", "tournament"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("default")  # of the packages that run notebooks
def test_notebooks_run_from_start_to_end(
    path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for module in ["numpy", *NEEDS.get(path.stem, [])]:
        pytest.importorskip(module, reason=f"{module} is not installed")
    monkeypatch.setenv("BOARDWRIGHT_QUICK", "1")
    monkeypatch.setenv("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    notebook = nbformat.read(path, 4)
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert outputs
    assert not [output for output in outputs if output.output_type == "error"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_kept_with_their_outputs(path: Path) -> None:
    notebook = nbformat.read(path, 4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    # In order from the first to the last, in one run.
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    assert any(cell.outputs for cell in code)
    assert str(Path.home()) not in path.read_text(encoding="utf-8")


def test_notebooks_have_types(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="mypy is not installed")
    files = []
    for path in NOTEBOOKS:
        cells = nbformat.read(path, 4).cells
        code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
        files.append(tmp_path / f"{path.stem}_notebook.py")
        files[-1].write_text(code, encoding="utf-8")
    # IPython's, matplotlib's and distributed's own types are not ours to judge.
    config = tmp_path / "mypy.ini"
    config.write_text(
        "[mypy]\nstrict = true\n[mypy-IPython.*,matplotlib.*,distributed.*]\n"
        "ignore_missing_imports = true\nfollow_imports = skip\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "mypy", "--config-file", str(config)]
    command += ["--cache-dir", str(tmp_path / "cache"), *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
