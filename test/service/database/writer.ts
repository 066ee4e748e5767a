/** A process that writes rows until it is killed; prints each id after its commit was acknowledged. */
import { openNotes } from './fixture.ts'

const { db } = openNotes(process.argv[2] ?? '')
for (let id = Number(process.argv[3]); ; id++) {
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('notes')
      .values({ id, text: 'x'.repeat(500) })
      .execute()
  })
  process.stdout.write(`${id}\n`)
}
