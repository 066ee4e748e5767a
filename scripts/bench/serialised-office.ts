/**
 * An HTTP service that works the way Gotenberg does by default, to have its way on this machine
 * without its container: multipart upload, one office, one document at a time, a Python client
 * started for each document, a new office on a new profile after every ten. It is not Gotenberg.
 */
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { startOffice, UnoClient } from './bare-office.ts'
import { end } from './contender.ts'

const RESTART_AFTER = 10
const [folder = '', port = '0'] = process.argv.slice(2)

let office: ReturnType<typeof startOffice> | undefined
let generation = 0
let served = 0
let count = 0
let queue: Promise<unknown> = Promise.resolve()

const profile = (): string => join(folder, `office-${generation}`)

async function restart(): Promise<void> {
  await end(office?.child)
  rmSync(profile(), { recursive: true, force: true, maxRetries: 5 })
  generation++
  served = 0
  office = startOffice(profile())
  const client = new UnoClient(office.pipe)
  await client.ready()
  await end(client.child)
}

async function convert(docx: Buffer): Promise<Buffer> {
  const [source, target] = [join(folder, `${++count}.docx`), join(folder, `${count}.pdf`)]
  writeFileSync(source, docx)
  if (served >= RESTART_AFTER || !office) await restart()
  served++
  const client = new UnoClient(office?.pipe ?? '')
  await client.ready()
  await client.convert(source, target)
  await end(client.child)
  const pdf = readFileSync(target)
  rmSync(source)
  rmSync(target)
  return pdf
}

/** The one file of a multipart body. */
function fileOf(body: Buffer): Buffer {
  const start = body.indexOf('\r\n\r\n') + 4
  const boundary = body.subarray(0, body.indexOf('\r\n'))
  return body.subarray(start, body.indexOf(Buffer.concat([Buffer.from('\r\n'), boundary]), start))
}

async function bodyOf(call: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of call) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

async function answer(call: IncomingMessage): Promise<Buffer> {
  const docx = fileOf(await bodyOf(call))
  const turn = queue.then(() => convert(docx))
  queue = turn.catch(() => undefined)
  return turn
}

const server = createServer((call, reply) => {
  if (call.method === 'GET') return reply.end('ok')
  answer(call).then(
    (pdf) => reply.end(pdf),
    (error: unknown) => reply.writeHead(500).end(String(error)),
  )
  return reply
})
await restart()
// Longer than a contender waits for its turn: a connection that closes in that moment would end the run.
server.keepAliveTimeout = 75_000
server.listen(Number(port), '127.0.0.1')
await once(server, 'listening')
process.on('SIGTERM', () => {
  void end(office?.child).finally(() => {
    rmSync(profile(), { recursive: true, force: true, maxRetries: 5 })
    process.exit(0)
  })
})
