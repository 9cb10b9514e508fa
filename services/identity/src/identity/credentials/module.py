"""Declarations of passwords and the realm that may store them."""

from identity.credentials.ending import REVOKE
from identity.credentials.jobs import MIRROR, SIGN_OUT
from identity.credentials.mirroring import mirror, sign_out
from identity.credentials.watching import watch
from kit.service import Module

MODULE = Module(jobs=(REVOKE, MIRROR.with_run(mirror), SIGN_OUT.with_run(sign_out)), background=(watch,))
