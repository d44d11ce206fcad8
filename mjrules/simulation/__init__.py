"""Simulation: many hands of players who play by themselves, and what they come to."""
