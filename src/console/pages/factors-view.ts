/** Markup of the second-factor pages. */
import { encodeQR } from 'qr'
import type { IdentityError } from '../../identity/identity-error.ts'
import type { FactorState } from '../../identity/second-factor.ts'
import { button, field, linkButton } from '../../pages/components.ts'
import { type Html, type HtmlPart, html } from '../../pages/html.ts'
import { textsIn } from '../../translations/texts.ts'
import { badge, copyBlock, moment, ownForm, pageHead, section } from '../components.ts'
import type { Visit } from '../visit.ts'
import { identityErrorText } from '../words.ts'

const SETTINGS = '/console/settings'
/** Path of the second-factor pages. */
const FACTORS = `${SETTINGS}/factors`

/** The section of the settings. */
export function factorsPart(visit: Visit, state: FactorState, possible: boolean): Html {
  const words = textsIn(visit.locale).console.factors
  const { totpSince, passkeys, recoveryLeft, on } = state
  const remove = (path: string, of: string) =>
    ownForm(
      visit,
      `${FACTORS}/${path}`,
      html`<button type="submit" class="button secondary"><span>${words.remove}<span class="visually-hidden"> ${of}</span></span></button>`,
    )
  const row = (title: HtmlPart, hint: HtmlPart, act: Html) =>
    html`<li><div><p><strong>${title}</strong></p><p class="hint">${hint}</p></div>${act}</li>`
  const rows = [
    ...(totpSince === undefined
      ? []
      : [
          row(
            words.app,
            html`${words.appSince} ${moment(totpSince, visit.locale)}`,
            remove('app/remove', words.app),
          ),
        ]),
    ...passkeys.map(({ id, name, created_at, last_used_at }) =>
      row(
        name,
        html`${words.passkey} · ${words.appSince} ${moment(created_at, visit.locale)}${last_used_at !== null && html` · ${words.used} ${moment(last_used_at, visit.locale)}`}`,
        remove(`passkeys/${id}/remove`, name),
      ),
    ),
    ...(on
      ? [
          row(
            words.codes,
            words.codesLeft({ left: recoveryLeft }),
            ownForm(
              visit,
              `${FACTORS}/codes`,
              button(words.codesAnew, { type: 'submit', kind: 'secondary' }),
            ),
          ),
        ]
      : []),
  ]
  const add = html`<div class="actions">${totpSince === undefined && ownForm(visit, `${FACTORS}/app`, button(words.appAdd, { type: 'submit', kind: 'secondary' }))}${possible && ownForm(visit, `${FACTORS}/passkey`, button(words.passkeyAdd, { type: 'submit', kind: 'secondary', icon: 'key' }))}</div>${!possible && html`<p class="hint">${words.passkeyNever}</p>`}`
  const side = badge(on ? words.on : words.off, on ? 'live' : 'off')
  return section(
    { id: 'factors', title: words.section, text: words.sectionText, side },
    html`${rows.length > 0 && html`<ul class="rows">${rows}</ul>`}${add}`,
  )
}

/** A QR code as squares; the key is shown beside it as text. */
function qrPicture(text: string, label: string): Html {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const path = rows
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${rows.length} ${rows.length}" width="220" height="220" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/><path d="${path}" fill="#000"/></svg>`
}

/** Setting up an authenticator app. */
export function appMain(
  visit: Visit,
  totp: { secret: string; address: string },
  error?: IdentityError,
): Html {
  const words = textsIn(visit.locale).console.factors
  const said = error && identityErrorText(visit.locale, error.code)
  const shown = totp.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
  const code = field({
    id: 'code',
    label: words.appCode,
    required: true,
    autocomplete: 'one-time-code',
    inputmode: 'numeric',
    maxLength: 10,
    ...(said !== undefined && { error: said }),
  })
  const actions = html`<div class="actions">${button(words.appDo, { type: 'submit' })}${linkButton(textsIn(visit.locale).console.common.cancel, SETTINGS, { kind: 'secondary' })}</div>`
  return html`${pageHead(words.appTitle, words.appText)}<section class="panel">${qrPicture(totp.address, words.appQr)}${copyBlock(visit.locale, { id: 'totp-key', label: words.appKey, text: shown, kind: 'secret' })}${ownForm(visit, `${FACTORS}/app/confirm`, html`${code}${actions}`, { className: 'stack narrow' })}</section>`
}

/** Adding a passkey. */
export function passkeyMain(visit: Visit, options: object, error?: IdentityError): Html {
  const words = textsIn(visit.locale).console.factors
  const fields = html`<input type="hidden" name="passkey" value="" data-options="${JSON.stringify(options)}">${field({ id: 'name', label: words.passkeyName, hint: words.passkeyHint, maxLength: 60 })}<div class="actions">${button(words.passkeyDo, { type: 'submit', icon: 'key' })}${linkButton(textsIn(visit.locale).console.common.cancel, SETTINGS, { kind: 'secondary' })}</div>`
  const said = error && identityErrorText(visit.locale, error.code)
  return html`${pageHead(words.passkeyTitle, words.passkeyText)}<section class="panel"><noscript><p>${words.passkeyScript}</p></noscript><div data-passkey="create" data-failed="${words.passkeyFailed}" hidden>${ownForm(visit, `${FACTORS}/passkey/add`, fields, { className: 'stack narrow' })}<p class="field-error" role="alert" ${said === undefined && html`hidden`}>${said}</p></div></section>`
}

/** Recovery codes, shown once. */
export function codesMain(visit: Visit, codes: readonly string[]): Html {
  const words = textsIn(visit.locale).console.factors
  return html`${pageHead(words.codesTitle, words.codesText)}<section class="panel">${copyBlock(visit.locale, { id: 'recovery', label: words.codesLabel, text: codes.join('\n'), kind: 'secret' })}<div class="actions">${linkButton(words.codesDone, SETTINGS)}</div></section>`
}
