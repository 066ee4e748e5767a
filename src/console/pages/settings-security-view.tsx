/** The settings that keep an account safe: password, sessions, events. */
import type { IdentityError } from '../../identity/identity-error.ts'
import type { FactorState } from '../../identity/second-factor.ts'
import type { EventRow, SessionRow } from '../../identity/store.ts'
import { Button, Field } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import type { NoticeSettings } from '../../signing/notifications/notice-store.ts'
import { textsIn } from '../../translations/texts.ts'
import { badge, identityFault, moment, OwnForm, Row, Section, SubmitForm } from '../components.tsx'
import type { PhoneCountries } from '../option-lists.tsx'
import type { Visit } from '../visit.ts'
import { eventText, identityErrorText } from '../words.ts'

/** Data of the page. */
export interface SettingsPage {
  email: string
  /** The session of this browser. */
  current: string
  sessions: readonly SessionRow[]
  events: readonly EventRow[]
  factors: FactorState
  notices: NoticeSettings
  countries: PhoneCountries
  passkeysPossible: boolean
  /** The reason a new password was refused. */
  error?: IdentityError | undefined
}

/** `Firefox on Linux`, as far as the user agent reveals it. */
export function browserName(ua: string): string {
  const browser =
    [
      ['Edg/', 'Edge'],
      ['Firefox/', 'Firefox'],
      ['Chrome/', 'Chrome'],
      ['Safari/', 'Safari'],
      ['curl/', 'curl'],
    ].find(([mark = '']) => ua.includes(mark))?.[1] ?? ''
  const system =
    [
      ['Android', 'Android'],
      ['iPhone', 'iPhone'],
      ['iPad', 'iPad'],
      ['Windows', 'Windows'],
      ['Mac OS', 'macOS'],
      ['Linux', 'Linux'],
    ].find(([mark = '']) => ua.includes(mark))?.[1] ?? ''
  return [browser, system].filter((name) => name !== '').join(' · ') || '–'
}

/** Changes the password. */
export function passwordPart(visit: Visit, { error, email }: SettingsPage): Html {
  const words = textsIn(visit.locale).console.settings
  const said = error && identityErrorText(visit.locale, error.code)
  const at = (name: string) => (said !== undefined && error?.field === name ? { error: said } : {})
  return (
    <Section id="password-part" title={words.password} text={words.passwordText}>
      <OwnForm visit={visit} action="/console/settings/password" className="stack narrow">
        {identityFault(visit.locale, error)}
        <input type="hidden" name="username" autocomplete="username" value={email} />
        <Field
          id="current"
          type="password"
          label={words.current}
          required
          autocomplete="current-password"
          {...at('current')}
        />
        <Field
          id="password"
          type="password"
          label={words.next}
          hint={words.nextHint}
          required
          autocomplete="new-password"
          {...at('password')}
        />
        <Button label={words.passwordSave} type="submit" kind="secondary" />
      </OwnForm>
    </Section>
  )
}

/** Browsers that are logged in. */
export function sessionsPart(visit: Visit, page: SettingsPage): Html {
  const { locale } = visit
  const words = textsIn(locale).console.settings
  const others = page.sessions.filter(({ id }) => id !== page.current)
  const items = page.sessions.map((one) => {
    const here = one.id === page.current
    const end = (
      <SubmitForm
        visit={visit}
        action={`/console/settings/sessions/${one.id}/end`}
        className="row-form"
        kind="quiet"
        label={words.end}
        about={`${browserName(one.ua)}, ${one.ip}`}
      />
    )
    return (
      <Row
        title={browserName(one.ua)}
        mark={here && badge(words.here, 'live')}
        hint={
          <>
            {one.ip} · {words.seen} {moment(one.seen_at, locale)} · {words.since} {moment(one.created_at, locale)}
          </>
        }
      >
        {!here && end}
      </Row>
    )
  })
  return (
    <Section id="sessions" title={words.sessions} text={words.sessionsText}>
      <ul class="rows">{items}</ul>
      {others.length > 0 && (
        <SubmitForm
          visit={visit}
          action="/console/settings/sessions/end-others"
          label={words.endOthers}
          kind="secondary"
        />
      )}
    </Section>
  )
}

/** What happened to the account lately. */
export function eventsPart({ locale }: Visit, { events }: SettingsPage): Html {
  const words = textsIn(locale).console.settings
  return (
    <Section id="events" title={words.events} text={words.eventsText}>
      <ul class="rows events">
        {events.map(({ at, type, subject, ip, ua }) => (
          <Row
            title={eventText(locale, type)}
            hint={[...(subject === null ? [] : [subject]), ip, browserName(ua)].join(' · ')}
          >
            <p class="when">{moment(at, locale)}</p>
          </Row>
        ))}
      </ul>
    </Section>
  )
}
