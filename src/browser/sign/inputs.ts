/** What the signer fills in: read, checked by the same rules as on the server, and marked where it will not do. */
import { traitsOf } from '../../kernel/field-types.ts'
import { languageFacts } from '../../kernel/languages.ts'
import { lengthMax, readValue, type ValueFinding } from '../../signing/fields/values.ts'
import { type InputValue, type InputValues, inputId } from '../../signing/model/fields.ts'
import type { Problem } from './calls.ts'
import { byId, showFieldError } from './dom.ts'
import type { Session } from './session.ts'

type Input = Session['state']['signer']['inputs'][number]

/** What is in the n-th field; of a file its hash. */
function given({ type, name }: Input, index: number, { uploads }: Session): InputValue {
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

function explain(finding: ValueFinding | 'value_no_room', input: Input, session: Session): string {
  const { fill, files } = session.words
  if (input.type === 'file') return finding === 'value_missing' ? files.missing : files.changed
  switch (finding) {
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

/** The values of all fields; undefined, with the faults shown, where one will not do. */
export function readInputs(session: Session): InputValues | undefined {
  const values: Record<string, InputValue> = {}
  const wrong: (() => void)[] = []
  for (const [index, input] of session.state.signer.inputs.entries()) {
    const element = byId(inputId(index), HTMLElement)
    showFieldError(element, undefined)
    if (input.read_only === true) continue
    const value = given(input, index, session)
    if (input.type === 'file' && session.uploads.running > 0) {
      wrong.push(() => showFieldError(element, session.words.files.busy))
      continue
    }
    const { finding } = readValue(input, value)
    if (finding === undefined) values[input.name] = value
    else wrong.push(() => showFieldError(element, explain(finding, input, session)))
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
  showFieldError(
    byId(inputId(index), HTMLElement),
    explain(finding as ValueFinding, input, session),
  )
  return true
}
