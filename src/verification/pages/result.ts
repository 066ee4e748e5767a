/** A verification as HTML: first the verdict, then each signature, then the details for experts. */
import { type Html, type HtmlPart, html } from '../../pages/html.ts'
import { icon } from '../../pages/icons.ts'
import { dateLocale, type Locale } from '../../pages/locale.ts'
import { alert, card, facts } from '../../pages/pieces.ts'
import type { Verification, VerifiedSignature } from '../schemas.ts'
import { byKind } from '../summary.ts'
import { type VerifyWords, verifyWords } from './words.ts'

interface Detail {
  detail: string
  detail_fr: string
}

const timeFormat = (locale: Locale): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(dateLocale(locale), {
    dateStyle: 'long',
    timeStyle: 'medium',
    timeZone: 'UTC',
  })

/** A time for people, always with its zone. */
const timeText = (iso: string, locale: Locale): Html =>
  html`<time datetime="${iso}">${timeFormat(locale).format(new Date(iso))} UTC</time>`

const sentence = (detail: Detail, locale: Locale): string => {
  const text = locale === 'fr' ? detail.detail_fr : detail.detail
  // A leading address belongs to a person and is shown as written.
  const begun = /^\S+@/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)
  return begun + (/[.!?]$/.test(text) ? '' : '.')
}

const list = (items: readonly Detail[], locale: Locale): Html =>
  html`<ul class="details">${items.map((item) => html`<li>${sentence(item, locale)}</li>`)}</ul>`

/** `2 signatures, 1 seal`. */
function counts(signatures: readonly VerifiedSignature[], { counted }: VerifyWords): string {
  const kinds = byKind(signatures)
  return (['signed', 'seals', 'stamps'] as const)
    .filter((kind) => kinds[kind].length > 0)
    .map((kind) => `${kinds[kind].length} ${counted[kind][kinds[kind].length === 1 ? 0 : 1]}`)
    .join(', ')
}

const ALERTS = {
  valid: 'success',
  unsigned: 'info',
  unknown_issuer: 'warning',
  weak: 'warning',
  doubtful: 'warning',
  not_checkable: 'warning',
  changed: 'error',
} as const satisfies Record<Verification['verdict'], string>

function verdict(result: Verification, locale: Locale): Html {
  const words = verifyWords(locale)
  const kind = ALERTS[result.verdict]
  const title = words.verdicts[result.verdict]
  const summary = locale === 'fr' ? result.summary_fr : result.summary
  const others = result.problems.filter(({ code }) => code !== 'no_signature')
  return alert(
    kind,
    html`<p>${summary}</p>${result.signatures.length > 0 && html`<p>${counts(result.signatures, words)}.</p>`}${others.length > 0 && list(others, locale)}`,
    { title },
  )
}

/** Changes repeated for several signatures of a kind are shown once. */
const distinct = <T extends Detail>(items: readonly T[]): T[] => [
  ...new Map(items.map((item) => [item.detail, item])).values(),
]

function mark(good: boolean, text: string): Html {
  return html`<span class="mark-line ${good ? 'good' : 'bad'}">${icon(good ? 'check' : 'cross')}<span>${text}</span></span>`
}

function certificateFacts(signature: VerifiedSignature, locale: Locale): Html | undefined {
  const { signer, chain } = signature
  if (signer === null) return undefined
  const words = verifyWords(locale)
  return html`<details><summary>${words.details}</summary>${facts([
    [words.issuer, signer.issuer],
    [words.serial, html`<code>${signer.serial}</code>`],
    [
      words.validity,
      html`${timeText(signer.valid_from, locale)} ${words.until} ${timeText(signer.valid_to, locale)}`,
    ],
    [words.sha256, html`<code>${signer.fingerprint}</code>`],
    [words.chain, chain.map(({ name }) => name).join(' → ')],
  ])}</details>`
}

const intactText = ({ intact, verdict }: VerifiedSignature, words: VerifyWords): string => {
  if (intact) return words.intactYes
  return verdict === 'not_checkable' ? words.intactUnknown : words.intactNo
}

