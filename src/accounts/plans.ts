/**
 * The catalogue of plans: `plans.json` with the operator's own file merged over it, validated once
 * at start. A number is a limit, `null` is none.
 */
import { readFileSync } from 'node:fs'
import { type Static, type TSchema, Type } from 'typebox'
import { findingsOf, newChecker } from '../http/schema-check.ts'
import { AppError, type ErrorCode } from '../kernel/errors.ts'
import { detailIn } from '../translations/findings.ts'
import { say } from '../translations/texts.ts'
import builtIn from './plans.json' with { type: 'json' }

// What to do when the plan does not allow it: the operator decides, and says so in a sentence or a link.

/** Codes by which a plan refuses what a larger one would allow. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'plan_lacks_interface',
  'quota_exceeded',
  'template_limit_reached',
  'key_limit_reached',
])

/** The error with the operator's advice at its end, where a plan refused; every other error unchanged. */
export function withPlanAdvice(error: AppError, advice: string): AppError {
  if (advice === '' || !REFUSALS.has(error.code)) return error
  const detail = say('accounts.largerPlans', (locale) => ({
    detail: detailIn(locale, error),
    advice,
  }))
  return new AppError(error.code, detail, { ...error, cause: error.cause })
}

const count = (description: string, options = {}) =>
  Type.Integer({ minimum: 0, description, ...options })
const countOrNone = (description: string) =>
  Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description: `${description}; null: no limit`,
  })
const positive = { minimum: 1 }

/** What a plan allows in document generation. */
export const DocumentsLimitsSchema = Type.Object(
  {
    documents_per_month: countOrNone('Documents per key and calendar month (UTC)'),
    templates: countOrNone('Stored templates'),
    versions_per_template: count('Stored versions per template', positive),
    api_keys: countOrNone('Maximum number of keys per account on this plan'),
    file_size_mb: count('Largest uploaded file, in MB of 1,048,576 bytes', positive),
    requests_per_minute: count('Requests per key in any 60 seconds', positive),
    simultaneous_requests: count('Maximum number of simultaneous requests per key', positive),
  },
  { title: 'DocumentsLimits', additionalProperties: false },
)

/** What a plan allows in signature. */
export const SignatureLimitsSchema = Type.Object(
  {
    signatures_per_month: countOrNone(
      'Signatures per key and calendar month (UTC); one signer of a request is one',
    ),
    api_keys: countOrNone('Maximum number of keys per account on this plan'),
    pdf_size_mb: count('Largest PDF, in MB of 1,048,576 bytes', positive),
    sends_per_minute: count('Requests sent per key in any 60 seconds', positive),
    request_expiry_days: count('Days after which an unfinished request expires', positive),
  },
  { title: 'SignatureLimits', additionalProperties: false },
)

const PlanSchema = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 80 }),
    // Committed, in percent.
    availability: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
    documents: Type.Optional(DocumentsLimitsSchema),
    signature: Type.Optional(SignatureLimitsSchema),
  },
  {
    additionalProperties: false,
    anyOf: [{ required: ['documents'] }, { required: ['signature'] }],
  },
)

const CatalogueSchema = Type.Object(
  {},
  {
    patternProperties: { '^[a-z][a-z0-9_]{0,59}$': PlanSchema },
    additionalProperties: false,
    minProperties: 1,
  },
)

/** One plan. At least one of the two blocks is there; a missing one refuses that interface. */
export type Plan = Readonly<Static<typeof PlanSchema>> & {
  /** Name in the catalogue, such as `documents_starter`. */
  readonly id: string
}

/** All plans by name, in the order of the file. */
export type Plans = ReadonlyMap<string, Plan>

/** The plan a new account's key gets: both Free columns, so one key does everything. */
export const FREE_PLAN = 'free'

/** An invalid plan file; the message lists every fault with its location. */
export class PlansError extends Error {
  override readonly name = 'PlansError'
}

const ajv = newChecker()
const compiled = ajv.compile<Record<string, Static<typeof PlanSchema>>>(CatalogueSchema as TSchema)

function validated(catalogue: unknown, source: string): Record<string, Static<typeof PlanSchema>> {
  if (compiled(catalogue)) return catalogue
  const findings = findingsOf(compiled.errors).map(({ detail }) => `- ${detail}`)
  throw new PlansError(
    `The plans of ${source} have ${findings.length} fault(s):\n${findings.join('\n')}`,
  )
}

function readCustom(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new PlansError(`The plan file ${file} cannot be read: ${reason}`)
  }
}

/**
 * The built-in plans and, when a file is named, the operator's plans over them: a plan of the same
 * name is replaced whole.
 * @throws PlansError with every fault at once
 */
export function loadPlans(customFile = ''): Plans {
  const own = validated(builtIn, 'plans.json')
  const custom = customFile === '' ? {} : validated(readCustom(customFile), customFile)
  const all = Object.entries({ ...own, ...custom })
  return new Map(all.map(([id, plan]) => [id, { id, ...plan }]))
}

/**
 * Maximum keys of a plan per account: the smaller number where the plan has both blocks;
 * `null` is no limit.
 */
export function keysMax(plan: Plan): number | null {
  const limits = [plan.documents, plan.signature].flatMap((block) =>
    block === undefined || block.api_keys === null ? [] : [block.api_keys],
  )
  return limits.length === 0 ? null : Math.min(...limits)
}

const BYTES_PER_MB = 1_048_576

/** Maximum file size in bytes of a plan on an interface; 0 if it lacks the interface. */
export const fileBytesMax = (plan: Plan, side: 'documents' | 'signature'): number =>
  BYTES_PER_MB *
  (side === 'documents' ? (plan.documents?.file_size_mb ?? 0) : (plan.signature?.pdf_size_mb ?? 0))

/** A form contains a template, data and pictures, each within the plan's file size. */
const FILES_PER_FORM = 4

/** Form size limits of the documents interface for a plan, in bytes. */
export function formLimits(plan: Plan) {
  const bytes = fileBytesMax(plan, 'documents')
  return { fileBytesMax: bytes, textBytesMax: bytes, formBytesMax: bytes * FILES_PER_FORM }
}

/** Boundaries and part headers of a form. */
const FORM_OVERHEAD_BYTES = 64 * 1024

/** Calls about the account itself carry no files. */
const ACCOUNT_BYTES_MAX = 64 * 1024

/** Maximum request bodies of a plan on an interface, in bytes. */
export function largestBodies(plan: Plan, side: 'documents' | 'signature' | undefined) {
  const file = side === undefined ? ACCOUNT_BYTES_MAX : fileBytesMax(plan, side)
  return { form: file * FILES_PER_FORM + FORM_OVERHEAD_BYTES, other: file }
}

/** Largest form of any plan, in bytes: the limit before the caller's plan is known. */
export const largestForm = (plans: Plans): number =>
  Math.max(
    ...[...plans.values()].flatMap((plan) => [
      largestBodies(plan, 'documents').form,
      largestBodies(plan, 'signature').form,
    ]),
  )

/** Largest JSON body that carries one file of either interface in base64, in bytes. */
export function bodyWithFile(plan: Plan) {
  const file = Math.max(fileBytesMax(plan, 'documents'), fileBytesMax(plan, 'signature'))
  const bytes = Math.ceil((file * 4) / 3) + FORM_OVERHEAD_BYTES
  return { form: bytes, other: bytes }
}
