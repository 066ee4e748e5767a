/** The trail of a signature request in readable form, and whether its chain is intact. */
import type { TrailEntry } from '../../audit/chain.ts'
import { Alert } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import { Icon } from '../../pages/icons.tsx'
import { delegatorOf } from '../../signing/model/delegation.ts'
import { moment, Section } from '../components.tsx'
import type { Reader } from '../words.ts'
import type { RequestPage } from './request-page.ts'
import { signerName } from './request-page.ts'
import { entryIcon, entryKind, entrySentence } from './trail-words.ts'

const HASH_SHOWN = 12

/** The section. */
export function trailSection(visit: Reader, page: RequestPage): Html {
  const words = visit.words.requests
  const { entries, verdict } = page.trail
  const shown =
    verdict.findings.length === 0 ? (
      <p class="chain whole">
        <Icon name="shield" />
        <span>{words.chainWhole({ entries: entries.length, stamps: verdict.stamps })}</span>
      </p>
    ) : (
      <Alert kind="error" title={words.chainBroken}>
        <ul class="points" lang="en">
          {verdict.findings.map((finding) => (
            <li>{finding}</li>
          ))}
        </ul>
      </Alert>
    )
  return (
    <Section id="trail" title={words.trail} text={words.trailText}>
      {shown}
      <ol class="trail">{entries.map((entry) => item(visit, page, entry))}</ol>
    </Section>
  )
}

function item(visit: Reader, page: RequestPage, entry: TrailEntry): Html {
  const words = visit.words.requests
  const id = entry.data.signer_id
  const kind = entryKind(entry.type)
  const who = nameAt(page, String(id ?? ''), entry.seq)
  return (
    <li class={`entry-item ${kind}`}>
      <span class="entry-mark" aria-hidden="true">
        <Icon name={entryIcon(entry.type)} />
      </span>
      <div>
        <p class="entry-text">{entrySentence(visit.locale, entry, who)}</p>
        <p class="entry-by">
          {moment(entry.at, visit)} · {actorName(visit, page, entry)}
          {entry.ip !== null && <> · {entry.ip}</>}
        </p>
        <p class="entry-proof">
          <code>
            {entry.seq}. {entry.type}
          </code>{' '}
          <span>
            {words.entryHash} <code title={entry.hash}>{entry.hash.slice(0, HASH_SHOWN)}…</code>
          </span>
        </p>
      </div>
    </li>
  )
}

/** Who did it, by name where that is known. */
function actorName(visit: Reader, page: RequestPage, { actor, seq }: TrailEntry): string {
  const { actors } = visit.words.requests
  if (actor === 'service') return actors.service
  if (actor.startsWith('key:console:')) return actors.console
  const id = actor.slice(actor.indexOf(':') + 1)
  if (actor.startsWith('key:')) {
    const name = page.keyNames.get(id)
    return name === undefined ? actors.key : `${actors.key} “${name}”`
  }
  return nameAt(page, id, seq) || actor
}

/** The name of a signer at an entry: before a delegation, it was the delegator's. */
function nameAt({ request, trail }: RequestPage, id: string, seq: number): string {
  const signer = request.signers.find((one) => one.id === id)
  if (signer === undefined) return id
  const { delegation } = signer
  const delegated = trail.entries.findLast(({ type, data }) => type === 'signer.delegated' && data.signer_id === id)
  return delegation !== undefined && delegated !== undefined && seq <= delegated.seq
    ? delegatorOf(delegation)
    : signerName(signer)
}
