"""The job that reads a mail that came in."""

from kit.jobs import Job

TAKE = Job("takeMail")
