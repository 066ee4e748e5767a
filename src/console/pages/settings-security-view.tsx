/** The settings that keep an account safe: password, sessions, events. */
import type { IdentityError } from '../../identity/identity-error.ts'
import type { FactorState } from '../../identity/second-factor.ts'
import type { EventRow, SessionRow } from '../../identity/store.ts'
import { Button, Field } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import type { NoticeSettings } from '../../signing/notifications/notice-store.ts'
import { badge, identityFault, moment, OwnForm, Row, Section, SubmitForm } from '../components.tsx'
import { fieldsIn, identityFindings } from '../form-fields.ts'
import type { PhoneCountries } from '../option-lists.tsx'
import type { Visit } from '../visit.ts'
import { eventText } from '../words.ts'

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
  const words = visit.words.settings
  const at = fieldsIn({ findings: identityFindings(visit, error) })
  return (
    <Section id="password-part" title={words.password} text={words.passwordText}>
      <OwnForm visit={visit} action="/console/settings/password" className="stack narrow">
        {identityFault(visit, error)}
        <input type="hidden" name="username" autocomplete="username" value={email} />
        <Field {...at('current', words.current)} type="password" required autocomplete="current-password" />
        <Field {...at('password', words.next, words.nextHint)} type="password" required autocomplete="new-password" />
        <Button label={words.passwordSave} type="submit" kind="secondary" />
      </OwnForm>
    </Section>
  )
}

/** Browsers that are logged in. */
export function sessionsPart(visit: Visit, page: SettingsPage): Html {
  const words = visit.words.settings
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
            {one.ip} · {words.seen} {moment(one.seen_at, visit)} · {words.since} {moment(one.created_at, visit)}
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
export function eventsPart(visit: Visit, { events }: SettingsPage): Html {
  const words = visit.words.settings
  return (
    <Section id="events" title={words.events} text={words.eventsText}>
      <ul class="rows events">
        {events.map(({ at, type, subject, ip, ua }) => (
          <Row
            title={eventText(visit, type)}
            hint={[...(subject === null ? [] : [subject]), ip, browserName(ua)].join(' · ')}
          >
            <p class="when">{moment(at, visit)}</p>
          </Row>
        ))}
      </ul>
    </Section>
  )
}
