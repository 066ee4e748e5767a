/** Finds where a PDF is to be signed or filled in: tags, form fields, and labels with room near them. */
import { bottom, type DetectedField, type Detection, right, SOURCES, sharedArea } from './fields.ts'
import { signedFields, widgetFields } from './form-widgets.ts'
import { labelFields } from './label-fields.ts'
import { labelOf } from './labels.ts'
import { PageRoom } from './page-room.ts'
import { openForReading, type ReadPage } from './pdf-reader.ts'
import { reading } from './reader-faults.ts'
import { type Run, runsOf } from './runs.ts'
import { tagFields } from './tags.ts'
import { linesOf } from './text-lines.ts'

/** Fields that share more than this part of the smaller one are the same field. */
const SAME = 0.3
const FIELDS_MAX = 1_000
/** Fields whose tops differ by less are read from left to right. */
const ROW = 6

const rank = ({ source }: DetectedField): number => SOURCES.indexOf(source)
const area = ({ width, height }: DetectedField): number => width * height

const isHeuristic = ({ source }: DetectedField): boolean =>
  source === 'rule' || source === 'anchor_word'

/** Two tags, or two form fields, are separate fields even if they are too close together. */
const isSame = (one: DetectedField, other: DetectedField): boolean =>
  (isHeuristic(one) || one.source !== other.source) &&
  sharedArea(one, other) > SAME * Math.min(area(one), area(other))

/** Of overlapping fields, keeps the most reliable one: by its source, then by its confidence. */
function withoutOverlaps(fields: readonly DetectedField[]): DetectedField[] {
  const surest = [...fields].sort(
    (one, other) => rank(one) - rank(other) || other.confidence - one.confidence,
  )
  const kept: DetectedField[] = []
  for (const field of surest) {
    if (!kept.some((other) => isSame(field, other))) kept.push(field)
  }
  return kept.sort((one, other) =>
    Math.abs(one.y - other.y) > ROW ? one.y - other.y : one.x - other.x,
  )
}

/** A label that names a tag or is next to a form field already has its field. */
function isServed(field: DetectedField, surer: readonly DetectedField[]): boolean {
  return surer.some(
    (other) =>
      other.kind === field.kind &&
      other.y < bottom(field) + 12 &&
      bottom(other) > field.y - 12 &&
      other.x < right(field) + 12 &&
      right(other) > field.x - 12,
  )
}

async function fieldsByWords(page: ReadPage, runs: readonly Run[]): Promise<DetectedField[]> {
  const asks = runs.some(({ blank, text }) => !blank && labelOf(text) !== undefined)
  if (!asks) return []
  return labelFields(new PageRoom(page, runs, await page.rules()), page.number)
}

async function fieldsOf(
  page: ReadPage,
  signed: ReadonlySet<string> | undefined,
): Promise<DetectedField[]> {
  const lines = linesOf(await page.pieces())
  const runs = runsOf(lines)
  // Other tags are placeholders too, however close they are.
  const words = runs.flatMap(({ blank, box, text }) => (blank || /\{|\[\[/.test(text) ? [] : [box]))
  const tags = lines.flatMap((line) => tagFields(line, { page, words, number: page.number }))
  const widgets = signed === undefined ? [] : await widgetFields(page, signed)
  const labelled = await fieldsByWords(page, runs)
  const surer = [...tags, ...widgets]
  return withoutOverlaps([...surer, ...labelled.filter((field) => !isServed(field, surer))])
}

/**
 * Finds the fields of a PDF, page by page from the top.
 * @param password see `openForReading`
 * @throws AppError pdf_invalid, pdf_encrypted, pdf_not_signable (pages made by XFA), render_limit_exceeded (pages)
 */
export async function detectFields(pdf: Uint8Array, password?: string): Promise<Detection> {
  const document = await openForReading(pdf, password)
  const signed = document.hasForm ? signedFields(pdf, password) : undefined
  const found: Detection = { pages: [], fields: [] }
  try {
    for (let number = 1; number <= document.pageCount; number++) {
      const page = await reading(() => document.page(number))
      const fields = await reading(() => fieldsOf(page, signed))
      found.pages.push({ page: number, width: round(page.width), height: round(page.height) })
      found.fields.push(...fields.slice(0, FIELDS_MAX - found.fields.length))
      page.close()
    }
  } finally {
    await document.close()
  }
  return found
}

const round = (value: number): number => Math.round(value * 100) / 100
