"""References between records: before a record is deleted, its uses are counted in every service; closed records take no
new references.

The path of a kind of record is its name, `/orgs`. Most uses follow from other declarations: a foreign key to the table
of a kind, and the `source` of a field (`Reference(source="/orgs")`). `foreign` of the service names the kinds that
other services own, `uses` of its modules the columns whose declaration does not imply the use.
"""

from kit.records.references.closed import ARCHIVED, closed_refusal, is_closed, record_name
from kit.records.references.declared import References, foreign_kind, register
from kit.records.references.kinds import Count, Foreign, Uses, nouns
from kit.records.references.new import check_change, check_new, form_errors, refusal_here
from kit.records.references.owners import CANNOT_CHECK, find_at
from kit.records.references.unused import check_unused, check_unused_here

__all__ = [
    "ARCHIVED",
    "CANNOT_CHECK",
    "Count",
    "Foreign",
    "References",
    "Uses",
    "check_change",
    "check_new",
    "check_unused",
    "check_unused_here",
    "closed_refusal",
    "find_at",
    "foreign_kind",
    "form_errors",
    "is_closed",
    "nouns",
    "record_name",
    "refusal_here",
    "register",
]
