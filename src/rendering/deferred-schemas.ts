/** Calls with `Prefer: respond-async` (RFC 7240): what may be asked, and the wire shape of what is made of them. */
import { type Static, Type } from 'typebox'
import { FindingSchema, jsonAnswer, ref } from '../http/schemas.ts'
import { idPattern } from '../kernel/ids.ts'
import { say } from '../translations/texts.ts'
import { wrong } from './input-parts.ts'

/** Bounds of calls that are answered later, each defined once. */
export const DEFERRED_LIMITS = {
  /** Calls that an account has at a time, unfinished or not fetched yet; for live and test keys separately. */
  held: 200,
  /** Rows whose errors are shown; the archive has all. */
  errors: 200,
  /** Findings that are kept of a row. */
  findings: 20,
  /** Seconds. */
  keep: { usual: 3_600, max: 86_400 },
} as const

/** How long what is made is kept. */
export type Keeping = NonNullable<ReturnType<typeof keepingIn>>

/**
 * What `Prefer` asks; undefined: an answer at once. Other preferences are ignored, as RFC 7240 wants it.
 * @returns `isChosen`: the caller set the time, fetching the result erases nothing
 * @throws validation_failed for a time that cannot be kept to
 */
export function keepingIn(prefer: string | undefined) {
  const wishes = new Map(
    (prefer ?? '').split(/[,;]/).map((each) => {
      const [name = '', value = ''] = each.split('=')
      return [name.trim().toLowerCase(), value.trim().replaceAll('"', '')] as const
    }),
  )
  if (!wishes.has('respond-async')) return undefined
  const { usual, max } = DEFERRED_LIMITS.keep
  const asked = wishes.get('keep')
  if (asked === undefined) return { seconds: usual, isChosen: false }
  const seconds = /^\d{1,9}$/.test(asked) ? Number(asked) : 0
  if (seconds < 1 || seconds > max) throw wrong('/Prefer', say('batches.keep', { max }))
  return { seconds, isChosen: true }
}

const count = (description: string) => Type.Integer({ minimum: 0, description })
const time = (description: string) => Type.String({ format: 'date-time', description })
const CODE = { description: 'Code of a problem, as in a problem document' }

const RowErrorSchema = Type.Object(
  {
    row: Type.Integer({ minimum: 1, description: 'Number of the row, from 1' }),
    code: Type.String(CODE),
    detail: Type.String({ description: 'What is wrong, in plain language' }),
    errors: Type.Optional(Type.Array(FindingSchema, { description: 'Every finding' })),
  },
  { title: 'BatchRowError' },
)
/** What is wrong with a row. */
export type RowError = Static<typeof RowErrorSchema>

/** A call that is answered later, as callers see it. */
export const BatchSchema = Type.Object(
  {
    id: Type.String({ pattern: idPattern('bat') }),
    test: Type.Boolean({ description: 'Sent with a test key' }),
    operation: Type.String({ description: 'operationId of the call, such as renderBatch' }),
    status: Type.Enum(['waiting', 'running', 'completed', 'failed'], {
      title: 'BatchStatus',
      description:
        'waiting: no row is done yet. completed: the result can be fetched. failed: there is none',
    }),
    rows: Type.Object(
      {
        total: count('Documents to make; 1 for a call that makes one'),
        waiting: count('Not done yet'),
        done: count('Each counts as a document'),
        failed: count('Cost nothing'),
      },
      { title: 'BatchRows' },
    ),
    errors: Type.Array(RowErrorSchema, {
      description: `Rows without a document and why, the first ${DEFERRED_LIMITS.errors}`,
    }),
    problem: Type.Optional(
      Type.Object(
        { code: Type.String(CODE), detail: Type.String({ description: 'Why, and what to do' }) },
        { title: 'BatchProblem', description: 'Why there is no result, if no row says it' },
      ),
    ),
    result_url: Type.Optional(
      Type.String({ format: 'uri', description: 'GET it with the key; once it is completed' }),
    ),
    created_at: time('When the call was accepted'),
    ended_at: Type.Optional(time('When it was completed or had failed')),
    expires_at: time('From then on nothing of it is left, whether it is finished or not'),
  },
  { $id: 'Batch', description: 'A call with Prefer: respond-async, and what is made of it' },
)
/** A call that is answered later, as callers see it. */
export type BatchJson = Static<typeof BatchSchema>

const PREFER = `respond-async: answer 202 at once, with the address of a Batch in Location. The result is erased once it is fetched, after ${DEFERRED_LIMITS.keep.usual / 3_600} hour at the latest; with keep=<seconds>, up to ${DEFERRED_LIMITS.keep.max}, it stays that long instead`

/** Header of a call that may be answered later. */
export const preferHeader = Type.Object({
  prefer: Type.Optional(Type.String({ description: PREFER })),
})

/** Its answer then. */
export const acceptedAnswer = {
  202: {
    ...jsonAnswer('Accepted, with Prefer: respond-async', ref(BatchSchema)),
    headers: {
      Location: Type.Optional(Type.String({ description: 'Address of the Batch' })),
      'Preference-Applied': Type.Optional(Type.String({ description: 'respond-async' })),
    },
  },
}
