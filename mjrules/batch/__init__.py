"""Many hands at once: columns in, totals and rules out, by the conditions that score one hand.

It needs numpy, the extra `batch`: where that is missing, ImportError names the extra.
"""

try:
    import numpy  # noqa: F401 - all modules need it, and here alone is said where it comes from
except ModuleNotFoundError as error:
    if error.name != "numpy":
        raise
    raise ImportError("columns of hands need numpy: pip install 'mjrules[batch]'", name=error.name) from error
