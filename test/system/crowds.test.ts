/** Many connections at once, few file handles, callers who go away: others are served, and nothing stays behind. */
import { readdirSync, readlinkSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { type FormParts, multipart } from '../support/app.ts'
import { docxWith } from '../support/docx-package.ts'
import { type GenerousFolder, generousFolder } from '../support/generous-folder.ts'
import { freePort, ServerProcess } from '../support/server-process.ts'
import { pause } from './office-fixture.ts'

let server: ServerProcess
let folder: GenerousFolder
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server.stop('SIGKILL')
})

async function start(through: readonly string[] = []): Promise<void> {
  folder = await generousFolder()
  onTestFinished(() => folder.remove())
  server = await new ServerProcess(await freePort(), folder.settings, undefined, through).ready()
}

const LETTER: FormParts = [
  ['template', { filename: 'a.docx', bytes: docxWith('Dear {name}') }],
  ['data', '{"name":"Ada"}'],
]
async function render(): Promise<number> {
  const { body, contentType } = multipart(LETTER)
  const headers = { 'x-api-key': folder.key, 'content-type': contentType }
  const answer = await fetch(`${server.url}/render`, { method: 'POST', headers, body })
  await answer.arrayBuffer()
  return answer.status
}
const tried = (call: () => Promise<number>): Promise<number | string> =>
  call().catch((error: Error) => String((error.cause as NodeJS.ErrnoException)?.code))
async function documentsUsed(): Promise<object> {
  const headers = { 'x-api-key': folder.key }
  const answer = await fetch(`${server.url}/usage`, { headers })
  return ((await answer.json()) as { monthly: { documents: object } }).monthly.documents
}

/** Connections that have said this much; those that the server does not take count too. */
async function crowd(count: number, words: string): Promise<void> {
  const port = Number(new URL(server.url).port)
  await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      sockets.push(socket)
      socket.resume()
      await new Promise((done) => socket.once('connect', done).once('close', done))
      if (words !== '') socket.write(words)
    }),
  )
}

/** What the process has open, by kind. */
function handles(kind: RegExp): number {
  const path = `/proc/${server.pid}/fd`
  return readdirSync(path).filter((name) => {
    try {
      return kind.test(readlinkSync(`${path}/${name}`))
    } catch {
      return false
    }
  }).length
}

describe('with 256 file handles', () => {
  test('it answers or refuses while 400 connections are open, and recovers when they are gone', async () => {
    await start(['prlimit', '--nofile=256:256'])
    expect(await render()).toBe(200)
    const atRest = handles(/./)
    await crowd(400, '')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        tried(async () => {
          const answer = await fetch(`${server.url}/usage`, {
            headers: { 'x-api-key': folder.key },
            signal: AbortSignal.timeout(3_000),
          })
          return answer.status
        }),
      ),
    )
    console.info(`with no handle left: ${JSON.stringify([...new Set(answers)])}`)
    expect(server.process.exitCode).toBeNull()
    for (const socket of sockets.splice(0)) socket.destroy()
    await expect.poll(() => tried(render)).toBe(200)
    expect(await Promise.all(Array.from({ length: 8 }, render))).toEqual(Array(8).fill(200))
    await expect.poll(() => handles(/./)).toBeLessThan(atRest + 40)
    expect(await documentsUsed()).toMatchObject({ reserved: 0 })
    expect(server.said).toBe('')
  })
})

describe('with 2,000 idle and 500 slow connections', () => {
  test('a caller is served as before', async () => {
    await start()
    expect(await render()).toBe(200)
    const slow = `POST /render HTTP/1.1\r\nHost: a\r\nX-API-Key: ${folder.key}\r\nContent-Le`
    // A connection that has said nothing is closed after 10 s; one that has been answered is kept longer.
    await crowd(2_000, 'GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n')
    await crowd(500, slow)
    // The kernel connects before the process accepts.
    await expect.poll(() => handles(/^socket:/)).toBeGreaterThan(2_400)
    const drip = setInterval(() => {
      for (const socket of sockets.slice(2_000)) if (socket.writable) socket.write('n')
    }, 1_000)
    onTestFinished(() => clearInterval(drip))
    const answers: number[] = []
    for (let count = 0; count < 10; count++) answers.push(await render())
    expect(answers).toEqual(Array(10).fill(200))
    expect(handles(/^socket:/)).toBeGreaterThan(1_900)
    for (const socket of sockets.splice(0)) socket.destroy()
    await expect.poll(() => handles(/^socket:/)).toBeLessThan(100)
  })
})

describe('200 callers who leave in the middle of an upload', () => {
  test('leave nothing behind and take no place, from nobody', async () => {
    await start()
    expect(await render()).toBe(200)
    const [filesBefore, socketsBefore] = [filesOf(folder.path), handles(/^socket:/)]
    const { body, contentType } = multipart([
      ['template', { filename: 'a.docx', bytes: Buffer.alloc(200_000, 1) }],
    ])
    const paths = ['/render', '/templates', '/detect-signature-fields', '/api/v1/documents']
    for (let round = 0; round < 4; round++) {
      await Promise.all(
        Array.from({ length: 50 }, async (_, n) => {
          const head =
            `POST ${paths[n % paths.length]} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${folder.key}\r\n` +
            `Content-Type: ${contentType}\r\nContent-Length: ${body.length}\r\n\r\n`
          await crowd(1, head)
          const socket = sockets.at(-1)
          socket?.write(body.subarray(0, 1_000 + n * 3_900))
        }),
      )
      await pause(100)
      for (const [n, socket] of sockets.splice(0).entries())
        if (n % 2 === 0) socket.destroy()
        else socket.resetAndDestroy()
    }
    const uploads = async () =>
      /^paraph_uploads (\d+)$/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1]
    await expect.poll(uploads).toBe('0')
    expect(await render()).toBe(200)
    expect(await documentsUsed()).toMatchObject({ used: 2, reserved: 0 })
    expect(filesOf(folder.path)).toEqual(filesBefore)
    await expect.poll(() => handles(/^socket:/)).toBeLessThan(socketsBefore + 10)
    expect(server.said).toBe('')
  })
})

/** Every file below a folder but what LibreOffice keeps of its own. */
const filesOf = (path: string): string[] =>
  (readdirSync(path, { recursive: true }) as string[])
    .filter((name) => !name.startsWith('office'))
    .sort()
