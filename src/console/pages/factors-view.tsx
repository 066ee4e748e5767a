/** Markup of the second-factor pages. */
import { encodeQR } from 'qr'
import type { IdentityError } from '../../identity/identity-error.ts'
import type { FactorState } from '../../identity/second-factor.ts'
import { Button, Field, LinkButton } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import { badge, CopyBlock, moment, OwnForm, PageHead, Row, Section, SubmitForm } from '../components.tsx'
import type { Visit } from '../visit.ts'

const SETTINGS = '/console/settings'
/** Path of the second-factor pages. */
const FACTORS = `${SETTINGS}/factors`

const removeForm = (visit: Visit, path: string, of: string): Html => (
  <SubmitForm
    visit={visit}
    action={`${FACTORS}/${path}`}
    kind="secondary"
    label={visit.words.factors.remove}
    about={of}
  />
)

/** The section of the settings. */
export function factorsPart(visit: Visit, state: FactorState, possible: boolean): Html {
  const words = visit.words.factors
  const { totpSince, passkeys, recoveryLeft, on } = state
  const app = totpSince !== undefined && (
    <>
      {words.appSince} {moment(totpSince, visit)}
    </>
  )
  const codes = <SubmitForm visit={visit} action={`${FACTORS}/codes`} label={words.codesAnew} kind="secondary" />
  const rows = [
    app !== false && (
      <Row title={words.app} hint={app}>
        {removeForm(visit, 'app/remove', words.app)}
      </Row>
    ),
    ...passkeys.map(({ id, name, created_at, last_used_at: used }) => (
      <Row
        title={name}
        hint={
          <>
            {words.passkey} · {words.appSince} {moment(created_at, visit)}
            {used !== null && [` · ${words.used} `, moment(used, visit)]}
          </>
        }
      >
        {removeForm(visit, `passkeys/${id}/remove`, name)}
      </Row>
    )),
    on && (
      <Row title={words.codes} hint={words.codesLeft({ left: recoveryLeft })}>
        {codes}
      </Row>
    ),
  ].filter((row) => row !== false)
  const side = badge(on ? words.on : words.off, on ? 'live' : 'off')
  return (
    <Section id="factors" title={words.section} text={words.sectionText} side={side}>
      {rows.length > 0 && <ul class="rows">{rows}</ul>}
      {addPart(visit, state, possible)}
    </Section>
  )
}

/** What adds a second factor. */
function addPart(visit: Visit, { totpSince }: FactorState, possible: boolean): Html {
  const words = visit.words.factors
  return (
    <>
      <div class="actions">
        {totpSince === undefined && (
          <SubmitForm visit={visit} action={`${FACTORS}/app`} label={words.appAdd} kind="secondary" />
        )}
        {possible && (
          <SubmitForm
            visit={visit}
            action={`${FACTORS}/passkey`}
            label={words.passkeyAdd}
            kind="secondary"
            icon="key"
          />
        )}
      </div>
      {!possible && <p class="hint">{words.passkeyNever}</p>}
    </>
  )
}

/** A QR code as squares; what it says stands beside it as text. */
export function qrPicture(text: string, label: string): Html {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      class="qr"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      width="220"
      height="220"
      shape-rendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** Setting up an authenticator app. */
export function appMain(visit: Visit, totp: { secret: string; address: string }, error?: IdentityError): Html {
  const words = visit.words.factors
  const said = error && visit.words.refusals[error.code]
  const shown = totp.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
  return (
    <>
      <PageHead title={words.appTitle} text={words.appText} />
      <section class="panel">
        {qrPicture(totp.address, words.appQr)}
        <CopyBlock visit={visit} id="totp-key" label={words.appKey} text={shown} kind="secret" />
        <OwnForm visit={visit} action={`${FACTORS}/app/confirm`} className="stack narrow">
          <Field
            id="code"
            label={words.appCode}
            required
            autocomplete="one-time-code"
            inputmode="numeric"
            maxLength={10}
            {...(said !== undefined && { error: said })}
          />
          <div class="actions">
            <Button label={words.appDo} type="submit" />
            <LinkButton label={visit.words.common.cancel} href={SETTINGS} kind="secondary" />
          </div>
        </OwnForm>
      </section>
    </>
  )
}

/** Adding a passkey. */
export function passkeyMain(visit: Visit, options: object, error?: IdentityError): Html {
  const words = visit.words.factors
  const said = error && visit.words.refusals[error.code]
  return (
    <>
      <PageHead title={words.passkeyTitle} text={words.passkeyText} />
      <section class="panel">
        <noscript>
          <p>{words.passkeyScript}</p>
        </noscript>
        <div data-passkey="create" data-failed={words.passkeyFailed} hidden>
          <OwnForm visit={visit} action={`${FACTORS}/passkey/add`} className="stack narrow">
            <input type="hidden" name="passkey" value="" data-options={JSON.stringify(options)} />
            <Field id="name" label={words.passkeyName} hint={words.passkeyHint} maxLength={60} />
            <div class="actions">
              <Button label={words.passkeyDo} type="submit" icon="key" />
              <LinkButton label={visit.words.common.cancel} href={SETTINGS} kind="secondary" />
            </div>
          </OwnForm>
          <p class="field-error" role="alert" hidden={said === undefined}>
            {said}
          </p>
        </div>
      </section>
    </>
  )
}

/** Recovery codes, shown once. */
export function codesMain(visit: Visit, codes: readonly string[]): Html {
  const words = visit.words.factors
  return (
    <>
      <PageHead title={words.codesTitle} text={words.codesText} />
      <section class="panel">
        <CopyBlock visit={visit} id="recovery" label={words.codesLabel} text={codes.join('\n')} kind="secret" />
        <div class="actions">
          <LinkButton label={words.codesDone} href={SETTINGS} />
        </div>
      </section>
    </>
  )
}
