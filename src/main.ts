/** Starts the server and stops it on a signal: drain first, then close. */

import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from './app/server.ts'
import { createServices, type Services } from './app/services.ts'
import { awaitDatabase, listenFailure } from './app/waiting.ts'
import { ConfigError, loadConfig } from './config/config.ts'
import { messageOf } from './kernel/type-guards.ts'

/** EX_CONFIG of sysexits.h: no supervisor should try again what only a change of the settings can mend. */
const WRONG_SETTINGS = 78

/** As a shell reports a process that a signal ended: what was stopped, however slowly, is not started again. */
const STATUS_OF_STOP: Readonly<Record<string, number>> = { SIGTERM: 143, SIGINT: 130 }

/** Logs why the server cannot run, without a stack trace, and exits. */
function giveUp(error: unknown, status = error instanceof ConfigError ? WRONG_SETTINGS : 1): never {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exit(status)
}

function settings() {
  try {
    return loadConfig()
  } catch (error) {
    return giveUp(error)
  }
}

let opened: Services | undefined
let stopping = false

/** A refused start is not a crash: the data folder is left as after a clean stop. */
async function refuse(error: unknown): Promise<never> {
  await opened?.close().catch(() => undefined)
  return giveUp(error)
}

try {
  const config = settings()
  await awaitDatabase(config)
  const services = await createServices(config)
  opened = services
  const app = await buildApp(services)
  // Before the port is open: who sees it may stop the service already.
  const { drainDelayMs, drainTimeoutMs } = config.server
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    app.log.info({ signal }, 'shutting down: waiting for running requests')
    services.drain()
    // A load balancer must see /health/ready report unready before connections are refused.
    if (signal === 'SIGTERM') await sleep(drainDelayMs)
    const late = setTimeout(
      () => giveUp('running requests took too long', STATUS_OF_STOP[signal]),
      drainTimeoutMs,
    )
    await app.close()
    await services.close()
    clearTimeout(late)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void stop(signal).catch((error) => giveUp(error)))
  }
  // The state of the process is unknown now; a supervisor starts a clean one.
  process.on('unhandledRejection', (reason) => {
    app.log.fatal({ err: reason }, 'unhandled rejection')
    process.exitCode = 1
    void stop('unhandledRejection').finally(() => process.exit(1))
  })

  const { host, port } = config.server
  await app.listen({ host, port }).catch((error) => {
    throw listenFailure(error, config.server)
  })
  // After a long pause there is much to be done, and the port is open meanwhile.
  await services.start()
  // Reads and the signers' pages do not need it, and must not wait for it after a crash.
  if (!stopping) void services.warm()
} catch (error) {
  if (!stopping) await refuse(error)
}
