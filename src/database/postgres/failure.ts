/** The one place that maps PostgreSQL's errors to the service's errors. */

import { Client } from 'pg'
import { AppError } from '../../kernel/errors.ts'
import { codeOf } from '../../kernel/type-guards.ts'
import { say } from '../../translations/texts.ts'
import { clientConfig, type PostgresOptions } from './options.ts'

const RETRY_SECONDS = 5

/**
 * SQLSTATE classes and codes (PostgreSQL, appendix A) for a temporary problem, not a faulty statement: connection lost
 * (08), resources (53), cancelled or shut down (57), locks (55P03, 40001, 40P01), a server that only reads (25006), a
 * transaction that stood still for too long (25P03), system errors (58).
 */
const UNAVAILABLE = /^(08...|53...|57...|58...|55P03|40001|40P01|25006|25P03)$/
/** What the network and the client say when there is no answer at all. */
const UNREACHABLE =
  /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EPIPE|ENOENT)$/
const LOST =
  /Connection terminated|timeout exceeded when trying to connect|connection error and is not queryable|Client was closed|Query read timeout/

/** Whether the server cannot be reached, or cannot answer now; the same statement may succeed later. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error) ?? ''
  if (UNAVAILABLE.test(code) || UNREACHABLE.test(code)) return true
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  return error instanceof Error && LOST.test(error.message)
}

/** Maps an error of the driver: `storage_unavailable` while the server is away; everything else unchanged. */
export function serverFailure(error: unknown): unknown {
  if (!isUnavailable(error)) return error
  return new AppError('storage_unavailable', say('service.databaseUnsure'), {
    retryAfterSeconds: RETRY_SECONDS,
    cause: error,
  })
}

/**
 * Why no connection can be had at the moment; undefined if one can, or if waiting would not help, such as for a wrong
 * password: that is for who opens the database to report.
 */
export async function whyUnreachable(options: PostgresOptions): Promise<string | undefined> {
  const client = new Client(clientConfig(options))
  client.on('error', () => undefined)
  try {
    await client.connect()
    return undefined
  } catch (error) {
    if (!isUnavailable(error)) return undefined
    const why = error instanceof AggregateError ? error.errors[0] : error
    return why instanceof Error ? why.message : String(why)
  } finally {
    await client.end().catch(() => undefined)
  }
}
