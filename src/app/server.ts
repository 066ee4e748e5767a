/** Registers every part of the API, in reading order. */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { bodyLimits, installGuard } from '../accounts/guard.ts'
import { withPlanAdvice } from '../accounts/plans.ts'
import { accountRoutes } from '../accounts/routes.ts'
import { framedEditorRoutes } from '../console/pages/framed-editor.tsx'
import { consoleRoutes } from '../console/routes.ts'
import { detectionRoutes } from '../detection/routes.ts'
import { fontRoutes } from '../fonts/routes.ts'
import type { App } from '../http/app.ts'
import { healthRoutes } from '../http/health.ts'
import { readJsonStrictly } from '../http/json-body.ts'
import { describeApi } from '../http/openapi.ts'
import { type Audience, countRequests } from '../http/request-metrics.ts'
import { traceRequests } from '../http/request-traces.ts'
import { createHttpServer, hangUpWhile, methodGuard } from '../http/server.ts'
import { installBodyLimits } from '../http/uploads.ts'
import { Cache } from '../kernel/cache.ts'
import type { Language } from '../kernel/languages.ts'
import { accountTenant, anonymousTenant, forTenant, type Tenant } from '../kernel/tenant.ts'
import { mcpRoutes } from '../mcp/routes.ts'
import { reportRoutes } from '../messages/report-routes.ts'
import { outboxHasPages, outboxRoutes } from '../messages/routes.ts'
import { assetRoutes } from '../pages/routes.ts'
import { pkiRoutes } from '../pki/routes.ts'
import { exemplify } from '../reference/examples.ts'
import { referenceRoutes } from '../reference/routes.ts'
import { batchRoutes, COMPONENTS } from '../rendering/batch-routes.ts'
import { pdfRoutes } from '../rendering/pdf-routes.ts'
import { renderRoutes } from '../rendering/routes.ts'
import { checkScript } from '../signing/evidence/commands.ts'
import { brandRoutes } from '../signing/http/branding.ts'
import { bulkRoutes } from '../signing/http/bulk.ts'
import { copyRoutes } from '../signing/http/cc-recipients.tsx'
import { embedRoutes } from '../signing/http/embedding.ts'
import { openLinkRoutes, startRoutes } from '../signing/http/open-links.ts'
import { signerPageRoutes } from '../signing/http/pages.ts'
import { ownCertificateRoutes } from '../signing/http/remote-signing.ts'
import { documentRoutes } from '../signing/http/requests.ts'
import { retentionRoutes } from '../signing/http/retention.ts'
import { signerRoutes } from '../signing/http/signers.ts'
import { requestTemplateRoutes } from '../signing/http/templates.ts'
import { signerFileRoutes } from '../signing/http/uploads.ts'
import { showNotFound } from '../site/not-found.tsx'
import { siteRoutes } from '../site/routes.ts'
import { templateRoutes } from '../templates/routes.ts'
import { networkOf } from '../throttling/ports.ts'
import { verifyPageRoutes } from '../verification/pages/routes.ts'
import { verificationRoutes } from '../verification/routes.ts'
import { webhookRoutes } from '../webhooks/routes.ts'
import { TEST_PREFIX } from './authorities.ts'
import { mailPreviews } from './mail-previews.ts'
import { refuseOtherRoles, withRole } from './roles.ts'
import { ownerOf } from './senders.ts'
import type { Services } from './services.ts'

const ACCOUNTS_KNOWN = 1_000
const KNOWN_MS = 60_000

/** Creates the server over its services; it does not listen yet. */
export async function buildApp(services: Services): Promise<App> {
  const { clock, config, accounts, metrics } = services
  const app = createHttpServer({
    clock,
    log: services.log,
    ...config.server,
    publicUrls: config.server,
    advise: (error) => withPlanAdvice(error, config.accounts.planAdvice),
    showNotFound: (request, reply) => showNotFound(() => services.assets, request, reply),
  })
  // Asked once a minute: a flood of refused calls costs no query each.
  const languages = new Cache<Promise<Language | undefined>>(ACCOUNTS_KNOWN)
  app.decorate('localeOfAccount', async ({ caller }: FastifyRequest) => {
    if (caller === null) return undefined
    const { id } = caller.account
    const minute = Math.floor(clock.now() / KNOWN_MS)
    return await languages.of(
      `${id} ${minute}`,
      async () => (await ownerOf(services.db, id))?.locale,
    )
  })
  if (services.tracer !== undefined) traceRequests(app, services.tracer)
  countRequests(app, metrics, audienceOf)
  hangUpWhile(app, () => services.draining)
  const refuseOtherMethods = methodGuard(app)
  readJsonStrictly(app)
  refuseOtherRoles(app, config.roles)
  describeApi(app, {
    version: services.version,
    baseUrl: config.server.baseUrl,
    info: config.apiInfo,
    exemplify,
  })
  installGuard(app, accounts)
  nameTenants(app)
  installBodyLimits(app, services.uploads, bodyLimits(config.server.bodyBytesMax))

  await withRole(app, 'render', (scope) => renderingRoutes(scope, services))
  await withRole(app, 'sign', (scope) => signatureRoutes(scope, services))
  await app.register(accountRoutes, { ...accounts, clock, storageOf: services.storageOf })
  await withRole(app, 'sign', (scope) => trustRoutes(scope, services))
  await withRole(app, 'web', (scope) => siteAndConsole(scope, services))
  await app.register(assetRoutes, { assets: services.assets })
  await app.register(healthRoutes, { checks: services.checks, metrics })
  await withRole(app, 'sign', (scope) => deliveryRoutes(scope, services))

  await app.register(refuseOtherMethods)
  await app.ready()
  return app
}

