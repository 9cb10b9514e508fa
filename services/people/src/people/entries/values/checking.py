"""Validation of answers, with the texts of `platform.md 5`."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from kit.errors import Invalid
from kit.values import Boolean, Date, DateTime, Email, Phone, RichText, Text, characters, richtext
from kit.values.texts import NUMBERS_ONLY, REQUIRED
from kit.values.types import INTEGERS_ONLY
from people.entries.values.evaluation import Evaluation
from people.forms import rules
from people.forms.definition import Definition, FormField

_DECIMAL = re.compile(r"[+-]?(?:\d{1,15}(?:\.\d{0,6})?|\.\d{1,6})")
_MONEY = re.compile(r"[+-]?(?:\d{1,12}(?:\.\d{1,2})?|\.\d{1,2})")
_CONTENT_OF_NUMBERS: Mapping[str, tuple[re.Pattern[str], str]] = {
    "integer": (re.compile(r"\d+"), INTEGERS_ONLY),
    "decimal": (_DECIMAL, NUMBERS_ONLY),
    "currency": (_MONEY, NUMBERS_ONLY),
    "positiveCurrency": (re.compile(r"\+?(?:\d{1,12}(?:\.\d{1,2})?|\.\d{1,2})"), NUMBERS_ONLY),
}
_LARGEST = Decimal(10) ** 12


def is_blank(value: Any) -> bool:
    """Return whether an answer is blank."""
    if isinstance(value, str):
        return not characters.trimmed(richtext.plain(value) if "<" in value else value)
    return value is None or value == []


def checked(entry: FormField, value: Any) -> Any:
    """Return the stored form of an answer that is not blank. Raises Invalid with the text of its rule."""
    if entry.type in {"text", "multiline", "richtext", "email", "phone"}:
        return _text(entry, value)
    check = _CHECKS.get(entry.type)
    if check is None:
        raise Invalid(rules.UNKNOWN)
    return check(entry, value)


def _text(entry: FormField, value: Any) -> str:
    longest = entry.get("maxLength") or (rules.LONGEST_ANSWER if entry.type in {"multiline", "richtext"} else 1_000)
    least = entry.get("minLength") or 0
    if entry.type == "richtext":
        return RichText(max_length=longest, min_length=least).read(value)
    if entry.type in {"email", "phone"}:
        text = str((Email() if entry.type == "email" else Phone()).read(value))
        return Text(max_length=longest, min_length=least).read(text)
    content = entry.get("content") or ""
    numeric = _CONTENT_OF_NUMBERS.get(content)
    kind = Text(
        max_length=longest, min_length=least, multiline=entry.type == "multiline", content="" if numeric else content
    )
    text = kind.read(str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value)
    if numeric and not numeric[0].fullmatch(text):
        raise Invalid(numeric[1])
    if numeric:
        _check_range(entry, Decimal(text))
    return text


def _number(entry: FormField, value: Any) -> int | float:
    if entry.type == "integer" and not (isinstance(value, int | str) and re.fullmatch(r"\d{1,15}", str(value).strip())):
        raise Invalid(INTEGERS_ONLY)
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise Invalid(NUMBERS_ONLY)
    text = str(value).strip()
    try:
        number = Decimal(text)
    except InvalidOperation:
        raise Invalid(NUMBERS_ONLY) from None
    if (isinstance(value, str) and not _DECIMAL.fullmatch(text)) or not number.is_finite() or abs(number) > _LARGEST:
        raise Invalid(NUMBERS_ONLY)
    _check_range(entry, number)
    return int(number) if number == int(number) else float(number)


def _money(entry: FormField, value: Any) -> int:
    """Return an amount in minor units: a number is in minor units already, a text in whole units."""
    if isinstance(value, str) and _MONEY.fullmatch(value.strip()):
        amount = int(Decimal(value.strip()) * 100)
    elif isinstance(value, int | float) and not isinstance(value, bool) and float(value).is_integer():
        amount = int(value)
    else:
        raise Invalid(NUMBERS_ONLY)
    if abs(amount) > _LARGEST or (entry.get("content") == "positiveCurrency" and amount < 0):
        raise Invalid(NUMBERS_ONLY)
    _check_range(entry, Decimal(amount) / 100)
    return amount


def _check_range(entry: FormField, number: Decimal) -> None:
    low, high = entry.get("minValue"), entry.get("maxValue")
    below = low is not None and number < Decimal(str(low))
    above = high is not None and number > Decimal(str(high))
    if low is not None and high is not None and (below or above):
        raise Invalid(f"Please enter a number between {low} and {high}")
    if below:
        raise Invalid(f"Please enter a number greater than {low}")
    if above:
        raise Invalid(f"Please enter a number less than {high}")


def _select(entry: FormField, value: Any) -> Any:
    options = entry.get("options")
    if options:
        if value in {option["value"] for option in options}:
            return value
    elif isinstance(value, int) or (isinstance(value, str) and len(value) <= 200):
        return value
    raise Invalid("Please choose from the list")


def _several(entry: FormField, value: Any) -> list[Any]:
    if not isinstance(value, list) or len(value) > rules.MOST_OPTIONS:
        raise Invalid("Please choose from the list")
    values = list(dict.fromkeys(_select(entry, one) for one in value if isinstance(one, int | str)))
    _check_count(entry, len(values), "add", "entries")
    return values


def _files(entry: FormField, value: Any) -> list[int]:
    if not isinstance(value, list) or any(type(one) is not int or one < 1 for one in value):
        raise Invalid("Please upload files")
    files = list(dict.fromkeys(value))
    _check_count(entry, len(files), "upload", "files", rules.MOST_FILES)
    return files


def _rows(entry: FormField, value: Any) -> list[dict[str, Any]]:
    if not isinstance(value, list) or any(not isinstance(one, dict) for one in value):
        raise Invalid("Please enter rows of values")
    _check_count(entry, len(value), "add", "entries", rules.MOST_ROWS)
    return value


def _check_count(entry: FormField, count: int, verb: str, noun: str, limit: int = rules.MOST_OPTIONS) -> None:
    least, most = entry.get("least"), min(entry.get("most") or limit, limit)
    if least is not None and count < least:
        raise Invalid(f"Please {verb} at least {least} {noun}")
    if count > most:
        raise Invalid(f"Please {verb} at most {most} {noun}")


_CHECKS: Mapping[str, Callable[[FormField, Any], Any]] = {
    "number": _number,
    "decimal": _number,
    "integer": _number,
    "currency": _money,
    "date": lambda entry, value: Date().read(value).isoformat(),
    "datetime": lambda entry, value: DateTime().encode(DateTime().read(value)),
    "yesno": lambda entry, value: Boolean().read(value),
    "agreement": lambda entry, value: Boolean().read(value),
    "select": _select,
    "multiselect": _several,
    "file": _files,
    "repeat": _rows,
}


def kept(entry: FormField, value: Any) -> tuple[Any, str]:
    """Return an answer as a draft stores it, and its problem; incomplete values stay as typed."""
    if is_blank(value):
        return None, ""
    if entry.type == "repeat" and isinstance(value, list):
        rows = [_kept_row(entry, row) for row in value[: rules.MOST_ROWS] if isinstance(row, dict)]
        try:
            return _rows(entry, rows), ""
        except Invalid as refusal:
            return rows, refusal.text
    try:
        return checked(entry, value), ""
    except Invalid as refusal:
        return _as_typed(entry, value), refusal.text


def _kept_row(entry: FormField, row: Mapping[str, Any]) -> dict[str, Any]:
    values = {inner.id: kept(inner, row[inner.id])[0] for inner in entry.fields if inner.id in row and inner.answered}
    return {name: value for name, value in values.items() if value is not None}


def _as_typed(entry: FormField, value: Any) -> Any:
    if isinstance(value, str):
        text = characters.stored(value)[: 2 * rules.LONGEST_ANSWER]
        return richtext.sanitise(text) if entry.type == "richtext" else text
    return value if isinstance(value, bool | int | float) else None


def problems(evaluation: Evaluation, signatures: Collection[str], signs: Callable[[FormField], bool]) -> dict[str, str]:
    """Return the text of every fault of a submitted form, by the address of its field. `signs` tells whether the sender
    gives a signature."""
    result: dict[str, str] = {}
    for address, entry, answers, row in evaluation.shown():
        text = _problem(evaluation, entry, answers.get(entry.id), row, signatures, signs)
        if text:
            result[address] = text
    return result


def _problem(
    evaluation: Evaluation,
    entry: FormField,
    value: Any,
    row: Mapping[str, Any] | None,
    signatures: Collection[str],
    signs: Callable[[FormField], bool],
) -> str:
    needed = evaluation.is_needed(entry, row)
    if entry.type == "calculated":
        return ""
    if entry.type == "signature":
        return REQUIRED if needed and signs(entry) and entry.id not in signatures else ""
    if entry.type == "agreement" and value is not True:
        return rules.AGREE if needed else ""
    if is_blank(value):
        return _blank_problem(entry) if needed or (entry.get("least") and entry.type == "repeat") else ""
    try:
        checked(entry, value)
    except Invalid as refusal:
        return refusal.text
    other = evaluation.definition.fields.get(entry.get("sameAs") or "")
    if other is not None and evaluation.value(other.id, row) != value:
        return f"Field must be the same as {other.title}"
    return ""


def _blank_problem(entry: FormField) -> str:
    least = entry.get("least")
    if least and entry.type == "file":
        return f"Please upload at least {least} files"
    if least and entry.type in {"multiselect", "repeat"}:
        return f"Please add at least {least} entries"
    return REQUIRED


def final(evaluation: Evaluation) -> dict[str, Any]:
    """Return the answers to store on submission: those of shown fields, with the calculated values."""
    result: dict[str, Any] = {}
    for _, entry, answers, row in evaluation.shown():
        if row is not None or entry.type == "signature":
            continue
        if entry.type == "calculated":
            value = evaluation.value(entry.id)
        elif entry.type == "repeat":
            value = [_final_row(evaluation, entry, one) for one in evaluation.rows(entry)]
        else:
            value = answers.get(entry.id)
            value = None if is_blank(value) else checked(entry, value)
        if not is_blank(value):
            result[entry.id] = value
    return result


def _final_row(evaluation: Evaluation, repeat: FormField, row: Mapping[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for inner in repeat.fields:
        if not inner.answered or not evaluation.is_shown(inner, row):
            continue
        if inner.type == "calculated":
            value = evaluation.value(inner.id, row)
        else:
            value = row.get(inner.id)
            value = None if is_blank(value) else checked(inner, value)
        if not is_blank(value):
            result[inner.id] = value
    return result


def seen_by(definition: Definition, answers: Mapping[str, Any], *, staff: bool) -> dict[str, Any]:
    """Return the answers for a reader; readers who are not staff get none of the fields for staff."""
    if staff:
        return dict(answers)
    return without(definition, answers, {entry.id for entry in definition.fields.values() if entry.staff_only})


def without(definition: Definition, answers: Mapping[str, Any], hidden: Collection[str]) -> dict[str, Any]:
    """Return the answers without those of the hidden fields, in the rows of repeats too."""
    return {
        name: [{k: v for k, v in row.items() if k not in hidden} for row in value if isinstance(row, dict)]
        if name in definition.fields and definition.fields[name].type == "repeat" and isinstance(value, list)
        else value
        for name, value in answers.items()
        if name not in hidden
    }
