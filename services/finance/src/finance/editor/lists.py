"""The lists of invoices with the moves and rights of their rows. The workflow of an invoice is in this room, above the
lists, because its effects reach payments and sending."""

from __future__ import annotations

from dataclasses import replace

from finance.editor.fields import INVOICE_FIELDS
from finance.invoices import lists
from finance.statistics.lists import UNPAID

INVOICES = replace(lists.INVOICES, record=INVOICE_FIELDS)
LISTS = (lists.MY_INVOICES, INVOICES, replace(UNPAID, record=INVOICE_FIELDS))
