/** Markup of the page that makes a signature request from a stored template: choosing it, then its data and signers. */
import type { AppError } from '../../kernel/errors.ts'
import { type Locale, languageFacts } from '../../kernel/languages.ts'
import { alert, linkButton } from '../../pages/components.ts'
import { type Html, html } from '../../pages/html.ts'
import type { Template } from '../../templates/schemas.ts'
import { textsIn } from '../../translations/texts.ts'
import { choiceRow, localeChoice } from '../choices.ts'
import { crumb, curlLine, emptyState, ownForm, pageHead, section } from '../components.ts'
import { jsonEditor, problemList } from '../editor-page.ts'
import type { Visit } from '../visit.ts'
import { type ComposePage, nameField, sendPart, signerCard, wordsPart } from './compose-view.ts'

import { REQUESTS_PATH } from './requests-list.ts'
import { requestCurl } from './signature-curl.ts'
import { templateItem } from './templates-view.ts'

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
  const head = html`${crumb(textsIn(locale).console.compose.back, REQUESTS_PATH)}${pageHead(words.title, words.chooseText)}`
  if (templates.length === 0) {
    const action = linkButton(words.noneDo, '/console/templates')
    const none = emptyState({ icon: 'document', title: words.none, text: words.noneText, action })
    return html`${head}${section({ id: 'choose', title: words.choose }, none)}`
  }
  const list = templates.map((one) =>
    templateItem(locale, one, `${FROM_TEMPLATE_PATH}?template=${one.id}`),
  )
  const items = html`<ul class="templates">${list}</ul>`
  return html`${head}${section({ id: 'choose', title: words.choose }, items)}`
}

/** The form for a chosen template. */
export function fromTemplateMain(visit: Visit, page: FromTemplatePage): Html {
  const { locale } = visit
  const words = textsIn(locale).console.fromTemplate
  const own = page.findings.find(({ field }) => field === 'form')
  const form = html`<input type="hidden" name="form" value="${page.form}"><input type="hidden" name="template" value="${page.template.id}">
${own !== undefined && alert('error', html`<p>${own.text}</p>`)}
${dataPart(locale, page)}
${signersPart(locale, page)}
${wordsPart(locale, page)}
${sendPart(locale, page)}`
  return html`${crumb(words.other, FROM_TEMPLATE_PATH)}
${pageHead(`${words.title}${languageFacts(locale).colon} ${page.template.name}`, words.text)}
${ownForm(visit, FROM_TEMPLATE_PATH, form, { files: true, className: 'from-template' })}
${curlLine(locale, 'curl-create', requestCurl(page.baseUrl).fromTemplate(page.template.id, page.roles))}`
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
  return section(
    { id: 'document', title: words.dataTitle },
    html`<div class="stack">${wrong}${name}${choice}${editor}</div>`,
  )
}

function signersPart(locale: Locale, page: FromTemplatePage): Html {
  const words = textsIn(locale).console.fromTemplate
  const cards = Array.from({ length: page.signers }, (_, index) =>
    signerCard(locale, page, index, page.roles[index] ?? ''),
  )
  const text = page.roles.length > 0 ? words.signersText : words.signersFree
  return section(
    { id: 'signers', title: textsIn(locale).console.compose.signersTitle, text },
    html`<ol class="signer-cards">${cards}</ol>`,
  )
}
