"""The class of the time control: the one fact that the rating core needs, and so apart."""

from enum import StrEnum


class TimeControl(StrEnum):
    """The class of the time control; each has a rating of its own."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"
