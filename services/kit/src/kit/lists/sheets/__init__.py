"""Spreadsheets: `cells` reads those of users, `xlsx` writes those of lists."""
