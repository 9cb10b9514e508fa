"""The available settings, and limits on what a person may store."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kit.values import Select, Text
from kit.values.texts import FieldType
from kit.values.types import options

THEMES = options("device", "light", "dark", "contrast")
DENSITIES = options("compact", "comfortable")
LANGUAGES = options("en", "pt")
LANGUAGE_OF_COUNTRY: Mapping[str, str] = {"PT": "pt", "BR": "pt", "AO": "pt", "MZ": "pt", "CV": "pt"}
"""The language of the people of an organisation, by its country (ISO 3166), if it is not English."""
ADDRESS = r"^/([^/\s]\S*)?$"
"""An address inside the app: it begins with a single slash, so it leads to no other site."""

SETTINGS: Mapping[str, FieldType] = {
    "theme": Select(required=True, choices=THEMES),
    "density": Select(required=True, choices=DENSITIES),
    "language": Select(required=True, choices=LANGUAGES),
    "startPage": Text(
        required=True, max_length=300, pattern=ADDRESS, refusal="Please choose a screen, such as /students/list"
    ),
}
DEFAULTS: Mapping[str, Any] = {"theme": "device", "density": "compact", "language": "en", "startPage": "/"}
"""The values until a person chooses others; the language is then that of their organisation's country."""

MOST_VIEWS = 50
"""Maximum for each person and list."""
MOST_STARS = 200
"""Maximum for each person."""
MOST_VISITS = 15
"""Maximum for each person; older ones are deleted."""
MOST_COLUMNS = 100
LONGEST_NAME = 60
NARROWEST, WIDEST = 40, 1200
"""Limits of a column's width, in pixels."""
