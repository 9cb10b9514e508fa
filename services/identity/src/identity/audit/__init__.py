"""Who signed in, who was refused, who changed what others may."""
