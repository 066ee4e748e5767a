/** The host: who is there when a person signs on the sender's device. */
import type { Finding } from '../../kernel/coded-error.ts'
import { nameFindings } from '../branding/name-rules.ts'

/** What is wrong with the host of a signer who signs in person. */
export function hostFindings({
  host,
  embedOrigin,
}: {
  host?: string | undefined
  embedOrigin?: string | undefined
}): Finding[] {
  if (host === undefined) return []
  const pointer = '/in_person/host'
  if (host.trim() === '') return [{ pointer, detail: `${pointer} must be a name.` }]
  const detail = '"in_person" and "embed_origin" exclude each other: send one of them.'
  return [
    ...nameFindings(host, pointer),
    ...(embedOrigin === undefined ? [] : [{ pointer: '/in_person', detail }]),
  ]
}
