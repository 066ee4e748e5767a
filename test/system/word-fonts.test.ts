/** The fonts that stand in for Word's: names, widths and heights as the PDF has them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDocx } from '../../src/office/sample.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import {
  type Drawn,
  drawnIn,
  type Known,
  knownFaces,
  type Style,
  standIns,
} from '../support/word-fonts.ts'

const SIZE = 20
/** No braces: they are tags. Letters with accents, a currency, dashes and quotes are among them. */
const ALPHABET =
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789 .,:;!?()[]/@#%*+=- éèàçüößñ€–—’“”'

const styled = (style: Style): string =>
  `${style.includes('Bold') ? '<w:b/>' : ''}${style.includes('Italic') ? '<w:i/>' : ''}`

/** A paragraph of two lines in a font. */
const inFont = (word: string, style: Style): string => {
  const properties = `<w:rPr><w:rFonts w:ascii="${word}" w:hAnsi="${word}" w:cs="${word}"/>${styled(style)}<w:sz w:val="${2 * SIZE}"/></w:rPr>`
  const run = (content: string) => `<w:r>${properties}${content}</w:r>`
  return `<w:p><w:pPr><w:keepLines/></w:pPr>${run('<w:t>x</w:t>')}${run('<w:br/>')}${run(`<w:t xml:space="preserve">${ALPHABET.slice(0, 40)}</w:t>`)}${run('<w:br/>')}${run(`<w:t xml:space="preserve">${ALPHABET.slice(40)}</w:t>`)}</w:p>`
}

/** Where what is drawn differs from what is known: widths by a thousandth, lines by a tenth of a point. */
function differences({ widths, pitches }: Drawn, face: Known): string[] {
  const wide = [...widths].flatMap(([character, width]) => {
    const expected = face.widths.get(character) ?? width
    return Math.abs(width - expected) > 1 ? [`${character}: ${width}, not ${expected}`] : []
  })
  const expected = face.height
  if (expected === undefined) return wide
  const high = pitches.map((points) => (points * 1000) / SIZE)
  const wrong = high.filter((pitch) => Math.abs(pitch - expected) > 6)
  return [
    ...wide,
    ...(high.length === 0 ? ['no second line'] : []),
    ...wrong.map((pitch) => `lines of ${pitch}, not ${expected}`),
  ]
}

let service: TestApp
let key: string

beforeAll(async () => {
  service = await startTestApp()
  key = await service.newKey()
})
afterAll(() => service.close())

async function rendered(paragraphs: readonly string[]): Promise<Map<string, Drawn>> {
  const { status, bytes } = await service.call('POST', '/render', {
    key,
    form: [
      ['template', { filename: 'fonts.docx', bytes: makeDocx(paragraphs.join('')) }],
      ['data', '{}'],
    ],
  })
  expect(status).toBe(200)
  return drawnIn(bytes)
}

describe("a document in Word's fonts", () => {
  test('is drawn with fonts of the same widths and heights, all families and faces of them', async () => {
    const faces = standIns()
    expect(faces.length).toBeGreaterThan(90)
    const drawn = await rendered(faces.map(({ word, style }) => inFont(word, style)))
    expect([...drawn.keys()].sort()).toEqual(faces.map(({ font }) => font).sort())
    const known = knownFaces()
    const compared = faces.flatMap(({ font, measured, height }) => {
      const [found, face] = [drawn.get(font), known.get(measured ?? '')]
      return found === undefined || face === undefined
        ? []
        : [{ font, found, face: { ...face, height: height ?? face.height } }]
    })
    const wrong = compared.flatMap(({ font, found, face }) =>
      differences(found, face).map((line) => `${font} ${line}`),
    )
    expect(wrong).toEqual([])
    const widths = compared.flatMap(({ found, face }) =>
      [...found.widths.keys()].filter((character) => face.widths.has(character)),
    )
    expect(widths.length).toBeGreaterThan(5000)
  })

  test.each([
    ['Arial', 'LiberationSans', { H: 722, a: 556, '€': 556 }],
    ['Times New Roman', 'LiberationSerif', { H: 722, a: 444, '€': 500 }],
    ['Courier New', 'LiberationMono', { H: 600, a: 600, '€': 600 }],
  ])('has %s from %s, as the operating system brings it', async (word, font, expected) => {
    const drawn = await rendered([inFont(word, 'Regular')])
    expect([...drawn.keys()]).toEqual([font])
    for (const [character, width] of Object.entries(expected))
      expect(Math.abs((drawn.get(font)?.widths.get(character) ?? 0) - width)).toBeLessThan(2)
  })
})
