/** Where a service keeps what it has: in its data folder, or on the engines under test. */
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { PostgresOptions } from '../../src/database/postgres/options.ts'

/** What opens the S3 servers of the tests. */
export const S3_KEYS = { accessKeyId: 'tests', secretAccessKey: 'the-secret-of-the-tests' }
/** The bucket that each of them has. */
export const S3_BUCKET = 'files'

/** Where the rows of a data folder are when the tests run on PostgreSQL; undefined: in the folder. */
export function postgresOf(folder: string): PostgresOptions | undefined {
  const url = process.env.TEST_POSTGRES_URL
  if (url === undefined) return undefined
  const schema = `t_${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`
  const poolUrl = process.env.TEST_POSTGRES_POOL_URL
  return { url, ...(poolUrl && { poolUrl }), schema, connections: 4, statementMs: 30_000 }
}

/** The same as the service's settings; nothing when the tests run on SQLite. */
export function databaseSettings(folder: string): Record<string, string> {
  const options = postgresOf(folder)
  return options === undefined
    ? {}
    : {
        PARAPH_DATABASE_URL: `${options.url}?schema=${options.schema}`,
        PARAPH_DATABASE_CONNECTIONS: '4',
        ...(options.poolUrl !== undefined && { PARAPH_DATABASE_POOL_URL: options.poolUrl }),
      }
}

let prefixes = 0
/** A place in the bucket that no other test uses, as PARAPH_STORAGE_URL. */
export function storageUrl(endpoint: string, more = ''): string {
  prefixes += 1
  return `s3://${S3_BUCKET}/test-${process.pid}-${prefixes}?endpoint=${encodeURIComponent(endpoint)}${more}`
}

/** The settings of a service with its files there. */
export const storageSettings = (
  endpoint: string,
  url = storageUrl(endpoint),
): Record<string, string> => ({
  PARAPH_STORAGE_URL: url,
  AWS_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
  // On Node 20 the SDK says on stderr that its versions of next year will want a newer one.
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
})

/** Settings besides PARAPH_DATA_DIR: none on SQLite and files; the same again for the same folder. */
export function engineSettings(folder: string): Record<string, string> {
  const endpoint = process.env.TEST_S3_ENDPOINT
  if (endpoint === undefined) return databaseSettings(folder)
  const prefix = `${basename(folder)}-${createHash('sha256').update(folder).digest('hex').slice(0, 8)}`
  const url = `s3://${S3_BUCKET}/${prefix}?endpoint=${encodeURIComponent(endpoint)}`
  return { ...databaseSettings(folder), ...storageSettings(endpoint, url) }
}

/** All settings of whoever works on an installation, such as the command line. */
export const settingsOf = (folder: string): Record<string, string> => ({
  PARAPH_DATA_DIR: folder,
  ...engineSettings(folder),
})
