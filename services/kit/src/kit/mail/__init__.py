"""Mail: composition and sending over SMTP, and a queue that sends each mail at most once."""

from kit.mail.records import RecordOfMail, record_of
from kit.mail.smtp import MOST_ATTACHED, Attachment, Mail, Mailer, Unanswered, as_text, new_message_id, send

__all__ = [
    "MOST_ATTACHED",
    "Attachment",
    "Mail",
    "Mailer",
    "RecordOfMail",
    "Unanswered",
    "as_text",
    "new_message_id",
    "record_of",
    "send",
]
