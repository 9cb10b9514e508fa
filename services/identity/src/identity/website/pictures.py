"""The picture of a website notice: a file of a type that every browser shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kit import store
from kit.errors import Invalid
from kit.policy import Actor
from kit.values import FileIds

MEDIA_TYPES = {"png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp", "gif": "image/gif"}
"""Media types by extension. SVG is left out: it can run script."""
MOST_BYTES = 5 * 1024 * 1024


@dataclass(frozen=True, kw_only=True)
class Picture(FileIds):
    """The id of one picture, in a list like files of other fields."""

    def ask(self, actor: Actor, name: str, title: str, old: Any, new: Any) -> None:
        """Check that the person who adds the file may see it, and that it is a picture. Raises Invalid, Unavailable."""
        added = [file_id for file_id in new if file_id not in set(old or ())]
        for file_name in store.check(added, actor, name, title).values():
            if file_name.rpartition(".")[2].lower() not in MEDIA_TYPES:
                text = f"{title}: {file_name} is no picture; please attach a PNG, JPEG, WebP or GIF"
                raise Invalid(text, code="no_picture", fields={name: text})
