"""Field types of bank details: parsing, checks and storage of sort codes, account numbers, IBAN and BIC.

No refusal repeats a number.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from kit.errors import Invalid
from kit.values import Text, characters

_SEPARATORS = re.compile(r"[\s-]")
_IBAN_LENGTHS = {
    "AD": 24,
    "AT": 20,
    "BE": 16,
    "BG": 22,
    "CH": 21,
    "CY": 28,
    "CZ": 24,
    "DE": 22,
    "DK": 18,
    "EE": 20,
    "ES": 24,
    "FI": 18,
    "FR": 27,
    "GB": 22,
    "GG": 22,
    "GI": 23,
    "GR": 27,
    "HR": 21,
    "HU": 28,
    "IE": 22,
    "IM": 22,
    "IS": 26,
    "IT": 27,
    "JE": 22,
    "LI": 21,
    "LT": 20,
    "LU": 20,
    "LV": 21,
    "MC": 27,
    "MT": 31,
    "NL": 18,
    "NO": 15,
    "PL": 28,
    "PT": 25,
    "RO": 24,
    "SE": 24,
    "SI": 19,
    "SK": 24,
    "SM": 27,
    "VA": 22,
}
"""Length of an IBAN in the countries of SEPA. For other countries only the check digits are checked."""

HOLDER_REFUSED = "Please use letters, numbers, spaces and . , ' & / ( ) - only"
SORT_CODE_REFUSED = "A sort code has 6 digits"
ACCOUNT_NUMBER_REFUSED = "An account number has 8 digits; please put zeros in front of a shorter one"
IBAN_REFUSED = "Please enter an IBAN: two letters, two digits, then 11 to 30 letters and digits"
IBAN_LENGTH = "This IBAN is too long or too short for its country"
IBAN_MISTYPED = "This IBAN does not add up; please check each letter and digit"
BIC_REFUSED = "A BIC has 8 or 11 letters and digits"


def has_valid_check_digits(iban: str) -> bool:
    """Return True if the check digits of an IBAN are right (ISO 13616: the remainder modulo 97 is 1)."""
    digits = "".join(str(int(sign, 36)) for sign in iban[4:] + iban[:4])
    return int(digits) % 97 == 1


def _plain(text: str) -> str:
    """Return a number as it is stored, without spaces and hyphens."""
    return _SEPARATORS.sub("", characters.trimmed(text)).upper()


@dataclass(frozen=True, kw_only=True)
class Holder(Text):
    """A name that banks accept. It begins with a letter or digit, so that no spreadsheet reads it as a formula."""

    max_length: int = 70
    pattern: str = r"[^\W_](?:[^\W_]|[ .,'’&/()-])*"
    refusal: str = HOLDER_REFUSED


@dataclass(frozen=True, kw_only=True)
class _Number(Text):
    max_length: int = 42
    case: Callable[[str], str] | None = _plain


@dataclass(frozen=True, kw_only=True)
class SortCode(_Number):
    """Six digits."""

    pattern: str = "[0-9]{6}"
    refusal: str = SORT_CODE_REFUSED


@dataclass(frozen=True, kw_only=True)
class AccountNumber(_Number):
    """Eight digits."""

    pattern: str = "[0-9]{8}"
    refusal: str = ACCOUNT_NUMBER_REFUSED


@dataclass(frozen=True, kw_only=True)
class Iban(_Number):
    """An IBAN with the right length and check digits."""

    pattern: str = "[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}"
    refusal: str = IBAN_REFUSED

    def read(self, raw: object) -> str:
        number = super().read(raw)
        if len(number) != _IBAN_LENGTHS.get(number[:2], len(number)):
            raise Invalid(IBAN_LENGTH)
        if not has_valid_check_digits(number):
            raise Invalid(IBAN_MISTYPED)
        return number


@dataclass(frozen=True, kw_only=True)
class Bic(_Number):
    """A BIC. Only its form is checked: it has no check digits."""

    pattern: str = "[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?"
    refusal: str = BIC_REFUSED
