/**
 * Fields that signers fill in (ISO 32000-2, 12.7.5.2 to 12.7.5.4): created with the document's layout, filled in with
 * the signature of their signer. They are read-only for readers: only the service fills them in.
 */
import {
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from 'pdf-lib'
import { invariant } from '../kernel/invariant.ts'
import { appearanceOf, type Drawing, type PageRotation, withMark } from './appearance.ts'
import { formFields } from './form-fields.ts'
import {
  type AddedField,
  attachFields,
  type FieldPlace,
  pageOf,
  widgetMembers,
} from './new-fields.ts'
import { type PageFacts, rotationOfPage } from './pages.ts'
import type { PdfTarget } from './pdf-target.ts'

/** A field to be filled in, and how it looks until then. */
export type NewInput = FieldPlace & {
  /** The sender's name of the field, under which programs export its value. */
  exportName: string
  required: boolean
  value?: string | boolean
  /** What is on the page in its place until it is filled in, and stays under what is; undefined: nothing. */
  blank?: Drawing
} & (
    | { kind: 'text'; look: Drawing }
    | {
        kind: 'choice'
        options: readonly string[]
        /** Every option is shown on the page. */
        isList: boolean
        look: Drawing
      }
    | { kind: 'check'; looks: { on: Drawing; off: Drawing } }
  )

/** What is written into a field. */
export interface FilledInput {
  /** Name of the field. */
  name: string
  /** Undefined: it stays as it is. */
  value?: string | boolean
  /** How it looks from then on, if that changes; a box to tick has both of its looks from the beginning. */
  drawing?: Drawing
  /** The drawing is put over how the field looked: EU DSS takes other fonts in its place for a forbidden change. */
  isMark?: boolean
}

/** Flags of fields (tables 227, 230 and 233). */
const FLAGS = { readOnly: 1, required: 2, multiline: 4_096, combo: 131_072 }
const ON = PDFName.of('Yes')
const OFF = PDFName.of('Off')
/** What a reader would set text in that it drew itself, which it never does here; the standard asks for it. */
const DEFAULT_TEXT = PDFString.of('/Helv 0 Tf 0 g')

function kindMembers(target: PdfTarget, input: NewInput, rotation: PageRotation) {
  const shown = (drawing: Drawing): PDFRef => target.add(appearanceOf(target, drawing, rotation))
  const flags = FLAGS.readOnly + (input.required ? FLAGS.required : 0)
  if (input.kind === 'check') {
    const looks = { Yes: shown(input.looks.on), Off: shown(input.looks.off) }
    const isOn = input.value === true
    const shared = { FT: 'Btn', Ff: flags, AS: isOn ? ON : OFF, AP: { N: looks } }
    // No value until the signer gives one: EU DSS assumes that a value was there when others signed.
    return isOn ? { ...shared, V: ON } : shared
  }
  const value =
    typeof input.value === 'string' ? { V: PDFHexString.fromText(input.value) } : undefined
  const text = { DA: DEFAULT_TEXT, AP: { N: shown(input.look) }, ...value }
  if (input.kind === 'text') return { FT: 'Tx', Ff: flags + FLAGS.multiline, ...text }
  const options = input.options.map((option) => PDFHexString.fromText(option))
  return { FT: 'Ch', Ff: flags + (input.isList ? 0 : FLAGS.combo), Opt: options, ...text }
}

/** The font named by {@link DEFAULT_TEXT}. */
function addDefaultFont(target: PdfTarget, form: PDFDict): void {
  const font = target.context.obj({
    Type: 'Font',
    Subtype: 'Type1',
    BaseFont: 'Helvetica',
    Encoding: 'WinAnsiEncoding',
  })
  form.set(PDFName.of('DR'), target.context.obj({ Font: { Helv: target.add(font) } }))
}

/**
 * Adds the fields of all signers, together with those of their signatures.
 * @param pages the document's pages in their current state
 */
export function addInputFields(
  target: PdfTarget,
  pages: readonly PageFacts[],
  inputs: readonly NewInput[],
): AddedField[] {
  if (inputs.length === 0) return []
  const made = inputs.map((input): AddedField => {
    const page = pageOf(pages, input)
    const dict = target.context.obj({
      ...widgetMembers(input, page),
      TM: PDFHexString.fromText(input.exportName),
      ...kindMembers(target, input, page.rotation),
    })
    return { ref: target.add(dict), dict, page, label: input.label }
  })
  addDefaultFont(target, attachFields(target, made).dict)
  return made
}

/** The stream that shows the value of a field; of a box to tick, that it is not ticked. */
function normalOf(target: PdfTarget, dict: PDFDict): PDFObject | undefined {
  const looks = target.get(dict, 'AP')
  const normal = looks instanceof PDFDict ? looks.get(PDFName.of('N')) : undefined
  // Of a box to tick, only how it looks without its tick is ever drawn anew.
  return normal instanceof PDFDict ? normal.get(OFF) : normal
}

/** How a field looks once it is filled in; where nothing is drawn, as before. */
function fillLook(target: PdfTarget, dict: PDFDict, { name, value, drawing, isMark }: FilledInput) {
  if (typeof value === 'boolean' && drawing === undefined) return
  const normal = normalOf(target, dict)
  if (!(normal instanceof PDFRef)) return
  const before = target.resolve(normal)
  invariant(before instanceof PDFRawStream, `the field ${name} was laid out with a look`)
  const rotation = rotationOfPage(target, dict.get(PDFName.of('P')))
  if (drawing === undefined) target.set(normal, before)
  else if (isMark === true) target.set(normal, withMark(target, before, drawing, rotation))
  else target.set(normal, appearanceOf(target, drawing, rotation))
}

/**
 * Fills fields in. The look of each is written again, even where it stays as it is: pyHanko accepts a lock only on
 * fields that were drawn in the revision that locks them.
 */
export function fillInputs(target: PdfTarget, filled: readonly FilledInput[]): void {
  if (filled.length === 0) return
  const fields = new Map(formFields(target).map((field) => [field.name, field]))
  for (const input of filled) {
    const { name, value } = input
    const field = fields.get(name)
    invariant(field !== undefined, `the field ${name} was laid out`)
    const { dict, ref } = field
    if (typeof value === 'boolean')
      for (const key of ['V', 'AS']) dict.set(PDFName.of(key), value ? ON : OFF)
    else if (value !== undefined) dict.set(PDFName.of('V'), PDFHexString.fromText(value))
    target.set(ref, dict)
    fillLook(target, dict, input)
  }
}
