/** Markup of the section "API keys". */
import { limitsOf } from '../../accounts/key-limits.ts'
import type { ListedKey } from '../../accounts/key-store.ts'
import type { Locale } from '../../kernel/languages.ts'
import { LinkButton } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import { Icon } from '../../pages/icons.tsx'
import { textsIn } from '../../translations/texts.ts'
import { badge, EmptyState, moment, PageHead, Section } from '../components.tsx'
import type { Visit } from '../visit.ts'
import { type KeysPage, limitAction, renameAction, revokeAction, rotateAction } from './key-actions.tsx'
import { createForm } from './new-key-view.tsx'

/** The whole page. */
export function keysMain(visit: Visit, page: KeysPage): Html {
  const words = textsIn(visit.locale).console.keys
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
      {gone.length > 0 && revokedList(visit.locale, page, gone)}
    </>
  )
}

function keyItem(visit: Visit, page: KeysPage, key: ListedKey): Html {
  const words = textsIn(visit.locale).console.keys
  const common = textsIn(visit.locale).console.common
  const until = page.overlaps.get(key.id)
  return (
    <li class="key" id={key.id}>
      <div class="key-head">
        <div>
          <h3>{key.name}</h3>
          <p class="key-text">
            <code>{key.masked}</code>
            {kindBadge(visit.locale, key.mode)}
            {badge(page.planTitle(key.plan))}
          </p>
        </div>
        <dl class="key-facts">
          <div>
            <dt>{words.used}</dt>
            <dd>{key.last_used_at === null ? common.never : moment(key.last_used_at, visit.locale)}</dd>
          </div>
          <div>
            <dt>{words.created}</dt>
            <dd>{moment(key.created_at, visit.locale)}</dd>
          </div>
        </dl>
      </div>
      {limitLine(visit, key)}
      {until !== undefined && (
        <p class="key-overlap">
          <Icon name="clock" />
          <span>
            {words.overlap} {moment(until, visit.locale)}.
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

const kindBadge = (locale: Locale, mode: ListedKey['mode']): Html =>
  mode === 'live' ? badge(textsIn(locale).console.keys.live, 'live') : badge(textsIn(locale).console.keys.test, 'test')

/** What a key is limited to, where it is. */
function limitLine({ locale }: Visit, key: ListedKey): Html | false {
  const words = textsIn(locale).console.keys
  const { scopes, addresses } = limitsOf(key)
  if (scopes === undefined && addresses === undefined) return false
  return (
    <p class="hint">
      {words.limitedTo} {[...(scopes ?? []), ...(addresses ?? [])].join(', ')}
    </p>
  )
}

const revokedList = (locale: Locale, page: KeysPage, gone: readonly ListedKey[]): Html => (
  <details class="more">
    <summary>
      {textsIn(locale).console.keys.revoked} ({gone.length})
    </summary>
    <ul class="keys gone">
      {gone.map((key) => (
        <li class="key">
          <h3>{key.name}</h3>
          <p class="key-text">
            <code>{key.masked}</code>
            {kindBadge(locale, key.mode)}
            {badge(page.planTitle(key.plan))}
            {key.revoked_at !== null && moment(key.revoked_at, locale)}
          </p>
        </li>
      ))}
    </ul>
  </details>
)
