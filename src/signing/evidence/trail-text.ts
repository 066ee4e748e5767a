/**
 * `trail.json` of the evidence: JSON like that of the API, laid out so that a shell can read it too. Each entry is a
 * line that begins with its hash; the rest of the line is the RFC 8785 text that was hashed.
 */
import type { Trail } from '../../audit/trail.ts'
import { trailJson } from '../../audit/trail-json.ts'
import { canonicalJson } from '../../kernel/canonical-json.ts'

const lines = (rows: readonly string[]): string => rows.map((row) => `${row}\n`).join('')
const listed = (rows: readonly string[]): string =>
  rows.length === 0 ? '' : `${rows.join(',\n')}\n`

/** The file. */
export function trailText(trail: Trail): string {
  const { format, document_id, header, entries, stamps } = trailJson(trail)
  const entryLines = entries.map(
    ({ hash, ...entry }) => `{"hash":"${hash}",${canonicalJson(entry).slice(1)}`,
  )
  const stampLines = stamps.map((stamp) => JSON.stringify(stamp))
  return [
    lines([
      `{"format":"${format}","document_id":${JSON.stringify(document_id)},`,
      `"header":${canonicalJson(header)},`,
      '"entries":[',
    ]),
    listed(entryLines),
    lines(['],', '"stamps":[']),
    listed(stampLines),
    lines([']}']),
  ].join('')
}
