"""The roster of invigilators: their eligibility, drafts by rule, invitations by mail, and swaps."""
