"""Services after results: reviews, access to scripts and appeals, each with the candidate's consent."""
