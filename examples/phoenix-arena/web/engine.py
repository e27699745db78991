"""Takes a program that speaks UCI or UBI to an arena: each of its lines is a message of a WebSocket.

pip install websockets
python engine.py ws://127.0.0.1:4000/api/engine TOKEN stockfish

When the arena lets go of the program, it is started anew, and waits for the next one to play.
"""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process

from websockets.asyncio.client import ClientConnection, connect


async def to_program(socket: ClientConnection, program: Process) -> None:
    assert program.stdin
    async for line in socket:
        program.stdin.write(f"{line}\n".encode())
        await program.stdin.drain()


async def from_program(socket: ClientConnection, program: Process) -> None:
    assert program.stdout
    async for line in program.stdout:
        await socket.send(line.decode().rstrip("\r\n"))


async def play(address: str, token: str, command: list[str]) -> None:
    headers = {"Authorization": f"Bearer {token}"}
    async with connect(address, additional_headers=headers) as socket:
        program = await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE
        )
        ways = [
            asyncio.create_task(way(socket, program))
            for way in (to_program, from_program)
        ]
        try:
            # The end of either is the end of both.
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            if program.returncode is None:
                program.kill()
            await program.wait()


async def main(address: str, token: str, *command: str) -> None:
    while True:
        try:
            await play(address, token, list(command))
        except OSError as error:
            print(error, file=sys.stderr)
        await asyncio.sleep(1)


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    asyncio.run(main(*sys.argv[1:]))
