"""Validation of a definition before it is stored. Every fault is named by its path: `pages.0.fields.2.title`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from kit.errors import Invalid
from kit.values import richtext
from kit.values.conditions import Condition, fields_of
from people.forms import conditions, definition, formula, rules
from people.forms.definition import Definition

CONTENTS = (
    "alpha",
    "alphaNum",
    "alphaSpace",
    "alphaNumSpace",
    "numeric",
    "integer",
    "decimal",
    "currency",
    "positiveCurrency",
    "phone",
)
"""Content types of `platform.md 5`."""
NUMBERS = frozenset({"number", "integer", "decimal", "currency"})
TYPES = (
    "text",
    "multiline",
    "richtext",
    "email",
    "phone",
    "number",
    "integer",
    "decimal",
    "currency",
    "date",
    "datetime",
    "yesno",
    "agreement",
    "select",
    "multiselect",
    "file",
    "signature",
    "heading",
    "note",
    "calculated",
    "repeat",
)
ROLES = ("academicOffice", "affiliateCompliance", "examsOffice", "accounting", "tutorSupport", "techSupport", "website")
"""Roles that a form can notify of its entries, and that then read them."""
SIGNERS = ("student", "client", "tutor", "staff")
OPTION_CALLS = (
    "/system/course/subjects",
    "/system/course/levels",
    "/system/boards",
    "/system/grades",
    "/departments",
    "/orgs",
)
"""Calls whose choices every signed-in user reads."""
PREFILLS = (
    "title",
    "firstName",
    "lastName",
    "email",
    "phone",
    "mobile",
    "birthDate",
    "firstLanguage",
    "school",
    "yearGroup",
    "emergency",
    "medical",
    "learningNeeds",
    "destination",
    "socialMediaRelease",
    "photoOnDocuments",
    "name",
)
"""Fields of the person with which an answer can be prefilled, after `person.`."""
_ID = re.compile(r"[a-z][a-z0-9]{2,19}")
_FIELD_KEYS = {
    "id",
    "type",
    "title",
    "help",
    "required",
    "width",
    "content",
    "minLength",
    "maxLength",
    "minValue",
    "maxValue",
    "least",
    "most",
    "sameAs",
    "options",
    "optionsFrom",
    "staffOnly",
    "signer",
    "shownIf",
    "neededIf",
    "formula",
    "prefill",
    "writesBack",
    "holds",
    "fields",
}
_RESERVED = (
    frozenset(
        {
            "status",
            "submitted",
            "reason",
            "number",
            "search",
            "sort",
            "page",
            "after",
            "ids",
            "filler",
            "website",
            "version",
            "compare",
            "moves",
        }
    )
    | formula.FUNCTIONS.keys()
)
"""Reserved names: other columns of the list of entries, and parameters of its calls."""
_NO_REPEAT = frozenset({"repeat", "signature", "file", "heading"})
_OLD_SETTINGS = frozenset({"signers"})
"""Settings that had no effect: removed from drafts and files that still have them."""
_NO_NUMBER = "{name} is not a number of this form"
_NO_DATE = "{name} is not a date of this form"
_UNUSABLE = {"age": _NO_DATE, "days": _NO_DATE, "sum": "{name} is not a number of a repeat of this form"}
"""The refusal of a field by its use in a formula."""


def check(raw: Any) -> dict[str, Any]:
    """Return the definition with only the known settings. Raises Invalid that names every fault by its path."""
    if not isinstance(raw, Mapping) or not isinstance(raw.get("pages"), list):
        raise refused({"pages": "Please add a page"})
    if len(json.dumps(raw, ensure_ascii=False).encode(errors="replace")) > rules.MOST_BYTES:
        raise refused({"pages": f"A form has at most {rules.MOST_BYTES // 1000} kB"})
    checker = _Checker()
    checked = {"settings": checker.settings(raw.get("settings") or {}), "pages": checker.pages(raw["pages"])}
    unknown = sorted(set(raw) - {"settings", "pages"})
    checker.problems |= dict.fromkeys(unknown, "Unknown entry")
    if not checker.problems:
        checker.whole(definition.read(checked))
    if checker.problems:
        raise refused(checker.problems)
    return checked


def refused(problems: Mapping[str, str]) -> Invalid:
    """Return the refusal of a definition, with the text of every fault by its path."""
    return Invalid(rules.CHECK_ERRORS, title=rules.FORM_ERRORS, fields=problems, code="bad_definition")


class _Checker:
    def __init__(self) -> None:
        self.problems: dict[str, str] = {}
        self._paths: dict[str, str] = {}

    def settings(self, raw: Any) -> dict[str, Any]:
        if not isinstance(raw, Mapping):
            self.problems["settings"] = "Please enter named values"
            return {}
        checks: dict[str, Callable[[str, Any], Any]] = {
            "several": self._flag,
            "reviewed": self._flag,
            "private": self._flag,
            "thanks": lambda at, value: self._text(at, value, rules.LONGEST_TEXT),
            "notify": lambda at, value: self._some_of(at, value, ROLES),
            "retainMonths": lambda at, value: self._whole(at, value, 1, rules.MOST_MONTHS),
            "retainPersonalMonths": lambda at, value: self._whole(at, value, 1, rules.MOST_MONTHS),
            "retainSpecialMonths": lambda at, value: self._whole(at, value, 1, rules.MOST_MONTHS),
        }
        for name in sorted(set(raw) - set(checks) - _OLD_SETTINGS):
            self.problems[f"settings.{name}"] = "Unknown entry"
        return {name: test(f"settings.{name}", raw[name]) for name, test in checks.items() if raw.get(name) is not None}

    def pages(self, raw: list[Any]) -> list[dict[str, Any]]:
        if not 0 < len(raw) <= rules.MOST_PAGES:
            self.problems["pages"] = f"A form has 1 to {rules.MOST_PAGES} pages"
            return []
        return [self._page(f"pages.{number}", page) for number, page in enumerate(raw)]

    def _page(self, at: str, raw: Any) -> dict[str, Any]:
        if not isinstance(raw, Mapping) or not isinstance(raw.get("fields"), list):
            self.problems[at] = "A page has a list of fields"
            return {"id": at, "fields": []}
        for name in sorted(set(raw) - {"id", "title", "help", "shownIf", "fields"}):
            self.problems[f"{at}.{name}"] = "Unknown entry"
        checked: dict[str, Any] = {"id": self._id(at, raw), "title": self._text(f"{at}.title", raw.get("title"), 200)}
        if raw.get("help"):
            checked["help"] = self._rich(f"{at}.help", raw["help"])
        if raw.get("shownIf") is not None:
            checked["shownIf"] = self._condition(f"{at}.shownIf", raw["shownIf"])
        checked["fields"] = [self._field(f"{at}.fields.{n}", entry) for n, entry in enumerate(raw["fields"])]
        return checked

    def _field(self, at: str, raw: Any, within: str = "") -> dict[str, Any]:
        if not isinstance(raw, Mapping) or raw.get("type") not in TYPES:
            self.problems[f"{at}.type"] = "Please choose a type of field"
            return {"id": at, "type": "note"}
        kind = raw["type"]
        if within and kind in _NO_REPEAT:
            self.problems[f"{at}.type"] = "This type of field cannot repeat"
        for name in sorted(set(raw) - _FIELD_KEYS):
            self.problems[f"{at}.{name}"] = "Unknown entry"
        checked: dict[str, Any] = {"id": self._id(at, raw), "type": kind}
        checked["title"] = self._text(f"{at}.title", raw.get("title"), 500, needed=kind not in {"note"})
        if len(self._paths) > rules.MOST_FIELDS + rules.MOST_PAGES:
            self.problems.setdefault("pages", f"A form has at most {rules.MOST_FIELDS} fields")
            return checked
        for name, test in self._checks(kind).items():
            if raw.get(name) not in (None, ""):
                checked[name] = test(f"{at}.{name}", raw[name])
        self._together(at, kind, checked)
        if kind == "repeat":
            checked["fields"] = self._inner(at, raw.get("fields"))
        return {name: value for name, value in checked.items() if value is not None}

    def _checks(self, kind: str) -> dict[str, Callable[[str, Any], Any]]:
        return {
            "help": self._rich,
            "required": self._flag,
            "staffOnly": self._flag,
            "writesBack": self._flag,
            "width": lambda at, value: self._one_of(at, value, (12, 6, 4)),
            "content": lambda at, value: self._one_of(at, value, CONTENTS),
            "minLength": lambda at, value: self._whole(at, value, 0, rules.LONGEST_ANSWER),
            "maxLength": lambda at, value: self._whole(at, value, 1, rules.LONGEST_ANSWER),
            "minValue": self._number,
            "maxValue": self._number,
            "least": lambda at, value: self._whole(at, value, 0, rules.MOST_ROWS),
            "most": lambda at, value: self._whole(
                at, value, 1, rules.MOST_FILES if kind == "file" else rules.MOST_ROWS
            ),
            "sameAs": lambda at, value: self._text(at, value, 20),
            "options": self._options,
            "optionsFrom": lambda at, value: self._one_of(at, value, OPTION_CALLS),
            "signer": lambda at, value: self._one_of(at, value, SIGNERS),
            "shownIf": self._condition,
            "neededIf": self._condition,
            "formula": self._formula,
            "prefill": lambda at, value: self._one_of(at, value, tuple(f"person.{name}" for name in PREFILLS)),
            "holds": lambda at, value: self._one_of(at, value, ("ordinary", "personal", "special")),
        }

    def _together(self, at: str, kind: str, checked: Mapping[str, Any]) -> None:
        """Check the settings of a field against its type and each other."""
        if kind in {"select", "multiselect"} and not checked.get("options") and not checked.get("optionsFrom"):
            self.problems.setdefault(f"{at}.options", "Please add at least 1 entries")
        if kind == "calculated" and "formula" not in checked:
            self.problems.setdefault(f"{at}.formula", "Please enter a formula")
        if checked.get("writesBack") and not checked.get("prefill"):
            self.problems.setdefault(f"{at}.prefill", "Please choose the field of the person's record")
        for least, most in (("minLength", "maxLength"), ("minValue", "maxValue"), ("least", "most")):
            low, high = checked.get(least), checked.get(most)
            if low is not None and high is not None and low > high:
                self.problems.setdefault(f"{at}.{most}", f"Please enter a number greater than {low}")

    def _inner(self, at: str, raw: Any) -> list[dict[str, Any]]:
        if not isinstance(raw, list) or not raw:
            self.problems[f"{at}.fields"] = "Please add at least 1 entries"
            return []
        return [self._field(f"{at}.fields.{n}", entry, within=at) for n, entry in enumerate(raw)]

    def whole(self, checked: Definition) -> None:
        """Check that conditions and formulas name usable fields, and form no circle."""
        for number, page in enumerate(checked.pages):
            self._known(checked, f"pages.{number}.shownIf", page.shown_if, "")
        for entry in checked.fields.values():
            at = self._paths[entry.id]
            self._known(checked, f"{at}.shownIf", entry.shown_if, entry.repeat)
            self._known(checked, f"{at}.neededIf", entry.needed_if, entry.repeat)
            other = checked.fields.get(entry.get("sameAs") or entry.id)
            if other is None or other.type != entry.type:
                self.problems[f"{at}.sameAs"] = "Please choose a field of the same type"
            for name, use in formula.uses(entry.formula) if entry.formula else ():
                self._usable(checked, at, entry.repeat, name, use)
        if not self.problems:
            names = conditions.circle(checked.needs())
            if names:
                text = " → ".join(f"'{checked.fields[name].title}'" for name in names)
                self.problems[self._paths[names[0]]] = f"These fields depend on each other in a circle: {text}"

    def _known(self, checked: Definition, at: str, condition: Condition | None, repeat: str) -> None:
        for name in sorted(fields_of(condition)) if condition is not None else ():
            other = checked.fields.get(name)
            if other is None or not other.answered or other.repeat not in ("", repeat):
                self.problems[at] = "This condition names a field that does not exist; please choose another"

    def _usable(self, checked: Definition, at: str, repeat: str, name: str, use: str) -> None:
        other = checked.fields.get(name)
        good = other is not None and (
            other.type in {"date", "datetime"}
            if use in {"age", "days"}
            else other.type in NUMBERS | {"calculated", "yesno"} or other.get("content") in {"integer", "decimal"}
        )
        apart = other is not None and other.repeat not in ("", repeat)
        if not good or (apart and use != "sum") or (use == "sum" and not apart):
            self.problems.setdefault(f"{at}.formula", _UNUSABLE.get(use, _NO_NUMBER).format(name=name))

    def _id(self, at: str, raw: Mapping[str, Any]) -> str:
        value = raw.get("id")
        if not isinstance(value, str) or not _ID.fullmatch(value) or value in _RESERVED:
            self.problems[f"{at}.id"] = "An id has 3 to 20 small letters and digits"
            return at
        if value in self._paths:
            self.problems[f"{at}.id"] = "This id is used twice"
        self._paths[value] = at
        return value

    def _text(self, at: str, value: Any, longest: int, *, needed: bool = False) -> str:
        text = value.strip() if isinstance(value, str) else value
        if text is None or text == "":
            if needed:
                self.problems[at] = "Field is required"
            return ""
        if not isinstance(text, str) or "\x00" in text or (not text.isprintable() and not _lines(text)):
            self.problems[at] = "Please enter a text"
            return ""
        if len(text) > longest:
            self.problems[at] = f"Field must have at most {longest} characters"
        return text

    def _rich(self, at: str, value: Any) -> str:
        text = self._text(at, value, rules.LONGEST_TEXT)
        return richtext.sanitise(text) if "<" in text else text

    def _flag(self, at: str, value: Any) -> bool:
        if not isinstance(value, bool):
            self.problems[at] = "Please choose yes or no"
        return value is True

    def _whole(self, at: str, value: Any, low: int, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.problems[at] = f"Please enter a number between {low} and {high}"
            return low
        return value

    def _number(self, at: str, value: Any) -> float | int:
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= 1e12:
            self.problems[at] = "Numbers only"
            return 0
        return value

    def _one_of(self, at: str, value: Any, allowed: tuple[Any, ...]) -> Any:
        if isinstance(value, bool) or value not in allowed:
            self.problems[at] = f"Please choose one of: {', '.join(map(str, allowed))}"
            return allowed[0]
        return value

    def _some_of(self, at: str, value: Any, allowed: tuple[str, ...]) -> list[str]:
        if not isinstance(value, list) or any(not isinstance(one, str) or one not in allowed for one in value):
            self.problems[at] = f"Please choose one of: {', '.join(allowed)}"
            return []
        return list(dict.fromkeys(value))

    def _options(self, at: str, value: Any) -> list[dict[str, str]]:
        if not isinstance(value, list) or len(value) > rules.MOST_OPTIONS:
            self.problems[at] = f"Please add at most {rules.MOST_OPTIONS} entries"
            return []
        checked: dict[str, str] = {}
        for number, entry in enumerate(value):
            spot = f"{at}.{number}"
            if not isinstance(entry, Mapping) or set(entry) - {"value", "label"}:
                self.problems[spot] = "An option has a value and a label"
                continue
            label = self._text(f"{spot}.label", entry.get("label"), 200, needed=True)
            own = self._text(f"{spot}.value", entry.get("value"), 100) or label[:100]
            if own in checked:
                self.problems[f"{spot}.value"] = "This option is there twice"
            checked[own] = label
        return [{"value": own, "label": label} for own, label in checked.items()]

    def _condition(self, at: str, value: Any) -> Any:
        try:
            return conditions.read(value).meta()
        except conditions.Unreadable as error:
            self.problems[at] = str(error)
            return None

    def _formula(self, at: str, value: Any) -> Any:
        try:
            if not isinstance(value, str):
                raise formula.Unreadable("Please enter a formula")
            formula.parse(value)
        except formula.Unreadable as error:
            self.problems[at] = str(error)
            return None
        return value.strip()


def _lines(text: str) -> bool:
    return all(line.isprintable() for line in text.replace("\t", " ").replace("\xa0", " ").splitlines())
