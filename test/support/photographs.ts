/** Photographs as phones make them. */
import jpeg from 'jpeg-js'

/** A small JPEG; another one for each number. */
export function photo(number: number): Buffer {
  const [width, height] = [64, 48]
  const data = Buffer.alloc(width * height * 4, 255)
  for (let at = 0; at < data.length; at += 4) data[at] = (at * number) % 256
  return Buffer.from(jpeg.encode({ width, height, data }, 80).data)
}

const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

/** A little-endian TIFF directory: orientation, and where the photograph was taken. */
function exif(orientation: number): Buffer {
  const tiff = Buffer.alloc(62)
  tiff.write('II*\0', 0, 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(2, 8)
  const entry = (
    at: number,
    [tag, type, count, value]: readonly [number, number, number, number],
  ) => {
    tiff.writeUInt16LE(tag, at)
    tiff.writeUInt16LE(type, at + 2)
    tiff.writeUInt32LE(count, at + 4)
    tiff.writeUInt32LE(value, at + 8)
  }
  entry(10, [0x0112, 3, 1, orientation])
  entry(22, [0x8825, 4, 1, 38])
  tiff.writeUInt16LE(1, 38)
  // GPSLatitudeRef: north.
  entry(40, [1, 2, 2, 0x4e])
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
}

/** A photograph that says where it was taken, and a comment. */
export function located(orientation = 1): Buffer {
  const plain = photo(42)
  return Buffer.concat([
    plain.subarray(0, 2),
    segment(0xe1, exif(orientation)),
    segment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>Paris</x:xmpmeta>')),
    segment(0xfe, Buffer.from('somebody’s camera')),
    plain.subarray(2),
  ])
}
