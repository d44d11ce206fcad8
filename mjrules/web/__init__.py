"""The page of a club on a phone: hands tapped in, scored by the club's own rules. Pages are functions of requests."""
