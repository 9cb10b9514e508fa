"""Declarations of mail that comes in."""

from kit.records import Contribution
from kit.service import Module
from support.inbox.jobs import TAKE
from support.inbox.queries import mails
from support.inbox.taking import run

MODULE = Module(jobs=(TAKE.with_run(run),), contributions=(Contribution("ticket", "mails", mails),))
