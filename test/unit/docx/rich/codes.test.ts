import { inflateSync } from 'node:zlib'
import bwip from 'bwip-js/node'
import decodeQR from 'qr/decode.js'
import { describe, expect, test } from 'vitest'
import { bytesFor, placePicture } from '../../../../src/docx/rich/drawing.ts'
import { epcText } from '../../../../src/docx/rich/epc.ts'
import { richFilters } from '../../../../src/docx/rich/rich-content.ts'
import type { CodeImage, Picture } from '../../../../src/docx/rich/values.ts'
import { readImage } from '../../../../src/images/read.ts'
import { contextOf } from './fixture.ts'

const context = contextOf()
const code = (filter: string, value: unknown, ...args: unknown[]): Picture & { image: CodeImage } =>
  richFilters[filter]!(value, args, context) as Picture & { image: CodeImage }
const ROOM = { width: 5_760_000, height: 8_000_000 }

/** The dark pixels of one of our bilevel PNG. */
function pixelsOf(png: Uint8Array): {
  width: number
  height: number
  dark: (x: number, y: number) => boolean
} {
  const { width, height } = readImage(png)
  const bytes = Buffer.from(png)
  const at = bytes.indexOf('IDAT')
  const rows = inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)))
  const stride = Math.ceil(width / 8) + 1
  return {
    width,
    height,
    dark: (x, y) => ((rows[y * stride + 1 + (x >> 3)]! >> (7 - (x & 7))) & 1) === 0,
  }
}

describe('a QR code', () => {
  const text = 'https://paraph.example/invoices/2026-0001'
  // Of one kind of characters: then the standard leaves no choice, and two encoders must agree.
  const plain = 'https://paraph.example/invoices/october'
  const { image } = code('qr', plain, 'Q')

  /** The symbol as bwip-js has it; which of the eight masks is best, encoders judge differently. */
  const symbolOf = (mask: number) =>
    (
      bwip.raw({ bcid: 'qrcode', text: plain, ...{ eclevel: 'Q', mask } }) as unknown as {
        pixs: number[]
        pixx: number
      }[]
    )[0]!

  test.each([1, 3, 8])(
    'at scale %i has exactly the modules another encoder finds and four blank around',
    (scale) => {
      const { width, height, dark } = pixelsOf(image.png(scale))
      const size = width / scale - 8
      expect(height).toBe(width)
      const modules = Array.from({ length: size * size }, (_none, at) =>
        Number(dark((4 + (at % size)) * scale, (4 + Math.floor(at / size)) * scale)),
      )
      const symbols = [1, 2, 3, 4, 5, 6, 7, 8].map(symbolOf)
      expect(symbols.map(({ pixx }) => pixx)).toContain(size)
      expect(symbols.map(({ pixs }) => pixs.join(''))).toContain(modules.join(''))
      for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1) {
          const [column, row] = [Math.floor(x / scale) - 4, Math.floor(y / scale) - 4]
          const inside = column >= 0 && row >= 0 && column < size && row < size
          const expected = inside && modules[row * size + column] === 1
          if (dark(x, y) !== expected) expect([x, y]).toEqual('a pixel as its module')
        }
      }
    },
  )

  test.each([
    ['L', '01234567890123456789'],
    ['M', 'HTTPS://PARAPH.EXAMPLE/A B'],
    ['Q', 'Facture n° 2026-0001 – 1 234,50 €, 発票'],
    ['H', `BCD\n002\n1\nSCT\n\n${'x'.repeat(900)}`],
  ])('of level %s is read back as the text it was made of', (level, given) => {
    const { width, height, dark } = pixelsOf(code('qr', given, level).image.png(4))
    const data = new Uint8Array(width * height * 4).fill(255)
    for (let at = 0; at < width * height; at += 1) {
      if (dark(at % width, Math.floor(at / width))) data.fill(0, at * 4, at * 4 + 3)
    }
    expect(decodeQR({ width, height, data })).toBe(given)
  })

  test('is drawn at no more than 300 dots per inch of its final size, and no less than half', () => {
    for (const mm of [12, 30, 80]) {
      const picture: Picture = { ...code('qr', text), width: { emu: mm * 36_000 } }
      const place = placePicture(picture, ROOM)
      const dpi = readImage(bytesFor(picture.image, place)).width / (place.width / 914_400)
      expect(dpi).toBeLessThanOrEqual(300)
      expect(dpi).toBeGreaterThan(150)
    }
  })

  test('is the same bytes each time', () => {
    expect(Buffer.from(code('qr', text).image.png(6)).equals(code('qr', text).image.png(6))).toBe(
      true,
    )
  })

  test('has its text as alternative text', () => {
    expect(code('qr', text).alt).toBe(`QR code: ${text}`)
  })

  test('what cannot be encoded is explained', () => {
    expect(() => code('qr', 'x'.repeat(5_000))).toThrow(
      /qr: .*cannot be encoded: it is too long for/,
    )
    expect(() => code('qr', '')).toThrow('nothing to encode')
    expect(() => code('qr', 'a', 'Z')).toThrow('use "L", "M", "Q" or "H"')
    expect(() => code('qr', {})).toThrow('a text or a number was expected')
  })

  test('of a missing value stays missing', () => {
    expect(code('qr', null)).toBeNull()
    expect(richFilters.barcode!(undefined, ['ean13'], context)).toBeUndefined()
  })
})

