/** What the threads that work on documents do with fields to be filled in. */
import type { PDFDocument } from 'pdf-lib'
import { traitsOf } from '../../kernel/field-types.ts'
import { drawTogether, type Size } from '../../pdf/appearance.ts'
import type { FilledInput, NewInput } from '../../pdf/input-fields.ts'
import type { FieldLabel } from '../../pdf/new-fields.ts'
import type { Box } from '../../pdf/pages.ts'
import { drawChoice, drawInput, drawNothing, drawTick, type InputLook } from './draw.ts'

/** A value to be written into a field of the document. */
export type FillInput = {
  /** Its name in the document. */ field: string
} /** @param unticked size of a box that is on the page only now */ & (
  | { type: 'checkbox'; isOn: boolean; unticked?: Size; isRound?: boolean }
  /** Stays as it was laid out. */
  | { type: 'kept' }
  | InputLook
)

/** A field to be laid out. */
export interface InputToLayOut {
  field: string
  /** Index of the page, from 0. */
  page: number
  box: Box
  label: FieldLabel
  exportName: string
  required: boolean
  /** It may never be filled in: nothing of it is seen before. */
  isConditional?: true
  look: { type: 'checkbox'; isOn: boolean; isRound?: boolean } | InputLook
  /** Of a radio or select. */
  options: readonly string[]
}

/** Draws a field as it is before anybody fills it in. @throws AppError `validation_failed` for a value without room */
export async function newInput(input: InputToLayOut): Promise<NewInput> {
  const { field: name, page, box, label, exportName, required, look, options } = input
  const place = { name, page, box, label, exportName, required }
  const isSeen = input.isConditional !== true
  if (look.type === 'checkbox') {
    const [on, off] = await Promise.all([drawTick(box, true, look.isRound), drawNothing(box)])
    const blank = isSeen && { blank: await drawTick(box, false, look.isRound) }
    return { ...place, kind: 'check', value: look.isOn, ...blank, looks: { on, off } }
  }
  const { value: kind, hasRows } = traitsOf(look.type)
  if (hasRows === true && look.value === undefined) {
    const drawn = { look: await drawNothing(look.size) }
    const blank = isSeen && { blank: await drawInput(look) }
    return { ...place, ...drawn, ...blank, kind: 'choice', options, isList: true }
  }
  const drawn = { ...place, look: await drawInput(look) }
  const value = look.value === undefined ? {} : { value: look.value }
  if (kind !== 'option') return { ...drawn, ...value, kind: 'text' }
  return { ...drawn, ...value, kind: 'choice', options, isList: hasRows === true }
}

async function filledInput(input: FillInput, shared: PDFDocument): Promise<FilledInput> {
  if (input.type === 'kept') return { name: input.field }
  if (input.type === 'checkbox') {
    const { field: name, isOn, unticked, isRound } = input
    const drawing = unticked && !isOn && { drawing: await drawTick(unticked, false, isRound) }
    return { name, value: isOn, ...drawing }
  }
  const value = input.value === undefined ? {} : { value: input.value }
  const isMark = traitsOf(input.type).hasRows === true && input.isWhole !== true
  const drawing = await (isMark ? drawChoice : drawInput)(input, shared)
  return { name: input.field, ...value, drawing, isMark }
}

/** Draws what a signer filled in. @throws AppError `validation_failed` for a value without room */
export const filledInputs = (orders: readonly FillInput[]): Promise<FilledInput[]> =>
  drawTogether((shared) => Promise.all(orders.map((input) => filledInput(input, shared))))
