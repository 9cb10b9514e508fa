"""Declarations of incoming mail."""

import datetime as dt

from kit.jobs import Schedule
from kit.records import Contribution
from kit.service import Module
from support.events import MAIL_ANSWERED, MAIL_BOUNCED
from support.inbox import polling
from support.inbox.jobs import TAKE
from support.inbox.queries import mails
from support.inbox.taking import run

FETCH = Schedule(
    "fetchMail",
    "FREQ=MINUTELY;INTERVAL=1",
    polling.FETCH_JOB,
    late=dt.timedelta(minutes=1),
    title="Fetch mail of the teams",
)

MODULE = Module(
    jobs=(TAKE.with_run(run),),
    schedules=(FETCH,),
    contributions=(Contribution("ticket", "mails", mails),),
    events=(MAIL_ANSWERED, MAIL_BOUNCED),
)
