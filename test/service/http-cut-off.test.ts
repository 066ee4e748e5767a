/** Requests whose sender goes away in the middle, on a listening server. */
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { RawConnection } from '../support/socket.ts'

let service: TestApp
let port = 0
const uncaught: unknown[] = []
const note = (error: unknown) => uncaught.push(error)

beforeAll(async () => {
  service = await startTestApp()
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  port = (service.app.server.address() as AddressInfo).port
  process.on('uncaughtException', note)
})
afterAll(async () => {
  process.off('uncaughtException', note)
  await service.close()
})

test.each(['/verify', '/render'])(
  'a stranger who sends %s an unknown transfer coding and hangs up does not end the service',
  async (path) => {
    for (let round = 0; round < 10; round++) {
      const connection = new RawConnection(port)
      await connection.send(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
      )
      await new Promise((resolve) => setTimeout(resolve, round * 3))
      connection.end()
    }
    await expect.poll(() => service.services.uploads.running).toBe(0)
    expect(uncaught).toEqual([])
  },
)
