/** Fields that a signer fills in, as stored. */
import type { InputType } from '../../kernel/field-types.ts'
import type { InFile } from './files.ts'
import type { PlaceOrigin } from './placement.ts'
import type { VisibleIf } from './schemas/fields.ts'

/** A value: `2026-11-24` for a date, true for a ticked box, an option, else what was typed. */
export type InputValue = string | number | boolean

/** The values of one signer, by the names of the fields. */
export type InputValues = Readonly<Record<string, InputValue>>

/** The value of a field; undefined: none, also where the name is that of a member of every object. */
export const valueIn = (values: InputValues, name: string): InputValue | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined

/** What decides whether a value will do. */
export interface InputRule {
  type: InputType
  required: boolean
  /** Of radio and select. */
  options?: readonly string[]
  /** Of a number, or of a date as `2026-11-24`. */
  min?: number | string
  max?: number | string
  /** Characters of a text. */
  max_length?: number
}

/** What makes a field depend on others. */
export interface InputRules {
  name: string
  visible_if?: VisibleIf
  /** Of a value that nobody types. */
  formula?: string
}

/** A field to be filled in. */
export interface Input extends InputRule, InputRules {
  /** The sender's name for it, unique among the signer's. */
  name: string
  /** What the signer reads. */
  label: string
  /** Of a computed number: so many are always shown. */
  decimals?: number
  /** Of the sender; the signer may change it unless it is read-only. */
  value?: InputValue
  read_only?: true
  /** Its full name in the form of the upload, whose field it takes the place of. */
  form_field?: string
  /** Every character has a cell of its own, `max_length` of them. */
  comb?: true
  /** Everywhere it is shown: a text on the page may occur more than once, a tag also in another file. */
  places: readonly InputPlace[]
}

/** One place of a field. */
export interface InputPlace extends InFile {
  /** See `Placement`. */
  from?: PlaceOrigin
  /** From 1. */
  page: number
  box: { x: number; y: number; width: number; height: number }
  /** What is seen there of the document and does not belong on it: the tag that asked for the field. */
  cover?: { x: number; y: number; width: number; height: number }
  /** Of a radio: the only option that is shown there. */
  option?: string
}

/** What was drawn, stroke by stroke: x and y in turn, y downwards. */
export type Strokes = readonly (readonly number[])[]

/** Whether nothing of a field is on the page until it is filled in. */
export const isConditional = ({ visible_if }: Pick<Input, 'visible_if'>) => visible_if !== undefined

/** Whether the sender's value is in the document before its signer signs. */
export const isLaidOut = ({ read_only, visible_if }: Pick<Input, 'read_only' | 'visible_if'>) =>
  read_only === true && visible_if === undefined

/** The id of the n-th field on the signer's page, from 0. */
export const inputId = (index: number): string => `input-${index}`
