"""Where nothing could be written, there is nothing to try; the whole of a trial is tested with `wicket try`."""

from pathlib import Path

import pytest

from oracle.sandbox import available
from wicket.sandbox.errors import CannotHold
from wicket.sandbox.trial import Trial


@pytest.mark.skipif(not available(), reason="bubblewrap cannot be used here: NO TRIAL IS TESTED")
def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")
    with pytest.raises(CannotHold, match="^/ cannot be written, so there is nothing to try here; go into a project$"):
        Trial([], {"HOME": str(tmp_path)}, str(tmp_path))
