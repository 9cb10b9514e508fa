"""The public enquiry form and the answer to the family that sent it."""
