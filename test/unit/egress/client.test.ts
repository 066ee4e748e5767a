/** Requests to addresses that others name. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { hostOf, type Resolver } from '../../../src/egress/addresses.ts'
import { type Outgoing, request, TooLate } from '../../../src/egress/client.ts'

async function serverOf(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise((resolve) => server.once('listening', resolve))
  return (server.address() as AddressInfo).port
}

/** The first answer is this machine, every later one another. */
function rebinding(): Resolver & { asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    resolve: async (host) => {
      asked.push(host)
      return [{ address: asked.length === 1 ? '127.0.0.1' : '192.0.2.1', family: 4 }]
    },
  }
}

const order = (changes: Partial<Outgoing> = {}): Outgoing => ({
  method: 'GET',
  timeoutMs: 10_000,
  ...changes,
})

test('a name is looked up once, and the connection is made to the address that was checked', async () => {
  const port = await serverOf((_, answer) => answer.end('here'))
  const resolver = rebinding()
  const shown: string[] = []
  const guard = (_: URL, addresses: readonly string[]) => void shown.push(...addresses)
  const url = new URL(`http://names.example.:${port}/`)
  const text = await request(url, order({ resolver, guard }), ({ body }) => body.text())
  expect([text, shown, resolver.asked]).toEqual(['here', ['127.0.0.1'], ['names.example']])
})

test('nothing is sent where the guard refuses', async () => {
  let asked = 0
  const port = await serverOf((_, answer) => {
    asked += 1
    answer.end()
  })
  const guard = () => {
    throw new Error('not there')
  }
  const sent = request(new URL(`http://127.0.0.1:${port}/`), order({ guard }), async () => 0)
  await expect(sent).rejects.toThrow('not there')
  expect(asked).toBe(0)
})

test('a redirect is an answer and is not followed', async () => {
  const paths: string[] = []
  const port = await serverOf(({ url = '' }, answer) => {
    paths.push(url)
    answer.writeHead(302, { location: '/elsewhere' }).end()
  })
  const url = new URL(`http://127.0.0.1:${port}/a?b`)
  expect(await request(url, order(), async ({ statusCode }) => statusCode)).toBe(302)
  expect(paths).toEqual(['/a?b'])
})

test.each<[string, Partial<Outgoing>]>([
  ['a resolver', { resolver: { resolve: () => new Promise(() => undefined) } }],
  ['a receiver', {}],
])('%s that never answers is waited for no longer than the time given', async (_, changes) => {
  const port = await serverOf(() => undefined)
  const url = new URL(`http://${changes.resolver ? 'names.example' : '127.0.0.1'}:${port}/`)
  const sent = request(url, order({ ...changes, timeoutMs: 200 }), async () => 0)
  await expect(sent).rejects.toBeInstanceOf(TooLate)
})

test.each([
  ['https://[::1]/', '::1'],
  ['https://example.com./', 'example.com'],
  ['https://EXAMPLE.com/', 'example.com'],
])('the host of %s is %s', (url, host) => {
  expect(hostOf(new URL(url))).toBe(host)
})
