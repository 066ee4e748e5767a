/** A verification as HTML: first the verdict, then each signature, then the details for experts. */

import type { Locale } from '../../kernel/languages.ts'
import { Alert, Card, Facts } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import { Icon } from '../../pages/icons.tsx'
import { dateLocale } from '../../pages/locale.ts'
import type { VerificationTexts } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import type { Verification, VerifiedSignature } from '../schemas.ts'
import { byKind } from '../summary.ts'

interface Detail {
  detail: string
}

const timeFormat = (locale: Locale): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(dateLocale(locale), {
    dateStyle: 'long',
    timeStyle: 'medium',
    timeZone: 'UTC',
  })

/** A time for people, always with its zone. */
const timeText = (iso: string, locale: Locale): Html => (
  <time datetime={iso}>{timeFormat(locale).format(new Date(iso))} UTC</time>
)

const sentence = ({ detail: text }: Detail): string => {
  // A leading address belongs to a person and is shown as written.
  const begun = /^\S+@/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)
  return begun + (/[.!?]$/.test(text) ? '' : '.')
}

const list = (items: readonly Detail[]): Html => (
  <ul class="details">
    {items.map((item) => (
      <li>{sentence(item)}</li>
    ))}
  </ul>
)

/** `2 signatures, 1 seal`. */
function counts(signatures: readonly VerifiedSignature[], { counted }: VerificationTexts): string {
  const kinds = byKind(signatures)
  return (['signed', 'seals', 'stamps'] as const)
    .filter((kind) => kinds[kind].length > 0)
    .map((kind) => counted[kind]({ count: kinds[kind].length }))
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
  const words = textsIn(locale).verification.page
  const kind = ALERTS[result.verdict]
  const title = words.verdicts[result.verdict]
  const others = result.problems.filter(({ code }) => code !== 'no_signature')
  return (
    <Alert kind={kind} title={title}>
      <p>{result.summary}</p>
      {result.signatures.length > 0 && <p>{counts(result.signatures, words)}.</p>}
      {others.length > 0 && list(others)}
    </Alert>
  )
}

/** Changes repeated for several signatures of a kind are shown once. */
const distinct = <T extends Detail>(items: readonly T[]): T[] => [
  ...new Map(items.map((item) => [item.detail, item])).values(),
]

function mark(good: boolean, text: string): Html {
  return (
    <span class={`mark-line ${good ? 'good' : 'bad'}`}>
      <Icon name={good ? 'check' : 'cross'} />
      <span>{text}</span>
    </span>
  )
}

function certificateFacts(signature: VerifiedSignature, locale: Locale): Html | undefined {
  const { signer, chain } = signature
  if (signer === null) return undefined
  const words = textsIn(locale).verification.page
  return (
    <details>
      <summary>{words.details}</summary>
      <Facts
        lines={[
          [words.issuer, signer.issuer],
          [words.serial, <code>{signer.serial}</code>],
          [
            words.validity,
            <>
              {timeText(signer.valid_from, locale)} {words.until} {timeText(signer.valid_to, locale)}
            </>,
          ],
          [words.sha256, <code>{signer.fingerprint}</code>],
          [words.chain, chain.map(({ name }) => name).join(' → ')],
        ]}
      />
    </details>
  )
}

const intactText = ({ intact, verdict }: VerifiedSignature, words: VerificationTexts): string => {
  if (intact) return words.intactYes
  return verdict === 'not_checkable' ? words.intactUnknown : words.intactNo
}

/** What is known of a signature, name by name. */
function signatureFacts(
  signature: VerifiedSignature,
  { locale, words }: { locale: Locale; words: VerificationTexts },
): [string, HtmlPart][] {
  const { signer, kind, signed_at, timestamp } = signature
  const name = signer?.name ?? words.unknownSigner
  const shownTime = (time: string | null): HtmlPart => (time === null ? undefined : timeText(time, locale))
  const isStamp = kind === 'document_timestamp'
  const isSeal = signature.signer_kind === 'legal_person'
  return [
    [isStamp ? words.authority : isSeal ? words.sealedBy : words.signedBy, <strong>{name}</strong>],
    [words.organization, isStamp ? undefined : signer?.organization],
    [words.email, signer?.email],
    [isStamp ? words.stamped : words.proven, shownTime(signed_at.proven)],
    [words.claimed, signed_at.proven === null ? shownTime(signed_at.claimed) : undefined],
    [words.authority, isStamp ? undefined : timestamp?.authority],
    [words.reason, signature.reason],
    [words.intact, mark(signature.intact, intactText(signature, words))],
    [words.trusted, mark(signature.trusted, signature.trusted ? words.trustedYes : words.trustedNo)],
    [words.level, signature.level],
    [words.claim, signer?.claims === undefined ? undefined : words.claims[signer.claims]],
  ]
}

