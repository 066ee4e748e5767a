/** A process whose files may not grow for ever: writes until it fails, then prints the error's code. */
import { openNotes } from './fixture.ts'

const { db, close, verify } = openNotes(process.argv[2] ?? '')
let written = 0
let failure: unknown
while (failure === undefined) {
  try {
    await db
      .insertInto('notes')
      .values({ id: written, text: 'x'.repeat(5_000) })
      .execute()
    written += 1
  } catch (error) {
    failure = error
  }
}
const rows = await db.selectFrom('notes').select('id').execute()
verify()
const { code, cause } = failure as { code: string; cause: { code: string } }
process.stdout.write(JSON.stringify({ code, cause: cause.code, written, rows: rows.length }))
await close().catch(() => undefined)
process.exit()
