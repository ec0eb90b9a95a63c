"""The same result as text, JSON or CSV, in Turkish or English."""