function signatureCard(
  signature: VerifiedSignature,
  number: number,
  context: { locale: Locale; words: VerificationTexts; title: string; isTest: boolean },
): Html {
  const { locale, words, title, isTest } = context
  const { problems, changes_after: changes } = signature
  const isSeal = signature.signer_kind === 'legal_person'
  const followed = distinct(changes)
  const tone = problems.length === 0 ? 'good' : isTest ? 'test' : 'bad'
  return (
    <section class={`signature ${tone}`} aria-labelledby={`signature-${number}`}>
      <Card>
        <h2 id={`signature-${number}`}>{isTest ? title : mark(problems.length === 0, title)}</h2>
        {isSeal && <p class="hint">{words.sealText}</p>}
        {problems.length > 0 && (
          <Alert kind={isTest ? 'info' : ALERTS[signature.verdict]} title={isTest ? words.testSays : words.problems}>
            {list(problems)}
          </Alert>
        )}
        <Facts lines={signatureFacts(signature, context)} />
        <h3>{words.changes}</h3>
        {followed.length === 0 ? <p>{words.whole}</p> : list(followed)}
        {certificateFacts(signature, locale)}
      </Card>
    </section>
  )
}

function fileFacts(result: Verification, checkedAt: string, locale: Locale): Html {
  const words = textsIn(locale).verification.page
  const { file } = result
  const size = new Intl.NumberFormat(locale).format(file.size)
  return (
    <Card>
      <h2>{words.file}</h2>
      <Facts
        lines={[
          [words.file, file.name],
          [words.size, `${size} ${words.bytes}`],
          [words.pages, String(file.pages)],
          [words.sha256, <code>{file.sha256}</code>],
          [words.checkedAt, timeText(checkedAt, locale)],
        ]}
      />
    </Card>
  )
}

/**
 * A finished file of ours, byte for byte, signed with the test authority's certificates: nothing but the missing trust
 * stands against it, and that is as it should be.
 */
const isGenuineTest = ({ ours, verdict, signatures }: Verification): boolean =>
  ours?.matches === true &&
  verdict === 'unknown_issuer' &&
  signatures.every(({ intact, signer }) => intact && /\bTEST /.test(signer?.issuer ?? ''))

/** What happened, in one sentence, where all is as it should be. */
function calm(result: Verification, locale: Locale): Html {
  const words = textsIn(locale).verification.page
  if (result.verdict === 'valid')
    return (
      <Alert kind="success" title={words.verdicts.valid}>
        <p>{result.summary}</p>
      </Alert>
    )
  const names = [...new Set(byKind(result.signatures).signed.map(({ signer }) => signer?.name ?? ''))]
  const list = new Intl.ListFormat(locale, { type: 'conjunction' }).format(names)
  return (
    <Alert kind="info" title={words.test}>
      <p>{names.length === 0 ? words.testSealed : words.testText({ names: list })}</p>
    </Alert>
  )
}

function oursFacts(result: Verification, locale: Locale): Html | false {
  const { ours } = result
  if (ours === null) return false
  const words = textsIn(locale).verification.page
  const text = ours.matches ? words.oursMatches : words.oursEarlier
  return (
    <Card>
      <h2>{words.ours}</h2>
      <p>{text}</p>
      <Facts
        lines={[
          [words.documentId, <code>{ours.document_id}</code>],
          [words.completed, ours.completed_at === null ? undefined : timeText(ours.completed_at, locale)],
        ]}
      />
    </Card>
  )
}

/** `Signature 2`: numbered by kind. */
function titles(signatures: readonly VerifiedSignature[], words: VerificationTexts): string[] {
  const { signed, seals } = byKind(signatures)
  return signatures.map((each) => {
    if (each.kind === 'document_timestamp') return words.timestampOf
    const seal = seals.indexOf(each)
    if (seal < 0) return `${words.signature} ${signed.indexOf(each) + 1}`
    return seals.length === 1 ? words.seal : `${words.seal} ${seal + 1}`
  })
}

/** The whole result: one sentence where all is as it should be, with the details below; else each signature openly. */
export function resultParts(result: Verification, checkedAt: string, locale: Locale): Html {
  const words = textsIn(locale).verification.page
  const named = titles(result.signatures, words)
  const isTest = isGenuineTest(result)
  const isCalm = isTest || (result.verdict === 'valid' && result.problems.length === 0)
  const cards = result.signatures.map((each, index) =>
    signatureCard(each, index + 1, { locale, words, title: named[index] ?? '', isTest }),
  )
  const print = <p class="hint print-hint">{words.print}</p>
  if (!isCalm)
    return (
      <div class="stack result">
        {verdict(result, locale)}
        {oursFacts(result, locale)}
        {cards}
        {fileFacts(result, checkedAt, locale)}
        {print}
      </div>
    )
  return (
    <div class="stack result">
      {calm(result, locale)}
      <details class="findings">
        <summary>
          {words.findings}
          <span class="hint">{counts(result.signatures, words)}.</span>
        </summary>
        <div class="stack">
          {oursFacts(result, locale)}
          {cards}
          {fileFacts(result, checkedAt, locale)}
        </div>
      </details>
      {print}
    </div>
  )
}
