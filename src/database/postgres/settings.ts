/** Settings of PostgreSQL, as text from the environment. */
import type { PostgresOptions } from './options.ts'

const SCHEMA = /^[a-z_][a-z0-9_]{0,40}$/
const SCHEMA_DEFAULT = 'paraph'
const EXAMPLE = 'postgres://paraph:password@db.example.com:5432/paraph?sslmode=verify-full'

/**
 * A connection URL; `schema` is ours, every other parameter is the client's (`sslmode`, `sslrootcert` …).
 * @throws Error naming the fault, never the password
 */
export function parseDatabaseUrl(
  text: string,
): Pick<PostgresOptions, 'url' | 'schema'> | undefined {
  if (text === '') return undefined
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text))
    throw new Error(`must be a URL such as ${EXAMPLE}; empty: a file in the data folder`)
  const url = new URL(text)
  if (url.pathname.length < 2) throw new Error(`must name a database after the host: ${EXAMPLE}`)
  const schema = url.searchParams.get('schema') ?? SCHEMA_DEFAULT
  if (!SCHEMA.test(schema))
    throw new Error('has a schema that is not made of a-z, 0-9 and _, at most 41 characters')
  url.searchParams.delete('schema')
  return { url: url.href, schema }
}
