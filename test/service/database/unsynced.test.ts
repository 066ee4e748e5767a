import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../../src/database/open.ts'
import { unsynced } from '../../../src/database/unsynced.ts'
import { emptyFolder, openNotes } from './fixture.ts'

const FULL = 2
const NORMAL = 1

async function level(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ synchronous: number }>`PRAGMA synchronous`.execute(db)
  return rows[0]?.synchronous
}

describe('an unsynced write', () => {
  let folder: string
  let database: ReturnType<typeof openNotes>
  beforeEach(() => {
    folder = emptyFolder()
    database = openNotes(folder)
  })
  afterEach(async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('does not wait for the disk, each time, and the next write waits again', async () => {
    const { db } = database
    for (const id of [1, 2, 3]) {
      const during = await unsynced(db, async (held) => {
        await held
          .transaction()
          .execute((tx) => tx.insertInto('notes').values({ id, text: 'a' }).execute())
        return level(held)
      })
      expect(during).toBe(NORMAL)
      expect(await level(db)).toBe(FULL)
    }
    expect(await db.selectFrom('notes').select('id').execute()).toHaveLength(3)
  })

  test('that fails leaves the database syncing', async () => {
    const failed = unsynced(database.db, () => Promise.reject(new Error('no')))
    await expect(failed).rejects.toThrow('no')
    expect(await level(database.db)).toBe(FULL)
  })

  test('lets no other write in between', async () => {
    const { db } = database
    const levels = await Promise.all([
      unsynced(db, async (held) => {
        await new Promise((resolve) => setTimeout(resolve, 20))
        return level(held)
      }),
      db.transaction().execute((tx) => level(tx)),
    ])
    expect(levels).toEqual([NORMAL, FULL])
  })
})
