/** Wire shapes of bulk sends. */
import { type Static, Type } from 'typebox'
import type { FormSpec } from '../../http/form-spec.ts'
import { idPattern } from '../../kernel/ids.ts'
import { ROW_MEMBERS } from '../templates/schemas.ts'

/** Bounds of a list, each defined once. */
export const BULK_LIMITS = {
  rows: 10_000,
  bytes: 10 * 1_048_576,
  columns: 200,
  /** Characters of a cell, or of a line of JSON. */
  cell: 20_000,
  /** Bulk sends of an account that have not ended, for live and test separately. */
  unfinished: 10,
  /** Findings in an answer; the results have all of them. */
  shown: 1_000,
} as const

/** How a list with bad rows is treated. */
export const BAD_ROWS = ['skip', 'refuse'] as const
/** States of a bulk send. */
export const BULK_STATES = ['checked', 'running', 'paused', 'completed', 'cancelled'] as const
/** State of a bulk send. */
export type BulkState = (typeof BULK_STATES)[number]
/** States of a row. */
export const ROW_STATES = ['waiting', 'sent', 'bad', 'failed', 'cancelled'] as const
/** State of a row. */
export type RowState = (typeof ROW_STATES)[number]

/** A row of a list: what the request of this row adds to the template. */
export const RowSchema = Type.Object(ROW_MEMBERS, { additionalProperties: false })
/** A row of a list. */
export type RowUse = Static<typeof RowSchema>

/** Form of POST /api/v1/bulk-sends. */
export const BULK_FORM = {
  request_template_id: {
    kind: 'text',
    description: 'The template that each row is sent with',
    required: true,
    limits: { pattern: idPattern('rqt') },
  },
  rows: {
    kind: 'file',
    description:
      'The list: CSV with a header (role.email, role.first_name, role.phone, role.<field>, data.<path>, external_id), or JSON lines, one object per line as for POST …/documents',
    required: true,
    mediaType: 'text/csv',
  },
  name: { kind: 'text', description: 'Name of the bulk send, for you', limits: { maxLength: 200 } },
  bad_rows: {
    kind: 'text',
    description: 'skip: send the others. refuse: send nothing. Default: skip',
    limits: { enum: BAD_ROWS },
  },
  send: {
    kind: 'text',
    description: 'false: only check and keep; POST …/start sends. Default: true',
  },
} as const satisfies FormSpec

const time = (description: string) => Type.String({ format: 'date-time', description })
const count = (description: string) => Type.Integer({ minimum: 0, description })

const RowFindingSchema = Type.Object(
  {
    row: Type.Integer({ description: 'From 1, without the header' }),
    line: Type.Integer({ description: 'Line of the file on which the row begins' }),
    column: Type.Optional(Type.String({ description: 'As the header names it' })),
    code: Type.Optional(Type.String({ description: 'Stable name of this finding' })),
    detail: Type.String({ description: 'What is wrong and what to do, in plain language' }),
  },
  { title: 'RowFinding' },
)
/** What is wrong with a row. */
export type RowFinding = Static<typeof RowFindingSchema>

/** A bulk send as callers see it. */
export const BulkSendSchema = Type.Object(
  {
    id: Type.String({ pattern: idPattern('blk') }),
    test: Type.Boolean({ description: 'Created with a test key' }),
    name: Type.String(),
    status: Type.Enum([...BULK_STATES], {
      title: 'BulkSendStatus',
      description:
        'checked: nothing is sent before POST …/start. paused: see paused; what was sent stays sent',
    }),
    request_template_id: Type.String({ pattern: idPattern('rqt') }),
    rows: Type.Object(
      {
        total: count('Of the list'),
        waiting: count('Not sent yet'),
        sent: count('Each is a document of its own'),
        bad: count('Found wrong when the list was checked; never sent'),
        failed: count('Refused when it was their turn'),
        cancelled: count('Not sent, since the bulk send was cancelled'),
      },
      { title: 'BulkSendRows' },
    ),
    signatures: Type.Object(
      {
        needed: count('For the rows that are waiting'),
        remaining: Type.Union([Type.Integer(), Type.Null()], {
          description: 'Of the key’s quota this month; null: no limit',
        }),
      },
      { title: 'BulkSendSignatures' },
    ),
    rows_per_minute: Type.Integer({
      description: 'Four fifths of the key’s sends per minute: the rest is for your other calls',
    }),
    expected_end_at: Type.Optional(time('When the last row is sent at that pace')),
    paused: Type.Optional(
      Type.Object(
        {
          code: Type.String({ description: 'Code of the error that stopped it' }),
          detail: Type.String({ description: 'Why, and what to do' }),
          resumes_at: Type.Optional(time('When it goes on by itself; absent: POST …/start')),
        },
        { title: 'BulkSendPause' },
      ),
    ),
    errors: Type.Array(RowFindingSchema, {
      description: `Rows that were not sent and why; at most ${BULK_LIMITS.shown}, the results have all`,
    }),
    warnings: Type.Array(RowFindingSchema, { description: 'What may be a mistake; sent anyway' }),
    created_at: time('When the list was checked'),
    started_at: Type.Optional(time('When the first row could be sent')),
    ended_at: Type.Optional(time('When the last row was done, or it was cancelled')),
  },
  { $id: 'BulkSend', description: 'A request template sent to a list of people' },
)
/** A bulk send as callers see it. */
export type BulkSendJson = Static<typeof BulkSendSchema>

/** A page of bulk sends. */
export const BulkSendsPageSchema = Type.Object(
  {
    bulk_sends: Type.Array(Type.Unsafe<BulkSendJson>({ $ref: 'BulkSend#' })),
    next_cursor: Type.Optional(Type.String({ description: 'Send as cursor for the next page' })),
  },
  { $id: 'BulkSendsPage' },
)

/** Schemas that openapi.yaml lists as components. */
export const COMPONENTS = [BulkSendSchema, BulkSendsPageSchema] as const
