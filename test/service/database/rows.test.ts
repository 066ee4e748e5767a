/** Rows found by the values of their columns: on both engines. */
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { is, rowsOf } from '../../../src/database/rows.ts'
import { openWorld } from '../accounts/fixture.ts'

let world: Awaited<ReturnType<typeof openWorld>>
beforeEach(async () => {
  world = await openWorld()
  const text = { account_id: 'acc', key_id: 'key', prefix: '+336', called: null, signer_id: null }
  for (const [id, country, at] of [
    ['a', 'FR', 1],
    ['b', 'FR', 2],
    ['c', 'DE', 3],
  ] as const)
    await world.database.db
      .insertInto('text_messages')
      .values({ ...text, id, country, at, entered: 0 })
      .execute()
})
afterEach(() => world.close())

const ids = (rows: ReadonlyArray<{ id: string }>): string => rows.map(({ id }) => id).join('')

test('rows are found by a value, a list, a comparison and null, in the order asked for', async () => {
  const { db } = world.database
  const newestFirst = { order: { at: 'desc' }, columns: ['id'] } as const
  expect(ids(await rowsOf(db, 'text_messages', { country: 'FR' }).all(newestFirst))).toBe('ba')
  expect(ids(await rowsOf(db, 'text_messages', { at: is('>', 1) }).all(newestFirst))).toBe('cb')
  expect(ids(await rowsOf(db, 'text_messages', { at: is('!=', 3) }).all(newestFirst))).toBe('ba')
  const listed = rowsOf(db, 'text_messages', { country: ['DE', 'FR'] })
  expect(ids(await listed.all({ ...newestFirst, limit: 2 }))).toBe('cb')
  expect(await rowsOf(db, 'text_messages', { country: [] }).count()).toBe(0)
  expect(await rowsOf(db, 'text_messages', { called: null, country: 'FR' }).count()).toBe(2)
  expect(await rowsOf(db, 'text_messages', { called: is('!=', null) }).first()).toBeUndefined()
})

test('a change says whether there was such a row, a deletion how many there were', async () => {
  const { db } = world.database
  expect(await rowsOf(db, 'text_messages', { country: 'FR' }).change({ entered: 1 })).toBe(true)
  expect(await rowsOf(db, 'text_messages', { country: 'IT' }).change({ entered: 1 })).toBe(false)
  expect(await rowsOf(db, 'text_messages', { entered: 1 }).delete()).toBe(2)
  expect(ids(await rowsOf(db, 'text_messages', { entered: 0 }).all())).toBe('c')
})

test('rows are given as they are after a change, and as they were before they were deleted', async () => {
  const { db } = world.database
  const french = rowsOf(db, 'text_messages', { country: 'FR' })
  const changed = await french.changed({ at: sql`at + 10` })
  expect(changed.map(({ at }) => at).sort()).toEqual([11, 12])
  expect(await french.list('at', { order: { at: 'desc' } })).toEqual([12, 11])
  expect(ids(await rowsOf(db, 'text_messages', { at: 12 }).take())).toBe('b')
  expect(await french.list('id')).toEqual(['a'])
})

test('a value that is missing finds no row at all, instead of every one', () => {
  const { db } = world.database
  const where = { id: undefined } as unknown as { id: string }
  expect(() => rowsOf(db, 'text_messages', where)).toThrow('no value to find rows by id')
})
