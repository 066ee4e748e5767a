/** Whatever needs no key has one rate for each network address: every route of the service, tried one by one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PUBLIC_CALLS } from '../../../src/accounts/address-limits.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'

interface Route {
  method: string
  url: string
}
const FLOODING = '203.0.113.7'
const ANOTHER = '203.0.113.8'
let service: TestApp
let routes: readonly Route[] = []

/** Each line of the tree that Fastify prints adds its part to the line above that is set in less. */
function routesIn(tree: string): Route[] {
  const above: string[] = []
  return tree.split('\n').flatMap((line) => {
    const at = /[├└]── /.exec(line)
    if (at === null) return []
    const depth = at.index / 4
    const [, part = '', methods = ''] =
      /^(\S*)(?: \(([A-Z, ]+)\))?$/.exec(line.slice(at.index + 4)) ?? []
    above.splice(depth, above.length, part)
    const url = above.join('')
    return methods.split(', ').flatMap((method) => (method === '' ? [] : [{ method, url }]))
  })
}

const call = async ({ method, url }: Route, ip: string) => {
  const path = url
    .replaceAll(/:[A-Za-z]+(?:\([^)]*\))?/g, '01arz3ndektsv4rrffq69g5fav')
    .replace('*', 'x')
  const answer = await service.app.inject({ method: method as 'GET', url: path, remoteAddress: ip })
  return answer.statusCode
}

beforeAll(async () => {
  service = await startTestApp()
  routes = routesIn(service.app.printRoutes({ commonPrefix: false }))
})
afterAll(() => service.close())

test('every route without a key is refused with 429 once its address has used up its minute, and no other address', async () => {
  const urls = new Set(routes.map(({ url }) => url))
  expect(urls.size).toBeGreaterThan(120)
  for (const known of [
    '/',
    '/verify',
    '/health/ready',
    '/metrics',
    '/sign/:token/state',
    '/console/log-in',
    '/api/v1/verify',
  ])
    expect([...urls]).toContain(known)
  for (let n = 0; n < PUBLIC_CALLS.max; n++)
    expect(await call({ method: 'GET', url: '/nothing' }, FLOODING)).toBe(404)
  // What must answer while a database is away is counted by each instance alone, apart from the rest.
  for (let n = 0; n < PUBLIC_CALLS.max; n++)
    await call({ method: 'GET', url: '/health/live' }, FLOODING)
  const served: string[] = []
  for (const route of [...routes, { method: 'GET', url: '/nothing' }])
    if ((await call(route, FLOODING)) !== 429) served.push(`${route.method} ${route.url}`)
  expect(served).toEqual([])
  expect(await call({ method: 'GET', url: '/health/live' }, ANOTHER)).toBe(200)
  service.clock.move(61_000)
  expect(await call({ method: 'GET', url: '/health/live' }, FLOODING)).toBe(200)
})
