/** What a field of a form asks for, in the words of an order (ISO 32000-2, 12.7.5.2 to 12.7.5.4). */
import { PDFDict } from 'pdf-lib'
import type { TaggedMembers } from '../../kernel/field-tags.ts'
import { INPUT_LIMITS } from '../../kernel/field-types.ts'
import { optionsOf, valueText } from '../flatten/widgets.ts'
import { type FormField, nameOf, textOf } from '../form-fields.ts'
import { numberOf, type PdfFile } from '../pdf-file.ts'
import { inheritedOf } from '../pdf-target.ts'
import { scriptedOf } from './scripts.ts'
import { FieldSkipped } from './skipped-fields.ts'

/** A field that signers can fill in, besides where it is. */
export interface FormMembers {
  members: TaggedMembers
  /** Characters are each in a cell of their own, `max_length` of them. */
  comb?: true
  /** Of a choice whose options are each in a place of their own: the option of each widget. */
  shown?: readonly string[]
}

/** Flags of fields (tables 227, 229, 231 and 233). */
const FLAGS = {
  readOnly: 1,
  required: 2,
  multiline: 1 << 12,
  password: 1 << 13,
  radio: 1 << 15,
  push: 1 << 16,
  edit: 1 << 18,
  file: 1 << 20,
  multi: 1 << 21,
  comb: 1 << 24,
  rich: 1 << 25,
}
/** Of texts and lists: what a signer's page cannot offer. */
const STRANGE: Readonly<Record<string, number>> = {
  Tx: FLAGS.password | FLAGS.file | FLAGS.rich,
  Ch: FLAGS.edit | FLAGS.multi,
}
const OFF = 'Off'

/** A name that values can have: the end of the full one, which tells fields apart, in the characters of names. */
const calledOf = (name: string): string =>
  [...name.replaceAll(/[^\p{L}\p{N}\p{M}_ .-]/gu, '_')]
    .slice(-INPUT_LIMITS.name)
    .join('')
    .replace(/^[^\p{L}\p{N}_]+/u, '')
    .trim()

const shortened = (label: string): string => {
  const characters = [...label]
  return characters.length <= INPUT_LIMITS.label
    ? label
    : `${characters.slice(0, INPUT_LIMITS.label - 1).join('')}…`
}

const fits = (options: readonly string[] = ['']): boolean =>
  options.length > 0 &&
  options.length <= INPUT_LIMITS.options &&
  options.every((each) => each.length <= INPUT_LIMITS.option)

function selectOf(file: PdfFile, dict: PDFDict, value: string | undefined) {
  const options = optionsOf(file, dict)
  const chosen = options.find(({ stored }) => stored === value)?.shown.trim() ?? value?.trim()
  // A blank line at the top stands for nothing chosen.
  const texts = options.map(({ shown }) => shown.trim()).filter((text) => text !== '')
  return { options: texts, ...(chosen && { value: chosen }) }
}

/** The state in which a button is on. */
function stateOf(file: PdfFile, widget: PDFDict): string {
  const looks = file.get(file.get(widget, 'AP'), 'N')
  const states = looks instanceof PDFDict ? looks.keys().map((key) => nameOf(key) ?? '') : []
  const [state, another] = states.filter((each) => each !== OFF)
  if (state === undefined || another !== undefined) throw new FieldSkipped('kind')
  return state
}

/** One box to tick, or options of which one is chosen, each in a place of its own. */
function buttonOf(file: PdfFile, dict: PDFDict, widgets: readonly PDFDict[], flags: number) {
  const states = widgets.map((widget) => stateOf(file, widget))
  const value = nameOf(inheritedOf(file, dict, 'V')) ?? OFF
  const different = [...new Set(states)]
  if ((flags & FLAGS.radio) === 0 && different.length === 1)
    return { type: 'checkbox' as const, value: value === states[0] }
  const texts = optionsOf(file, dict)
  const labels = widgets.map((widget) => (textOf(file.get(widget, 'TU')) ?? '').trim())
  // Widgets that all have the label of the whole group say nothing about their options.
  const isTold = new Set(labels).size === different.length && !labels.includes('')
  const shown = states.map(
    (state, index) => texts[index]?.shown.trim() || (isTold ? labels[index] : undefined) || state,
  )
  const chosen = shown[states.indexOf(value)]
  return {
    type: 'radio' as const,
    options: [...new Set(shown)],
    shown,
    ...(chosen !== undefined && { value: chosen }),
  }
}

