"""Content lines of iCalendar files (RFC 5545, 3.1), parsed into components with properties as other programs write
them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

DATES = frozenset({"DTSTART", "DTEND", "RECURRENCE-ID", "EXDATE", "RDATE"})
"""Properties of dates. Their values contain no colon, so parameters may contain one without quotes:
`DTSTART;TZID=tzone://Microsoft/Custom:20261201T090000`."""
_NAME = re.compile(r"\s*([A-Za-z0-9-]+)\s*(?=[;:])")
_HEAD = re.compile(r'(?:"[^"]*"|[^":])*')
_PARAMETER = re.compile(r';\s*([^=;"]+)=((?:"[^"]*"|[^;"])*)')
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


class Property(NamedTuple):
    """A property: its name in upper case, its parameters without quotes, and the value as written."""

    name: str
    parameters: Mapping[str, str]
    value: str


@dataclass(frozen=True)
class Component:
    """A component: its name in upper case, its properties and its components, in the order of the file."""

    name: str
    properties: list[Property] = field(default_factory=list)
    parts: list[Component] = field(default_factory=list)

    def all(self, *names: str) -> list[Property]:
        """Return the properties of these names."""
        return [one for one in self.properties if one.name in names]

    def first(self, name: str) -> Property | None:
        """Return the first property of a name that has a value."""
        return next((one for one in self.all(name) if one.value), None)

    def text(self, name: str) -> str:
        """Return the value of the first property of a name, or an empty string."""
        value = self.first(name)
        return value.value if value else ""

    def of(self, name: str) -> list[Component]:
        """Return the components of a name that it contains."""
        return [part for part in self.parts if part.name == name]


def components(content: str) -> list[Component]:
    """Return the components of a file. Lines that are not properties are skipped, because some programs do not fold
    long texts. Raises ValueError if a component does not end, since part of the file may then be missing."""
    whole = Component("")
    open_ones = [whole]
    for line in _lines(content):
        property_ = _property(line)
        if property_ is None:
            continue
        if property_.name == "BEGIN":
            part = Component(property_.value.strip().upper())
            open_ones[-1].parts.append(part)
            open_ones.append(part)
        elif property_.name == "END":
            if len(open_ones) == 1 or open_ones.pop().name != property_.value.strip().upper():
                raise ValueError(f"unexpected END:{property_.value}")
        else:
            open_ones[-1].properties.append(property_)
    if len(open_ones) > 1:
        raise ValueError(f"{open_ones[-1].name} does not end")
    return whole.parts


def unescaped(value: str) -> str:
    """Return a value of type TEXT without its escapes (RFC 5545, 3.3.11)."""
    return _ESCAPED.sub(lambda match: "\n" if match[1] in "nN" else match[1], value)


def _lines(content: str) -> Iterator[str]:
    """Yield the lines of a file with folded lines joined."""
    line = ""
    for piece in content.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        if piece[:1] in {" ", "\t"}:
            line += piece[1:]
            continue
        yield line
        line = piece
    yield line


def _property(line: str) -> Property | None:
    match = _NAME.match(line)
    if match is None:
        return None
    name = match[1].upper()
    if name in DATES:
        head, _, value = line.rpartition(":")
    else:
        head = _HEAD.match(line)[0]  # type: ignore[index]  # matches whenever _NAME does
        value = line[len(head) + 1 :]
    parameters = {key.strip().upper(): value.strip().strip('"') for key, value in _PARAMETER.findall(head)}
    return Property(name, parameters, value.strip())
