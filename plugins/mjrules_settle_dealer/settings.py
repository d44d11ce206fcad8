"""The settings of the settlement method `dealer`: what is paid besides the value of the hand."""

from mjrules.hooks import declared, key


@declared
class Settings:
    """What is added to the value, and what all that is multiplied by."""

    base: int = key("what is added for every payer", default=0, ge=0)
    dealer: int = key("what is added between East and another player", default=1, ge=0)
    each_stay: int = key("what is added between these for each time that East has stayed East", default=2, ge=0)
    stake: int = key("what each unit of the value is worth", default=1, ge=1)
