/** Markup of the section "Factur-X": an invoice made from JSON, a file checked, and the report of either. */

import type { InvoiceReport } from '../../facturx/invoice-report.ts'
import { PROFILES } from '../../facturx/model/invoice.ts'
import { PROFILE_FACTS } from '../../facturx/model/profiles.ts'
import type { AppError } from '../../kernel/errors.ts'
import { isJsonObject } from '../../kernel/json.ts'
import type { Locale } from '../../kernel/languages.ts'
import { Alert, Button, Facts, FileField } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import { Icon } from '../../pages/icons.tsx'
import type { Template } from '../../templates/schemas.ts'
import { textsIn } from '../../translations/texts.ts'
import { type Choice, choiceRow, chosenCurl, localeChoice } from '../choices.tsx'
import { CopyBlock, CurlLine, OwnForm, PageHead, Section } from '../components.tsx'
import { jsonEditor, problemList, resultPane, twoPanes } from '../editor-page.tsx'
import { type FindingText, findingList } from '../findings.tsx'
import type { FileFinding } from '../guarded-call.ts'
import { problemText } from '../problem-words.ts'
import type { Visit } from '../visit.ts'
import { inBytes } from '../words.ts'

/** Path of the section. */
export const FACTURX_PATH = '/console/factur-x'
const FILE_PATH = `${FACTURX_PATH}/file`
/** The option that is not a template of the account. */
export const SHIPPED = 'sample'

const KEY = '-H "X-API-Key: $PARAPH_KEY"'

/** The two commands; names in braces are chosen on the page. */
const facturxCurl = (baseUrl: string): string =>
  `curl --fail-with-body -sS ${baseUrl}/validate-facturx ${KEY} \\
  -F data=@invoice.json{profile}{stored}
{before}curl --fail-with-body -sS ${baseUrl}/render-facturx ${KEY} \\
  {template} -F data=@invoice.json{profile} \\
  -F 'options={"locale":"{locale}"}' -o invoice.pdf`

/** The page's input. */
export interface FacturxInput {
  /** Id of a template of the account, or {@link SHIPPED}. */
  template: string
  profile: string
  locale: string
  /** As typed. */
  text: string
}

/** The outcome: a validation report, or an error. */
export type FacturxOutcome = { report: InvoiceReport } | { problem: AppError }

/** Data of the page. */
interface FacturxPage {
  templates: readonly Template[]
  sample: string
  baseUrl: string
  input: FacturxInput | undefined
  outcome: FacturxOutcome | undefined
}

function head(locale: Locale, current: 'make' | 'file'): Html {
  const words = textsIn(locale).console.facturx
  const tab = (name: 'make' | 'file', path: string) => (
    <li>
      <a href={path} aria-current={name === current ? 'page' : undefined}>
        {words.tabs[name]}
      </a>
    </li>
  )
  return (
    <>
      <PageHead title={words.title} text={words.text} />
      <nav class="tabs" aria-label={words.tabsLabel}>
        <ul>
          {tab('make', FACTURX_PATH)}
          {tab('file', FILE_PATH)}
        </ul>
      </nav>
    </>
  )
}

/** The page that creates and checks. */
export function facturxMain(visit: Visit, page: FacturxPage): Html {
  const { locale } = visit
  const words = textsIn(locale).console.facturx
  const text = page.input?.text ?? page.sample
  const choices = choicesOf(locale, page)
  const pattern = facturxCurl(page.baseUrl)
  const editor = jsonEditor(locale, {
    id: 'data',
    label: words.data,
    hint: (
      <>
        {words.dataHint} {words.note} <a href="/facturx/invoice.schema.json">{words.schema}</a> ·{' '}
        <a href="/guides/factur-x">{words.guide}</a>
      </>
    ),
    text,
    sample: page.sample,
  })
  const form = (
    <OwnForm visit={visit} action={FACTURX_PATH} id="try-form" files more={{ 'data-curl': pattern }}>
      {choiceRow(choices)}
      {editor}
      <div class="actions">
        <button type="submit" name="do" value="make" class="button primary">
          <Icon name="play" />
          <span>{words.make}</span>
        </button>
        <button type="submit" name="do" value="check" class="button secondary">
          <Icon name="check" />
          <span>{words.check}</span>
        </button>
      </div>
    </OwnForm>
  )
  const line = <CurlLine locale={locale} id="curl-try" text={chosenCurl(pattern, choices)} />
  const into = { text, fieldId: 'data' }
  const right = resultPane(locale, {
    empty: words.resultEmpty,
    problems: page.outcome && outcomeOf(locale, page.outcome, into),
    after: xmlPanel(locale),
  })
  return (
    <>
      {head(locale, 'make')}
      {twoPanes(
        <>
          {form}
          {line}
        </>,
        right,
      )}
    </>
  )
}

const xmlPanel = (locale: Locale): Html => {
  const words = textsIn(locale).console.facturx
  return (
    <div id="try-xml" class="try-xml" hidden>
      <h2>{words.xmlTitle}</h2>
      <CopyBlock locale={locale} id="xml" label="factur-x.xml" text="" />
      <p>
        <a id="xml-download" href="#" download="factur-x.xml">
          {words.xmlSave}
        </a>
      </p>
    </div>
  )
}

const outcomeOf = (locale: Locale, outcome: FacturxOutcome, into: FindingText): Html =>
  'report' in outcome ? (
    <>
      {reportPart(locale, outcome.report, { into, level: 2 })}
      {completed(locale, outcome.report)}
    </>
  ) : (
    problemList(locale, outcome.problem, into)
  )

