/** Where a test's service keeps what it has: in its data folder, or on the engines under test. */
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { databaseSettings } from './postgres.ts'
import { S3_BUCKET, storageSettings } from './s3-servers.ts'

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
