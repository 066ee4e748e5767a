/** What the checks say about an invoice. */
import type { InvoiceReport } from '../../facturx/invoice-report.ts'
import { PROFILE_FACTS } from '../../facturx/model/profiles.ts'
import { isJsonObject } from '../../kernel/json.ts'
import { Alert, Facts } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import { CopyBlock } from '../components.tsx'
import { type FindingText, findingList } from '../findings.tsx'
import type { Reader } from '../words.ts'

/** The heading of a report part: one level below the page's, or below its section's. */
const partTitle = (level: 2 | 3, text: string): Html => (level === 2 ? <h2>{text}</h2> : <h3>{text}</h3>)

/** The validation result of an invoice. @param into the text its pointers refer to */
export function reportPart(
  visit: Reader,
  report: InvoiceReport,
  { into, level: heading }: { into: FindingText; level: 2 | 3 },
): Html {
  const words = visit.words.facturx
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
          {findingList(visit, errors, { into })}
          {cut(errors.length, counts.errors)}
        </>
      )}
      {warnings.length > 0 && (
        <>
          {partTitle(heading, words.warnings({ count: counts.warnings }))}
          {findingList(visit, warnings, { into, level: 'warning' })}
          {cut(warnings.length, counts.warnings)}
        </>
      )}
      {totals(visit, report, heading)}
    </div>
  )
}

function totals(visit: Reader, { invoice }: InvoiceReport, level: 2 | 3): HtmlPart {
  if (!isJsonObject(invoice.totals)) return false
  const words = visit.words.facturx
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
export const completed = (visit: Reader, report: InvoiceReport): Html => {
  const words = visit.words.facturx
  return (
    <details class="more">
      <summary>{words.completed}</summary>
      <CopyBlock visit={visit} id="completed" label="JSON" text={asJson(report)} />
    </details>
  )
}
