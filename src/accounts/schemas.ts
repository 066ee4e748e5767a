/** Schemas of the account's own routes. */
import { type Static, Type } from 'typebox'
import { DocumentsLimitsSchema, SignatureLimitsSchema } from './plans.ts'

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T, options = {}) =>
  Type.Union([schema, Type.Null()], options)

const CounterSchema = Type.Object(
  {
    used: Type.Integer({ description: 'Units counted this month' }),
    reserved: Type.Integer({
      description:
        'Units reserved by running requests; counted when they succeed, released when they fail',
    }),
    limit: nullable(Type.Integer(), {
      description: 'Units per calendar month (UTC); null: no limit',
    }),
    remaining: nullable(Type.Integer(), {
      description: 'Units left: limit less used less reserved; null: no limit',
    }),
  },
  { title: 'Counter' },
)

const MinuteSchema = Type.Object(
  {
    limit: Type.Integer({ description: 'Calls in any 60 seconds' }),
    remaining: Type.Integer({ description: 'Calls that fit now' }),
    more_in_seconds: Type.Integer({
      description: 'Seconds until one more fits; 0 when nothing was used',
    }),
  },
  { title: 'Rate' },
)

const HeldSchema = (description: string) =>
  Type.Object(
    {
      used: Type.Integer({ description: 'Held now' }),
      limit: Type.Integer({ description: 'The most; the operator decides' }),
    },
    { title: 'Held', description },
  )

/** Everything that is counted and limited for one key. */
export const UsageSchema = Type.Object(
  {
    key: Type.Object(
      {
        id: Type.String({ description: 'Id of the key, such as key_01…' }),
        name: Type.String({ description: 'Name given to the key' }),
        mode: Type.Enum(['live', 'test'], {
          description: 'A test key uses no quota',
        }),
      },
      { title: 'UsageKey', description: 'The key that asked' },
    ),
    plan: Type.Object(
      {
        id: Type.String({ description: 'Name of the plan in the catalogue' }),
        title: Type.String({ description: 'Name of the plan for people' }),
        availability: nullable(Type.Number(), {
          description: 'Committed availability in percent; null: none',
        }),
      },
      { title: 'UsagePlan', description: 'The plan the key is bound to' },
    ),
    month: Type.String({ description: 'The running period, YYYY-MM, UTC', examples: ['2026-11'] }),
    resets_at: Type.String({
      format: 'date-time',
      description: 'When the monthly counters start again',
    }),
    monthly: Type.Object(
      {
        documents: nullable(CounterSchema, {
          description: 'Documents produced; null: not in the plan',
        }),
        signatures: nullable(CounterSchema, {
          description: 'Signers of sent requests; null: not in the plan',
        }),
        sms: nullable(CounterSchema, {
          description:
            'Text messages beyond the one that each signature includes, billed per message; null: not in the plan',
        }),
      },
      { title: 'MonthlyUsage', description: 'Counters of this month' },
    ),
    per_minute: Type.Object(
      {
        requests: nullable(MinuteSchema, {
          description: 'Document requests; null: not in the plan',
        }),
        sends: nullable(MinuteSchema, { description: 'Signature sends; null: not in the plan' }),
      },
      { title: 'Rates', description: 'Rates' },
    ),
    storage: Type.Object(
      {
        bytes: Type.Integer({
          description:
            'Bytes kept for the account: versions of templates, and documents of signature requests as they were uploaded or rendered, drafts included',
        }),
        drafts: HeldSchema('Drafts of signature requests'),
        unsent_bytes: HeldSchema(
          'Bytes of documents that were not sent: drafts, and for a day those that were cancelled or expired',
        ),
      },
      {
        title: 'Storage',
        description: "What the account has stored; signature requests are those of the key's mode",
      },
    ),
    running: nullable(
      Type.Object(
        {
          limit: Type.Integer({ description: 'Document requests that may run at the same time' }),
          now: Type.Integer({ description: 'Document requests that run now' }),
        },
        { title: 'RunningRequests' },
      ),
      { description: 'Simultaneous requests; null: not in the plan' },
    ),
    limits: Type.Object(
      {
        documents: nullable(DocumentsLimitsSchema, {
          description: 'Limits in document generation; null: not in the plan',
        }),
        signature: nullable(SignatureLimitsSchema, {
          description: 'Limits in signature; null: not in the plan',
        }),
      },
      { title: 'PlanLimits', description: 'All limits of the plan' },
    ),
  },
  { $id: 'Usage', description: 'What a key has used and may still use' },
)

/** The JSON of `GET /usage`. */
export type Usage = Static<typeof UsageSchema>
