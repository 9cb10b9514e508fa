"""Declarations of looks. Their lists and calls are in the room of compliance, which knows the students."""

from kit.service import Module

MODULE = Module()
