"""A process to be ended: appends to one live game for ever, and prints each number once it is saved.

It can be killed, told to end (it does so as the bot does), or given a limit of bytes a file may have, which lies a
little above what it has written when it begins and is lifted when it has failed three times.
"""

import asyncio
import contextlib
import resource
import signal
import sys
from pathlib import Path

from db.faults import StoreFault
from db.store import Store
from tests.db.givens import a_live_game, entry, robot_in


async def append_for_ever(store: Store) -> None:
    unfinished = await store.games.unfinished()
    game_id = unfinished[0].id if unfinished else await a_live_game(store)
    seq = len(unfinished[0].entries) if unfinished else 1
    failed = 0
    while True:
        try:
            if seq % 3:
                await store.games.append(game_id, [entry(seq)])
            else:
                await store.games.append(game_id, [entry(seq)], seats=[robot_in(seat) for seat in "NESW"])
        except StoreFault as fault:
            print(fault.kind, flush=True)
            failed += 1
            if failed == 3:
                limit_files(None)
            continue
        print(seq, flush=True)
        seq += 1


def limit_files(size: int | None) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard if size is None else size, hard))


async def main(file: Path, room: str | None) -> None:
    store = await Store.open(f"sqlite+aiosqlite:///{file}")
    if room is not None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        limit_files(file.stat().st_size + int(room))
    running = asyncio.create_task(append_for_ever(store))
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)
    try:
        with contextlib.suppress(asyncio.CancelledError):
            await running
    finally:
        await store.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None))
