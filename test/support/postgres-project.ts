/** Starts the server that the project `postgres` runs its tests on; its address goes to the tests' processes alone. */
import type { TestProject } from 'vitest/node'
import { type PgBouncer, startPgBouncer } from './pgbouncer.ts'
import { PostgresServer } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
    postgresFolder: string
    /** With TEST_PGBOUNCER=1: the same database through a pooler; else ''. */
    postgresPoolUrl: string
  }
}

let server: PostgresServer | undefined
let bouncer: PgBouncer | undefined

export async function setup(project: TestProject): Promise<void> {
  server = await PostgresServer.start()
  if (process.env.TEST_PGBOUNCER === '1') bouncer = await startPgBouncer(server)
  project.provide('postgresPoolUrl', bouncer?.url ?? '')
  project.provide('postgresUrl', server.url)
  project.provide('postgresFolder', server.folder)
}

export async function teardown(): Promise<void> {
  bouncer?.close()
  await server?.close()
}
