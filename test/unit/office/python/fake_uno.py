"""Stands in for python3-uno, and for a LibreOffice behind it: what it is asked, and what it does on request."""

import sys
from types import ModuleType
from typing import Any


class UnoError(Exception):
    """com.sun.star.uno.Exception: an error of LibreOffice's with its own words."""

    typeName = 'com.sun.star.task.ErrorCodeIOException'

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.Message = message


class PropertyValue:
    def __init__(self, Name: str, Value: object) -> None:
        self.Name, self.Value = Name, Value


class Table:
    """A table of the document: of its contents, or an index of words."""

    def __init__(self, kind: str, refreshed: list[str]) -> None:
        self.kind, self.refreshed = kind, refreshed

    def getServiceName(self) -> str:
        return 'com.sun.star.text.' + self.kind

    def update(self) -> None:
        self.refreshed.append(self.kind)


class Tables:
    def __init__(self, tables: list[Table]) -> None:
        self.tables = tables

    def getCount(self) -> int:
        return len(self.tables)

    def getByIndex(self, position: int) -> Table:
        return self.tables[position]


class References:
    def __init__(self, refreshed: list[str]) -> None:
        self.refreshed = refreshed

    def refresh(self) -> None:
        self.refreshed.append('references')


class Document:
    """One that was loaded."""

    def __init__(self, pdf: bytes | None) -> None:
        self.pdf = pdf
        self.closed = False
        self.filter: dict[str, Any] = {}
        self.refreshed: list[str] = []

    def getDocumentIndexes(self) -> Tables:
        return Tables([Table(kind, self.refreshed) for kind in ('Bibliography', 'ContentIndex')])

    def getTextFields(self) -> References:
        return References(self.refreshed)

    def storeToURL(self, url: str, properties: tuple[PropertyValue, ...]) -> None:
        self.filter = {each.Name: each.Value for each in properties}
        if self.pdf is None:
            raise UnoError('SfxBaseModel::impl_store <file:///tmp/Salary of Mrs X.pdf> failed: 0xc10(Error Area:Io)')
        with open(url.removeprefix('file://'), 'wb') as file:
            file.write(self.pdf)

    def close(self, _: bool) -> None:
        self.closed = True


class Desktop:
    """Loads one document after the other, whatever is in the file; None stands for one it cannot load."""

    def __init__(self, documents: list[Document | None]) -> None:
        self.documents = documents
        self.loaded: list[bytes] = []

    def loadComponentFromURL(self, url: str, *_: Any) -> Document | None:
        with open(url.removeprefix('file://'), 'rb') as file:
            self.loaded.append(file.read())
        return self.documents[len(self.loaded) - 1]


def install() -> None:
    """Before the worker's module `office` is imported."""

    def module(name: str, **names: object) -> None:
        made = ModuleType(name)
        vars(made).update(names)
        sys.modules[name] = made

    module('uno', Any=lambda _, value: value, systemPathToFileUrl=lambda path: 'file://' + path)
    for name in ('com', 'com.sun', 'com.sun.star'):
        module(name)
    module('com.sun.star.beans', PropertyValue=PropertyValue)
    module('com.sun.star.connection', NoConnectException=type('NoConnectException', (UnoError,), {}))
    module('com.sun.star.uno', Exception=UnoError)