function signatureCard(
  signature: VerifiedSignature,
  number: number,
  context: { locale: Locale; words: VerifyWords; title: string },
): Html {
  const { locale, words, title } = context
  const { signer, kind, signed_at, timestamp, problems, changes_after: changes } = signature
  const name = signer?.name ?? words.unknownSigner
  const shownTime = (time: string | null): HtmlPart =>
    time === null ? undefined : timeText(time, locale)
  const isStamp = kind === 'document_timestamp'
  const isSeal = signature.signer_kind === 'legal_person'
  const lines: [string, HtmlPart][] = [
    [
      isStamp ? words.authority : isSeal ? words.sealedBy : words.signedBy,
      html`<strong>${name}</strong>`,
    ],
    [words.organization, isStamp ? undefined : signer?.organization],
    [words.email, signer?.email],
    [isStamp ? words.stamped : words.proven, shownTime(signed_at.proven)],
    [words.claimed, signed_at.proven === null ? shownTime(signed_at.claimed) : undefined],
    [words.authority, isStamp ? undefined : timestamp?.authority],
    [words.reason, signature.reason],
    [words.intact, mark(signature.intact, intactText(signature, words))],
    [
      words.trusted,
      mark(signature.trusted, signature.trusted ? words.trustedYes : words.trustedNo),
    ],
    [words.level, signature.level],
  ]
  const followed = distinct(changes)
  return html`<section class="signature ${problems.length === 0 ? 'good' : 'bad'}" aria-labelledby="signature-${number}">${card(html`
<h2 id="signature-${number}">${mark(problems.length === 0, title)}</h2>
${isSeal && html`<p class="hint">${words.sealText}</p>`}
${problems.length > 0 && alert(ALERTS[signature.verdict], list(problems, locale), { title: words.problems })}
${facts(lines)}
<h3>${words.changes}</h3>
${followed.length === 0 ? html`<p>${words.whole}</p>` : list(followed, locale)}
${certificateFacts(signature, locale)}`)}</section>`
}

function fileFacts(result: Verification, checkedAt: string, locale: Locale): Html {
  const words = verifyWords(locale)
  const { file } = result
  const size = new Intl.NumberFormat(locale).format(file.size)
  return card(
    html`<h2>${words.file}</h2>${facts([
      [words.file, file.name],
      [words.size, `${size} ${words.bytes}`],
      [words.pages, String(file.pages)],
      [words.sha256, html`<code>${file.sha256}</code>`],
      [words.checkedAt, timeText(checkedAt, locale)],
    ])}`,
  )
}

/** Someone who only tries the service must not take the verdict for a fault of the service. */
const isTest = ({ signatures }: Verification): boolean =>
  signatures.some(({ signer }) => /\bTEST /.test(signer?.issuer ?? ''))

function oursFacts(result: Verification, locale: Locale): Html | false {
  const { ours } = result
  if (ours === null) return false
  const words = verifyWords(locale)
  const text = ours.matches ? words.oursMatches : words.oursEarlier
  return card(
    html`<h2>${words.ours}</h2><p>${text}</p>${isTest(result) && alert('info', html`<p>${words.oursTest}</p>`)}${facts(
      [
        [words.documentId, html`<code>${ours.document_id}</code>`],
        [
          words.completed,
          ours.completed_at === null ? undefined : timeText(ours.completed_at, locale),
        ],
      ],
    )}`,
  )
}

/** `Signature 2`: numbered by kind. */
function titles(signatures: readonly VerifiedSignature[], words: VerifyWords): string[] {
  const { signed, seals } = byKind(signatures)
  return signatures.map((each) => {
    if (each.kind === 'document_timestamp') return words.timestampOf
    const seal = seals.indexOf(each)
    if (seal < 0) return `${words.signature} ${signed.indexOf(each) + 1}`
    return seals.length === 1 ? words.seal : `${words.seal} ${seal + 1}`
  })
}

/** The whole result. */
export function resultParts(result: Verification, checkedAt: string, locale: Locale): Html {
  const words = verifyWords(locale)
  const named = titles(result.signatures, words)
  return html`<div class="stack result">
${verdict(result, locale)}
${oursFacts(result, locale)}
${result.signatures.map((each, index) => signatureCard(each, index + 1, { locale, words, title: named[index] ?? '' }))}
${fileFacts(result, checkedAt, locale)}
<p class="hint print-hint">${words.print}</p>
</div>`
}
