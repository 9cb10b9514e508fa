"""Content lines of iCalendar files (RFC 5545, 3.1) as components with properties, read as other programs write them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

DATES = frozenset({"DTSTART", "DTEND", "RECURRENCE-ID", "EXDATE", "RDATE"})
"""Properties of dates. Their values have no colon, so that their parameters may have one without quotes:
`DTSTART;TZID=tzone://Microsoft/Custom:20261201T090000`."""
_NAME = re.compile(r"\s*([A-Za-z0-9-]+)\s*(?=[;:])")
_HEAD = re.compile(r'(?:"[^"]*"|[^":])*')
_PARAMETER = re.compile(r';\s*([^=;"]+)=((?:"[^"]*"|[^;"])*)')
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


class Property(NamedTuple):
    """A property: its name in upper case, its parameters without quotes, the value as it is written."""

    name: str
    parameters: Mapping[str, str]
    value: str


@dataclass(frozen=True)
class Component:
    """A component: its name in upper case, its properties and the components in it, in the order of the file."""

    name: str
    properties: list[Property] = field(default_factory=list)
    parts: list[Component] = field(default_factory=list)

    def all(self, *names: str) -> list[Property]:
        """The properties of these names."""
        return [one for one in self.properties if one.name in names]

    def first(self, name: str) -> Property | None:
        """The first property of a name that has a value."""
        return next((one for one in self.all(name) if one.value), None)

    def text(self, name: str) -> str:
        """The value of the first property of a name, empty without one."""
        found = self.first(name)
        return found.value if found else ""

    def of(self, name: str) -> list[Component]:
        """The components of a name in it."""
        return [part for part in self.parts if part.name == name]


def components(content: str) -> list[Component]:
    """The components of a file. Lines that are no property are passed over: some programs do not fold long texts.
    Raises ValueError where a component does not end, for then a part of the file may be missing."""
    whole = Component("")
    open_ones = [whole]
    for line in _lines(content):
        found = _property(line)
        if found is None:
            continue
        if found.name == "BEGIN":
            part = Component(found.value.strip().upper())
            open_ones[-1].parts.append(part)
            open_ones.append(part)
        elif found.name == "END":
            if len(open_ones) == 1 or open_ones.pop().name != found.value.strip().upper():
                raise ValueError(f"unexpected END:{found.value}")
        else:
            open_ones[-1].properties.append(found)
    if len(open_ones) > 1:
        raise ValueError(f"{open_ones[-1].name} does not end")
    return whole.parts


def unescaped(value: str) -> str:
    """A value of type TEXT as it is meant (RFC 5545, 3.3.11)."""
    return _ESCAPED.sub(lambda found: "\n" if found[1] in "nN" else found[1], value)


def _lines(content: str) -> Iterator[str]:
    """The lines of a file, folded ones put together."""
    line = ""
    for piece in content.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        if piece[:1] in {" ", "\t"}:
            line += piece[1:]
            continue
        yield line
        line = piece
    yield line


def _property(line: str) -> Property | None:
    found = _NAME.match(line)
    if found is None:
        return None
    name = found[1].upper()
    if name in DATES:
        head, _, value = line.rpartition(":")
    else:
        head = _HEAD.match(line)[0]  # type: ignore[index]
        value = line[len(head) + 1 :]
    parameters = {key.strip().upper(): value.strip().strip('"') for key, value in _PARAMETER.findall(head)}
    return Property(name, parameters, value.strip())