function textMembers(file: PdfFile, dict: PDFDict, flags: number, value: string | undefined) {
  const length = numberOf(inheritedOf(file, dict, 'MaxLen'))
  const usual = (flags & FLAGS.multiline) === 0 ? INPUT_LIMITS.textDefault : INPUT_LIMITS.text
  const max_length = length > 0 ? Math.min(Math.floor(length), INPUT_LIMITS.text) : usual
  const isComb = (flags & FLAGS.comb) !== 0 && length > 0
  return { max_length, isComb, ...(value && { value }) }
}

function typed(
  file: PdfFile,
  { dict }: FormField,
  widgets: readonly PDFDict[],
  common: Pick<TaggedMembers, 'name' | 'label' | 'required'>,
  flags: number,
): FormMembers {
  const { plain, type, ...bounds } = scriptedOf(file, dict, widgets)
  const given = valueText(file, dict)
  if (given === undefined && inheritedOf(file, dict, 'V') !== undefined)
    throw new FieldSkipped('value')
  const value = given === undefined || given === '' ? undefined : plain(given)
  const text = textMembers(file, dict, flags, value)
  if (type !== undefined)
    return { members: { ...common, type, ...bounds, ...(text.value && { value: text.value }) } }
  const { isComb, ...members } = text
  return { members: { ...common, type: 'text', ...members }, ...(isComb && { comb: true }) }
}

/**
 * What a field asks for.
 * @param widgets of the field that are seen
 * @throws FieldSkipped for one that no signer can fill in
 */
export function membersOf(
  file: PdfFile,
  field: FormField,
  widgets: readonly PDFDict[],
): FormMembers {
  const { dict, type = '', name } = field
  const flags = numberOf(inheritedOf(file, dict, 'Ff'))
  if (type === 'Btn' && (flags & FLAGS.push) !== 0) throw new FieldSkipped('button')
  if ((flags & (STRANGE[type] ?? 0)) !== 0) throw new FieldSkipped('kind')
  const called = calledOf(name)
  const label = shortened((textOf(file.get(dict, 'TU')) ?? '').trim() || name)
  if (called === '') throw new FieldSkipped('label')
  const common = { name: called, label, required: (flags & FLAGS.required) !== 0 }
  const made = madeOf(file, field, widgets, common, flags)
  if (!fits(made.members.options)) throw new FieldSkipped('options')
  if ((flags & FLAGS.readOnly) === 0) return made
  const { members } = made
  if (members.value === undefined) throw new FieldSkipped('read_only_empty')
  return { ...made, members: { ...members, required: false, read_only: true } }
}

function madeOf(
  file: PdfFile,
  field: FormField,
  widgets: readonly PDFDict[],
  common: Pick<TaggedMembers, 'name' | 'label' | 'required'>,
  flags: number,
): FormMembers {
  const { dict, type } = field
  if (type === 'Tx') return typed(file, field, widgets, common, flags)
  scriptedOf(file, dict, widgets)
  if (type === 'Btn') {
    const { shown, ...members } = {
      shown: undefined,
      ...buttonOf(file, dict, widgets, flags),
    }
    return { members: { ...common, ...members }, ...(shown && { shown }) }
  }
  if (type !== 'Ch') throw new FieldSkipped('kind')
  const chosen = valueText(file, dict)
  return { members: { ...common, type: 'select', ...selectOf(file, dict, chosen) } }
}
