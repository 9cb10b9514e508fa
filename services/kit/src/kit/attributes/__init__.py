"""Attributes of records, each declared once: its column, its field, its place in lists and filters, in events.

A room declares them in `attributes.py`, from which its table, field set, lists and event payload are built::

    TICKET = Attributes(
        Attribute(name="priority", type=Select(choices=PRIORITIES, required=True), section="ticket",
                  column=sa.Column("priority", sa.Integer, nullable=False),
                  listed=InList(width=95, sortable=True), filtered=AsFilter(), event="priority"),
        ...
    )
    ticket = TICKET.table("ticket", metadata, ...)
    TICKET.index_sorts(ticket)
    FieldSet(table=ticket, sections=TICKET.sections({"ticket": "Details"}, {"type": Acts(dependents=_for_team)}), ...)
    ListSpec(columns=TICKET.columns("id", "title"), filters=TICKET.filters(), ...)

To add an attribute that is edited, listed, sorted and filtered, write one entry, a migration and its examples. An
answer that nests attributes takes both its values (`shown`) and its type (`answer`) from here.
"""

from kit.attributes.attribute import AsFilter, Attribute, InList, archived_attribute
from kit.attributes.attributes import Attributes

__all__ = ["AsFilter", "Attribute", "Attributes", "InList", "archived_attribute"]
