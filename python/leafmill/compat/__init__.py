"""The functions of other packages, on leafmill."""
