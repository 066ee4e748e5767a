/** What a listening server does with bodies, headers and connections that are too many, too large or too slow. */
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { multipart, startTestApp, type TestApp } from '../../support/app.ts'
import { docxWith } from '../../support/docx-package.ts'
import { RawConnection } from '../../support/socket.ts'

const MB = 1_048_576
const TEMPLATE = { filename: 'a.docx', bytes: docxWith('Hello {name}') }

/** What a request may take where nothing else is said: see PARAPH_REQUEST_TIMEOUT_MS. */
const REQUEST_MS = 60_000

let service: TestApp
let port = 0
const open: RawConnection[] = []

async function listening(requestMs: number): Promise<void> {
  service = await startTestApp({ PARAPH_REQUEST_TIMEOUT_MS: String(requestMs) })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  port = (service.app.server.address() as AddressInfo).port
}
beforeAll(() => listening(REQUEST_MS))
afterEach(() => {
  for (const connection of open.splice(0)) connection.end()
})
afterAll(() => service.close())

const dial = (): RawConnection => {
  const connection = new RawConnection(port)
  open.push(connection)
  return connection
}
const head = (path: string, key: string, headers: Record<string, string | number>): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`
const chunk = (size: number): Buffer =>
  Buffer.concat([
    Buffer.from(`${size.toString(16)}\r\n`),
    Buffer.alloc(size, 0x20),
    Buffer.from('\r\n'),
  ])
const live = async (): Promise<number> =>
  (await fetch(`http://127.0.0.1:${port}/health/live`)).status
const nothingLeft = () => expect.poll(() => service.services.uploads.running).toBe(0)

describe('a body larger than the plan allows', () => {
  test('is refused by its Content-Length before it is sent', async () => {
    const connection = dial()
    const key = await service.newKey('documents_unlimited')
    const length = { 'Content-Type': 'application/json', 'Content-Length': 26 * MB }
    await connection.send(head('/render', key, length))
    const answer = await connection.answer()
    expect(answer.status).toBe(413)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.json()).toMatchObject({
      code: 'file_too_large',
      detail: expect.stringContaining('25 MB'),
    })
    // Not only when the whole request would have had to be there.
    expect(await connection.untilClosed()).toBeLessThan(REQUEST_MS - 5_000)
    await nothingLeft()
  })

  test('is refused while it arrives when its length is not announced', async () => {
    const connection = dial()
    const key = await service.newKey('free')
    const chunked = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }
    await connection.send(head('/render', key, chunked))
    for (let sent = 0; sent < 40 && connection.received === ''; sent++) {
      await connection.send(chunk(100_000))
    }
    const answer = await connection.answer()
    expect(answer.status).toBe(413)
    expect(answer.json()).toMatchObject({ detail: expect.stringContaining('2 MB') })
    await connection.untilClosed()
    await nothingLeft()
  })

  test('that is a form is refused by its Content-Length, whatever its parts', async () => {
    const connection = dial()
    const key = await service.newKey('free')
    const length = { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': 9 * MB }
    await connection.send(head('/render', key, length))
    expect((await connection.answer()).json()).toMatchObject({ code: 'file_too_large' })
  })

  test('that is a form without length is refused by the sum of its parts', async () => {
    const key = await service.newKey('free')
    const picture = Buffer.alloc(1.9 * MB)
    const { body, contentType } = multipart([
      ['template', TEMPLATE],
      ...[1, 2, 3, 4, 5].map(
        (n) => ['pictures', { filename: `${n}.png`, bytes: picture }] as const,
      ),
    ])
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(body)
        controller.close()
      },
    })
    const answer = await fetch(`http://127.0.0.1:${port}/render`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': contentType },
      body: stream,
      duplex: 'half',
    } as RequestInit)
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ detail: expect.stringContaining('8 MB') })
  })

  test('loses its answer to no client: 25 MB sent whole, 413 read', async () => {
    const key = await service.newKey('free')
    const answer = await fetch(`http://127.0.0.1:${port}/render`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: Buffer.alloc(25 * MB, 0x20),
    })
    expect(answer.status).toBe(413)
  })
})

describe('headers', () => {
  test('of 17 KiB are answered 431 as a problem document', async () => {
    const connection = dial()
    await connection.send(head('/render', 'x', { 'X-Long': 'a'.repeat(17 * 1024) }))
    const answer = await connection.answer()
    expect(answer.status).toBe(431)
    expect(answer.headers['content-type']).toBe('application/problem+json')
    expect(answer.json()).toMatchObject({
      code: 'headers_too_large',
      request_id: expect.any(String),
    })
    await connection.untilClosed()
  })

  test('that are no HTTP are answered 400, and the connection is closed', async () => {
    const connection = dial()
    await connection.send('HELLO WORLD\r\n\r\n')
    const answer = await connection.answer()
    expect(answer.status).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'request_invalid' })
    await connection.untilClosed()
  })

  test('with both a length and chunks are refused', async () => {
    const connection = dial()
    await connection.send(
      head('/render', 'x', { 'Content-Length': 5, 'Transfer-Encoding': 'chunked' }),
    )
    expect((await connection.answer()).status).toBe(400)
  })
})

