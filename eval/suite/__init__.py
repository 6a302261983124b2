"""The standard suite of tables, for any policy."""
