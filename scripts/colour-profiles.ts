/**
 * `npx tsx scripts/colour-profiles.ts`: writes src/pdf/archive/*.icc, the colour profiles (ISO 15076-1) that an archive needs:
 * sRGB for its output intent, and one that says of ink what readers show for it, since PDF/A forbids ink without a profile
 * beside an RGB output intent (ISO 19005-3, 6.2.4.3).
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../src/pdf/archive')

const HEAD_BYTES = 128
const ENTRY_BYTES = 12
/** The white of the connection space, D50. */
const WHITE = [0.9642, 1, 0.8249] as const
/** sRGB's primaries adapted to it, a column each. */
const PRIMARIES = [
  [0.43607, 0.22249, 0.01392],
  [0.38515, 0.71687, 0.09708],
  [0.14307, 0.06061, 0.7141],
] as const
const BRADFORD = [1.04788, 0.02292, -0.0502, 0.02959, 0.99048, -0.01706, -0.00923, 0.01508, 0.75168]
/** sRGB's curve: exponent and constants of ISO 15076-1, 10.18, function 3. */
const CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]

const fixed = (values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [at, value] of values.entries()) bytes.writeInt32BE(Math.round(value * 65536), 4 * at)
  return bytes
}

const element = (type: string, ...parts: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(`${type}\0\0\0\0`, 'latin1'), ...parts])

const numbers = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, 4 * at)
  return bytes
}

/** A text in US English. */
const text = (value: string): Buffer =>
  element(
    'mluc',
    numbers(1, 12),
    Buffer.from('enUS', 'latin1'),
    numbers(2 * value.length, 28),
    Buffer.from(value, 'utf16le').swap16(),
  )

interface Profile {
  /** Class, colour space and connection space, four letters each. */
  kind: string
  name: string
  tags: Readonly<Record<string, Buffer>>
}

function profile({ kind, name, tags }: Profile): Buffer {
  const all = Object.entries({
    desc: text(name),
    cprt: text('No copyright, use freely'),
    wtpt: element('XYZ ', fixed(WHITE)),
    ...tags,
  })
  const head = Buffer.alloc(HEAD_BYTES + 4 + ENTRY_BYTES * all.length)
  const parts = [head]
  let at = head.length
  for (const [index, [tag, data]] of all.entries()) {
    const entry = HEAD_BYTES + 4 + ENTRY_BYTES * index
    head.write(tag, entry, 'latin1')
    head.writeUInt32BE(at, entry + 4)
    head.writeUInt32BE(data.length, entry + 8)
    const padded = Buffer.alloc(4 * Math.ceil(data.length / 4))
    data.copy(padded)
    parts.push(padded)
    at += padded.length
  }
  head.writeUInt32BE(at, 0)
  head.writeUInt32BE(0x04200000, 8)
  head.write(kind, 12, 'latin1')
  for (const [index, value] of [2020, 1, 1].entries()) head.writeUInt16BE(value, 24 + 2 * index)
  head.write('acsp', 36, 'latin1')
  fixed(WHITE).copy(head, 68)
  head.writeUInt32BE(all.length, HEAD_BYTES)
  return Buffer.concat(parts)
}

/** sRGB (IEC 61966-2-1). */
function rgbProfile(): Buffer {
  const [red, green, blue] = PRIMARIES.map((each) => element('XYZ ', fixed(each)))
  const curve = element('para', Buffer.from([0, 3, 0, 0]), fixed(CURVE))
  return profile({
    kind: 'mntrRGB XYZ ',
    name: 'sRGB IEC61966-2.1',
    tags: {
      chad: element('sf32', fixed(BRADFORD)),
      ...{ rXYZ: red as Buffer, gXYZ: green as Buffer, bXYZ: blue as Buffer },
      ...{ rTRC: curve, gTRC: curve, bTRC: curve },
    },
  })
}

/** Points of the grid along each ink. */
const GRID = 9
/** What is seen of each combination of full inks, C M Y K as bits from the lowest, on a press (SWOP) and in readers. */
const SOLIDS = [
  ...[0xffffff, 0x00adef, 0xec008c, 0x2e3192, 0xfff200, 0x00a650, 0xed1c24, 0x363639],
  ...[0x231f20, 0x000f24, 0x240000, 0x000000, 0x1c1a00, 0x001300, 0x220000, 0x000000],
]

/** Mixed from the solids by the areas that they cover. */
function seen(inks: readonly number[]): number[] {
  const rgb = [0, 0, 0]
  for (const [solid, color] of SOLIDS.entries()) {
    const area = inks.reduce((all, ink, at) => all * ((solid >> at) & 1 ? ink : 1 - ink), 1)
    for (const at of rgb.keys())
      rgb[at] = (rgb[at] ?? 0) + (area * ((color >> (16 - 8 * at)) & 255)) / 255
  }
  return rgb
}

const linear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
const lightness = (value: number): number =>
  value > 216 / 24389 ? Math.cbrt(value) : (841 / 108) * value + 4 / 29

/** CIE L*a*b* as 16 bits each (ISO 15076-1, 6.3.4.2, in the older encoding that lut16 uses). */
function lab(rgb: readonly number[]): number[] {
  const light = rgb.map(linear)
  const [x = 0, y = 0, z = 0] = WHITE.map((white, at) =>
    lightness(
      PRIMARIES.reduce((sum, each, ink) => sum + (each[at] ?? 0) * (light[ink] ?? 0), 0) / white,
    ),
  )
  const codes = [(116 * y - 16) * 652.8, (500 * (x - y) + 128) * 256, (200 * (y - z) + 128) * 256]
  return codes.map((code) => Math.max(0, Math.min(65535, Math.round(code))))
}

/** CMYK as readers show it. */
function inkProfile(): Buffer {
  const table = Buffer.alloc(GRID ** 4 * 6)
  for (let point = 0; point < GRID ** 4; point++) {
    const inks = [3, 2, 1, 0].map(
      (power) => (Math.floor(point / GRID ** power) % GRID) / (GRID - 1),
    )
    for (const [at, code] of lab(seen(inks)).entries())
      table.writeUInt16BE(code, 6 * point + 2 * at)
  }
  const straight = (channels: number): Buffer => {
    const bytes = Buffer.alloc(4 * channels)
    for (let at = 0; at < channels; at++) bytes.writeUInt16BE(65535, 4 * at + 2)
    return bytes
  }
  const head = [
    Buffer.from([4, 3, GRID, 0]),
    fixed([1, 0, 0, 0, 1, 0, 0, 0, 1]),
    Buffer.from([0, 2, 0, 2]),
  ]
  const tags = { A2B0: element('mft2', ...head, straight(4), table, straight(3)) }
  return profile({ kind: 'scnrCMYKLab ', name: 'CMYK as displayed', tags })
}

writeFileSync(join(FOLDER, 'srgb.icc'), rgbProfile())
writeFileSync(join(FOLDER, 'ink.icc'), inkProfile())
