/** Starts the S3 server of the project `postgres-all`: S3Proxy, or what TEST_S3 names. */
import type { TestProject } from 'vitest/node'
import { S3_SERVERS, type S3Server, startS3 } from './s3-servers.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    s3Endpoint: string
  }
}

let server: S3Server | undefined

export async function setup(project: TestProject): Promise<void> {
  const wished = process.env.TEST_S3 ?? 'S3Proxy'
  const name = S3_SERVERS.find((each) => each === wished)
  if (name === undefined) throw new Error(`TEST_S3 is one of ${S3_SERVERS.join(', ')}`)
  server = await startS3(name)
  project.provide('s3Endpoint', server.endpoint)
}

export function teardown(): void {
  server?.stop()
}
