/** Markup of the section "API keys". */
import { type KeyLimits, limitsOf, SCOPES } from '../../accounts/key-limits.ts'
import type { ListedKey } from '../../accounts/key-store.ts'
import { keysMax, type Plan } from '../../accounts/plans.ts'
import type { Locale } from '../../kernel/languages.ts'
import { Alert, Button, Check, Field, LinkButton, SelectField } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import { Icon } from '../../pages/icons.tsx'
import { textsIn } from '../../translations/texts.ts'
import { badge, CopyBlock, EmptyState, Folded, moment, OwnForm, PageHead, planAdvice, Section } from '../components.tsx'
import { curlLines } from '../samples.ts'
import type { Visit } from '../visit.ts'

/** Data of the page. */
export interface KeysPage {
  keys: readonly ListedKey[]
  /** Until when replaced secrets stay valid, by key. */
  overlaps: ReadonlyMap<string, string>
  /** Plans that a new key may be bound to. */
  plans: readonly Plan[]
  /** Token of this form: submitted twice, it creates one key. */
  form: string
  /** The fault of the submitted form. */
  finding?: { field: 'name' | 'plan' | 'form'; text: string; name: string } | undefined
  /** How to get a larger plan; empty: nothing is said. */
  advice: string
  /** Title of a plan, which the operator configures. */
  planTitle: (id: string) => string
}

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

function renameAction(visit: Visit, key: ListedKey): Html | false {
  const words = textsIn(visit.locale).console.keys
  const fields = (
    <>
      <Field
        id={`name-${key.id}`}
        name="name"
        label={words.name}
        value={key.name}
        required
        maxLength={80}
        autocomplete="off"
      />
      <Button label={words.renameSave} type="submit" kind="secondary" />
    </>
  )
  const action = `/console/keys/${key.id}/rename`
  return (
    <Folded visit={visit} label={words.rename} name={key.name} action={action}>
      <OwnForm visit={visit} action={action}>
        {fields}
      </OwnForm>
    </Folded>
  )
}

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

/** The fields for limits: no tick and no network is no limit. */
function limitFields(visit: Visit, id: string, limits?: KeyLimits): Html {
  const words = textsIn(visit.locale).console.keys
  const boxes = SCOPES.map((scope) => (
    <Check
      name={`scope_${scope}`}
      checked={limits?.scopes?.includes(scope) === true}
      label={<code>{scope}</code>}
      hint={words.scopes[scope]}
    />
  ))
  return (
    <>
      <fieldset class="checks">
        <legend>{words.scopesLabel}</legend>
        {boxes}
      </fieldset>
      <div class="field">
        <label for={`addresses-${id}`}>{words.addresses}</label>
        <p class="hint" id={`addresses-${id}-hint`}>
          {words.addressesHint}
        </p>
        <textarea
          id={`addresses-${id}`}
          name="addresses"
          rows="3"
          spellcheck="false"
          autocomplete="off"
          aria-describedby={`addresses-${id}-hint`}
        >
          {(limits?.addresses ?? []).join('\n')}
        </textarea>
      </div>
    </>
  )
}

function limitAction(visit: Visit, key: ListedKey): Html | false {
  const words = textsIn(visit.locale).console.keys
  const action = `/console/keys/${key.id}/limits`
  const fields = (
    <>
      <p>{words.limitsText}</p>
      {limitFields(visit, key.id, limitsOf(key))}
      <Button label={words.limitsDo} type="submit" kind="secondary" />
    </>
  )
  const form = (
    <OwnForm visit={visit} action={action}>
      {fields}
    </OwnForm>
  )
  return (
    <Folded visit={visit} label={words.limits} name={key.name} action={action}>
      {form}
    </Folded>
  )
}

function rotateAction(visit: Visit, page: KeysPage, key: ListedKey): Html | false {
  const words = textsIn(visit.locale).console.keys
  const options = words.overlaps.map(([seconds, label]) => <option value={seconds}>{label}</option>)
  const fields = (
    <>
      <p>{words.rotateText}</p>
      <input type="hidden" name="form" value={page.form} />
      <SelectField id={`overlap-${key.id}`} name="overlap" label={words.rotateLabel}>
        {options}
      </SelectField>
      <Button label={words.rotateDo} type="submit" kind="secondary" />
    </>
  )
  const action = `/console/keys/${key.id}/rotate`
  return (
    <Folded visit={visit} label={words.rotate} name={key.name} action={action}>
      <OwnForm visit={visit} action={action}>
        {fields}
      </OwnForm>
    </Folded>
  )
}

