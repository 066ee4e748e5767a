import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { listenFailure } from '../../../src/app/waiting.ts'

/** What the system says when somebody listens there. */
async function refusal(host: string, port: number): Promise<unknown> {
  const server = createServer()
  onTestFinished(() => void server.close())
  return await new Promise((done) => {
    server.once('error', done)
    server.listen({ host, port }, () => done(undefined))
  })
}

test('a port in use, an address of another machine: two lines that name the setting to change', async () => {
  const first = createServer()
  await new Promise<void>((done) => void first.listen(0, '127.0.0.1', done))
  onTestFinished(() => void first.close())
  const { port } = first.address() as { port: number }
  const taken = { host: '127.0.0.1', port }
  expect(listenFailure(await refusal(taken.host, port), taken)).toMatchObject({
    name: 'ConfigError',
    message: `Cannot listen on 127.0.0.1:${port} (EADDRINUSE): another program uses this port.
Stop that program (ss -ltnp names it), or set PARAPH_PORT to a free port.`,
  })
  // Reserved for documentation (RFC 5737): no machine has it.
  const foreign = { host: '192.0.2.1', port: 0 }
  expect(listenFailure(await refusal(foreign.host, 0), foreign)).toMatchObject({
    // The address may come later, from DHCP: a supervisor tries again.
    name: 'FatalError',
    message: expect.stringMatching(
      /^Cannot listen on 192\.0\.2\.1:0 \(EADDRNOTAVAIL\): .*\n.*PARAPH_HOST/,
    ),
  })
})

test('any other error stays what it is', () => {
  const other = new Error('something else')
  expect(listenFailure(other, { host: '127.0.0.1', port: 1 })).toBe(other)
})
