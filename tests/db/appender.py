"""A process to be killed: appends to one live game for ever, and prints each number once it is saved."""

import asyncio
import sys

from db.store import Store
from tests.db.givens import a_live_game, entry, robot_in


async def append_for_ever(url: str) -> None:
    store = await Store.open(url)
    unfinished = await store.games.unfinished()
    game_id = unfinished[0].id if unfinished else await a_live_game(store)
    seq = len(unfinished[0].entries) if unfinished else 1
    while True:
        if seq % 3:
            await store.games.append(game_id, [entry(seq)])
        else:
            await store.games.append(game_id, [entry(seq)], seats=[robot_in(seat) for seat in "NESW"])
        print(seq, flush=True)
        seq += 1


if __name__ == "__main__":
    asyncio.run(append_for_ever(sys.argv[1]))
