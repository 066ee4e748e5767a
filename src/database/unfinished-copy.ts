/** The mark of a database that is being copied into: no server may start on half of another one's rows. */
import { FatalError } from '../kernel/invariant.ts'

/** A table that is there while the copy is not complete. */
export const UNFINISHED_COPY = 'unfinished_copy'

/** The message for the operator. */
export const unfinishedCopy = (): FatalError =>
  new FatalError(
    'this database is the unfinished copy of another one: run `npm run cli -- migrate-storage` again with the same --from and --to, or empty it',
  )
