"""The rights on parts of a file, which its attributes name as their readers."""

from __future__ import annotations

from files.folders.policy import KIND, administers, sees_more
from kit.policy import KINDS, Actor, Readers, Row, Rule, is_a, own, signed_in, staff


def of_library(elsewhere: Rule, here: Rule = administers) -> Rule:
    """Return `here` for a library file, `elsewhere` for every other one."""

    def allows(actor: Actor, row: Row | None) -> bool:
        return (here if row is not None and row["entity_type"] == KIND else elsewhere)(actor, row)

    columns = frozenset({"entity_type"}) | (elsewhere.columns or frozenset()) | (here.columns or frozenset())
    return Rule(f"{elsewhere.name}, in the library {here.name}", allows, columns)


teaches = staff | is_a("tutor")
toggle = of_library(staff | (is_a("tutor") & (own("user", "uploader_id") | own("user", "owner_id"))))
"""`money.md 6`: students cannot toggle locked or visible. Staff can, and tutors those of their own files."""
OF_SWITCHES = Readers("Office and tutors", toggle, frozenset({"user", "tutor"}))
"""`money.md 2`: students do not see them, nor do others who cannot change them."""
OF_DETAILS = Readers(
    "",
    of_library(signed_in, sees_more),
    frozenset({"user", *KINDS}),
)
"""`money.md 6`: in the library the enhanced level sees review date and owner."""
