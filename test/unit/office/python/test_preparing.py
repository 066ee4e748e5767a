"""What LibreOffice is spared: comments, and photographs saved as PNG."""

import struct
import tempfile
import unittest
import zipfile
import zlib
from pathlib import Path
from unittest import mock

import preparing
from photographs import Jpeg, as_jpeg, load_jpeg

BODY = b'<w:p><w:r><w:t>kept</w:t><w:commentReference w:id="1"/></w:r></w:p>'


def png(width: int, height: int, noisy: bool) -> bytes:
    """A picture that packs badly without loss, or one that packs well."""
    state = 1
    rows = bytearray()
    for _ in range(height):
        rows.append(0)
        for _ in range(width * 3):
            state = (state * 1103515245 + 12345) & 0x7FFFFFFF
            rows.append(state >> 16 & 0xFF if noisy else 0)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))

    head = struct.pack('>IIBBBBB', width, height, 8, 2, 0, 0, 0)
    return (
        b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', head) + chunk(b'IDAT', zlib.compress(bytes(rows))) + chunk(b'IEND', b'')
    )


def needed() -> Jpeg:
    jpeg = load_jpeg()
    assert jpeg is not None, 'apt-get install libturbojpeg0'
    return jpeg


class Preparing(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / 'in.docx'

    def write(self, parts: dict[str, bytes]) -> bytes:
        with zipfile.ZipFile(self.path, 'w', zipfile.ZIP_DEFLATED) as made:
            for name, part in parts.items():
                made.writestr(name, part)
        return self.path.read_bytes()

    def read(self) -> dict[str, bytes]:
        with zipfile.ZipFile(self.path) as given:
            return {name: given.read(name) for name in given.namelist()}

    def test_nothing_refers_to_comments_afterwards(self) -> None:
        self.write({'word/document.xml': BODY, 'word/comments.xml': b'<w:comments/>'})
        preparing.prepare(str(self.path), [], None)
        self.assertEqual(self.read()['word/document.xml'], b'<w:p><w:r><w:t>kept</w:t></w:r></w:p>')

    def test_a_reference_with_an_end_of_its_own_goes_too(self) -> None:
        both = b'<w:commentReference w:id="1"></w:commentReference><commentReference />'
        self.write({'word/document.xml': b'<a>' + both + b'</a>', 'word/comments.xml': b''})
        preparing.prepare(str(self.path), [], None)
        self.assertEqual(self.read()['word/document.xml'], b'<a></a>')

    def test_a_file_without_comments_stays_as_it_is(self) -> None:
        given = self.write({'word/document.xml': b'<w:document/>'})
        preparing.prepare(str(self.path), [], None)
        self.assertEqual(self.path.read_bytes(), given)

    def test_a_file_that_is_no_zip_stays_as_it_is(self) -> None:
        self.path.write_bytes(b'word/comments, but no zip')
        preparing.prepare(str(self.path), [], None)
        self.assertEqual(self.path.read_bytes(), b'word/comments, but no zip')

    def test_a_file_with_a_part_too_large_stays_as_it_is(self) -> None:
        given = self.write({'word/document.xml': BODY * 20, 'word/comments.xml': b''})
        with mock.patch.object(preparing, 'PART_BYTES_MAX', 1_000):
            preparing.prepare(str(self.path), [], None)
        self.assertEqual(self.path.read_bytes(), given)

    def test_a_photograph_becomes_jpeg_under_its_name(self) -> None:
        plain = png(40, 30, noisy=False)
        self.write({'word/document.xml': b'', 'word/media/a.png': png(40, 30, noisy=True), 'word/media/b.png': plain})
        preparing.prepare(str(self.path), ['word/media/a.png'], needed())
        parts = self.read()
        self.assertEqual(parts['word/media/a.png'][:3], b'\xff\xd8\xff')
        self.assertEqual(parts['word/media/b.png'], plain)

    def test_without_the_libraries_photographs_stay_as_they_are(self) -> None:
        given = self.write({'word/document.xml': b'', 'word/media/a.png': png(40, 30, noisy=True)})
        preparing.prepare(str(self.path), ['word/media/a.png'], None)
        self.assertEqual(self.path.read_bytes(), given)


class Photographs(unittest.TestCase):
    def test_what_would_be_no_smaller_stays_png(self) -> None:
        plain = png(40, 30, noisy=False)
        self.assertEqual(as_jpeg(needed(), {'a': plain}), {'a': plain})

    def test_what_is_no_png_or_a_broken_one_stays_as_it_is(self) -> None:
        broken = {'none': b'GIF89a', 'empty': b'', 'cut': png(40, 30, noisy=True)[:500]}
        self.assertEqual(as_jpeg(needed(), broken), broken)

    def test_a_png_that_claims_too_many_pixels_is_not_unpacked(self) -> None:
        head = struct.pack('>IIBBBBB', 60_000, 60_000, 8, 2, 0, 0, 0)
        huge = b'\x89PNG\r\n\x1a\n' + struct.pack('>I', 13) + b'IHDR' + head
        huge += struct.pack('>I', zlib.crc32(b'IHDR' + head)) + struct.pack('>I', 0) + b'IDAT' + bytes(4)
        self.assertEqual(as_jpeg(needed(), {'a': huge}), {'a': huge})
        with self.assertRaises(ValueError):
            needed().pixels(huge)
