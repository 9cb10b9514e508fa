"""Declarations of the audit."""

from identity.audit.lists import AUDIT
from kit.service import Module

MODULE = Module(lists=(AUDIT,))
