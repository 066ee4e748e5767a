import jpeg from 'jpeg-js'
import { PDFDocument, PDFName, PDFRawStream } from 'pdf-lib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { readPicture, scaledDown, trimmed } from '../../../src/images/pixels.ts'
import { writePng } from '../../../src/images/png-write.ts'
import { LANGUAGES, type Language } from '../../../src/kernel/languages.ts'
import { drawSignerField, type FieldFacts } from '../../../src/signing/appearance/field.ts'
import { planStamp, shortId } from '../../../src/signing/appearance/stamp.ts'
import { stampTime } from '../../../src/signing/appearance/stamp-time.ts'
import type { Mark } from '../../../src/signing/model/intent.ts'
import { textsIn } from '../../../src/translations/texts.ts'
import { pdfText, wordBoxes } from '../../support/pdf-text.ts'
import { strokePng } from '../../support/proof-facts.ts'

const facts = (given: Partial<FieldFacts> = {}): FieldFacts => ({
  locale: 'fr',
  name: 'Élodie Łukasz-Dupont',
  at: '2026-11-21T12:00:03.250Z',
  timeZone: 'Europe/Paris',
  documentId: 'doc_01KAFN5Q8Y2V7N3M9X4T6B0C1D',
  mark: { kind: 'drawn', picture: strokePng() },
  test: false,
  ...given,
})

/** A moment as a stamp with enough room writes it. */
function momentOf(at: string, timeZone: string, locale: Language): string {
  const { day, hour } = stampTime(at, timeZone, locale)
  const { words, measure } = { words: textsIn(locale).signing.stamp, measure: () => 1 }
  const given = { locale, name: 'A', at, timeZone, documentId: 'doc_1', test: false }
  const { lines } = planStamp({ width: 300, height: 120 }, given, { words, measure })
  const said = lines
    .map(({ text }) => text)
    .find((text) => text.includes(day) && text.includes(hour))
  return said?.slice(words.on.length + 1) ?? ''
}

/** Sizes of the text in points, as a reader program draws it. */
async function textSizes(pdf: Uint8Array): Promise<number[]> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const { items } = await (await (await loading.promise).getPage(1)).getTextContent()
  await loading.destroy()
  return items.flatMap((item) =>
    'str' in item && item.str.trim() !== ''
      ? [Math.hypot(item.transform[2], item.transform[3])]
      : [],
  )
}

async function shown(width: number, height: number, given: Partial<FieldFacts> = {}) {
  const { page } = await drawSignerField({ width, height }, facts(given))
  const pdf = await PDFDocument.create()
  const [copied] = await pdf.copyPages(page.doc, [0])
  pdf.addPage(copied)
  return await pdf.save({ useObjectStreams: false })
}

const MARKS: [string, Mark][] = [
  ['drawn', { kind: 'drawn', picture: strokePng() }],
  ['typed', { kind: 'typed', text: 'Élodie Łukasz-Dupont' }],
  ['typed in characters no font has', { kind: 'typed', text: '山田 太郎 😀\ud800' }],
  ['typed in Arabic', { kind: 'typed', text: 'محمد العربي' }],
  ['typed blank', { kind: 'typed', text: ' \u200b ' }],
]

