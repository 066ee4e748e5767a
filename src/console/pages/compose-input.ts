/** Maps the console's form to the form parts of `POST /api/v1/documents`, without validating anything. */
import type { FormSpec } from '../../http/form-spec.ts'
import { type Clock, DAY_MS, toIso } from '../../kernel/clock.ts'
import { isRecord, membersOf } from '../../kernel/type-guards.ts'
import type { DocumentChanges } from '../../signing/model/schemas/changes.ts'
import { FILES_PART } from '../../signing/model/schemas/files.ts'
import { changesIn } from '../../signing/requests/edit-input.ts'
import { LINE } from '../file-forms.ts'
import type { PageRequest } from '../route-builder.ts'
import { SIGNER_FIELDS } from './compose-fields.ts'

/** Number of signers in the form without script; with script, as many as the service allows. */
export const PLAIN_SIGNERS = 3
/** The parts of a form for so many signers. */
export const signerFields = (count: number): FormSpec =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) =>
      SIGNER_FIELDS.map((name) => [`signer-${index}-${name}`, LINE] as const),
    ).flat(),
  )

/** Days between reminders that the form offers, and none in place of those that are saved. */
export const REMINDERS = [2, 3, 7] as const
/** See {@link REMINDERS}. */
export const NO_REMINDERS = 'none'

/** The form. */
export const COMPOSE_FORM: FormSpec = {
  form: LINE,
  key: LINE,
  intent: LINE,
  name: LINE,
  message: LINE,
  days: LINE,
  remind: LINE,
  delivery: LINE,
  code_to_open: LINE,
  allow_return: LINE,
  form_fields: LINE,
  password: LINE,
  signers: LINE,
  file: { kind: 'file', description: 'The PDF' },
  files: FILES_PART,
  ...signerFields(PLAIN_SIGNERS),
}

/** The form whose PDF is searched for signature fields. */
export const DETECTION_FORM: FormSpec = {
  file: { kind: 'file', description: 'The PDF', required: true },
  password: LINE,
}

/** Drops empty fields. */
function tidy(signer: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const given = Object.entries(signer).map(([name, value]): [string, unknown] => {
    if (typeof value !== 'string') return [name, value]
    const trimmed = value.trim()
    if (name === 'order' && /^\d{1,6}$/.test(trimmed)) return [name, Number(trimmed)]
    if (name === 'allow_delegation') return [name, trimmed === 'yes' ? true : '']
    return [name, trimmed]
  })
  // A signer without an address is reported, not dropped.
  const kept = given.filter(([name, value]) => value !== '' || name === 'email')
  const tidied = Object.fromEntries(kept)
  // The form's first step is nobody's choice: the service knows the one after the signer.
  if (tidied.action === 'witness' && tidied.order === 1) delete tidied.order
  return tidied
}

/** The fields of a form, in the console or in a frame. */
export type Fields = Pick<PageRequest, 'field'>

/** How many signers a form without script has fields for, and which of them have roles. */
interface AskedSigners {
  max: number
  roles: readonly string[]
}

/** The signers as JSON: collected by the script, or read from the fields. */
function signersText(context: Fields, asked: AskedSigners): string {
  const gathered = context.field('signers')
  if (gathered === '') return JSON.stringify(plainSigners(context, asked).map(tidy))
  try {
    const list: unknown = JSON.parse(gathered)
    if (Array.isArray(list) && list.every(isRecord)) return JSON.stringify(list.map(tidy))
  } catch {
    // The service reports the error.
  }
  return gathered
}

/** The signers with a role, the first one, and those of the others with any input. */
function plainSigners(
  context: Fields,
  { max, roles }: AskedSigners,
): Array<Record<string, string>> {
  return Array.from({ length: max }, (_, index) => ({
    ...Object.fromEntries(
      SIGNER_FIELDS.map((name) => [name, context.field(`signer-${index}-${name}`)] as const),
    ),
    role: roles[index] ?? '',
  })).filter(
    (
      { email = '', first_name = '', last_name = '', phone = '', role }: Record<string, string>,
      index,
    ) => index === 0 || `${email}${first_name}${last_name}${phone}${role}`.trim() !== '',
  )
}

/** The parts of the API's form. */
export function requestTexts(
  context: Fields,
  clock: Clock,
  asked: AskedSigners = { max: PLAIN_SIGNERS, roles: [] },
): Map<string, string> {
  const texts = new Map([['signers', signersText(context, asked)]])
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
  if (context.field('delivery') !== '') texts.set('delivery', context.field('delivery'))
  for (const name of ['code_to_open', 'allow_return'] as const)
    if (context.field(name) === 'yes') texts.set(name, 'true')
  if (context.field('form_fields') === 'use') texts.set('form_fields', 'use')
  if (context.field('password') !== '') texts.set('password', context.field('password'))
  if (context.field('intent') === 'draft') texts.set('send', 'false')
  return texts
}

/** Those that are chosen for what is saved; undefined: its own stay, null: none. */
export function remindersOf(context: Fields, asked: ReadonlyMap<string, string>): unknown {
  const chosen = asked.get('reminders')
  return context.field('remind') === NO_REMINDERS ? null : chosen && JSON.parse(chosen)
}

/** The same as changes of a draft: signers who are not on the page any more are taken out. */
export function documentChanges(
  context: Fields,
  clock: Clock,
  { signers }: { signers: ReadonlyArray<{ id: string }> },
): DocumentChanges {
  const asked = requestTexts(context, clock)
  const given: unknown = JSON.parse(asked.get('signers') ?? '[]')
  const delivery = asked.get('delivery')
  const edits = (Array.isArray(given) ? given : []).map((signer) => {
    const { role: _, ...edit } = membersOf(signer)
    const delegation = { allow_delegation: edit.allow_delegation === true }
    return { ...edit, ...delegation, ...(delivery !== undefined && { delivery }) }
  })
  const kept = new Set<unknown>(edits.map((edit) => membersOf(edit).id))
  const removed = signers.filter(({ id }) => !kept.has(id)).map(({ id }) => ({ id, remove: true }))
  const [name, expires_at] = [asked.get('name'), asked.get('expires_at')]
  const reminders = remindersOf(context, asked)
  return changesIn({
    ...(name !== undefined && { name }),
    message: asked.get('message') ?? null,
    ...(expires_at !== undefined && { expires_at }),
    ...(reminders !== undefined && { reminders }),
    signers: [...edits, ...removed],
  })
}
