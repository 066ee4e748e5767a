/** Whether PostgreSQL answers at all. */
import { Client } from 'pg'
import { isUnavailable } from './failure.ts'
import { clientConfig, type PostgresOptions } from './options.ts'

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
