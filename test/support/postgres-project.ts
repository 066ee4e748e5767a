/** Starts the server that the project `postgres` runs its tests on; its address goes to the tests' processes alone. */
import type { TestProject } from 'vitest/node'
import { PostgresServer } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
    postgresFolder: string
  }
}

let server: PostgresServer | undefined

export async function setup(project: TestProject): Promise<void> {
  server = await PostgresServer.start()
  project.provide('postgresUrl', server.url)
  project.provide('postgresFolder', server.folder)
}

export async function teardown(): Promise<void> {
  await server?.close()
}
