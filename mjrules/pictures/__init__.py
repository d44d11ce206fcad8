"""Pictures of tiles and of hands, drawn as SVG; they need no font and nothing from outside."""
