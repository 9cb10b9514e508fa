"""The events that finance publishes; `invoices/attributes.py` declares the content of those of invoices."""

from __future__ import annotations

from kit.events import Event
from staffroom.finance.events.v1.events_pb2 import ExamBillingChanged, InvoiceChanged, LetterheadChanged
from staffroom.support.events.v1.events_pb2 import NotificationRaised

INVOICE_CHANGED = Event.of(InvoiceChanged)
EXAM_BILLING_CHANGED = Event.of(ExamBillingChanged)
LETTERHEAD_CHANGED = Event.of(LetterheadChanged)
NOTIFICATION_RAISED = Event.of(NotificationRaised, "finance")
