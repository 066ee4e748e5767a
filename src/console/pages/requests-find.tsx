/** How the list of signature requests is narrowed: the form, the active filters, their address. */
import { DAY_MS, toIso } from '../../kernel/clock.ts'
import { idPattern } from '../../kernel/ids.ts'
import { isOneOf, membersOf, textsOf } from '../../kernel/type-guards.ts'
import { Button, Field, LinkButton, SelectField } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import { Icon } from '../../pages/icons.tsx'
import { LISTING_LIMITS } from '../../signing/model/schemas/listing.ts'
import { REQUEST_STATES, type RequestState } from '../../signing/model/states.ts'
import type { ConsoleTexts } from '../../translations/messages.ts'
import type { ListedRequests } from '../account-requests.ts'
import type { Visit } from '../visit.ts'
import { type Reader, readerIn } from '../words.ts'

/** Path of the section. */
export const REQUESTS_PATH = '/console/requests'

/** Orders by the name that their text has. */
const SORTS = {
  newest: '-created_at',
  oldest: 'created_at',
  active: '-updated',
  name: 'name',
  expiring: 'expires_at',
} as const

/** What the list is narrowed to, as it was chosen. */
export interface Chosen {
  q: string
  states: readonly RequestState[]
  mode: '' | 'live' | 'test'
  tag: string
  /** An open link at which they were begun. */
  link: string
  /** Days, such as 2026-11-30. */
  from: string
  to: string
  sort: keyof typeof SORTS
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const LINK = new RegExp(idPattern('lnk'))
const CURSOR = /^[\w-]{1,1000}$/
/** No filter. */
export const NOTHING: Chosen = {
  ...{ q: '', states: [], mode: '', tag: '', link: '' },
  ...{ from: '', to: '', sort: 'newest' },
}

/** What an address asks for; what cannot be read is left out. */
export function chosenIn(address: unknown): { chosen: Chosen; cursor: string } {
  const query = membersOf(address)
  const text = (name: string, fits: (text: string) => boolean): string => {
    const value = query[name]
    return typeof value === 'string' && fits(value.trim()) ? value.trim() : ''
  }
  const isDay = (day: string) => DAY.test(day) && !Number.isNaN(Date.parse(day))
  const isShort = (given: string) => given.length <= LISTING_LIMITS.characters
  const states = textsOf([query.status].flat())
  const [mode, sort] = [query.mode, query.sort]
  const chosen: Chosen = {
    q: text('q', isShort),
    states: REQUEST_STATES.filter((state) => states.includes(state)),
    mode: isOneOf(['live', 'test'] as const, mode) ? mode : '',
    tag: text('tag', isShort),
    link: text('link', (id) => LINK.test(id)),
    from: text('from', isDay),
    to: text('to', isDay),
    sort: typeof sort === 'string' && Object.hasOwn(SORTS, sort) ? (sort as Chosen['sort']) : 'newest',
  }
  return { chosen, cursor: text('cursor', (cursor) => CURSOR.test(cursor)) }
}

/** The same as the list takes it. */
export function queryOf({ q, states, mode, tag, link, from, to, sort }: Chosen): ListedRequests {
  return {
    sort: SORTS[sort],
    ...(q !== '' && { q }),
    ...(states.length > 0 && { status: [...states] }),
    ...(mode !== '' && { mode }),
    ...(tag !== '' && { tag: [tag] }),
    ...(link !== '' && { open_link_id: link }),
    ...(from !== '' && { created_after: toIso(Date.parse(from)) }),
    // The last day belongs to it.
    ...(to !== '' && { created_before: toIso(Date.parse(to) + DAY_MS) }),
  }
}

/** An address of the section with the filters in it. */
export function addressOf(chosen: Chosen, path = REQUESTS_PATH, cursor = ''): string {
  const { states, sort, ...texts } = chosen
  const query = new URLSearchParams(
    Object.entries({ ...texts, sort: sort === 'newest' ? '' : sort, cursor }).filter(([, value]) => value !== ''),
  )
  for (const state of states) query.append('status', state)
  return query.size === 0 ? path : `${path}?${query}`
}

/** Whether everything is shown. */
export const isEverything = (chosen: Chosen): boolean => activeFilters(readerIn('en'), chosen).length === 0

/** The filters that are on, in words, and what is left without each. */
function activeFilters(visit: Reader, chosen: Chosen): Array<readonly [string, Chosen]> {
  const { requests: words, openLinks } = visit.words
  const { q, states, mode, tag, link, from, to } = chosen
  return [
    ...(q === '' ? [] : [[`“${q}”`, { ...chosen, q: '' }] as const]),
    ...states.map(
      (state) => [words.states[state], { ...chosen, states: states.filter((one) => one !== state) }] as const,
    ),
    ...(mode === '' ? [] : [[words[mode], { ...chosen, mode: '' }] as const]),
    ...(tag === '' ? [] : [[`${words.find.tag} ${tag}`, { ...chosen, tag: '' }] as const]),
    ...(link === '' ? [] : [[`${openLinks.title}: ${link}`, { ...chosen, link: '' }] as const]),
    ...(from === '' ? [] : [[words.find.since({ day: from }), { ...chosen, from: '' }] as const]),
    ...(to === '' ? [] : [[words.find.until({ day: to }), { ...chosen, to: '' }] as const]),
  ]
}

/** Each active filter as a link that removes it. */
function chips(visit: Visit, chosen: Chosen): HtmlPart {
  const words = visit.words.requests
  const active = activeFilters(visit, chosen)
  if (active.length === 0) return undefined
  return (
    <ul class="filter-chips" aria-label={words.find.active}>
      {active.map(([label, without]) => (
        <li>
          <a class="filter-chip" href={addressOf(without)}>
            {label}
            <span class="visually-hidden"> ({words.find.remove})</span>
            <Icon name="cross" />
          </a>
        </li>
      ))}
      {active.length > 1 && (
        <li>
          <a class="filter-chip all" href={addressOf({ ...NOTHING, sort: chosen.sort })}>
            {words.all}
          </a>
        </li>
      )}
    </ul>
  )
}

/** States as chips to tick, and everything else that the list can be narrowed by. */
function narrowing(words: ConsoleTexts['requests'], chosen: Chosen, tags: ReadonlyArray<{ tag: string }>): Html {
  const known = tags.map(({ tag }) => tag)
  const offered = chosen.tag === '' || known.includes(chosen.tag) ? known : [chosen.tag, ...known]
  const labels = [['', words.find.anyTag] as const, ...offered.map((tag) => [tag, tag] as const)]
  const modes = [['', words.anyKind] as const, ['live', words.live] as const, ['test', words.test] as const]
  return (
    <div class="narrowing">
      <fieldset class="state-chips">
        <legend>{words.state}</legend>
        {REQUEST_STATES.map((state) => (
          <label class="filter-chip">
            <input type="checkbox" name="status" value={state} checked={chosen.states.includes(state)} />
            {words.states[state]}
          </label>
        ))}
      </fieldset>
      <div class="filters">
        <SelectField id="mode" label={words.kind} choices={modes} chosen={chosen.mode} />
        {offered.length > 0 && <SelectField id="tag" label={words.find.tag} choices={labels} chosen={chosen.tag} />}
        <Field id="from" type="date" label={words.find.from} value={chosen.from} />
        <Field id="to" type="date" label={words.find.to} value={chosen.to} />
        <SelectField
          id="sort"
          label={words.find.sort}
          choices={Object.entries(words.find.sorts)}
          chosen={chosen.sort}
        />
        <Button label={words.show} type="submit" kind="secondary" />
      </div>
    </div>
  )
}

/** The search field, the filters below it, and those that are on. */
export function findForm(visit: Visit, chosen: Chosen, tags: ReadonlyArray<{ tag: string }>): Html {
  const words = visit.words.requests
  const { find } = words
  return (
    <>
      <form class="find" action={REQUESTS_PATH} method="get" role="search" aria-label={words.filterTitle}>
        {chosen.link !== '' && <input type="hidden" name="link" value={chosen.link} />}
        <div class="find-line">
          <Field
            id="q"
            type="search"
            label={find.label}
            value={chosen.q}
            maxLength={LISTING_LIMITS.characters}
            autocomplete="off"
            more={{ placeholder: find.hint }}
          />
          <Button label={find.run} type="submit" />
        </div>
        <details class="narrow-by" open={!isEverything({ ...chosen, q: '' }) || chosen.sort !== 'newest'}>
          <summary>{find.narrow}</summary>
          {narrowing(words, chosen, tags)}
        </details>
      </form>
      {chips(visit, chosen)}
    </>
  )
}

/** The list as a file. */
export const csvLink = (visit: Visit, chosen: Chosen): Html => (
  <LinkButton
    label={visit.words.requests.find.csv}
    href={addressOf(chosen, `${REQUESTS_PATH}/export.csv`)}
    kind="secondary"
    icon="download"
    download
  />
)
