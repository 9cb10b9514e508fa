"""Programs from Debian's packages, where we may install them."""

import os
import shutil
import subprocess

_PATIENCE = ("-oAcquire::http::Timeout=20", "-oAcquire::Retries=1", "-oDPkg::Lock::Timeout=120")


def may_install() -> bool:
    """Return True for root on Debian and Ubuntu."""
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def install(*packages: str) -> None:
    """Try to install packages one after the other. Callers look for the program afterwards. Gives up soon on a mirror
    that cannot be reached, because another program may do."""
    env = dict(os.environ) | {"DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update", "-q"], *(["install", "-qy", "--no-install-recommends", name] for name in packages)):
        subprocess.run(["apt-get", *_PATIENCE, *command], env=env, capture_output=True, check=False)
