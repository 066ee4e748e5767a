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
    remaining: Type.Integer({ description: 'Calls that are possible now' }),
    more_in_seconds: Type.Integer({
      description: 'Seconds until another call is possible; 0 if none was made',
    }),
  },
  { title: 'Rate' },
)

const HeldSchema = (description: string) =>
  Type.Object(
    {
      used: Type.Integer({ description: 'Current number' }),
      limit: Type.Integer({ description: 'The maximum, set by the operator' }),
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
      { title: 'UsageKey', description: 'The calling key' },
    ),
    plan: Type.Object(
      {
        id: Type.String({ description: 'Name of the plan in the catalogue' }),
        title: Type.String({ description: 'Name of the plan for people' }),
        availability: nullable(Type.Number(), {
          description: 'Committed availability in percent; null: none',
        }),
      },
      { title: 'UsagePlan', description: 'The plan of the key' },
    ),
    month: Type.String({ description: 'The current month, YYYY-MM, UTC', examples: ['2026-11'] }),
    resets_at: Type.String({
      format: 'date-time',
      description: 'When the monthly counters are reset',
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
            'Bytes stored for the account: versions of templates, and documents of signature requests as uploaded or rendered, including drafts',
        }),
        drafts: HeldSchema('Drafts of signature requests'),
        unsent_bytes: HeldSchema(
          'Bytes of unsent documents: drafts, and drafts that were cancelled or expired within the last day',
        ),
      },
      {
        title: 'Storage',
        description: "Storage used by the account; signature requests: those of the key's mode",
      },
    ),
    running: nullable(
      Type.Object(
        {
          limit: Type.Integer({ description: 'Maximum number of simultaneous document requests' }),
          now: Type.Integer({ description: 'Document requests in progress' }),
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
  { $id: 'Usage', description: 'Usage and remaining quota of a key' },
)

/** The JSON of `GET /usage`. */
export type Usage = Static<typeof UsageSchema>
