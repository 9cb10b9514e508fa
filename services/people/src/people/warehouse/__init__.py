"""Export of people to a data warehouse, as Parquet files (`docs/warehouse.md`)."""
