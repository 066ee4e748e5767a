/**
 * The console over real accounts, people, mails and SQLite, without the half that makes documents: no
 * LibreOffice and no threads, so that a test of log-ins takes no longer than the log-ins.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bodyLimits, installGuard } from '../../src/accounts/guard.ts'
import { accountRoutes } from '../../src/accounts/routes.ts'
import { startConsole } from '../../src/app/console.ts'
import { openPlatform, type Platform } from '../../src/app/platform.ts'
import { verifyTrail } from '../../src/audit/verify-trail.ts'
import { loadConfig } from '../../src/config/config.ts'
import type { Action } from '../../src/console/permissions.ts'
import { consoleRoutes } from '../../src/console/routes.ts'
import { readUploadedFont } from '../../src/docx/embedded-fonts/uploaded-font.ts'
import { FolderBlobStore } from '../../src/files/folder-store.ts'
import { FontService } from '../../src/fonts/service.ts'
import { FontStore } from '../../src/fonts/store.ts'
import { createHttpServer } from '../../src/http/server.ts'
import { Uploads } from '../../src/http/upload-slots.ts'
import { installBodyLimits } from '../../src/http/uploads.ts'
import { parseCertificate } from '../../src/pades/certificate.ts'
import { Assets } from '../../src/pages/assets.ts'
import { CertificateServices } from '../../src/seals/certificate-services.ts'
import { ExternalSeals } from '../../src/seals/service.ts'
import { Branding } from '../../src/signing/branding/service.ts'
import { Embedding } from '../../src/signing/embedding/service.ts'
import { RetentionPeriods } from '../../src/signing/retention/periods.ts'
import { TemplateService } from '../../src/templates/service.ts'
import { TemplateStore } from '../../src/templates/store.ts'
import { TestClock } from './clock.ts'
import { databaseSettings } from './place.ts'
import { followClock } from './server-clock.ts'
import { NOTHING_HELD } from './storage.ts'

const NO_LIMITS = { operator: { completed: 0, unsigned: 0 }, min: 1, max: 36_500 }

/** Nobody sends a document in these tests: lists are empty. */
const noRequests = ({ db, trails, clock }: Pick<Platform, 'db' | 'trails' | 'clock'>) => ({
  lists: {
    list: async () => ({ documents: [] }),
    page: async () => ({ found: [] }),
    tags: async () => ({ tags: [] }),
  },
  erasure: { dueAt: async () => 0 },
  parts: {
    db,
    externalSeals: new ExternalSeals({ db, clock, vault: undefined as never }),
    certificateServices: new CertificateServices({ db, clock, vault: undefined as never }),
    periods: new RetentionPeriods({ db, clock, trails, ...NO_LIMITS }),
    texting: { budget: { countries: async () => ['FR'], country: async () => 'FR' } },
    branding: new Branding({ db, hosts: new Map() } as never),
    senderFacts: async () => ({ email: '', verified: [], reserved: ['Paraph'] }),
    embedding: new Embedding({ db, trails, operatorOrigins: [] }),
  },
})

/** An account without request templates and bulk sends. */
const NO_BULK = {
  requestTemplates: { list: async () => ({ request_templates: [] }) },
  bulkSends: { list: async () => ({ bulk_sends: [] }), eraseAccount: async () => undefined },
}

/** A route of the console, as registered. */
export interface ConsoleRoute {
  method: string
  url: string
  /** What a member does there; undefined: no membership is needed. */
  action: Action | undefined
}

/** Starts it. Close it in `afterAll`. */
export async function startConsoleApp(settings: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'paraph-console-'))
  const clock = new TestClock()
  const config = loadConfig({
    PARAPH_DATA_DIR: folder,
    PARAPH_LOG_LEVEL: 'silent',
    PARAPH_STRANGERS_PER_DAY: '0',
    PARAPH_CA_AUTOMATIC: 'off',
    PARAPH_CA_KEY_POOL: '0',
    ...databaseSettings(settings.PARAPH_DATA_DIR ?? folder),
    ...settings,
  })
  const platform = await openPlatform(config, { clock })
  await followClock(platform.db, clock)
  const { db, accounts } = platform
  const blobs = new FolderBlobStore(join(folder, 'blobs'))
  await blobs.open()
  const fontFiles = new FolderBlobStore(join(folder, 'fonts'))
  await fontFiles.open()
  const merger = { readFont: async (font: Uint8Array) => readUploadedFont(font) }
  const developers = await startConsole({
    platform,
    config,
    renders: undefined as never,
    signing: noRequests(platform) as never,
    bulk: NO_BULK as never,
    deferred: { eraseAccount: async () => undefined } as never,
    detection: undefined as never,
    verifiers: {
      trail: async (trail, roots, others) =>
        verifyTrail(trail, roots.map(parseCertificate), others.map(parseCertificate)),
    },
    templates: new TemplateService(new TemplateStore(db), blobs, undefined as never, clock),
    fonts: new FontService({
      store: new FontStore(db),
      blobs: fontFiles,
      merger,
      trails: platform.trails,
      clock,
    }),
    facturxChecks: undefined as never,
    assets: Assets.open(),
  })
  const app = createHttpServer({ clock, log: platform.log, ...config.server })
  installGuard(app, accounts)
  installBodyLimits(
    app,
    new Uploads(config.server.uploadsMax),
    bodyLimits(config.server.bodyBytesMax),
  )
  const routes: ConsoleRoute[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    const { action } = config ?? {}
    if (url.startsWith('/console') && method !== 'HEAD')
      routes.push({ method: String(method), url, action })
  })
  await app.register(accountRoutes, { ...accounts, clock, storageOf: async () => NOTHING_HELD })
  await app.register(consoleRoutes, { ...developers, prefix: '/console' })
  await app.ready()
  await platform.jobs.start()
  return {
    app,
    folder,
    config,
    clock,
    db,
    accounts,
    routes,
    identity: developers.identity,
    outbox: platform.messages.outbox,
    /** Status of a call of the API with a key. */
    usage: async (key: string): Promise<number> =>
      (await app.inject({ url: '/usage', headers: { 'x-api-key': key } })).statusCode,
    async close() {
      await app.close()
      await platform.jobs.close()
      await platform.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type ConsoleApp = Awaited<ReturnType<typeof startConsoleApp>>
