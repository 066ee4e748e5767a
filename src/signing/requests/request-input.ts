/** One signature order, in any form it can be sent, validated as far as possible without the database. */
import type { TSchema } from 'typebox'
import { type Form, textPart } from '../../http/form.ts'
import { findingsOf, newChecker } from '../../http/schema-check.ts'
import { DAY_MS, isRfc3339 } from '../../kernel/clock.ts'
import { FINDING_CODES, type Finding, saying } from '../../kernel/coded-error.ts'
import type { DocumentWarning } from '../../kernel/document-warnings.ts'
import { throwIfInvalid } from '../../kernel/errors.ts'
import { findingAt, say } from '../../translations/texts.ts'
import { AUTHENTICATION_METHODS, REQUIRED_LEVELS } from '../model/authentication.ts'
import { CopiesSchema, type CopyRecipient, CopySchema } from '../model/schemas/cc-recipients.ts'
import { type Notify, NotifySchema } from '../model/schemas/notify.ts'
import {
  FORM_FIELDS,
  MetadataSchema,
  type Reminders,
  RemindersSchema,
  type RequestOptions,
  TagsSchema,
} from '../model/schemas/request.ts'
import { FieldSchema } from '../model/schemas/signature-field.ts'
import {
  LIMITS,
  NewSignersSchema,
  type SignerInput,
  SignerInputSchema,
} from '../model/schemas/signer.ts'
import { DELIVERIES, type Delivery } from '../model/states.ts'
import type { PlacementFinder } from './placements.ts'

/** How a signer began their own request. */
export interface Begun {
  linkId: string
  role: string
  /** RFC 3339. */
  emailConfirmedAt: string
}

/** One request for signatures. */
export interface CreateRequestInput {
  pdf: Uint8Array
  filename: string
  signers: readonly SignerInput[]
  options: RequestOptions
  /** Of files that open with a password only; nothing keeps it. */
  password?: string
  /** The PDFs after the first one, in their order. */
  additional?: ReadonlyArray<{ pdf: Uint8Array; filename: string }>
  /** Places given by a template; absent: the document is searched. */
  finder?: PlacementFinder
  /** What the document lacks, where it was rendered. */
  warnings?: readonly DocumentWarning[]
  /** Where the signer with a role began the request; absent: a sender does. */
  begun?: Begun
}

const NOTHING_PRINTED = /^[\p{White_Space}\p{Cc}\p{Cf}]*$/u

const ajv = newChecker()
ajv.addSchema([
  FieldSchema,
  SignerInputSchema,
  RemindersSchema,
  NotifySchema,
  CopySchema,
] as TSchema[])
const validators = {
  signers: ajv.compile(NewSignersSchema),
  reminders: ajv.compile(RemindersSchema),
  notify: ajv.compile(NotifySchema),
  metadata: ajv.compile(MetadataSchema),
  tags: ajv.compile(TagsSchema),
  copies: ajv.compile(CopiesSchema),
}

function json<Value>(
  form: Form,
  part: keyof typeof validators,
  findings: Finding[],
): Value | undefined {
  const text = textPart(form, part)
  if (text === undefined) return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    findings.push({
      pointer: `/${part}`,
      code: 'json',
      ...saying(say('fields.json', { name: part })),
    })
    return undefined
  }
  const validate = validators[part]
  if (validate(value)) return value as Value
  findings.push(...findingsOf(validate.errors, `/${part}`))
  return undefined
}

const LENGTHS = [
  ['name', 200],
  ['message', LIMITS.message],
  ['sender', 100],
  ['external_id', 200],
  ['webhook_url', 2_000],
] as const

/** One of these words; undefined where the form has none. */
function choice<Word extends string>(
  form: Form,
  name: string,
  words: readonly Word[],
  findings: Finding[],
): Word | undefined {
  const given = form.texts.get(name)
  const known = words.find((each) => each === given)
  if (given !== undefined && known === undefined)
    findings.push({
      pointer: `/${name}`,
      ...saying(say('fields.oneOf', { name, words: words.join(' or ') })),
    })
  return known
}

function switches(
  form: Form,
  findings: Finding[],
): Pick<RequestOptions, 'send' | 'code_to_open' | 'allow_return'> {
  const options: RequestOptions = {}
  for (const name of ['send', 'code_to_open', 'allow_return'] as const) {
    const value = form.texts.get(name)
    if (value === undefined) continue
    if (value !== 'true' && value !== 'false')
      findings.push({ pointer: `/${name}`, ...saying(say('fields.trueFalse', { name })) })
    options[name] = value === 'true'
  }
  return options
}

