/** Pictures made from numbers, so that the documents of the race are the same on every machine. */
import { crc32, deflateSync } from 'node:zlib'
import { seededRandom } from './statistics.ts'

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A true-colour PNG from rows of red, green and blue bytes. */
function png(width: number, height: number, pixels: Uint8Array): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const raw = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y++) {
    raw.set(pixels.subarray(y * width * 3, (y + 1) * width * 3), y * (1 + width * 3) + 1)
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(raw, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A soft landscape of overlapping waves with the grain of a photograph; another one for each seed. */
export function landscape(seed: number, width = 640, height = 398): Buffer {
  const random = seededRandom(seed)
  const waves = Array.from({ length: 5 }, () => ({
    level: 0.25 + random() * 0.6,
    swell: 0.03 + random() * 0.09,
    length: 0.4 + random() * 1.6,
    shift: random() * 6.3,
    color: [30 + random() * 170, 70 + random() * 130, 80 + random() * 120],
  })).sort((a, b) => a.level - b.level)
  const pixels = new Uint8Array(width * height * 3)
  for (let x = 0; x < width; x++) {
    const u = x / width
    const edges = waves.map(
      (wave) => wave.level + wave.swell * Math.sin((u / wave.length) * 6.3 + wave.shift),
    )
    for (let y = 0; y < height; y++) {
      const v = y / height
      const sky = [235 - 60 * v, 215 - 30 * v, 190 + 40 * v]
      const color = waves[edges.findLastIndex((edge) => v > edge)]?.color ?? sky
      const light = Math.round(20 * u) - (random() < 0.2 ? 2 : 0)
      for (let c = 0; c < 3; c++) {
        pixels[(y * width + x) * 3 + c] = Math.max(
          0,
          Math.min(255, Math.round(color[c] as number) - light),
        )
      }
    }
  }
  return png(width, height, pixels)
}
