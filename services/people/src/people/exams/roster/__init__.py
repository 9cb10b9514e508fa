"""The roster of invigilators: who may invigilate what, drafts by rule, invitations by mail, and swaps."""
