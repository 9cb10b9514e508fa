"""Demo data of reminders: a log with mails and refusals, and two stops. Every rung stays switched off."""

from __future__ import annotations

from services.demo.part import Connection
from services.demo.world import World

EMPTY = "SELECT NOT EXISTS (SELECT FROM reminder_told)"
_TOLD = """
INSERT INTO reminder_told (reminder, record_id, due, rung, told, refusal)
SELECT 'overdueInvoice', owed.id, owed.day, setting.rung, (owed.day + setting.days + time '07:00') AT TIME ZONE
  'Europe/London', CASE WHEN owed.place % 4 = 0 AND setting.rung = 'after7' THEN
  'This invoice is already being sent; please wait until it is through' END
FROM (
  SELECT id, email, coalesce(open_due_date, due_date) AS day,
    row_number() OVER (ORDER BY id DESC) AS place
  FROM invoice WHERE outstanding > 0 AND status NOT IN ('draft', 'cancelled') AND email <> ''
    AND coalesce(open_due_date, due_date) <= current_date - 7
) owed
JOIN reminder_setting setting ON setting.reminder = 'overdueInvoice' AND setting.rung IN ('due', 'after7')
WHERE owed.place <= 12
"""
_MAILS = """
INSERT INTO invoice_email (invoice_id, kind, recipient, subject, body, state, message_id, tries, queued, sent,
  created_by_id, created_by_name)
SELECT invoice.id, 'reminder', invoice.email, 'Reminder: Invoice ' || invoice.number || ' is due',
  '<p>Our records show an open balance on your invoice.</p>', 'sent',
  '<demo-reminder-' || told.id || '@staffroom.example>', 1, told.told, told.told, 0, 'Staffroom'
FROM reminder_told told JOIN invoice ON invoice.id = told.record_id WHERE told.refusal IS NULL
"""
_STOPS = """
INSERT INTO reminder_stop (reminder, record_id, party_id, reason, user_id, user_name)
(SELECT 'overdueInvoice', NULL::bigint, id, 'Pays at the end of each term', 0, 'Staffroom' FROM person
  WHERE kind = 'client' ORDER BY id LIMIT 1)
UNION ALL
(SELECT 'overdueInvoice', record_id, NULL, 'Disputed: waits for a corrected invoice', 0, 'Staffroom'
  FROM reminder_told ORDER BY id LIMIT 1)
"""


def load(connection: Connection, _: World) -> None:
    """Write the log of reminders of twelve overdue invoices, and the stops."""
    for statement in (_TOLD, _MAILS, _STOPS):
        connection.execute(statement.encode())
