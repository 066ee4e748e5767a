/** Markup of the section "Factur-X": an invoice made from JSON, a file checked, and the report of either. */

import type { InvoiceReport } from '../../facturx/invoice-report.ts'
import { PROFILES } from '../../facturx/model/invoice.ts'
import { PROFILE_FACTS } from '../../facturx/model/profiles.ts'
import type { AppError } from '../../kernel/errors.ts'
import type { Html } from '../../pages/html.ts'
import { Icon } from '../../pages/icons.tsx'
import type { Template } from '../../templates/schemas.ts'
import { type Choice, choiceRow, chosenCurl, localeChoice } from '../choices.tsx'
import { CopyBlock, CurlLine, OwnForm, PageHead } from '../components.tsx'
import { jsonEditor, problemList, resultPane, twoPanes } from '../editor-page.tsx'
import type { FindingText } from '../findings.tsx'
import type { Visit } from '../visit.ts'
import type { Reader } from '../words.ts'
import { completed, reportPart } from './facturx-report.tsx'

/** Path of the section. */
export const FACTURX_PATH = '/console/factur-x'
/** Path of the page that checks a file. */
export const FILE_PATH = `${FACTURX_PATH}/file`
/** The option that is not a template of the account. */
export const SHIPPED = 'sample'

/** The header with the key, in `curl` commands. */
export const KEY = '-H "X-API-Key: $PARAPH_KEY"'

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
  input: FacturxInput | undefined
  outcome: FacturxOutcome | undefined
}

/** The head of both pages, with the way to the other. */
export function head(visit: Reader, current: 'make' | 'file'): Html {
  const words = visit.words.facturx
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
  const words = visit.words.facturx
  const text = page.input?.text ?? page.sample
  const choices = choicesOf(visit, page)
  const pattern = facturxCurl(visit.baseUrl)
  const editor = jsonEditor(visit, {
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
  const into = { text, fieldId: 'data' }
  const right = resultPane(visit, {
    empty: words.resultEmpty,
    problems: page.outcome && outcomeOf(visit, page.outcome, into),
    after: xmlPanel(visit),
  })
  return (
    <>
      {head(visit, 'make')}
      {twoPanes(
        <>
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
          <CurlLine visit={visit} id="curl-try" text={chosenCurl(pattern, choices)} />
        </>,
        right,
      )}
    </>
  )
}

const xmlPanel = (visit: Reader): Html => {
  const words = visit.words.facturx
  return (
    <div id="try-xml" class="try-xml" hidden>
      <h2>{words.xmlTitle}</h2>
      <CopyBlock visit={visit} id="xml" label="factur-x.xml" text="" />
      <p>
        <a id="xml-download" href="#" download="factur-x.xml">
          {words.xmlSave}
        </a>
      </p>
    </div>
  )
}

const outcomeOf = (visit: Reader, outcome: FacturxOutcome, into: FindingText): Html =>
  'report' in outcome ? (
    <>
      {reportPart(visit, outcome.report, { into, level: 2 })}
      {completed(visit, outcome.report)}
    </>
  ) : (
    problemList(visit, outcome.problem, into)
  )

function choicesOf(visit: Visit, { templates, input }: FacturxPage): Choice[] {
  const words = visit.words.facturx
  const shipped = {
    value: SHIPPED,
    label: words.shipped,
    curl: {
      template: '-F template=@facturx-invoice.docx',
      stored: '',
      before: `curl -fsSO ${visit.baseUrl}/samples/facturx-invoice.docx\n`,
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
    localeChoice(visit.locale, words.locale, input?.locale),
  ]
}
