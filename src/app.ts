/** The API's table of contents: every part of the interface, in reading order. */
import { bodyLimits, installGuard } from './accounts/guard.ts'
import { accountRoutes } from './accounts/routes.ts'
import { detectionRoutes } from './detection/routes.ts'
import { healthRoutes } from './http/health.ts'
import { readJsonStrictly } from './http/json-body.ts'
import { describeApi } from './http/openapi.ts'
import { type App, createHttpServer, hangUpWhile, methodGuard } from './http/server.ts'
import { installBodyLimits } from './http/uploads.ts'
import { pkiRoutes } from './pki/routes.ts'
import { renderRoutes } from './rendering/routes.ts'
import type { Services } from './services.ts'
import { templateRoutes } from './templates/routes.ts'

/** Makes the server over its services; it does not listen yet. */
export async function buildApp(services: Services): Promise<App> {
  const { clock, config, accounts, metrics } = services
  const app = createHttpServer({ clock, log: services.log, ...config.server })
  hangUpWhile(app, () => services.draining)
  const refuseOtherMethods = methodGuard(app)
  readJsonStrictly(app)
  describeApi(app, { version: services.version, baseUrl: config.server.baseUrl })
  installGuard(app, accounts)
  installBodyLimits(app, services.uploads, bodyLimits(config.server.bodyBytesMax))

  await app.register(renderRoutes, { renders: services.renders, checks: services.facturxChecks })
  await app.register(detectionRoutes, { detection: services.detection })
  await app.register(templateRoutes, { templates: services.templates })
  await app.register(accountRoutes, accounts)
  await app.register(pkiRoutes, services.pki)
  await app.register(healthRoutes, { checks: services.checks, metrics })

  await app.register(refuseOtherMethods)
  await app.ready()
  return app
}
