"""Where logs, results and evenings are kept: one contract, on SQLite or on PostgreSQL."""