function revokeAction(visit: Visit, key: ListedKey): Html | false {
  const words = textsIn(visit.locale).console.keys
  const fields = (
    <>
      <p>{words.revokeText}</p>
      <Check name="sure" label={words.revokeCheck} required />
      <Button label={words.revokeDo} type="submit" kind="danger" />
    </>
  )
  const action = `/console/keys/${key.id}/revoke`
  return (
    <Folded visit={visit} label={words.revoke} name={key.name} action={action}>
      <OwnForm visit={visit} action={action}>
        {fields}
      </OwnForm>
    </Folded>
  )
}

/** Whether a plan has room for another key of a kind, with the text for it. */
function placeOf(locale: Locale, alive: readonly ListedKey[], plan: Plan, mode: 'live' | 'test') {
  const words = textsIn(locale).console.keys
  const held = alive.filter((key) => key.plan === plan.id && key.mode === mode).length
  const max = keysMax(plan)
  if (max === null) return { plan, mode, free: true, text: words.heldAny({ held }) }
  return { plan, mode, free: held < max, text: words.held({ held, max }) }
}
type Place = ReturnType<typeof placeOf>

/** A plan and a mode that a key may have, if there is room. */
function placeChoice(visit: Visit, page: KeysPage, place: Place, chosen: boolean): Html {
  const words = textsIn(visit.locale).console.keys
  return (
    <label class={`choice ${!place.free ? 'off' : ''}`}>
      <input
        type="radio"
        name="place"
        value={`${place.plan.id} ${place.mode}`}
        required
        disabled={!place.free}
        checked={chosen}
      />
      <span>
        <span class="choice-title">
          {page.plans.length > 1 && <>{place.plan.title} · </>}
          {place.mode === 'live' ? words.live : words.test}
        </span>
        <span class="hint">{place.mode === 'live' ? words.liveHint : words.testHint}</span>
        <span class="choice-count">{place.text}</span>
      </span>
    </label>
  )
}

function createForm(visit: Visit, page: KeysPage, alive: readonly ListedKey[]): Html {
  const words = textsIn(visit.locale).console.keys
  const { finding } = page
  const places = page.plans.flatMap((plan) =>
    (['test', 'live'] as const).map((mode) => placeOf(visit.locale, alive, plan, mode)),
  )
  const firstFree = places.find(({ free }) => free)
  const choices = places.map((place) => placeChoice(visit, page, place, place === firstFree))
  const body =
    firstFree === undefined ? (
      <Alert kind="info">
        <p>{words.full}</p>
        {planAdvice(visit.locale, page.advice)}
      </Alert>
    ) : (
      <OwnForm visit={visit} action="/console/keys">
        <input type="hidden" name="form" value={page.form} />
        <Field
          id="name"
          label={words.name}
          hint={words.nameHint}
          required
          maxLength={80}
          autocomplete="off"
          value={finding?.name ?? ''}
          {...(finding?.field === 'name' && { error: finding.text })}
        />
        <fieldset class="choices">
          <legend>{words.kind}</legend>
          <div>{choices}</div>
          {finding?.field === 'plan' && <p class="field-error">{finding.text}</p>}
        </fieldset>
        <details class="more">
          <summary>{words.limits}</summary>
          <div class="stack">
            <p class="hint">{words.limitsText}</p>
            {limitFields(visit, 'new')}
          </div>
        </details>
        <Button label={words.create} type="submit" />
      </OwnForm>
    )
  const title = { id: 'create', title: words.createTitle, text: words.createText }
  return (
    <Section {...title}>
      {finding?.field === 'form' && (
        <Alert kind="error">
          <p>{finding.text}</p>
        </Alert>
      )}
      {body}
    </Section>
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

/** The one page that shows a key. */
export function newKeyMain(visit: Visit, made: { name: string; secret: string; baseUrl: string }): Html {
  const { locale } = visit
  const words = textsIn(locale).console.keys
  const lines = curlLines(made.baseUrl, made.secret)
  return (
    <>
      <PageHead title={words.madeTitle} text={made.name} />
      <section class="panel new-key">
        <Alert kind="warning">
          <p>{words.madeText}</p>
        </Alert>
        <CopyBlock locale={locale} id="secret" label={words.secret} text={made.secret} kind="secret" />
      </section>
      <Section id="try" title={words.tryTitle}>
        <div class="stack">
          <p>{words.tryText}</p>
          <CopyBlock locale={locale} id="curl-usage" label="curl" text={lines.usage} />
          <p>{words.renderText}</p>
          <CopyBlock locale={locale} id="curl-render" label="curl" text={lines.render} />
        </div>
      </Section>
      <div class="actions">
        <LinkButton label={words.back} href="/console/keys" />
      </div>
    </>
  )
}
