"""The normal robot: valuation and bidding, throwing, card play, and the reasons it gives."""
