"""Declarations of release notes."""

from identity.workspace.fields import RELEASE_NOTE
from identity.workspace.lists import RELEASE_NOTES
from kit.service import Module

MODULE = Module(fieldsets=(RELEASE_NOTE,), lists=(RELEASE_NOTES,))
