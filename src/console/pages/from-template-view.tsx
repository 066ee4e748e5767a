/** Markup of the page that makes a signature request from a stored template: choosing it, then its data and signers. */
import type { AppError } from '../../kernel/errors.ts'
import { languageFacts } from '../../kernel/languages.ts'
import { Alert, LinkButton } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import type { Template } from '../../templates/schemas.ts'
import { choiceRow, localeChoice } from '../choices.tsx'
import { Crumb, CurlLine, EmptyState, OwnForm, PageHead, Section } from '../components.tsx'
import { jsonEditor, problemList } from '../editor-page.tsx'
import type { Visit } from '../visit.ts'
import type { Reader } from '../words.ts'
import { type ComposePage, nameField, sendPart, wordsPart } from './compose-parts.tsx'
import { signerCard } from './compose-signers.tsx'
import { REQUESTS_PATH } from './requests-find.tsx'
import { requestCurl } from './signature-curl.ts'
import { templateItem } from './templates-view.tsx'

/** Where the page is. */
const FROM_TEMPLATE_PATH = `${REQUESTS_PATH}/from-template`

/** Data of the page once a template is chosen. */
interface FromTemplatePage extends ComposePage {
  template: Template
  /** Whose signatures the template has tags for. */
  roles: readonly string[]
  /** How many signers can be given. */
  signers: number
  data: string
  sample: string
  /** What is wrong with the data. */
  problem: AppError | undefined
}

/** The choice among the templates. */
export function chooseTemplateMain(visit: Visit, templates: readonly Template[]): Html {
  const words = visit.words.fromTemplate
  const head = (
    <>
      <Crumb href={REQUESTS_PATH}>{visit.words.compose.back}</Crumb>
      <PageHead title={words.title} text={words.chooseText} />
    </>
  )
  if (templates.length === 0) {
    const action = <LinkButton label={words.noneDo} href="/console/templates" />
    const none = <EmptyState icon="document" title={words.none} text={words.noneText} action={action} />
    return (
      <>
        {head}
        <Section id="choose" title={words.choose}>
          {none}
        </Section>
      </>
    )
  }
  const list = templates.map((one) => templateItem(visit, one, `${FROM_TEMPLATE_PATH}?template=${one.id}`))
  return (
    <>
      {head}
      <Section id="choose" title={words.choose}>
        <ul class="templates">{list}</ul>
      </Section>
    </>
  )
}

/** The form for a chosen template. */
export function fromTemplateMain(visit: Visit, page: FromTemplatePage): Html {
  const words = visit.words.fromTemplate
  const own = page.findings.find(({ field }) => field === 'form')
  return (
    <>
      <Crumb href={FROM_TEMPLATE_PATH}>{words.other}</Crumb>
      <PageHead title={`${words.title}${languageFacts(visit.locale).colon} ${page.template.name}`} text={words.text} />
      <OwnForm visit={visit} action={FROM_TEMPLATE_PATH} files className="from-template">
        <input type="hidden" name="form" value={page.form} />
        <input type="hidden" name="template" value={page.template.id} />
        {own !== undefined && <Alert kind="error">{own.text}</Alert>}
        {dataPart(visit, page)}
        {signersPart(visit, page)}
        {wordsPart(visit, page)} {sendPart(visit, page)}
      </OwnForm>
      <CurlLine
        visit={visit}
        id="curl-create"
        text={requestCurl(page.baseUrl).fromTemplate(page.template.id, page.roles)}
      />
    </>
  )
}

function dataPart(visit: Reader, page: FromTemplatePage): Html {
  const words = visit.words.fromTemplate
  const { problem, data, sample } = page
  const into = { text: data, fieldId: 'data' }
  const wrong = problem !== undefined && problemList(visit, problem, into)
  const choice = choiceRow([localeChoice(visit.locale, words.locale, page.value('locale') || undefined)])
  const editor = jsonEditor(visit, {
    id: 'data',
    label: words.data,
    hint: words.dataHint,
    text: data,
    sample,
  })
  const name = nameField(visit, page)
  return (
    <Section id="document" title={words.dataTitle}>
      <div class="stack">
        {wrong}
        {name}
        {choice}
        {editor}
      </div>
    </Section>
  )
}

function signersPart(visit: Reader, page: FromTemplatePage): Html {
  const words = visit.words.fromTemplate
  const cards = Array.from({ length: page.signers }, (_, index) =>
    signerCard(visit, page, index, page.roles[index] ?? ''),
  )
  const text = page.roles.length > 0 ? words.signersText : words.signersFree
  return (
    <Section id="signers" title={visit.words.compose.signersTitle} text={text}>
      <ol class="signer-cards">{cards}</ol>
    </Section>
  )
}
