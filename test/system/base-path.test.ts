/** The service below a path, behind the proxies of docs/ops, started from a folder with a space and an accent. */
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { firstMinutes } from '../support/first-minutes.ts'
import { PROXIES, type RunningProxy, startProxy } from '../support/proxies.ts'
import { KEYS_PRELOAD, keysSettings } from '../support/rsa-keys.ts'
import { dataFolder, freePort, ServerProcess } from '../support/server-process.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const NAMES = Object.keys(PROXIES)
/** Visits of all three proxies stay below the limit of strangers. */
const PAGES_MAX = 45

let place = ''
let folder: Awaited<ReturnType<typeof dataFolder>>
let server: ServerProcess
let browser: Browser
const proxies = new Map<string, RunningProxy>()

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'paraph-path-'))
  const program = join(place, 'a folder é')
  await mkdir(program)
  for (const name of ['dist', 'docs', 'templates', 'package.json'])
    await cp(join(ROOT, name), join(program, name), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(program, 'node_modules'))
  folder = await dataFolder()
  const service = await freePort()
  const settings = {
    PARAPH_DATA_DIR: folder.path,
    // Without a proxy, because the outbox is for this machine alone.
    PARAPH_BASE_URL: `http://127.0.0.1:${service}/paraph`,
    PARAPH_CA_AUTOMATIC: 'on',
    PARAPH_CA_KEY_POOL: '1',
    ...keysSettings(),
  }
  server = new ServerProcess(service, settings, KEYS_PRELOAD, [], program)
  await server.ready(240_000)
  for (const name of NAMES) {
    const own = { secure: await freePort(), plain: await freePort() }
    proxies.set(name, await startProxy(name, { ...own, service }, place))
  }
  browser = await openBrowser()
}, 300_000)
afterAll(async () => {
  await browser?.close()
  for (const proxy of proxies.values()) await proxy.stop()
  await server?.stop()
  await folder?.remove()
  await rm(place, { recursive: true, force: true })
})

const proxyOf = (name: string): RunningProxy => {
  const proxy = proxies.get(name)
  if (proxy === undefined) throw new Error(`${name} did not start`)
  return proxy
}

// First: the visits of the others count against the limit of strangers.
test('from the first page to a signed document below the path, by what people see', async () => {
  const url = `${server.url}/paraph`
  const { signed, faults } = await firstMinutes(browser, url)
  expect(faults).toEqual([])
  const text = signed.toString('latin1')
  expect(text.slice(0, 5)).toBe('%PDF-')
  const body = new FormData()
  body.set('file', new Blob([Uint8Array.from(signed)], { type: 'application/pdf' }), 'signed.pdf')
  const verdict = await (await fetch(`${url}/verify`, { method: 'POST', body })).text()
  expect(verdict.split('The signed part is intact').length).toBeGreaterThan(3)
}, 400_000)

/** Addresses in a page or style sheet that are on the same host. */
const linksIn = (text: string, from: string): string[] =>
  [...text.matchAll(/\s(?:href|src)="([^"#]+)|url\("?([^")]+)/g)]
    .map(
      ([, link = '', inStyles = '']) => new URL((link || inStyles).replaceAll('&amp;', '&'), from),
    )
    .filter(({ origin }) => origin === new URL(from).origin)
    .map(({ href }) => href.split('#')[0] ?? '')

test.each(NAMES)(
  'behind %s every link of the public pages leads below the path',
  async (name) => {
    const { url } = proxyOf(name)
    const waiting = ['/', '/docs', '/guides', '/verify', '/console/log-in', '/console/sign-up'].map(
      (path) => `${url}${path}`,
    )
    const seen = new Set<string>()
    const wrong: string[] = []
    let assets = 0
    for (let at = waiting.pop(); at !== undefined && seen.size < PAGES_MAX; at = waiting.pop()) {
      if (seen.has(at)) continue
      seen.add(at)
      const answer = await fetch(at)
      const isBelow = answer.url.startsWith(`${url}/`) && at.startsWith(`${url}/`)
      if (!isBelow || !(answer.ok || answer.status === 401)) wrong.push(`${answer.status} ${at}`)
      const type = answer.headers.get('content-type') ?? ''
      if (at.includes('/assets/')) assets += 1
      if (/text\/(?:html|css)/.test(type)) {
        const found = linksIn(await answer.text(), at)
        // Assets first: there are few of them, and a page without them is bare.
        waiting.push(...found.sort((one) => (one.includes('/assets/') ? 1 : -1)))
      }
    }
    expect(wrong).toEqual([])
    expect([seen.size, assets > 5]).toEqual([PAGES_MAX, true])
  },
  180_000,
)

test.each(NAMES)(
  'behind %s lists and scripts are where certificates and pages name them',
  async (name) => {
    const { url, plainUrl } = proxyOf(name)
    const statuses = async (base: string, ...paths: string[]) =>
      await Promise.all(
        paths.map(async (path) => (await fetch(`${base}${path}`, { redirect: 'manual' })).status),
      )
    expect(await statuses(url, '/embed.js', '/embed.mjs', '/openapi.yaml', '/pki/policy')).toEqual([
      200, 200, 200, 200,
    ])
    expect(await statuses(url, '/metrics', '/health/ready')).toEqual([404, 404])
    // Not redirected, because some programs do not follow.
    expect(await statuses(plainUrl, '/pki/policy', '/')).toEqual([200, 308])
  },
  60_000,
)
