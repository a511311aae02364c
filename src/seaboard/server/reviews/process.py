"""The server's side of a background process: started when needed, ended after a long time without work."""

import asyncio
import contextlib
import subprocess
import sys
from collections.abc import AsyncIterator

import msgspec

LONGEST_LINE = 64 * 1024 * 1024
SILENT = 600.0
"""Seconds without a word after which it is taken for stuck: compiling a game takes the longest, at the lowest priority."""
IDLE = 600.0
"""Seconds without work after which it is ended, to give its memory back."""
DONE = b'{"type":"review"'
LAST = (DONE, b'{"type":"failed"')
"""How the last part of a review begins."""


class Died(Exception):
    """The process died, or had to be killed, in the middle of its work."""


class Process:
    """Does one job at a time: reviews, unless another module is named."""

    def __init__(self, nice: int, module: str = "seaboard.server.reviews.worker", last: tuple[bytes, ...] = LAST) -> None:
        self._nice = nice
        self._module = module
        self._last = last  # prefixes of the last line about a job
        self._process: asyncio.subprocess.Process | None = None
        self._ending: asyncio.TimerHandle | None = None

    async def make(self, work: msgspec.Struct) -> AsyncIterator[bytes]:
        """Do a job and yield its messages as JSON; a review's last one is the whole review, or why it failed."""
        asked = msgspec.json.encode(work) + b"\n"
        if self._ending:
            self._ending.cancel()
        is_whole = False
        try:
            process = await self._started()
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(asked)
            await process.stdin.drain()
            while not is_whole:
                async with asyncio.timeout(SILENT):
                    line = await process.stdout.readline()
                if not line.endswith(b"\n"):
                    raise Died
                is_whole = line.startswith(self._last)
                yield line[:-1]
        except (OSError, ValueError, TimeoutError) as error:
            raise Died from error
        finally:
            if is_whole:
                self._ending = asyncio.get_running_loop().call_later(IDLE, self._end)
            else:  # its next line would belong to this job, not to the next one
                self._end()

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                self._module,
                str(self._nice),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_LINE,
                creationflags=_LOWEST,
            )
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()

    async def close(self) -> None:
        """End the process, whatever it is doing."""
        if self._ending:
            self._ending.cancel()
        process = self._process
        self._end()
        if process is not None:
            await process.wait()


_LOWEST = getattr(subprocess, "IDLE_PRIORITY_CLASS", 0)
"""For Windows; elsewhere the process lowers its own priority."""
