"""The conversation with the service, over stdin and stdout.

The service sends one line of JSON with the set-up and the files it announces, then per document one line and `size`
bytes. The worker answers with lines of JSON: `ready`; then `done`, followed by `size` bytes of PDF, or `refused`; then
`idle`, once the document is closed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any, BinaryIO, TypedDict

CHUNK_BYTES = 1 << 20


class Setup(TypedDict):
    """The first line: limits, what to give up, the profile, how to start LibreOffice."""

    home: str
    parent: int
    dieWithParent: bool
    landlock: bool
    readable: list[str]
    writable: list[str]
    pipe: str
    pipeFolder: str
    # the program of seccomp(2) as hexadecimal; empty: none
    seccomp: str
    # names of resource.RLIMIT_* without that prefix
    limits: dict[str, int]
    # added to that of the service
    niceness: int
    # paths below home and what is written there
    files: dict[str, str]
    # paths below home and sizes of the files whose bytes follow this line: the fonts
    sent: list[tuple[str, int]]
    soffice: str
    arguments: list[str]
    connection: str
    environment: dict[str, str]


class Task(TypedDict):
    """The line before each document; `size` bytes of it follow."""

    id: int
    size: int
    # parts of the document that are photographs saved as PNG
    photographs: list[str]
    # whether tables of contents and cross-references are computed again
    refreshesContents: bool
    load: dict[str, Any]
    store: dict[str, Any]


class Service:
    """The service, at the other end of stdin and stdout."""

    def __init__(self, sent: BinaryIO, answers: BinaryIO) -> None:
        self.sent = sent
        self.answers = answers

    def setup(self) -> Setup:
        setup: Setup = json.loads(self.sent.readline())
        return setup

    def tasks(self) -> Iterator[Task]:
        """Tasks until the service closes stdin. Each document must be received before the next task."""
        for line in iter(self.sent.readline, b''):
            yield json.loads(line)

    def receive(self, size: int, path: str) -> bool:
        """Writes what follows to a file. False if the service closed the connection meanwhile."""
        with open(path, 'wb') as file:
            while size:
                chunk = self.sent.read(min(size, CHUNK_BYTES))
                if not chunk:
                    return False
                file.write(chunk)
                size -= len(chunk)
        return True

    def say(self, message: dict[str, Any], path: str | None = None) -> None:
        """Sends a line, and the file that it announces."""
        self.answers.write(json.dumps(message).encode() + b'\n')
        self.answers.flush()
        if path is not None:
            with open(path, 'rb') as source:
                while os.sendfile(self.answers.fileno(), source.fileno(), None, CHUNK_BYTES):
                    pass
