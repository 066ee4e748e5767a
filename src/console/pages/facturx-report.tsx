/** What the checks say about an invoice. */
import type { InvoiceReport } from '../../facturx/invoice-report.ts'
import { PROFILE_FACTS } from '../../facturx/model/profiles.ts'
import { isJsonObject } from '../../kernel/json.ts'
import type { Locale } from '../../kernel/languages.ts'
import { Alert, Facts } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import { textsIn } from '../../translations/texts.ts'
import { CopyBlock } from '../components.tsx'
import { type FindingText, findingList } from '../findings.tsx'

/** The heading of a report part: one level below the page's, or below its section's. */
const partTitle = (level: 2 | 3, text: string): Html => (level === 2 ? <h2>{text}</h2> : <h3>{text}</h3>)

/** The validation result of an invoice. @param into the text its pointers refer to */
export function reportPart(
  locale: Locale,
  report: InvoiceReport,
  { into, level: heading }: { into: FindingText; level: 2 | 3 },
): Html {
  const words = textsIn(locale).console.facturx
  const { errors, warnings, counts, profile, rules } = report
  const level = profile === undefined ? words.unknown : PROFILE_FACTS[profile].conformanceLevel
  const text = <p>{words.validText({ rules: words.rules[rules], profile: level })}</p>
  const cut = (shown: number, all: number): HtmlPart => shown < all && <p class="hint">{words.shown({ shown, all })}</p>
  const verdict =
    counts.errors === 0 ? (
      <Alert kind="success" title={words.valid}>
        {text}
      </Alert>
    ) : (
      <Alert kind="error" title={words.broken({ count: counts.errors })}>
        {text}
      </Alert>
    )
  return (
    <div class="report">
      {verdict}
      {errors.length > 0 && (
        <>
          {findingList(locale, errors, { into })}
          {cut(errors.length, counts.errors)}
        </>
      )}
      {warnings.length > 0 && (
        <>
          {partTitle(heading, words.warnings({ count: counts.warnings }))}
          {findingList(locale, warnings, { into, level: 'warning' })}
          {cut(warnings.length, counts.warnings)}
        </>
      )}
      {totals(locale, report, heading)}
    </div>
  )
}

function totals(locale: Locale, { invoice }: InvoiceReport, level: 2 | 3): HtmlPart {
  if (!isJsonObject(invoice.totals)) return false
  const words = textsIn(locale).console.facturx
  const { withoutVat, vat, withVat, due } = invoice.totals
  const currency = typeof invoice.currency === 'string' ? ` ${invoice.currency}` : ''
  const amount = (value: unknown): HtmlPart =>
    typeof value === 'string' && (
      <span class="amount">
        {value}
        {currency}
      </span>
    )
  const lines = [
    [words.withoutVat, amount(withoutVat)],
    [words.vat, amount(vat)],
    [words.withVat, amount(withVat)],
    [words.due, amount(due)],
  ] as const
  const known = lines.filter(([, value]) => value !== false)
  return (
    known.length > 0 && (
      <>
        {partTitle(level, words.totals)}
        <Facts lines={known} />
      </>
    )
  )
}

/** Laid out for people. */
export const asJson = ({ invoice }: InvoiceReport): string => JSON.stringify(invoice, null, 2)

/** The invoice with what was computed for it. */
export const completed = (locale: Locale, report: InvoiceReport): Html => {
  const words = textsIn(locale).console.facturx
  return (
    <details class="more">
      <summary>{words.completed}</summary>
      <CopyBlock locale={locale} id="completed" label="JSON" text={asJson(report)} />
    </details>
  )
}