describe('slow callers', () => {
  let patient: { service: TestApp; port: number }
  beforeAll(async () => {
    patient = { service, port }
    await listening(2_000)
  })
  afterAll(async () => {
    await service.close()
    ;({ service, port } = patient)
  })

  test('that send headers byte by byte are cut off, and others are served meanwhile', async () => {
    const slow = Array.from({ length: 100 }, dial)
    for (const connection of slow) await connection.send('POST /render HTTP/1.1\r\nHost: x\r\n')
    const drip = setInterval(() => {
      for (const connection of slow) void connection.send('X')
    }, 500)
    try {
      expect(await live()).toBe(200)
      for (const connection of slow) await connection.untilClosed()
      expect(slow.map(({ received }) => received.slice(9, 12))).toEqual(slow.map(() => '408'))
      expect(await live()).toBe(200)
    } finally {
      clearInterval(drip)
    }
  })

  test.each([
    ['application/json', '{"template_id"'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="data"\r\n\r\n',
    ],
  ])('whose body (%s) never ends are answered 408', async (type, begin) => {
    const key = await service.newKey()
    const connection = dial()
    await connection.send(head('/render', key, { 'Content-Type': type, 'Content-Length': 1000 }))
    await connection.send(begin)
    const drip = setInterval(() => void connection.send(' '), 300)
    try {
      const answer = await connection.answer()
      expect(answer.status).toBe(408)
      expect(answer.json()).toMatchObject({ code: 'request_timeout' })
      await connection.untilClosed()
      await nothingLeft()
      expect(service.services.accounts.rateLimiter).toBeDefined()
    } finally {
      clearInterval(drip)
    }
  })
})

describe('callers', () => {
  test('that hang up in the middle leave no place taken', async () => {
    const key = await service.newKey('documents_starter')
    for (const type of ['application/json', 'multipart/form-data; boundary=x']) {
      for (let n = 0; n < 3; n++) {
        const connection = dial()
        await connection.send(
          head('/render', key, { 'Content-Type': type, 'Content-Length': 1000 }),
        )
        await connection.send('--x\r\n')
        await expect.poll(() => service.services.uploads.running).toBe(1)
        connection.end()
        await nothingLeft()
      }
    }
  })
})

