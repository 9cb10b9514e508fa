"""Audit of sign-ins, refusals, and changes of rights."""