function choicesOf(locale: Locale, { templates, input, baseUrl }: FacturxPage): Choice[] {
  const words = textsIn(locale).console.facturx
  const shipped = {
    value: SHIPPED,
    label: words.shipped,
    curl: {
      template: '-F template=@facturx-invoice.docx',
      stored: '',
      before: `curl -fsSO ${baseUrl}/samples/facturx-invoice.docx\n`,
    },
  }
  const own = templates.map(({ id, name }) => ({
    value: id,
    label: name,
    curl: {
      template: `-F template_id=${id}`,
      stored: ` -F template_id=${id}`,
      before: '',
    },
  }))
  const profiles = PROFILES.map((value) => ({
    value,
    label: PROFILE_FACTS[value].conformanceLevel,
    curl: { profile: ` -F profile=${value}` },
  }))
  return [
    {
      name: 'template',
      label: words.template,
      options: [shipped, ...own],
      chosen: input?.template ?? SHIPPED,
    },
    {
      name: 'profile',
      label: words.profile,
      options: [{ value: '', label: words.asData }, ...profiles],
      chosen: input?.profile ?? '',
    },
    localeChoice(locale, words.locale, input?.locale),
  ]
}

/** The heading of a report part: one level below the page's, or below its section's. */
const partTitle = (level: 2 | 3, text: string): Html => (level === 2 ? <h2>{text}</h2> : <h3>{text}</h3>)

/** The validation result of an invoice. @param into the text its pointers refer to */
function reportPart(
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

const asJson = ({ invoice }: InvoiceReport): string => JSON.stringify(invoice, null, 2)

const completed = (locale: Locale, report: InvoiceReport): Html => {
  const words = textsIn(locale).console.facturx
  const block = <CopyBlock locale={locale} id="completed" label="JSON" text={asJson(report)} />
  return (
    <details class="more">
      <summary>{words.completed}</summary>
      {block}
    </details>
  )
}

/** Data of the page that checks files. */
export interface FilePage {
  fileBytesMax: number
  baseUrl: string
  checked?: { name: string; report: InvoiceReport } | undefined
  finding?: FileFinding | undefined
}

/** The page that checks files. */
export function fileMain(visit: Visit, page: FilePage): Html {
  const { locale } = visit
  const words = textsIn(locale).console.facturx
  const { checked } = page
  const title = checked === undefined ? words.fileTitle : words.anotherFile
  const form = fileForm(visit, page)
  const curl = `curl --fail-with-body -sS ${page.baseUrl}/validate-facturx ${KEY} -F file=@invoice.pdf`
  const ask = (
    <Section id="file-head" title={title} text={words.fileText}>
      {form}
      <CurlLine locale={locale} id="curl-file" text={curl} />
    </Section>
  )
  return (
    <>
      {head(locale, 'file')}
      {checked !== undefined && fileReport(locale, checked)}
      {ask}
    </>
  )
}

function fileForm(visit: Visit, { fileBytesMax, finding }: FilePage): Html {
  const { locale } = visit
  const words = textsIn(locale).console.facturx
  const size = inBytes(fileBytesMax, locale)
  const wrong = finding === 'missing' ? words.fileMissing : words.fileWrong
  const input = (
    <FileField
      id="file"
      name="file"
      label={words.file}
      hint={words.fileHint({ size })}
      drop={words.fileDrop}
      accept=".pdf,.xml,application/pdf,application/xml,text/xml"
      max={{ bytes: fileBytesMax, text: words.fileOver({ size }) }}
      {...(finding !== undefined && { error: wrong })}
    />
  )
  const problem = finding !== undefined && finding !== 'missing' && (
    <Alert kind="error">
      <p>{problemText(locale, finding)}</p>
    </Alert>
  )
  return (
    <>
      {problem}
      <OwnForm visit={visit} action={FILE_PATH} files className="stack narrow-form">
        {input}
        <Button label={words.fileDo} type="submit" icon="check" />
      </OwnForm>
    </>
  )
}

function fileReport(locale: Locale, { name, report }: { name: string; report: InvoiceReport }): Html {
  const words = textsIn(locale).console.facturx
  const text = asJson(report)
  const into = { text, fieldId: 'read' }
  const read = jsonEditor(locale, {
    id: 'read',
    label: words.read,
    hint: words.readHint,
    text,
    fixed: true,
  })
  return (
    <>
      <Section id="report" title={words.report({ name })}>
        {reportPart(locale, report, { into, level: 3 })}
        {containerFacts(locale, report)}
      </Section>
      <section class="panel">{read}</section>
    </>
  )
}

function containerFacts(locale: Locale, { kind, container, guideline }: InvoiceReport): Html {
  const words = textsIn(locale).console.facturx
  const { part = '', conformance = '', conformanceLevel, version } = container?.xmp ?? {}
  const claims = [part !== '' && `PDF/A-${part}${conformance.toLowerCase()}`, conformanceLevel, version]
  return (
    <>
      <h3>{words.container}</h3>
      <Facts
        lines={[
          [words.kind, words.kinds[kind]],
          [words.guideline, guideline],
          [words.xmlName, container?.fileName],
          [words.relationship, container && (container.relationship ?? words.none)],
          [words.associated, container && (container.isAssociated ? words.yes : words.no)],
          [words.claims, container && (claims.filter(Boolean).join(', ') || words.none)],
        ]}
      />
    </>
  )
}
