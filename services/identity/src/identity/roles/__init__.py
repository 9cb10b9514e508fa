"""What users may be."""