/** Documents from templates. */
async function renderingRoutes(app: App, services: Services): Promise<void> {
  const { credits, facturxChecks: checks } = services
  const { templates, fonts, deferred } = services
  for (const schema of COMPONENTS) app.addSchema(schema)
  await app.register(batchRoutes, { deferred })
  await app.register(renderRoutes, { checks, credits, deferred })
  await app.register(pdfRoutes, { deferred })
  await app.register(templateRoutes, { templates, fonts })
  await app.register(fontRoutes, { fonts })
  await app.register(detectionRoutes, { detection: services.detection })
}

/** Signature requests, and the pages of those who sign. */
async function signatureRoutes(app: App, services: Services): Promise<void> {
  const { config, signing, renders, assets } = services
  const secure = config.server.signUrl.startsWith('https:')
  await app.register(documentRoutes, { ...signing, renders })
  await app.register(signerFileRoutes, { ...signing })
  await app.register(requestTemplateRoutes, { ...signing, ...services })
  await app.register(openLinkRoutes, services)
  await app.register(bulkRoutes, { ...signing, ...services })
  await app.register(signerRoutes, { ...signing, secure })
  await app.register(ownCertificateRoutes, { ...signing, assets })
  await app.register(brandRoutes, signing)
  await app.register(retentionRoutes, signing)
  await app.register(embedRoutes, { ...signing, ...services, assets })
  await app.register(signerPageRoutes, { ...signing, assets })
  await app.register(copyRoutes, { ...signing, assets, secure })
  await app.register(startRoutes, { ...signing, ...services })
  await app.register(webhookRoutes, { webhooks: services.webhooks.webhooks })
}

/** What the authority publishes, and what is known of a signed file. */
async function trustRoutes(app: App, services: Services): Promise<void> {
  const { assets, verification } = services
  await app.register(pkiRoutes, { ...services.pki, assets, evidenceCheck: checkScript })
  await app.register(testAuthorityRoutes, services)
  await app.register(verificationRoutes, { verification })
}

/** What people read and click. */
async function siteAndConsole(app: App, services: Services): Promise<void> {
  const { accounts, assets, clock, config, verification } = services
  const { baseUrl, signUrl } = config.server
  const description = () => app.swagger()
  await app.register(verifyPageRoutes, { ...accounts, verification, assets, clock })
  await app.register(siteRoutes, { assets, origin: baseUrl, plans: accounts.plans, description })
  await app.register(framedEditorRoutes, services.console.framedEditor)
  await app.register(consoleRoutes, { ...services.console, prefix: '/console' })
  await app.register(referenceRoutes, { description })
  await app.register(mcpRoutes, { version: services.version, origins: [baseUrl, signUrl] })
}

/** What became of messages. */
async function deliveryRoutes(app: App, { config, outbox, texts, calls }: Services): Promise<void> {
  if (outbox !== undefined && outboxHasPages(config.server))
    await app.register(outboxRoutes, { outbox, previews: mailPreviews })
  const reports = config.messages.twilio?.reports
  if (reports !== undefined) await app.register(reportRoutes, { texts, calls, ...reports })
}

/** Audience of a route, as a label of the metrics. */
function audienceOf({ routeOptions: { config, url = '' }, is404 }: FastifyRequest): Audience {
  const { access } = config
  if (is404 || access === undefined) return 'page'
  if (access === 'public') return /^\/(?:health|metrics)\b/.test(url) ? 'operation' : 'public'
  return access.interface ?? 'account'
}

/** What the test authority publishes: the same routes, not in the API description. */
const testAuthorityRoutes: FastifyPluginAsync<Services> = async (app, { testPki, assets }) => {
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, hide: true }
  })
  const published = { ...testPki, assets, evidenceCheck: checkScript }
  await app.register(pkiRoutes, { ...published, prefix: TEST_PREFIX })
}

// Sets the tenant of each request.
function tenantOf({ caller, visit, ip }: FastifyRequest): Tenant {
  const accountId = caller?.account.id ?? visit?.session?.accountId
  return accountId === undefined ? anonymousTenant(networkOf(ip)) : accountTenant(accountId)
}

/**
 * Every queue behind the routes shares its slots among accounts and anonymous callers. Call after the guard is
 * installed.
 */
function nameTenants(app: App): void {
  // After the body is read, since its events lose the async context of earlier hooks.
  app.addHook('preHandler', (request, _reply, done) => forTenant(tenantOf(request), done))
}