describe('what is seen in a field', () => {
  test('with room for it names signer, time and document', async () => {
    const [text] = pdfText(await shown(200, 120))
    expect(text).toContain('Signé électroniquement par')
    expect(text).toContain('Élodie Łukasz-Dupont')
    expect(text).toContain('le 21 novembre 2026 à 13:00 (UTC+1)')
    expect(text).toContain('doc_…9X4T6B0C1D')
  })

  test('says it in English', async () => {
    const [text] = pdfText(
      await shown(200, 120, { locale: 'en', timeZone: 'Europe/London', test: true }),
    )
    expect(text).toContain('Signed electronically by')
    expect(text).toContain('on 21 November 2026 at 12:00 (UTC)')
    expect(text).toContain('TEST')
  })

  test.each(MARKS)('a %s signature fits boxes of every size', async (_what, mark) => {
    for (const [width, height] of [
      [60, 20],
      [60, 100],
      [150, 36],
      [120, 80],
      [400, 200],
      [8, 8],
    ] as const) {
      const pdf = await shown(width, height, {
        mark,
        name: 'Maximiliana-Ottilie von und zu Hohenlohe-Waldenburg',
      })
      const out = wordBoxes(pdf).filter(({ left, right }) => left < -1 || right > width + 2)
      expect({ width, height, out }).toEqual({ width, height, out: [] })
    }
  })

  test.each([
    [180, 60],
    [170, 57],
    [180, 40],
    [120, 80],
    [260, 40],
    [60, 100],
    [60, 20],
    [40, 15],
    [400, 200],
  ])(
    'in a box of %i × %i no text is smaller than 7 points, and none leaves the box',
    async (width, height) => {
      for (const locale of LANGUAGES)
        for (const name of [
          'Élodie Łukasz-Dupont',
          'Maximiliana von und zu Hohenlohe-Waldenburg',
        ]) {
          const pdf = await shown(width, height, { locale, name })
          const sizes = await textSizes(pdf)
          expect(Math.min(Number.POSITIVE_INFINITY, ...sizes)).toBeGreaterThanOrEqual(7)
          for (const word of wordBoxes(pdf)) expect(word.right).toBeLessThanOrEqual(width + 0.5)
        }
    },
  )

  test('the usual box has the name and the time where the signer is, with its zone', async () => {
    const [text] = pdfText(await shown(180, 60))
    expect(text).toContain('Élodie Łukasz-Dupont')
    expect(text).toContain('21 novembre 2026 à 13:00 (UTC+1)')
  })

  test('times are written as people do, in any zone; one that nobody knows is that of the language', () => {
    const at = '2026-07-21T22:30:00.000Z'
    expect(momentOf(at, 'Europe/Paris', 'fr')).toBe('22 juillet 2026 à 00:30 (UTC+2)')
    expect(momentOf(at, 'America/St_Johns', 'en')).toBe('21 July 2026 at 20:00 (UTC-2:30)')
    expect(stampTime(at, 'Asia/Kolkata', 'en').short).toBe('22 Jul 2026, 04:00 (UTC+5:30)')
    expect(stampTime(at, 'UTC', 'en').hour).toBe('22:30 (UTC)')
    expect(stampTime(at, 'Mars/Base', 'fr').hour).toBe('00:30 (UTC+2)')
    expect(stampTime(at, 'Mars/Base', 'pt').hour).toBe('23:30 (UTC+1)')
    const said = (['de', 'es', 'it', 'nl', 'pt', 'pl'] as const).map((locale) =>
      momentOf(at, 'Europe/Warsaw', locale),
    )
    expect(said).toEqual([
      '22. Juli 2026 um 00:30 (UTC+2)',
      '22 de julio de 2026 a las 00:30 (UTC+2)',
      '22 luglio 2026 alle 00:30 (UTC+2)',
      '22 juli 2026 om 00:30 (UTC+2)',
      '22 de julho de 2026 às 00:30 (UTC+2)',
      '22 lipca 2026 o 00:30 (UTC+2)',
    ])
  })

  test('most of it is the signature, whose caption has the name and the time', () => {
    const words = textsIn('fr').signing.stamp
    const measure = (text: string, { size }: { size: number }) => text.length * size * 0.6
    for (const [width, height] of [
      [180, 60],
      [200, 80],
      [120, 80],
      [170, 48],
      [180, 40],
      [260, 40],
    ] as const) {
      const { mark, lines } = planStamp({ width, height }, facts(), { words, measure })
      // A drawn signature is some three times as wide as high.
      const drawn = Math.min(mark.width, mark.height * 3)
      expect({ width, height, share: drawn / width }).toMatchObject({
        share: expect.toSatisfy((share: number) => share > 0.35),
      })
      expect(lines.map(({ text }) => text).join(' ')).toMatch(/Dupont.*13:00/)
    }
  })

  test('a small box shows the name, a tiny one only the signature', async () => {
    expect(pdfText(await shown(60, 20))[0]).toContain('Élodie')
    expect(pdfText(await shown(30, 12))[0]?.trim()).toBe('')
  })
})

test('a short id keeps the end, which distinguishes documents', () => {
  expect(shortId('doc_01KAFN5Q8Y2V7N3M9X4T6B0C1D')).toBe('doc_…9X4T6B0C1D')
  expect(shortId('doc_short')).toBe('doc_short')
})

