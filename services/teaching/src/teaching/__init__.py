"""teaching: records of tutorials (`teaching.md`)."""
