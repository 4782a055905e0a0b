"""King Pedro as pure code: no Discord, no database, no clock, no chance. Standard library only."""