/** Grey steps of alpha, to be kept. */
function alphaPng(options: object = {}): Buffer {
  const png = new PNG({ width: 40, height: 20 })
  for (let at = 0; at < png.data.length; at += 4) png.data.set([10, 20, 200, (at / 4) % 256], at)
  return PNG.sync.write(png, options)
}

function photo(width: number, height: number): Buffer {
  const data = Buffer.alloc(width * height * 4, 255)
  for (let at = 0; at < data.length; at += 4) data[at] = (at / 4) % width < width / 2 ? 0 : 255
  return jpeg.encode({ width, height, data }, 90).data as Buffer
}

/** The same JPEG with an EXIF block: orientation 6 and a secret. */
function withExif(bytes: Buffer): Buffer {
  const tiff = Buffer.from(
    '4d4d002a000000080001011200030000000100060000000000004750532d5345435245540000',
    'hex',
  )
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([bytes.subarray(0, 2), head, body, bytes.subarray(2)])
}

describe('a picture of a signature', () => {
  test('keeps its alpha', async () => {
    const picture = readPicture(alphaPng())
    expect(picture.rgba[3]).toBe(0)
    expect(picture.rgba[4 * 20 + 3]).toBe(20)
    expect(PNG.sync.read(writePng(picture)).data.equals(Buffer.from(picture.rgba))).toBe(true)
  })

  test('is turned upright and loses its EXIF', async () => {
    const turned = withExif(photo(64, 32))
    expect(turned.includes('GPS-SECRET')).toBe(true)
    const picture = readPicture(turned)
    expect([picture.width, picture.height]).toEqual([32, 64])
    const pdf = await shown(200, 80, { mark: { kind: 'image', picture: turned } })
    const document = await PDFDocument.load(pdf)
    const streams = document.context
      .enumerateIndirectObjects()
      .flatMap(([, object]) => (object instanceof PDFRawStream ? [object] : []))
    const images = streams.filter(
      ({ dict }) => dict.get(PDFName.of('Subtype')) === PDFName.of('Image'),
    )
    expect(images.length).toBeGreaterThan(0)
    for (const { dict } of images)
      expect(String(dict.get(PDFName.of('Filter')))).toBe('/FlateDecode')
    expect(Buffer.from(pdf).includes('GPS-SECRET')).toBe(false)
  })

  test('is shown without its blank margins and in its own proportions', () => {
    const stroke = trimmed(readPicture(strokePng(800, 300)))!
    expect(stroke.width).toBeLessThan(640)
    const small = scaledDown(stroke, { width: 100, height: 100 })
    expect(small.width).toBe(100)
    expect(small.height / small.width).toBeCloseTo(stroke.height / stroke.width, 1)
  })

  test('of nothing but white is no picture', () => {
    expect(trimmed({ width: 4, height: 4, rgba: new Uint8Array(64).fill(255) })).toBeNull()
  })

  const png = alphaPng()
  const cutJpeg = photo(64, 64)
  test.each([
    ['a cut PNG', png.subarray(0, png.length - 20)],
    [
      'a PNG with a flipped byte',
      Buffer.from(png.map((byte, at) => (at === 60 ? byte ^ 1 : byte))),
    ],
    ['a PNG that lacks rows', missingRows()],
    ['a cut JPEG', cutJpeg.subarray(0, 200)],
    [
      'a GIF',
      Buffer.from('47494638396101000100800000000000ffffff2c00000000010001000002024401003b', 'hex'),
    ],
    ['blank', PNG.sync.write(new PNG({ width: 20, height: 20 }))],
    ['a text', Buffer.from('hello')],
    ['nothing', Buffer.alloc(0)],
    ['more than 500 kB', Buffer.concat([png, Buffer.alloc(500_000)])],
    ['more than 2000 pixels on a side', PNG.sync.write(new PNG({ width: 2001, height: 2 }))],
  ])('that is %s is refused', (_what, bytes) => {
    expect(() => readPicture(bytes)).toThrow(expect.objectContaining({ code: 'image_invalid' }))
  })
})

/** A PNG whose header announces twice the rows its data has, checksums right. */
function missingRows(): Buffer {
  const small = new PNG({ width: 10, height: 10 })
  const tall = PNG.sync.write(new PNG({ width: 10, height: 20 }))
  const packed = PNG.sync.write(small)
  return Buffer.concat([tall.subarray(0, 33), packed.subarray(33)])
}
