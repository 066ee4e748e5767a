import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../../../src/http/log.ts'
import { createHttpServer } from '../../../src/http/server.ts'
import { systemClock } from '../../../src/kernel/clock.ts'
import { Assets } from '../../../src/pages/assets.ts'
import { pageHeaders, sendPage } from '../../../src/pages/headers.ts'
import { raw } from '../../../src/pages/html.ts'
import { page } from '../../../src/pages/page.tsx'
import { assetRoutes } from '../../../src/pages/routes.ts'

const assets = Assets.open()
const app = createHttpServer({
  clock: systemClock,
  log: createLog('silent'),
  bodyBytesMax: 1_000,
  requestTimeoutMs: 10_000,
  trustedProxies: 0,
})

beforeAll(async () => {
  await app.register(assetRoutes, { assets })
  app.get('/page', async (_request, reply) => {
    const parts = { locale: 'fr', assets, title: '<Bail>', main: raw('<h1>Bail</h1>') } as const
    return sendPage(reply, page(parts), { status: 410 })
  })
})
afterAll(() => app.close())

describe('assets', () => {
  test('a file is served for ever under a name that holds its hash, compressed where wanted', async () => {
    const url = assets.url('site.css')
    expect(url).toMatch(/^\/assets\/site-[A-Z0-9]{8}\.css$/)
    const plain = await app.inject({ url })
    expect(plain.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    })
    const packed = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
    expect(packed.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(packed.rawPayload)).toEqual(plain.rawPayload)
  })

  test('nothing outside the build is reached', async () => {
    for (const path of ['../manifest.json', '%2e%2e/manifest.json', 'site.css', 'a/b', '']) {
      expect((await app.inject({ url: `/assets/${path}` })).statusCode, path).toBe(404)
    }
  })

  test('a build that is missing is named with the command that makes it', () => {
    expect(assets.missing).toBeUndefined()
    expect(Assets.open('/nowhere/at/all').missing).toContain('npm run build')
  })
})

describe('a page', () => {
  test('allows nothing from elsewhere and leaves no trace of its address', async () => {
    const answer = await app.inject({ url: '/page' })
    expect(answer.statusCode).toBe(410)
    const { 'content-security-policy': policy, ...headers } = answer.headers
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'x-frame-options': 'DENY',
    })
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|https?:|data:|\*/)
  })

  test('may be framed only by the origins that the operator names', () => {
    const headers = pageHeaders('https://app.example.com')
    expect(headers['Content-Security-Policy']).toMatch(/frame-ancestors https:\/\/app.example.com$/)
    expect(headers).not.toHaveProperty('X-Frame-Options')
  })

  test('says its language and title, loads only assets, and has one main and a way to skip to it', async () => {
    const { body } = await app.inject({ url: '/page' })
    expect(body).toContain('<html lang="fr" dir="ltr">')
    expect(body).toContain('<title>&lt;Bail&gt; · Paraph</title>')
    expect(body.match(/<main id="main"/g)).toHaveLength(1)
    expect(body).toContain('href="#main"')
    for (const [, address] of body.matchAll(/<(?:link|script)[^>]*(?:href|src)="([^"]+)"/g)) {
      expect(address).toMatch(/^\/assets\/[\w.-]+$/)
    }
  })
})
