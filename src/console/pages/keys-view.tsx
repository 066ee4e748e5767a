/** Markup of the section "API keys". */
import { limitsOf } from '../../accounts/key-limits.ts'
import type { ListedKey } from '../../accounts/key-store.ts'
import { Facts, LinkButton } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import { Icon } from '../../pages/icons.tsx'
import { badge, EmptyState, moment, PageHead, Section } from '../components.tsx'
import type { Visit } from '../visit.ts'
import type { Reader } from '../words.ts'
import { type KeysPage, limitAction, renameAction, revokeAction, rotateAction } from './key-actions.tsx'
import { createForm } from './new-key-view.tsx'

/** The whole page. */
export function keysMain(visit: Visit, page: KeysPage): Html {
  const words = visit.words.keys
  const alive = page.keys.filter(({ revoked_at }) => revoked_at === null)
  const gone = page.keys.filter(({ revoked_at }) => revoked_at !== null)
  return (
    <>
      <PageHead title={words.title} text={words.text}>
        {alive.length > 0 && visit.allows('POST', '/console/keys') && (
          <LinkButton label={words.createTitle} href="#create" icon="plus" />
        )}
      </PageHead>
      <Section id="list" title={words.listTitle}>
        {alive.length === 0 ? (
          <EmptyState icon="key" title={words.empty} text={words.emptyText} />
        ) : (
          <ul class="keys">{alive.map((key) => keyItem(visit, page, key))}</ul>
        )}
      </Section>
      {visit.allows('POST', '/console/keys') && createForm(visit, page, alive)}
      {gone.length > 0 && revokedList(visit, page, gone)}
    </>
  )
}

function keyItem(visit: Visit, page: KeysPage, key: ListedKey): Html {
  const words = visit.words.keys
  const common = visit.words.common
  const until = page.overlaps.get(key.id)
  return (
    <li class="key" id={key.id}>
      <div class="key-head">
        <div>
          <h3>{key.name}</h3>
          <p class="key-text">
            <code>{key.masked}</code>
            {kindBadge(visit, key.mode)}
            {badge(page.planTitle(key.plan))}
          </p>
        </div>
        <Facts
          className="key-facts"
          lines={[
            [words.used, key.last_used_at === null ? common.never : moment(key.last_used_at, visit)],
            [words.created, moment(key.created_at, visit)],
          ]}
        />
      </div>
      {limitLine(visit, key)}
      {until !== undefined && (
        <p class="key-overlap">
          <Icon name="clock" />
          <span>
            {words.overlap} {moment(until, visit)}.
          </span>
        </p>
      )}
      <div class="key-acts">
        {renameAction(visit, key)}
        {limitAction(visit, key)}
        {rotateAction(visit, page, key)}
        {revokeAction(visit, key)}
      </div>
    </li>
  )
}

const kindBadge = (visit: Reader, mode: ListedKey['mode']): Html =>
  mode === 'live' ? badge(visit.words.keys.live, 'live') : badge(visit.words.keys.test, 'test')

/** What a key is limited to, where it is. */
function limitLine(visit: Visit, key: ListedKey): Html | false {
  const words = visit.words.keys
  const { scopes, addresses } = limitsOf(key)
  if (scopes === undefined && addresses === undefined) return false
  return (
    <p class="hint">
      {words.limitedTo} {[...(scopes ?? []), ...(addresses ?? [])].join(', ')}
    </p>
  )
}

const revokedList = (visit: Reader, page: KeysPage, gone: readonly ListedKey[]): Html => (
  <details class="more">
    <summary>
      {visit.words.keys.revoked} ({gone.length})
    </summary>
    <ul class="keys gone">
      {gone.map((key) => (
        <li class="key">
          <h3>{key.name}</h3>
          <p class="key-text">
            <code>{key.masked}</code>
            {kindBadge(visit, key.mode)}
            {badge(page.planTitle(key.plan))}
            {key.revoked_at !== null && moment(key.revoked_at, visit)}
          </p>
        </li>
      ))}
    </ul>
  </details>
)
