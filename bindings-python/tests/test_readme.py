"""The examples that users read first are run."""

import contextlib
import io
import re
from pathlib import Path

import pytest

from support import ROOT


@pytest.mark.parametrize(
    "file",
    [
        ROOT / "bindings-python" / "README.md",
        ROOT / "README.md",
        ROOT / "docs" / "table.md",
        ROOT / "docs" / "blind.md",
        ROOT / "docs" / "words.md",
        ROOT / "docs" / "boost.md",
        ROOT / "docs" / "records.md",
        ROOT / "docs" / "arena.md",
        ROOT / "docs" / "learning.md",
        ROOT / "docs" / "python-chess.md",
    ],
)
def test_examples(file: Path) -> None:
    fenced = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
    blocks = fenced.findall(file.read_text(encoding="utf-8"))
    assert blocks
    names: dict[str, object] = {}
    for block in blocks:
        for module in ("numpy", "gymnasium", "pettingzoo"):
            if module in block:
                pytest.importorskip(module, reason=f"{module} is not installed")
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(block, str(file), "exec"), names)
