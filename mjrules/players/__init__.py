"""Players that play by themselves, by what their own seat may see."""