describe('a barcode', () => {
  test.each([
    ['code128', 'ABC-123'],
    ['ean13', '3017620422003'],
    ['EAN-13', '301762042200'],
    ['ean8', '96385074'],
    ['upca', '036000291452'],
    ['code39', 'ABC123'],
    ['itf14', '10012345678902'],
    ['datamatrix', 'hello'],
    ['pdf417', 'hello'],
    ['azteccode', 'hello'],
    ['gs1-128', '(01)09521234543213'],
    ['isbn', '978-3-16-148410-0'],
  ])('%s of %s is drawn with blank edges', (kind, text) => {
    const { image } = code('barcode', text, kind)
    const { width, height, dark } = pixelsOf(image.png(4))
    const column = (x: number): boolean =>
      Array.from({ length: height }, (_none, y) => dark(x, y)).includes(true)
    expect(Array.from({ length: width }, (_none, x) => column(x)).includes(true)).toBe(true)
    expect(column(width - 1)).toBe(false)
    expect(image.width).toBeGreaterThan(0)
  })

  test('the bars of an EAN-13 are whole modules', () => {
    const { image } = code('barcode', '3017620422003', 'ean13', 'notext')
    const { width, dark } = pixelsOf(image.png(5))
    const edges = Array.from({ length: width }, (_none, x) => x).filter(
      (x) => x > 0 && dark(x, 20) !== dark(x - 1, 20),
    )
    expect(edges).toHaveLength(60)
    expect(edges.every((edge) => edge % 5 === edges[0]! % 5)).toBe(true)
    expect(edges.at(-1)! - edges[0]!).toBe(95 * 5)
  })

  test.each([
    ['ean13', '3017620422003'],
    ['code128', 'PX-2026-0142'],
    ['itf14', '10012345678902'],
  ])('%s takes a height without thinner bars or flattened digits', (kind, text) => {
    const picture: Picture = { ...code('barcode', text, kind), height: { emu: 12 * 36_000 } }
    const image = picture.image as CodeImage
    const place = placePicture(picture, ROOM)
    expect(place).toMatchObject({ width: image.width, height: 12 * 36_000 })
    const drawn = readImage(bytesFor(image, place))
    const [drawnRatio, ratio] = [drawn.height / drawn.width, place.height / place.width]
    expect(Math.abs(drawnRatio / ratio - 1)).toBeLessThan(0.05)
    expect(image.height / image.width).toBeGreaterThan(ratio)
  })

  test('a matrix code keeps its proportions', () => {
    const picture: Picture = {
      ...code('barcode', 'hello', 'pdf417'),
      width: { emu: 40 * 36_000 },
      height: { emu: 40 * 36_000 },
    }
    const { width, height } = placePicture(picture, ROOM)
    const image = picture.image as CodeImage
    expect(width / height).toBeCloseTo(image.width / image.height, 3)
  })

  test('a wrong check digit and an unknown kind are explained', () => {
    expect(() => code('barcode', '3017620422004', 'ean13')).toThrow(/Incorrect EAN-13 check digit/)
    expect(() => code('barcode', '123', 'ean13')).toThrow(/must be 12 or 13 digits/)
    expect(() => code('barcode', '1', 'nonsense')).toThrow(/not a known kind; for example code128/)
  })
})

describe('a SEPA payment code', () => {
  const payment = { name: 'ACME SARL', iban: 'FR76 3000 6000 0112 3456 7890 189', amount: 1234.5 }

  test('has the lines of EPC069-12', () => {
    expect(epcText({ ...payment, reference: 'Facture 2026-0001' }).text.split('\n')).toEqual([
      ...['BCD', '002', '1', 'SCT', '', 'ACME SARL', 'FR7630006000011234567890189', 'EUR1234.50'],
      ...['', '', 'Facture 2026-0001'],
    ])
  })

  test('a creditor reference with correct check digits is put on its own line', () => {
    const lines = epcText({ ...payment, reference: 'RF18 5390 0754 7034' }).text.split('\n')
    expect(lines[9]).toBe('RF18539007547034')
    expect(lines).toHaveLength(10)
  })

  test.each([
    [{ ...payment, iban: 'FR76 3000 6000 0112 3456 7890 188' }, 'not a valid IBAN'],
    [{ ...payment, iban: undefined }, '"iban" is missing'],
    [{ ...payment, name: '' }, '"name"'],
    [{ ...payment, amount: '12.345' }, 'not an amount'],
    [{ ...payment, amount: 0 }, 'between 0.01'],
    [{ ...payment, bic: 'X' }, 'not a BIC'],
    [{ ...payment, reference: 'a', text: 'b' }, 'not both'],
    [{ ...payment, name: 'x'.repeat(71) }, 'longer than 70'],
    ['text', 'an object with'],
  ])('a wrong field is named (%#)', (input, reason) => {
    expect(() => epcText(input)).toThrow(reason)
  })

  test('becomes a picture that says whom it pays', () => {
    expect(code('epcqr', payment).alt).toBe(
      'SEPA payment QR code: 1234.50 EUR to ACME SARL, FR7630006000011234567890189',
    )
  })
})
