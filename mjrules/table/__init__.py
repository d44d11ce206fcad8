"""The table: one hand as a ruleset has it played, from the wall to the payments."""
