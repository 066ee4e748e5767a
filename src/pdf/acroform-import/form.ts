/**
 * The form of an upload as far as signers can fill it in: what each field asks for, and why the others stay as they
 * look (ISO 32000-2, 12.7.5).
 */
import { PDFDict, PDFName, type PDFRef } from 'pdf-lib'
import { hasXfa } from '../facts.ts'
import { isSeen } from '../flatten/widgets.ts'
import { type FormField, formFields, nameOf, widgetsOf } from '../form-fields.ts'
import {
  type Box,
  boxOf,
  type PageFacts,
  pagesOf,
  placesOfAnnotations,
  rectAsSeen,
  seenSize,
} from '../pages.ts'
import { numberOf, type PdfFile } from '../pdf-file.ts'
import { type FormMembers, membersOf } from './members.ts'
import { FieldSkipped, type SkipReason } from './skipped-fields.ts'

/** Where a field is seen, or one of its options. */
export interface FormPlace {
  /** From 1. */
  page: number
  /** From the top left corner of the page as displayed, in points. */
  box: Box
  option?: string
}

/** A field that a signer can fill in, or sign in. */
export interface UsableField extends Partial<Omit<FormMembers, 'shown'>> {
  /** Its full name in the file. */
  name: string
  /** Without members: a place to sign. */
  places: FormPlace[]
}

/** A field that nobody fills in, which stays as it looks. */
export interface SkippedField {
  name: string
  reason: SkipReason
}

/** The fields of a form. */
export interface UsableForm {
  fields: UsableField[]
  left: SkippedField[]
}

interface Seen {
  ref: PDFRef
  dict: PDFDict
  index: number
  page: PageFacts
}

const RECT = PDFName.of('Rect')
/** Shared with the edge of a page by fields that a layout put there: it rounds. */
const TOUCH = 0.5

/** The place of a widget. @throws FieldSkipped for one off its page, or turned against it */
function placeOf(file: PdfFile, { dict, page, index }: Seen, type: string | undefined): FormPlace {
  const rect = boxOf(file, dict.get(RECT))
  if (rect === undefined) throw new FieldSkipped('hidden')
  const box = rectAsSeen(page, rect)
  const size = seenSize(page)
  const isOn =
    box.x >= -TOUCH &&
    box.y >= -TOUCH &&
    box.x + box.width <= size.width + TOUCH &&
    box.y + box.height <= size.height + TOUCH
  if (!isOn) throw new FieldSkipped('off_page')
  const turn = numberOf(file.get(file.get(dict, 'MK'), 'R'))
  const isUpright = (((page.rotation - turn) % 360) + 360) % 360 === 0
  if (!isUpright && (type === 'Tx' || type === 'Ch')) throw new FieldSkipped('turned')
  const [x, y] = [Math.max(0, box.x), Math.max(0, box.y)]
  return { page: index + 1, box: { ...box, x, y } }
}

function usable(file: PdfFile, field: FormField, seen: readonly Seen[]): UsableField {
  const { name, type } = field
  if (seen.length === 0) throw new FieldSkipped('hidden')
  const places = seen.map((each) => placeOf(file, each, type))
  if (type === 'Sig') return { name, places: places.slice(0, 1) }
  const dicts = seen.map(({ dict }) => dict)
  const { shown, ...asked } = membersOf(file, field, dicts)
  if (shown === undefined) return { name, ...asked, places }
  const own = places.map((place, index) => ({ ...place, option: shown[index] ?? '' }))
  return { name, ...asked, places: own }
}

/** Names that more than one field of the form has: readers show the value of one in all of them. */
function repeatedNames(all: readonly FormField[]): ReadonlySet<string> {
  const seen = new Set<string>()
  return new Set(
    all.filter(({ name }) => seen.has(name) || !seen.add(name)).map(({ name }) => name),
  )
}

/**
 * Reads the form of an unsigned file.
 * @throws UnreadablePdfError when the file is damaged or hostile
 */
export function usableForm(file: PdfFile): UsableForm {
  const form: UsableForm = { fields: [], left: [] }
  const all = formFields(file)
  const isXfa = hasXfa(file)
  const repeated = repeatedNames(all)
  const pages = placesOfAnnotations(file, pagesOf(file))
  for (const field of all) {
    const { name } = field
    const seen = widgetsOf(file, field).flatMap((ref): Seen[] => {
      const [dict, at] = [file.resolve(ref), pages.get(ref)]
      if (!(dict instanceof PDFDict) || at === undefined) return []
      if (nameOf(file.get(dict, 'Subtype')) !== 'Widget') return []
      return isSeen(file, { page: at.page, ref, dict }) ? [{ ref, dict, ...at }] : []
    })
    try {
      if (isXfa) throw new FieldSkipped('xfa')
      if (repeated.has(name)) throw new FieldSkipped('repeated')
      form.fields.push(usable(file, field, seen))
    } catch (error) {
      if (!(error instanceof FieldSkipped)) throw error
      form.left.push({ name, reason: error.reason })
    }
  }
  return form
}
