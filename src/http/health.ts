/** Health and metrics for the operator; no key needed, no secrets in the responses. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from 'typebox'
import type { Metrics } from '../kernel/metrics.ts'
import { describing, jsonAnswer, publicProblems, ref } from './schemas.ts'

const PartSchema = Type.Object(
  {
    status: Type.Enum(['up', 'degraded', 'down'], {
      description: 'degraded still works, with less',
    }),
    detail: Type.Optional(Type.String({ description: 'The problem and the fix' })),
  },
  { title: 'HealthOfPart' },
)

const HealthSchema = Type.Object(
  {
    status: Type.Enum(['up', 'down']),
    parts: Type.Record(Type.String(), PartSchema, { description: 'Each part by its name' }),
  },
  { $id: 'Health', description: 'Whether the service is ready' },
)

/** State of one part of the service. */
export type PartHealth = Static<typeof PartSchema>

/** One readiness check. */
export interface HealthCheck {
  name: string
  check(): Promise<PartHealth>
}

async function checked({ check }: HealthCheck): Promise<PartHealth> {
  try {
    return await check()
  } catch (error) {
    return { status: 'down', detail: error instanceof Error ? error.message : 'the check failed' }
  }
}

const PUBLIC = { access: 'public', answersAlone: true } as const
const operation = describing('Operation', { security: [] })

/** The parts as a gauge, checked at every scrape, so that the operator can prove when the service was ready. */
function measureParts(checks: readonly HealthCheck[], metrics: Metrics): void {
  let states: PartHealth[] = []
  metrics.beforeRender(async () => {
    states = await Promise.all(checks.map(checked))
  })
  const value = { up: 1, degraded: 0.5, down: 0 }
  metrics.gauge('paraph_part_up', 'Parts of /health/ready: 1 up, 0.5 degraded, 0 down', () =>
    checks.map(({ name }, index) => [{ part: name }, value[states[index]?.status ?? 'down']]),
  )
  metrics.gauge('paraph_ready', '1 if /health/ready reports ready, else 0', () =>
    states.length > 0 && states.every(({ status }) => status !== 'down') ? 1 : 0,
  )
}

/** GET /health/live, /health/ready and /metrics. */
export const healthRoutes: FastifyPluginAsyncTypebox<{
  checks: readonly HealthCheck[]
  metrics: Metrics
}> = async (app, { checks, metrics }) => {
  app.addSchema(HealthSchema)
  measureParts(checks, metrics)

  const live = operation('healthLive', {
    summary: 'Whether the process is responding',
    response: {
      ...publicProblems(),
      200: jsonAnswer('It can', Type.Object({ status: Type.Literal('up') }, { title: 'Alive' })),
    },
  })
  app.get('/health/live', { config: PUBLIC, schema: live }, async () => ({ status: 'up' as const }))

  const ready = operation('healthReady', {
    summary: 'Whether every component is working',
    description:
      'Returns 503 while a component is down or the service is stopping: take it out of rotation.',
    querystring: Type.Object(
      {
        exclude: Type.Optional(
          Type.Literal('office', {
            description:
              'The answer is 200 even if this component is down. For a check that restarts the service, which signs and verifies without LibreOffice',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    response: {
      ...publicProblems('validation_failed'),
      200: jsonAnswer('Every component is up or degraded', ref(HealthSchema)),
      503: jsonAnswer('A component is down', ref(HealthSchema)),
    },
  })
  app.get('/health/ready', { config: PUBLIC, schema: ready }, async ({ query }, reply) => {
    const states = await Promise.all(checks.map(checked))
    const parts = Object.fromEntries(
      checks.map(({ name }, index) => [name, states[index] ?? { status: 'down' as const }]),
    )
    const down = checks.some(
      ({ name }, index) => name !== query.exclude && states[index]?.status === 'down',
    )
    return reply.code(down ? 503 : 200).send({ status: down ? 'down' : 'up', parts })
  })

  const exposition = operation('metrics', {
    summary: 'Metrics in the Prometheus text format',
    response: {
      ...publicProblems(),
      200: {
        description: 'The metrics',
        content: { 'text/plain': { schema: Type.String() } },
      },
    },
  })
  app.get('/metrics', { config: PUBLIC, schema: exposition }, async (_request, reply) =>
    reply.type('text/plain; version=0.0.4').send(await metrics.collect()),
  )
}
