"""Loads the worker's modules from stdin, then runs it.

Given to `python -c`, so that no file has to be mounted into the sandbox. Stdin begins with a line `name size` and
`size` bytes of source for each module, then an empty line; what follows is the conversation itself.
"""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.abc import Loader, MetaPathFinder
else:
    # Python asks for the methods alone; loading the classes takes 30 ms of a worker's start
    class Loader:
        pass

    class MetaPathFinder:
        pass


sources = {}
for line in iter(sys.stdin.buffer.readline, b'\n'):
    name, size = line.decode().split()
    sources[name] = sys.stdin.buffer.read(int(size))


class Sent(MetaPathFinder, Loader):
    """Finds the modules that were sent, and loads them."""

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:
        return ModuleSpec(fullname, self) if fullname in sources else None

    def create_module(self, spec: ModuleSpec) -> None:
        """Python's own kind of module will do."""

    def exec_module(self, module: ModuleType) -> None:
        name = module.__name__
        exec(compile(sources[name], name + '.py', 'exec'), module.__dict__)


sys.meta_path.insert(0, Sent())

import worker  # noqa: E402

worker.main()
