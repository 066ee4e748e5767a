"""Photographs saved as PNG become JPEG before LibreOffice reads the document.

It would pack each without loss and as JPEG, to keep the smaller, which is most of its work on a document of
photographs; a JPEG it carries over as it is. libpng and libturbojpeg run in the sandbox like it.
"""

from __future__ import annotations

import ctypes

PNG_IMAGE_VERSION, PNG_FORMAT_RGB = 1, 2
TJPF_RGB, TJSAMP_420, TJFLAG_ACCURATEDCT = 0, 2, 4096
# no visible difference at this quality
JPEG_QUALITY = 95
PIXELS_MAX = 25_000_000


class PngImage(ctypes.Structure):
    """png_image, libpng-manual section 4: the simplified interface."""

    _fields_ = (
        ('opaque', ctypes.c_void_p),
        ('version', ctypes.c_uint32),
        ('width', ctypes.c_uint32),
        ('height', ctypes.c_uint32),
        ('format', ctypes.c_uint32),
        ('flags', ctypes.c_uint32),
        ('colormap_entries', ctypes.c_uint32),
        ('warning_or_error', ctypes.c_uint32),
        ('message', ctypes.c_char * 64),
    )


class Jpeg:
    """Converts PNG to JPEG. OSError if the libraries are missing."""

    def __init__(self) -> None:
        self.png = ctypes.CDLL('libpng16.so.16')
        self.turbo = ctypes.CDLL('libturbojpeg.so.0')
        self.turbo.tjInitCompress.restype = ctypes.c_void_p
        self.turbo.tjCompress2.argtypes = [
            ctypes.c_void_p,
            ctypes.c_void_p,
            *[ctypes.c_int] * 4,
            ctypes.POINTER(ctypes.c_void_p),
            ctypes.POINTER(ctypes.c_ulong),
            *[ctypes.c_int] * 3,
        ]
        self.turbo.tjFree.argtypes = [ctypes.c_void_p]
        self.turbo.tjDestroy.argtypes = [ctypes.c_void_p]

    def pixels(self, data: bytes) -> tuple[int, int, ctypes.Array[ctypes.c_char]]:
        """Width, height and red, green, blue of each pixel. ValueError: it cannot be read."""
        image = PngImage(version=PNG_IMAGE_VERSION)
        try:
            if not self.png.png_image_begin_read_from_memory(ctypes.byref(image), data, ctypes.c_size_t(len(data))):
                raise ValueError('no PNG')
            size = image.width * image.height
            if size > PIXELS_MAX:
                raise ValueError('too large')
            image.format = PNG_FORMAT_RGB
            pixels = ctypes.create_string_buffer(size * 3)
            if not self.png.png_image_finish_read(ctypes.byref(image), None, pixels, 0, None):
                raise ValueError('a broken PNG')
            return image.width, image.height, pixels
        finally:
            self.png.png_image_free(ctypes.byref(image))

    def of(self, data: bytes) -> bytes:
        """The JPEG; the given PNG if it cannot be read or is no larger."""
        try:
            width, height, pixels = self.pixels(data)
        except ValueError:
            return data
        handle = self.turbo.tjInitCompress()
        made, size = ctypes.c_void_p(), ctypes.c_ulong()
        try:
            failed = self.turbo.tjCompress2(
                *(handle, pixels, width, 0, height, TJPF_RGB),
                *(ctypes.byref(made), ctypes.byref(size)),
                *(TJSAMP_420, JPEG_QUALITY, TJFLAG_ACCURATEDCT),
            )
            return data if failed or size.value >= len(data) else ctypes.string_at(made, size.value)
        finally:
            self.turbo.tjFree(made)
            self.turbo.tjDestroy(handle)


def load_jpeg() -> Jpeg | None:
    """None without the libraries: pictures are packed without loss then, in larger files and more time."""
    try:
        return Jpeg()
    except OSError:
        return None


def as_jpeg(jpeg: Jpeg, parts: dict[str, bytes]) -> dict[str, bytes]:
    """The same parts as JPEG, in two threads where there is a core for each: the libraries run beside Python."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(2) as threads:
        return dict(zip(parts, threads.map(jpeg.of, parts.values()), strict=True))
