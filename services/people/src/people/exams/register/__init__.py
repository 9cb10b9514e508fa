"""The register of the day: marks that devices keep while the line is away, and send later."""
