import { expect, test } from 'vitest'
import { StatementNames } from '../../../src/database/postgres/statement-names.ts'

const often = (names: StatementNames, text: string) =>
  Array.from({ length: 3 }, () => names.of(text)).at(-1)

test('a statement that comes again gets a name, the same for all', () => {
  const [names, others] = [new StatementNames(), new StatementNames()]
  const text = 'SELECT id FROM jobs WHERE id = $1'
  expect([names.of(text), names.of(text)]).toEqual([undefined, undefined])
  const name = names.of(text)
  expect(name).toMatch(/^paraph_[0-9a-f]{32}$/)
  expect(names.of(text)).toBe(name)
  expect(often(others, text)).toBe(name)
  expect(often(others, text.replace('jobs', 'mails'))).not.toBe(name)
})

test.each([
  'SELECT * FROM jobs',
  'select "entry".*, "trail"."account_id" from "audit_entries" as "entry"',
  'insert into "jobs" ("id") values ($1) returning *',
])('whose columns can become others is not prepared: %s', (text) => {
  expect(often(new StatementNames(), text)).toBeUndefined()
})

test.each(['SELECT 1; SELECT 2', 'SET LOCAL lock_timeout = 0', 'LISTEN jobs'])(
  'what is several statements, or has no plan, is not prepared: %s',
  (text) => {
    expect(often(new StatementNames(), text)).toBeUndefined()
  },
)

test.each([
  'SELECT count(*) AS count FROM jobs',
  'SELECT count( * ) FILTER (WHERE id = $1) FROM jobs',
  'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::int8 AS now',
])('a star that is no column may be there: %s', (text) => {
  expect(often(new StatementNames(), text)).toBeDefined()
})

test('neither long lists nor ever new texts are kept', () => {
  const names = new StatementNames()
  expect(often(names, `SELECT 1 WHERE 1 IN (${'$1,'.repeat(2_000)}1)`)).toBeUndefined()
  const given = Array.from({ length: 1_000 }, (_, index) => often(names, `SELECT ${index}`))
  expect(given.filter((name) => name !== undefined)).toHaveLength(300)
})
