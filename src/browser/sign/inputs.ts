/** What the signer fills in: read, checked by the same rules as on the server, and marked where it will not do. */
import { traitsOf } from '../../kernel/field-types.ts'
import { languageFacts } from '../../kernel/languages.ts'
import { shownValue } from '../../signing/fields/display.ts'
import { applyRules, type Ruled } from '../../signing/fields/rules.ts'
import { lengthMax, readValue, type ValueFinding } from '../../signing/fields/values.ts'
import { type InputValue, type InputValues, inputId, valueIn } from '../../signing/model/fields.ts'
import type { Problem } from './calls.ts'
import { byId, showFieldError } from './dom.ts'
import type { Session } from './session.ts'

type Input = Session['state']['signer']['inputs'][number]

/** What is in the n-th field; of a file its hash. */
export function givenIn({ type, name }: Input, index: number, { uploads }: Session): InputValue {
  if (type === 'file') return uploads.files.get(name)?.sha256 ?? ''
  const element = byId(inputId(index), HTMLElement)
  if (type === 'radio') return element.querySelector<HTMLInputElement>('input:checked')?.value ?? ''
  if (element instanceof HTMLInputElement && type === 'checkbox') return element.checked
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement
    ? element.value
    : ''
}

/** A limit as people write it. */
function limit({ type }: Input, bound: number | string | undefined, { locale }: Session): string {
  const tag = languageFacts(locale).tag
  if (traitsOf(type).value === 'date' && typeof bound === 'string') {
    const day = { dateStyle: 'long', timeZone: 'UTC' } as const
    return new Intl.DateTimeFormat(tag, day).format(new Date(`${bound}T00:00:00Z`))
  }
  return typeof bound === 'number' ? new Intl.NumberFormat(tag).format(bound) : ''
}

/** What the page says of a field whose value will not do. */
type Fault = ValueFinding | 'value_no_room' | 'value_division' | 'value_range'

function explain(finding: Fault, input: Input, session: Session): string {
  const { fill, files } = session.words
  if (input.formula !== undefined && finding === 'value_missing') return fill.uncomputed
  if (input.type === 'file') return finding === 'value_missing' ? files.missing : files.changed
  switch (finding) {
    case 'value_division':
      return fill.division
    case 'value_range':
      return fill.tooLarge
    case 'value_unticked':
      return fill.unticked
    case 'value_not_number':
      return fill.number
    case 'value_not_date':
      return fill.date
    case 'value_too_small':
      return fill.least({ bound: limit(input, input.min, session) })
    case 'value_too_large':
      return fill.most({ bound: limit(input, input.max, session) })
    case 'value_too_long':
      return fill.long({ max: lengthMax(input) })
    case 'value_hidden_characters':
      return fill.hidden
    case 'value_no_room':
      return fill.room
    default:
      return input.options === undefined ? fill.missing : fill.choice
  }
}

/** What rules make of what is in the fields now. */
function ruledInputs(session: Session): Ruled {
  const { inputs, earlier_values: earlier } = session.state.signer
  const values = inputs.flatMap((input, index) => {
    if (input.formula !== undefined) return []
    const value = givenIn(input, index, session)
    const read = input.type === 'file' ? { value } : readValue({ ...input, required: false }, value)
    return read.finding === undefined && read.value !== undefined && read.value !== ''
      ? [[input.name, read.value] as const]
      : []
  })
  return applyRules(inputs, Object.fromEntries(values), earlier)
}

/** The part of the page that is a field. */
const partOf = (element: HTMLElement): HTMLElement | null =>
  element.closest('.upload-field') ?? element.closest('.field')

/** Shows the fields that are there now, and what is calculated. */
export function followRules(session: Session): void {
  const { inputs } = session.state.signer
  if (inputs.every(({ visible_if, formula }) => visible_if === undefined && formula === undefined))
    return
  const { hidden, values, faults } = ruledInputs(session)
  for (const [index, input] of inputs.entries()) {
    const { name, formula } = input
    const element = byId(inputId(index), HTMLElement)
    const part = partOf(element)
    if (part !== null) part.hidden = hidden.has(name)
    if (formula === undefined || !(element instanceof HTMLInputElement)) continue
    element.value = shownValue(input, valueIn(values, name), session.locale) ?? ''
    const fault = faults.get(name)
    const isTold = fault === 'division' || fault === 'range'
    const said = isTold ? explain(`value_${fault}`, input, session) : undefined
    showFieldError(element, said, { focus: false })
  }
}

/** What will not do of one field; otherwise its value. */
function checked(
  input: Input,
  index: number,
  session: Session,
  ruled: Ruled,
): { value: InputValue; fault?: undefined } | { fault: string } {
  const { name, formula, type } = input
  if (type === 'file' && session.uploads.running > 0) return { fault: session.words.files.busy }
  const fault = ruled.faults.get(name)
  if (input.required && (fault === 'division' || fault === 'range'))
    return { fault: explain(`value_${fault}`, input, session) }
  const value =
    formula === undefined ? givenIn(input, index, session) : (valueIn(ruled.values, name) ?? '')
  const { finding } = readValue(input, value)
  return finding === undefined ? { value } : { fault: explain(finding, input, session) }
}

/** The values of all fields that are there; undefined, with the faults shown, where one will not do. */
export function readInputs(session: Session): InputValues | undefined {
  const values: Record<string, InputValue> = {}
  const wrong: (() => void)[] = []
  const ruled = ruledInputs(session)
  for (const [index, input] of session.state.signer.inputs.entries()) {
    const element = byId(inputId(index), HTMLElement)
    showFieldError(element, undefined)
    if (input.read_only === true || ruled.hidden.has(input.name)) continue
    const read = checked(input, index, session, ruled)
    if (read.fault === undefined) values[input.name] = read.value
    else wrong.push(() => showFieldError(element, read.fault))
  }
  // The first one last: it gets the focus.
  for (const show of wrong.reverse()) show()
  return wrong.length === 0 ? values : undefined
}

/** Shows what the server says of a field; false when it says nothing of one. */
export function showFinding(session: Session, { finding = '', pointer = '' }: Problem): boolean {
  const index = session.state.signer.inputs.findIndex(({ name }) => pointer === `/values/${name}`)
  const input = session.state.signer.inputs[index]
  if (input === undefined) return false
  showFieldError(byId(inputId(index), HTMLElement), explain(finding as Fault, input, session))
  return true
}
