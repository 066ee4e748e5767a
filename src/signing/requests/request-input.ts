/** One signature order, in any form it can be sent, validated as far as possible without the database. */

import type { TSchema } from 'typebox'
import { type Form, textPart } from '../../http/form.ts'
import { findingsOf, newChecker } from '../../http/schema-check.ts'
import { DAY_MS, isRfc3339 } from '../../kernel/clock.ts'
import { FINDING_CODES, type Finding } from '../../kernel/coded-error.ts'
import type { DocumentWarning } from '../../kernel/document-warnings.ts'
import { throwIfInvalid } from '../../kernel/errors.ts'
import { omitUndefined } from '../../kernel/type-guards.ts'
import { invalidAt } from '../../translations/refusals.ts'
import { findingAt } from '../../translations/texts.ts'
import { AUTHENTICATION_METHODS, REQUIRED_LEVELS } from '../model/authentication.ts'
import { CopiesSchema, CopySchema } from '../model/schemas/cc-recipients.ts'
import { NotifySchema } from '../model/schemas/notify.ts'
import {
  FORM_FIELDS,
  MetadataSchema,
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

/** Reads a part of a form; adds what is wrong with it. */
type Read = (name: string, text: string, findings: Finding[]) => unknown

function json(schema: TSchema): Read {
  const isValid = ajv.compile(schema)
  return (name, text, findings) => {
    try {
      const value: unknown = JSON.parse(text)
      if (isValid(value)) return value
      findings.push(...findingsOf(isValid.errors, `/${name}`))
    } catch {
      findings.push(findingAt(`/${name}`, 'json', 'fields.json', { name }))
    }
    return undefined
  }
}

const upTo =
  (max: number): Read =>
  (name, text, findings) => {
    if (NOTHING_PRINTED.test(text) || text.length > max)
      findings.push(findingAt(`/${name}`, undefined, 'fields.length', { name, max }))
    return text
  }

const trueFalse: Read = (name, text, findings) => {
  if (text !== 'true' && text !== 'false')
    findings.push(findingAt(`/${name}`, undefined, 'fields.trueFalse', { name }))
  return text === 'true'
}

const oneOf =
  (words: readonly string[]): Read =>
  (name, text, findings) => {
    if (!words.includes(text)) {
      const facts = { name, words: words.join(' or ') }
      findings.push(findingAt(`/${name}`, undefined, 'fields.oneOf', facts))
    }
    return text
  }

/** How each part of a form is read. */
const PARTS: Readonly<Record<'signers' | keyof RequestOptions, Read>> = {
  signers: json(NewSignersSchema),
  reminders: json(RemindersSchema),
  notify: json(NotifySchema),
  metadata: json(MetadataSchema),
  tags: json(TagsSchema),
  copies: json(CopiesSchema),
  name: upTo(200),
  message: upTo(LIMITS.message),
  sender: upTo(100),
  external_id: upTo(200),
  webhook_url: upTo(2_000),
  send: trueFalse,
  code_to_open: trueFalse,
  allow_return: trueFalse,
  delivery: oneOf(DELIVERIES),
  authentication: oneOf(AUTHENTICATION_METHODS),
  required_level: oneOf(REQUIRED_LEVELS),
  form_fields: oneOf(FORM_FIELDS),
  expires_at: (_, text) => text,
}

/** The order in a form. @throws AppError `validation_failed` listing every fault */
export function inputFromForm(form: Form): Omit<CreateRequestInput, 'pdf' | 'filename'> {
  const findings: Finding[] = []
  const members = Object.entries(PARTS).flatMap(([name, read]) => {
    const text = textPart(form, name)
    const value = text === undefined ? undefined : read(name, text, findings)
    return value === undefined ? [] : [[name, value]]
  })
  const given: RequestOptions & { signers?: SignerInput[] } = Object.fromEntries(members)
  const { signers = [], reminders, notify, metadata, tags, copies, ...texts } = given
  findings.push(...repeatedSigners(signers))
  throwIfInvalid(findings)
  // In this order: the hash depends on it by which a repeated call is known.
  const parts = omitUndefined<RequestOptions>({ reminders, notify, metadata, tags, copies })
  return { signers, options: { ...texts, ...parts } }
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
  throw invalidAt('/expires_at', undefined, 'requests.expiry', { days: daysMax })
}

/** Whether the request is created without being sent. */
export const isDraft = ({ options }: CreateRequestInput): boolean => options.send === false
