/** The description of the interface as the routes make it, and what is made of it, without starting anything. */
import { readFileSync } from 'node:fs'
import { buildApp } from '../src/app/server.ts'
import type { Services } from '../src/app/services.ts'
import { loadConfig } from '../src/config/config.ts'
import { createLog } from '../src/http/log.ts'
import { openapiYaml } from '../src/http/openapi.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { Metrics } from '../src/kernel/metrics.ts'
import { postmanText } from '../src/reference/routes.ts'
import { memoryThrottling } from '../src/throttling/memory.ts'

/** The text that openapi.yaml and the text that postman.json must be. */
export async function currentDescription(
  settings: NodeJS.ProcessEnv = {},
): Promise<{ openapi: string; postman: string }> {
  const { version } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  ) as { version: string }
  // Routes touch their services only when they are called, and nothing is called here; what counts is made with them.
  const throttling = memoryThrottling(systemClock)
  const idle = {
    clock: systemClock,
    config: loadConfig(settings),
    log: createLog('silent'),
    metrics: new Metrics(),
    version,
    checks: [],
    accounts: { throttling },
    pki: {},
    webhooks: {},
    // Its pages are no part of the description.
    console: {
      ...{ sections: [], parts: { accounts: { throttling } } },
      framedEditor: { accounts: { plans: new Map() } },
    },
  } as unknown as Services
  const app = await buildApp(idle)
  const texts = { openapi: openapiYaml(app), postman: postmanText(app.swagger()) }
  await app.close()
  return texts
}
