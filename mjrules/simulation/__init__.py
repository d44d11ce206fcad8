"""Simulation: many hands of random players, and what they come to."""
