"""The MetaData of this service."""

import re

from kit.tables import service_metadata

metadata = service_metadata()


def snake(name: str) -> str:
    """The column of a wire name: `birthDate` → `birth_date`, `isPT` → `is_pt`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
