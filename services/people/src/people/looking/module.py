"""Declarations of looks; their lists and calls stand in the room of compliance, which knows the students."""

from kit.service import Module

MODULE = Module()
