"""The version of mjrules."""

__version__ = "0.1.0"
