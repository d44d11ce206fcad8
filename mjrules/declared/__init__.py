"""Declared values: frozen dataclasses whose fields say what they mean, what they allow, and who reads them.

A key of a ruleset file is declared once, as a field: from it follow what is checked, the default, what enters
the hash, the schema and the documentation. Nothing here imports pydantic, which only checks files.
"""
