/** A service whose database does not answer yet: it waits, and says so where it will be served. */
import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, ConfigError } from '../config/config.ts'
import { createLog } from '../http/log.ts'
import { toProblem } from '../http/problem.ts'
import { AppError } from '../kernel/errors.ts'
import { FatalError } from '../kernel/invariant.ts'
import { codeOf } from '../kernel/type-guards.ts'
import { say } from '../translations/texts.ts'

// Why the service cannot listen, for the operator.

/** What is wrong and what to do, by the code of the system's error. */
const ADVICE: Readonly<Record<string, readonly [string, string]>> = {
  EADDRINUSE: [
    'another program uses this port.',
    'Stop that program (ss -ltnp names it), or set PARAPH_PORT to a free port.',
  ],
  EACCES: ['this user may not use this port.', 'Set PARAPH_PORT to 1024 or more.'],
  EADDRNOTAVAIL: [
    'this machine has no such address.',
    'Set PARAPH_HOST to one that it has, or to 0.0.0.0.',
  ],
  ENOTFOUND: [
    'this name has no address.',
    'Set PARAPH_HOST to an address of this machine, or to 0.0.0.0.',
  ],
}
/** What trying again does not mend; an address may still come, from DHCP or DNS. */
const LASTING = new Set(['EADDRINUSE', 'EACCES'])

/** The error of `listen` in two lines, the second says what to do; any other error unchanged. */
export function listenFailure(error: unknown, { host, port }: { host: string; port: number }) {
  const code = codeOf(error) ?? ''
  const advice = ADVICE[code]
  if (advice === undefined) return error
  const [wrong, remedy] = advice
  const message = `Cannot listen on ${host}:${port} (${code}): ${wrong}\n${remedy}`
  const Kind = LASTING.has(code) ? ConfigError : FatalError
  return new Kind(message, { cause: error })
}

const FIRST_PAUSE_SECONDS = 1
const LAST_PAUSE_SECONDS = 15

function answer(response: ServerResponse, status: number, type: string, body: object): void {
  const retry = status === 503 ? { 'retry-after': String(LAST_PAUSE_SECONDS) } : {}
  response.writeHead(status, { 'content-type': type, ...retry }).end(JSON.stringify(body))
}

/**
 * Answers /health/live with 200, and everything else with 503 and the reason.
 * @throws FatalError, ConfigError when it cannot listen
 */
async function serveReason({ host, port }: Config['server'], reason: () => string) {
  const server = createServer((request, response) => {
    request.resume()
    if (request.url === '/health/live')
      return answer(response, 200, 'application/json', { status: 'up' })
    if (request.url?.split('?')[0] === '/health/ready') {
      const parts = { database: { status: 'down', detail: reason() } }
      return answer(response, 503, 'application/json', { status: 'down', parts })
    }
    const error = new AppError('storage_unavailable', say('service.databaseAway'))
    answer(response, 503, 'application/problem+json', toProblem(error, 'req_waiting', 'en'))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenFailure(error, { host, port })))
    server.listen({ host, port }, resolve)
  })
  return server
}

/**
 * Waits until PostgreSQL can be reached, where the rows are there; SQLite's file needs no waiting.
 * @throws FatalError, ConfigError when it cannot listen
 */
export async function awaitDatabase({ postgres, server: place }: Config): Promise<void> {
  if (postgres === undefined) return
  const { whyUnreachable } = await import('../database/postgres/failure.ts')
  let reason = await whyUnreachable(postgres)
  if (reason === undefined) return
  const log = createLog(place.logLevel)
  const server = await serveReason(place, () => `it cannot be reached (${reason}); waiting for it`)
  for (let pause = FIRST_PAUSE_SECONDS; reason !== undefined; ) {
    log.warn({ reason, retrySeconds: pause }, 'the database cannot be reached; waiting for it')
    await sleep(pause * 1000)
    pause = Math.min(2 * pause, LAST_PAUSE_SECONDS)
    reason = await whyUnreachable(postgres)
  }
  log.info({}, 'the database can be reached')
  await new Promise((resolve) => {
    server.close(resolve)
    server.closeAllConnections()
  })
}
