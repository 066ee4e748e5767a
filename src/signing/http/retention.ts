/** GET /api/v1/account/retention: how long the account's documents are kept. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { callerOf } from '../../accounts/guard.ts'
import { jsonAnswer, ref } from '../../http/schemas.ts'
import { type Days, PERIOD_KINDS, type RetentionPeriods } from '../retention/periods.ts'
import { ACCESS, tableOf } from './operations/calls.ts'

const days = (description: string) =>
  Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], { description })

const members = {
  completed_days: days(
    'Days after completion before documents are erased with their files and personal data; null: kept without limit',
  ),
  unsigned_days: days(
    'The same for declined, cancelled, expired and failed documents, counted from their end',
  ),
}

const RetentionSchema = Type.Object(
  {
    ...members,
    next: Type.Union(
      [
        Type.Object(
          {
            ...members,
            from: Type.String({ format: 'date-time', description: 'From when they count' }),
          },
          { title: 'NextRetention' },
        ),
        Type.Null(),
      ],
      { description: 'Shorter periods that have been announced; null: none' },
    ),
  },
  { $id: 'Retention', description: 'How long documents that have ended are kept' },
)

const operations = tableOf('Account', { config: ACCESS.account })({
  getRetention: {
    response: { 200: jsonAnswer('The periods', ref(RetentionSchema)) },
  },
})

const shown = (periods: Days) => {
  const [completed_days, unsigned_days] = PERIOD_KINDS.map((kind) => periods[kind] || null)
  return { completed_days: completed_days ?? null, unsigned_days: unsigned_days ?? null }
}

interface RetentionDeps {
  periods: RetentionPeriods
}

/** The call. */
export const retentionRoutes: FastifyPluginAsyncTypebox<{ parts: RetentionDeps }> = async (
  app,
  { parts },
) => {
  app.addSchema(RetentionSchema)
  app.get('/api/v1/account/retention', operations.getRetention, async (request) => {
    const { now, next } = await parts.periods.of(callerOf(request).account.id)
    return {
      ...shown(now),
      next: next === undefined ? null : { ...shown(next.days), from: next.from },
    }
  })
}
