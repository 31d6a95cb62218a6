"""The policy that a machine has from its fleet, on disk: as it was signed, its files, and which is in force."""

import os
import shutil
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wicket.errors import WicketError
from wicket.fleet.errors import FleetError
from wicket.fleet.signed_policy_bundle import Bundle
from wicket.policy_files.fleet_policy import FOLDER, LINK, NONE, folder_name, link_target
from wicket.state_files import own_folder, replace_file

__all__ = ["KeptPolicy"]

_SIGNED: Final = "signed"


@dataclass(frozen=True, slots=True)
class KeptPolicy:
    """The policy in wicket's `home`."""

    home: Path

    def read(self) -> bytes | None:
        """The signed policy that was kept last; None: there was none yet.

        Raises:
            FleetError: it cannot be read.
        """
        try:
            return (self.home / FOLDER / _SIGNED).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise FleetError(f"cannot read the fleet's policy: {error.strerror}") from error

    def unfold(self, bundle: Bundle, digest: str) -> Path:
        """Write the files of a policy into a folder of their own, and return it. Nothing is in force by that.

        Raises:
            FleetError: they cannot be written.
        """
        name = folder_name(bundle.number, digest)
        try:
            folder = own_folder(self.home, FOLDER)
            new = folder / f".{name}"
            shutil.rmtree(new, ignore_errors=True)
            for file, text in bundle.files.items():
                path = new / file
                path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
                path.chmod(0o700 if text.startswith("#!") else 0o600)
            shutil.rmtree(folder / name, ignore_errors=True)
            new.rename(folder / name)
        except (OSError, WicketError) as error:
            raise FleetError(f"cannot write the fleet's policy: {error}") from error
        return folder / name

    def keep(self, data: bytes) -> None:
        """Keep a signed policy, and forget the one before it.

        Raises:
            FleetError: it cannot be written.
        """
        try:
            replace_file(own_folder(self.home, FOLDER) / _SIGNED, data, 0o600)
        except (OSError, WicketError) as error:
            raise FleetError(f"cannot write the fleet's policy: {error}") from error

    def put_in_force(self, number: int, expires: float, digest: str) -> None:
        """Have every request from now on judged by the policy that was unfolded. `expires` 0: it only forbids.

        Raises:
            FleetError: it cannot be written.
        """
        before = self._link(link_target(number, expires, digest))
        # Somebody may be reading the one before. What is older goes.
        stays = {folder_name(number, digest), "-".join(before.split("-")[::2])}
        for each in (self.home / FOLDER).iterdir():
            if each.is_dir() and not each.is_symlink() and each.name not in stays:
                shutil.rmtree(each, ignore_errors=True)

    def ask_about_everything(self) -> None:
        """There is no valid policy.

        Raises:
            FleetError: it cannot be written.
        """
        self._link(NONE)

    def withdraw(self) -> None:
        """The fleet has no policies: what the machine itself says holds."""
        with suppress(OSError):
            (self.home / FOLDER / LINK).unlink()

    def _link(self, target: str) -> str:
        """Say what the link is to say, and return what it said before."""
        before = ""
        try:
            folder = own_folder(self.home, FOLDER)
            with suppress(OSError):
                before = os.readlink(folder / LINK)
            if before != target:
                new = folder / f".{LINK}"
                new.unlink(missing_ok=True)
                new.symlink_to(target)
                new.replace(folder / LINK)
        except (OSError, WicketError) as error:
            raise FleetError(f"cannot put the fleet's policy in force: {error}") from error
        return before
