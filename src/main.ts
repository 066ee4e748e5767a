/** Starts the server and stops it on a signal: drain first, then close. */
import { setTimeout as sleep } from 'node:timers/promises'
import { listenFailure } from './app/listening.ts'
import { buildApp } from './app/server.ts'
import { createServices, type Services } from './app/services.ts'
import { loadConfig } from './config/config.ts'

/** Logs why the server cannot run, without a stack trace, and exits. */
function giveUp(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

let opened: Services | undefined

/** A refused start is not a crash: the data folder is left as after a clean stop. */
async function refuse(error: unknown): Promise<never> {
  await opened?.close().catch(() => undefined)
  return giveUp(error)
}

try {
  const config = loadConfig()
  const services = await createServices(config)
  opened = services
  const app = await buildApp(services)
  const { host, port } = config.server
  await app.listen({ host, port }).catch((error) => {
    throw listenFailure(error, config.server)
  })
  // After a long pause there is much to be done, and the port is open meanwhile.
  await services.start()
  // Reads and the signers' pages do not need it, and must not wait for it after a crash.
  services.warm().catch((error) => {
    if (!services.draining) void refuse(error)
  })

  const { drainDelayMs, drainTimeoutMs } = config.server
  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    app.log.info({ signal }, 'shutting down: waiting for running requests')
    services.drain()
    // A load balancer must see /health/ready report unready before connections are refused.
    if (signal === 'SIGTERM') await sleep(drainDelayMs)
    const late = setTimeout(() => giveUp('running requests took too long'), drainTimeoutMs)
    await app.close()
    await services.close()
    clearTimeout(late)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void stop(signal).catch(giveUp))
  }
  // The state of the process is unknown now; a supervisor starts a clean one.
  process.on('unhandledRejection', (reason) => {
    app.log.fatal({ err: reason }, 'unhandled rejection')
    process.exitCode = 1
    void stop('unhandledRejection').finally(() => process.exit(1))
  })
} catch (error) {
  await refuse(error)
}
