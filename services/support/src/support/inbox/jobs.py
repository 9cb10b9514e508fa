"""The job that reads an incoming mail."""

from kit.jobs import Job

TAKE = Job("takeMail")
