/**
 * What an appearance stream draws, as far as can be determined without drawing it: its text and what covers the page.
 */
import { PDFDict, PDFHexString, PDFName, PDFRawStream, PDFString } from 'pdf-lib'
import { unlessThrown } from '../../kernel/type-guards.ts'
import { ContentError, type Operator, operandsOf, operatorsOf } from '../content-operators.ts'
import { nameOf } from '../form-fields.ts'
import { dictOf, type PdfFile } from '../pdf-file.ts'
import { decodedStream, UnreadablePdfError } from '../stream-data.ts'

/** What is drawn. */
interface Drawn {
  /** Codes of the characters in the order of drawing; text where the fonts use a common encoding. */
  text: string
  /** Whether something besides text is painted: a filled shape, an image, a shading. */
  fills: boolean
}

const NOTHING: Drawn = { text: '', fills: false }
const DEPTH_MAX = 6
/** Operators that show text (ISO 32000-2, 9.4.3). */
export const SHOWS_TEXT: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"'])
const FILLS = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'sh', 'BI'])
const STRINGS = /\((?:\\[\s\S]|[^\\()]|\((?:\\[\s\S]|[^\\()])*\))*\)|<[0-9A-Fa-f\s]*>/g

/** Characters of the strings among the operands. */
export function shown(bytes: Uint8Array, operator: Operator): string {
  return [...operandsOf(bytes, operator).matchAll(STRINGS)]
    .map(([text]) => {
      const inner = text.slice(1, -1)
      const string = text.startsWith('(') ? PDFString.of(inner) : PDFHexString.of(inner)
      return Buffer.from(string.asBytes()).toString('latin1')
    })
    .join('')
}

function drawnBy(file: PdfFile, stream: PDFRawStream, depth: number): Drawn {
  const bytes = decodedStream(stream)
  const inner = file.get(file.get(stream, 'Resources'), 'XObject')
  let text = ''
  let fills = false
  for (const operator of operatorsOf(bytes)) {
    if (SHOWS_TEXT.has(operator.name)) text += shown(bytes, operator)
    if (FILLS.has(operator.name)) fills = true
    if (operator.name !== 'Do') continue
    const name = operandsOf(bytes, operator).replace(/^\//, '')
    const object = file.resolve(dictOf(inner)?.get(PDFName.of(name)))
    const isForm = nameOf(dictOf(object)?.get(PDFName.of('Subtype'))) === 'Form'
    if (!isForm || !(object instanceof PDFRawStream) || depth >= DEPTH_MAX) {
      fills = true
      continue
    }
    const part = drawnBy(file, object, depth + 1)
    text += part.text
    fills ||= part.fills
  }
  return { text, fills }
}

/** The stream that a widget shows: its normal appearance in its current state (ISO 32000-2, 12.5.5). */
function shownStream(file: PdfFile, widget: PDFDict): PDFRawStream | undefined {
  const normal = file.get(file.get(widget, 'AP'), 'N')
  if (normal instanceof PDFRawStream) return normal
  const state = file.get(widget, 'AS')
  if (!(normal instanceof PDFDict && state instanceof PDFName)) return undefined
  const chosen = file.resolve(normal.get(state))
  return chosen instanceof PDFRawStream ? chosen : undefined
}

/** What a widget shows; undefined if it cannot be read. */
export function drawnIn(file: PdfFile, widget: PDFDict | undefined): Drawn | undefined {
  if (widget === undefined) return NOTHING
  return unlessThrown([UnreadablePdfError, ContentError], () => {
    const stream = shownStream(file, widget)
    return stream === undefined ? NOTHING : drawnBy(file, stream, 0)
  })
}

const blank = (text: string): string => text.replace(/\s/g, '')

/** Whether two widgets show the same characters; their layout does not count. */
export const sameText = (one: Drawn, other: Drawn): boolean => blank(one.text) === blank(other.text)
