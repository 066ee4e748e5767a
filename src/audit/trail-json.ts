/** A trail as it is handed out: what anybody needs to check it without us. */
import type { Trail } from './trail.ts'

/** Name of this shape, in case another one follows. */
export const TRAIL_FORMAT = 'paraph-trail/1'

/** The public form. */
export const trailJson = ({ id, header, entries, stamps }: Trail) => ({
  format: TRAIL_FORMAT,
  document_id: id,
  header,
  entries,
  stamps: stamps.map(({ seq, at, token }) => ({ seq, at, token_base64: token.toString('base64') })),
})