function plainTexts(form: Form, findings: Finding[]): RequestOptions {
  const options: RequestOptions = {}
  for (const [name, max] of LENGTHS) {
    const value = form.texts.get(name)
    if (value === undefined) continue
    if (NOTHING_PRINTED.test(value) || value.length > max)
      findings.push({
        pointer: `/${name}`,
        ...saying(say('fields.length', { name, max })),
      })
    options[name] = value
  }
  Object.assign(options, switches(form, findings))
  const delivery = choice(form, 'delivery', DELIVERIES, findings)
  if (delivery !== undefined) options.delivery = delivery
  const authentication = choice(form, 'authentication', AUTHENTICATION_METHODS, findings)
  if (authentication !== undefined) options.authentication = authentication
  const level = choice(form, 'required_level', REQUIRED_LEVELS, findings)
  if (level !== undefined) options.required_level = level
  const formFields = choice(form, 'form_fields', FORM_FIELDS, findings)
  if (formFields !== undefined) options.form_fields = formFields
  const expiry = form.texts.get('expires_at')
  if (expiry !== undefined) options.expires_at = expiry
  return options
}

/** The order in a form. @throws AppError `validation_failed` listing every fault */
export function inputFromForm(form: Form): Omit<CreateRequestInput, 'pdf' | 'filename'> {
  const findings: Finding[] = []
  const signers = json<SignerInput[]>(form, 'signers', findings) ?? []
  const reminders = json<Reminders>(form, 'reminders', findings)
  const notify = json<Notify>(form, 'notify', findings)
  const metadata = json<Record<string, string>>(form, 'metadata', findings)
  const tags = json<string[]>(form, 'tags', findings)
  const copies = json<CopyRecipient[]>(form, 'copies', findings)
  const options = plainTexts(form, findings)
  findings.push(...repeatedSigners(signers))
  throwIfInvalid(findings)
  return {
    signers,
    options: {
      ...options,
      ...(reminders !== undefined && { reminders }),
      ...(notify !== undefined && { notify }),
      ...(metadata !== undefined && { metadata }),
      ...(tags !== undefined && { tags }),
      ...(copies !== undefined && { copies }),
    },
  }
}

/** One person signs once: a repeated address with the same role is a mistake. */
export function repeatedSigners(
  signers: ReadonlyArray<{ email: string; role?: string | null | undefined }>,
): Finding[] {
  const seen = new Set<string>()
  return signers.flatMap(({ email, role }, index) => {
    const who = `${email.toLowerCase()} ${role ?? ''}`
    if (!seen.has(who)) {
      seen.add(who)
      return []
    }
    const code = FINDING_CODES.signerRepeated
    return [findingAt(`/signers/${index}/email`, code, 'people.signerTwice')]
  })
}

/** How a signer gets the link: the signer's own `delivery` before that of the request; by e-mail by default. */
export const deliveryOf = (signer: SignerInput, options: RequestOptions): Delivery =>
  signer.delivery ?? options.delivery ?? 'email'

/** The link goes to a number that is known; a signer without e-mail is identified by it, so they must not choose it. */
export function unknownSigners({
  signers,
  options,
}: Pick<CreateRequestInput, 'signers' | 'options'>): Finding[] {
  return signers.flatMap((signer, index) => {
    const delivery = deliveryOf(signer, options)
    if (delivery === 'email' || signer.phone !== undefined) return []
    if (delivery === 'none' && signer.authentication === 'email') return []
    return [findingAt(`/signers/${index}/phone`, 'required', 'people.phoneMissing')]
  })
}

/**
 * When a request expires.
 * @throws AppError `validation_failed` for an invalid or past time, or one later than the plan allows
 */
export function expiryOf(wanted: string | undefined, nowMs: number, daysMax: number): number {
  const latest = nowMs + daysMax * DAY_MS
  if (wanted === undefined) return latest
  const ms = isRfc3339(wanted) ? Date.parse(wanted) : Number.NaN
  if (ms > nowMs && ms <= latest) return ms
  throwIfInvalid([
    {
      pointer: '/expires_at',
      ...saying(say('requests.expiry', { days: daysMax })),
    },
  ])
  return latest
}

/** Whether the request is created without being sent. */
export const isDraft = ({ options }: CreateRequestInput): boolean => options.send === false
