"""What the worker uses of python3-uno, which brings no types."""

from typing import Any as Anything

class Any:
    def __init__(self, type: str, value: object) -> None: ...

def getComponentContext() -> Anything: ...
