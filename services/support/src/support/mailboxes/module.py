"""Declarations of mailboxes."""

from kit.service import Module
from support.mailboxes.fields import BLOCKED_FIELDS, MAIL_IN_FIELDS, MAILBOX_FIELDS
from support.mailboxes.jobs import SEND
from support.mailboxes.lists import BLOCKED_SENDERS, MAILBOXES, MAILS_IN
from support.mailboxes.routes import routes

MODULE = Module(
    routes=(routes,),
    fieldsets=(MAILBOX_FIELDS, MAIL_IN_FIELDS, BLOCKED_FIELDS),
    lists=(MAILBOXES, MAILS_IN, BLOCKED_SENDERS),
    jobs=(SEND,),
)
