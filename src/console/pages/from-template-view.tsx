/** Markup of the page that makes a signature request from a stored template: choosing it, then its data and signers. */
import type { AppError } from '../../kernel/errors.ts'
import { type Locale, languageFacts } from '../../kernel/languages.ts'
import { Alert, LinkButton } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import type { Template } from '../../templates/schemas.ts'
import { textsIn } from '../../translations/texts.ts'
import { choiceRow, localeChoice } from '../choices.tsx'
import { Crumb, CurlLine, EmptyState, OwnForm, PageHead, Section } from '../components.tsx'
import { jsonEditor, problemList } from '../editor-page.tsx'
import type { Visit } from '../visit.ts'
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
  const { locale } = visit
  const words = textsIn(locale).console.fromTemplate
  const head = (
    <>
      <Crumb href={REQUESTS_PATH}>{textsIn(locale).console.compose.back}</Crumb>
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
  const list = templates.map((one) => templateItem(locale, one, `${FROM_TEMPLATE_PATH}?template=${one.id}`))
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
  const { locale } = visit
  const words = textsIn(locale).console.fromTemplate
  const own = page.findings.find(({ field }) => field === 'form')
  return (
    <>
      <Crumb href={FROM_TEMPLATE_PATH}>{words.other}</Crumb>
      <PageHead title={`${words.title}${languageFacts(locale).colon} ${page.template.name}`} text={words.text} />
      <OwnForm visit={visit} action={FROM_TEMPLATE_PATH} files className="from-template">
        <input type="hidden" name="form" value={page.form} />
        <input type="hidden" name="template" value={page.template.id} />
        {own !== undefined && <Alert kind="error">{own.text}</Alert>}
        {dataPart(locale, page)}
        {signersPart(locale, page)}
        {wordsPart(locale, page)} {sendPart(locale, page)}
      </OwnForm>
      <CurlLine
        locale={locale}
        id="curl-create"
        text={requestCurl(page.baseUrl).fromTemplate(page.template.id, page.roles)}
      />
    </>
  )
}

function dataPart(locale: Locale, page: FromTemplatePage): Html {
  const words = textsIn(locale).console.fromTemplate
  const { problem, data, sample } = page
  const into = { text: data, fieldId: 'data' }
  const wrong = problem !== undefined && problemList(locale, problem, into)
  const choice = choiceRow([localeChoice(locale, words.locale, page.value('locale') || undefined)])
  const editor = jsonEditor(locale, {
    id: 'data',
    label: words.data,
    hint: words.dataHint,
    text: data,
    sample,
  })
  const name = nameField(locale, page)
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

function signersPart(locale: Locale, page: FromTemplatePage): Html {
  const words = textsIn(locale).console.fromTemplate
  const cards = Array.from({ length: page.signers }, (_, index) =>
    signerCard(locale, page, index, page.roles[index] ?? ''),
  )
  const text = page.roles.length > 0 ? words.signersText : words.signersFree
  return (
    <Section id="signers" title={textsIn(locale).console.compose.signersTitle} text={text}>
      <ol class="signer-cards">{cards}</ol>
    </Section>
  )
}