describe('simultaneous uploads', () => {
  test('the 51st is answered 503 with Retry-After, and the 50 before it finish', async () => {
    const keys = await Promise.all([1, 2, 3, 4, 5, 6].map(() => service.newKey()))
    const { body, contentType } = multipart([['template', TEMPLATE]])
    const headers = { 'Content-Type': contentType, 'Content-Length': body.length }
    const half = Math.floor(body.length / 2)
    const uploads = Array.from({ length: 50 }, (_, index) => ({
      connection: dial(),
      key: keys[index % 6] ?? '',
    }))
    for (const { connection, key } of uploads) {
      await connection.send(head('/validate-template', key, headers))
      await connection.send(body.subarray(0, half))
    }
    await expect.poll(() => service.services.uploads.running).toBe(50)
    const late = dial()
    // Of one who holds as many as anybody: for one who holds less, a slow one would make room.
    await late.send(head('/validate-template', keys[5] ?? '', headers))
    await late.send(body)
    const refused = await late.answer()
    expect(refused.status).toBe(503)
    expect(refused.json()).toMatchObject({ code: 'server_busy' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(await live()).toBe(200)
    for (const { connection } of uploads) await connection.send(body.subarray(half))
    const answers = await Promise.all(uploads.map(({ connection }) => connection.answer()))
    expect(answers.map(({ status }) => status)).toEqual(uploads.map(() => 200))
    await nothingLeft()
  })
})

describe('slow bodies from one address', () => {
  const UPLOAD = multipart([['template', TEMPLATE]])
  const upload = async (key: string): Promise<{ status: number; ms: number }> => {
    const begun = performance.now()
    const connection = dial()
    const { body, contentType } = UPLOAD
    const headers = { 'Content-Type': contentType, 'Content-Length': body.length }
    await connection.send(head('/validate-template', key, headers))
    await connection.send(body)
    const { status } = await connection.answer()
    connection.end()
    return { status, ms: performance.now() - begun }
  }
  /** The fastest of some: what the machine does beside this is not asked for. */
  const uploads = async (key: string) => {
    const all = []
    for (let n = 0; n < 8; n++) all.push(await upload(key))
    return { statuses: all.map(({ status }) => status), ms: Math.min(...all.map(({ ms }) => ms)) }
  }
  const SERVED = Array.from({ length: 8 }, () => 200)

  test.each([
    ['a stranger', 50],
    ['a stranger', 500],
    ['a key holder', 50],
    ['a key holder', 500],
  ])('of %s, %i of them, leave others their uploads and their time', async (who, count) => {
    service.clock.move(61_000)
    const mine = await service.newKey()
    const theirs = await service.newKey()
    await upload(mine)
    const quiet = await uploads(mine)
    const type = { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': 60_000 }
    const slow = who === 'a stranger' ? head('/verify', '', type) : head('/render', theirs, type)
    const request = slow.replace('X-API-Key: \r\n', '')
    const flood = Array.from({ length: count }, () => new RawConnection(port, '127.0.0.2'))
    open.push(...flood)
    await Promise.all(flood.map((one) => one.send(`${request}--x\r\n`)))
    const answered = ({ received, closed }: RawConnection) =>
      closed || /HTTP\/1\.1 (408|429|503)/.test(received)
    await expect.poll(() => flood.filter(answered).length).toBeGreaterThanOrEqual(count - 13)
    expect(service.services.uploads.running).toBeLessThanOrEqual(13)
    let flooded = await uploads(mine)
    expect([quiet.statuses, flooded.statuses]).toEqual([SERVED, SERVED])
    const due = 3 * quiet.ms + 20
    for (let again = 0; again < 4 && flooded.ms >= due; again++) {
      service.clock.move(61_000)
      flooded = await uploads(mine)
    }
    expect(flooded.ms).toBeLessThan(due)
    for (const one of flood) one.end()
    await nothingLeft()
  })

  test('are ended when nothing comes for 5 seconds', async () => {
    const patient = await startTestApp()
    await patient.app.listen({ port: 0, host: '127.0.0.1' })
    try {
      const connection = new RawConnection((patient.app.server.address() as AddressInfo).port)
      const type = { 'Content-Type': 'application/json', 'Content-Length': 60_000 }
      await connection.send(`${head('/render', await patient.newKey(), type)}{`)
      const answer = await connection.answer()
      expect(answer.status).toBe(408)
      expect(answer.json()).toMatchObject({ code: 'request_timeout' })
      await connection.untilClosed()
      expect(patient.services.uploads.running).toBe(0)
    } finally {
      await patient.close()
    }
  })
})

describe('Expect and Host', () => {
  const expecting = (path: string, value = '100-continue') =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\nExpect: ${value}\r\n\r\n`

  test.each([
    ['/nothing', '100-continue', 404],
    ['/render', '100-continue', 401],
    ['/render', '200-ok', 400],
  ])(
    'a body announced to %s with Expect: %s is refused at once and not waited for',
    async (path, value, status) => {
      const connection = dial()
      await connection.send(expecting(path, value))
      const answer = await connection.answer()
      expect(answer.status).toBe(status)
      expect(answer.headers['content-type']).toContain('application/problem+json')
      expect(connection.received).not.toContain('100 Continue')
      expect(await connection.untilClosed()).toBeLessThan(REQUEST_MS - 5_000)
    },
  )

  test('a body announced to an address that wants it is asked for, and answered', async () => {
    const key = await service.newKey()
    const connection = dial()
    await connection.send(expecting('/render').replace('Host', `X-API-Key: ${key}\r\nHost`))
    await expect.poll(() => connection.received).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    await connection.send('{"data":1')
    await expect.poll(() => connection.received).toContain('json_invalid')
  })

  test.each([
    ['without a Host', ''],
    ['with two', 'Host: a\r\nHost: b\r\n'],
  ])('a request %s gets a problem document', async (_name, hosts) => {
    const connection = dial()
    await connection.send(`GET /health/live HTTP/1.1\r\n${hosts}\r\n`)
    const answer = await connection.answer()
    expect(answer.status).toBe(400)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.json()).toMatchObject({ code: 'request_invalid' })
    await connection.untilClosed()
  })
})

describe('callers without a key', () => {
  test('are limited by their address, and callers with a key are not', async () => {
    const key = await service.newKey()
    service.clock.move(120_000)
    const call = (path: string, address: string, headers = {}) =>
      service.app.inject({ method: 'GET', url: path, remoteAddress: address, headers })
    for (let made = 0; made < 600; made++) {
      const path = ['/health/live', '/openapi.yaml', '/nothing', '/usage'][made % 4] ?? ''
      expect((await call(path, '192.0.2.7')).statusCode).not.toBe(429)
    }
    // On PostgreSQL what answers without it is counted apart.
    for (const path of ['/health/live', '/nothing'])
      for (let made = 0; made < 600; made++) await call(path, '192.0.2.7')
    for (const path of ['/health/live', '/metrics', '/docs/', '/nothing', '/templates']) {
      const answer = await call(path, '192.0.2.7')
      expect([path, answer.statusCode]).toEqual([path, 429])
      expect(answer.json()).toMatchObject({ code: 'rate_limited' })
      expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
      expect(answer.headers.ratelimit).toContain('r=0')
    }
    expect((await call('/health/live', '192.0.2.8')).statusCode).toBe(200)
    expect((await call('/usage', '192.0.2.7', { 'x-api-key': key })).statusCode).toBe(200)
    service.clock.move(61_000)
    expect((await call('/health/live', '192.0.2.7')).statusCode).toBe(200)
  })
})
