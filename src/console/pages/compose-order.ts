/** Maps the console's form to the form parts of `POST /api/v1/documents`, without validating anything. */
import type { FormSpec } from '../../http/form.ts'
import { type Clock, DAY_MS, toIso } from '../../kernel/clock.ts'
import { LINE } from '../file-forms.ts'
import type { MemberRequest } from '../route-builder.ts'

/** Number of signers in the form without script; with script, as many as the service allows. */
export const PLAIN_SIGNERS = 3
/** Fields of one signer, named as in the API. */
const SIGNER_FIELDS = [
  'email',
  'first_name',
  'last_name',
  'phone',
  'country',
  'locale',
  'order',
] as const

const rows = Array.from({ length: PLAIN_SIGNERS }, (_, index) =>
  SIGNER_FIELDS.map((name) => [`signer-${index}-${name}`, LINE] as const),
).flat()

/** The form. */
export const COMPOSE_FORM: FormSpec = {
  form: LINE,
  key: LINE,
  intent: LINE,
  name: LINE,
  message: LINE,
  days: LINE,
  remind: LINE,
  signers: LINE,
  file: { kind: 'file', description: 'The PDF' },
  ...Object.fromEntries(rows),
}

/** The form whose PDF is searched for signature fields. */
export const DETECTION_FORM: FormSpec = {
  file: { kind: 'file', description: 'The PDF', required: true },
}

/** Drops empty fields. */
function tidy(signer: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const given = Object.entries(signer).map(([name, value]): [string, unknown] => {
    if (typeof value !== 'string') return [name, value]
    const trimmed = value.trim()
    if (name === 'order' && /^\d{1,6}$/.test(trimmed)) return [name, Number(trimmed)]
    return [name, trimmed]
  })
  // A signer without an address is reported, not dropped.
  return Object.fromEntries(given.filter(([name, value]) => value !== '' || name === 'email'))
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The signers as JSON: collected by the script, or read from the fields. */
function signersText(context: MemberRequest): string {
  const gathered = context.field('signers')
  if (gathered === '') return JSON.stringify(plainSigners(context).map(tidy))
  try {
    const list: unknown = JSON.parse(gathered)
    if (Array.isArray(list) && list.every(isObject)) return JSON.stringify(list.map(tidy))
  } catch {
    // The service reports the error.
  }
  return gathered
}

/** The first signer, and those of the others with any input. */
function plainSigners(context: MemberRequest): Array<Record<string, string>> {
  return Array.from({ length: PLAIN_SIGNERS }, (_, index) =>
    Object.fromEntries(
      SIGNER_FIELDS.map((name) => [name, context.field(`signer-${index}-${name}`)] as const),
    ),
  ).filter(
    ({ email = '', first_name = '', last_name = '', phone = '' }, index) =>
      index === 0 || `${email}${first_name}${last_name}${phone}`.trim() !== '',
  )
}

/** The parts of the API's form. */
export function requestTexts(context: MemberRequest, clock: Clock): Map<string, string> {
  const texts = new Map([['signers', signersText(context)]])
  for (const name of ['name', 'message'] as const) {
    const value = context.field(name).trim().replaceAll('\r\n', '\n')
    if (value !== '') texts.set(name, value)
  }
  const days = context.field('days')
  if (/^\d{1,3}$/.test(days)) texts.set('expires_at', toIso(clock.now() + Number(days) * DAY_MS))
  const remind = context.field('remind')
  if (/^\d{1,2}$/.test(remind)) {
    const every = Number(remind)
    texts.set('reminders', JSON.stringify({ first_after_days: every, every_days: every, max: 3 }))
  }
  if (context.field('intent') === 'draft') texts.set('send', 'false')
  return texts
}
