"""What is changed in a Word file before LibreOffice reads it."""

from __future__ import annotations

import os
import re

from photographs import Jpeg, as_jpeg

COMMENT = re.compile(rb'<(\w+:)?commentReference\b[^>]*?(/>|>\s*</(\w+:)?commentReference>)')
PART_BYTES_MAX = 64 << 20


def prepare(path: str, photographs: list[str], jpeg: Jpeg | None) -> None:
    """Leaves out what refers to comments and makes photographs JPEG; a file it cannot read stays as it is.

    Comments are not printed, and LibreOffice without a GUI crashes on them: the windows it makes for them in the
    margin need files that only come with the GUI. What a part is, LibreOffice sees by its bytes, not its name.
    """
    if jpeg is None:
        photographs = []
    with open(path, 'rb') as file:
        if not photographs and b'word/comments' not in file.read():
            return
    try:
        if rewrite(path, path + '.new', photographs, jpeg):
            os.replace(path + '.new', path)
    except Exception:  # LibreOffice decides whether it can be read
        pass


def rewrite(path: str, target: str, photographs: list[str], jpeg: Jpeg | None) -> bool:
    """False if a part is too large to be read here."""
    import zipfile

    with zipfile.ZipFile(path) as given, zipfile.ZipFile(target, 'w') as made:
        if any(entry.file_size > PART_BYTES_MAX for entry in given.infolist()):
            return False
        pictures = {name: given.read(name) for name in photographs}
        if jpeg is not None:
            pictures = as_jpeg(jpeg, pictures)
        for entry in given.infolist():
            name = entry.filename
            part = pictures[name] if name in pictures else given.read(entry)
            if name.startswith('word/') and b'commentReference' in part:
                part = COMMENT.sub(b'', part)
            made.writestr(name, part)
    return True
