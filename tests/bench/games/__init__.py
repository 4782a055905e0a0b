"""Random play-outs, ours and other packages': ``play_out(name)`` gives a function that plays one game.

Each is run by ``tests.bench.contestant`` in a process of its own, the other packages' with another environment's
Python. So these modules import the standard library, the engine or the one package, and that only in ``play_out``.
"""
