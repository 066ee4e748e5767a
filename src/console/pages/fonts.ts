/** The page "Fonts", under "Templates": the fonts of the account, added and deleted. */
import type { FastifyReply } from 'fastify'
import { KEY_MODES } from '../../accounts/key-format.ts'
import { FONTS_MAX, type Font } from '../../fonts/schemas.ts'
import { alert, button, fileField } from '../../pages/components.ts'
import { type Html, html } from '../../pages/html.ts'
import { textsIn } from '../../translations/texts.ts'
import { templatesCaller } from '../callers.ts'
import {
  crumb,
  curlLine,
  emptyState,
  folded,
  moment,
  ownForm,
  pageHead,
  section,
} from '../components.ts'
import { type FileRequest, fileForm, largestFile } from '../file-forms.ts'
import { findingList } from '../findings.ts'
import { ACCOUNT, type FileFinding, onPage, problemStatus } from '../guarded-call.ts'
import { problemText } from '../problem-words.ts'
import type { ConsoleRoutes, MemberRequest } from '../route-builder.ts'
import { fontCurl } from '../samples.ts'
import type { Visit } from '../visit.ts'
import { inBytes } from '../words.ts'

import { kindBadge } from './requests-list.ts'

const TEMPLATES = '/console/templates'
/** Path of the page. */
const FONTS_PATH = `${TEMPLATES}/fonts`
const FILE = { kind: 'file', description: 'the font file' } as const

interface FontsPage {
  fonts: readonly Font[]
  fileBytesMax: number
  baseUrl: string
  finding: FileFinding | undefined
}

async function showFonts(context: MemberRequest, finding?: FileFinding): Promise<FastifyReply> {
  const { fonts, baseUrl } = context.parts
  const caller = await templatesCaller(context)
  const main = fontsMain(context.visit, {
    fonts: await fonts.list(caller),
    fileBytesMax: largestFile(caller),
    baseUrl,
    finding,
  })
  const { title } = textsIn(context.visit.locale).console.fonts
  return context.show({ title, main, section: TEMPLATES, status: problemStatus(finding) })
}

async function addFont(context: FileRequest): Promise<FastifyReply> {
  const caller = await templatesCaller(context)
  const file = context.file('font')
  if (file === undefined) return showFonts(context, 'missing')
  const shown = (finding: FileFinding) => showFonts(context, finding)
  return await onPage(context, { caller, access: ACCOUNT, shown }, async () => {
    const filename = file.filename || 'font.ttf'
    await context.parts.fonts.create(caller, { bytes: file.bytes, filename })
    return context.go(FONTS_PATH, 'font_added')
  })
}

async function removeFont(context: MemberRequest): Promise<FastifyReply> {
  await context.parts.fonts.remove(await templatesCaller(context), context.param('id'))
  return context.go(FONTS_PATH, 'font_deleted')
}

function fontsMain(visit: Visit, page: FontsPage): Html {
  const { locale } = visit
  const words = textsIn(locale).console.fonts
  const { fonts } = page
  const some = fonts.length > 0
  const curls = fontCurl(page.baseUrl)
  const list = section(
    {
      id: 'list',
      title: html`${words.list} ${some && html`<span class="title-count">${words.held({ held: fonts.length, most: KEY_MODES.length * FONTS_MAX })}</span>`}`,
    },
    html`${
      some
        ? html`<ul class="keys">${fonts.map((font) => item(visit, font))}</ul>`
        : emptyState({ icon: 'document', title: words.empty, text: words.emptyText })
    }${curlLine(locale, 'curl-list', curls.list)}`,
  )
  return html`${crumb(textsIn(locale).console.templates.title, TEMPLATES)}${pageHead(words.title, words.text)}${problem(visit, page)}${list}${upload(visit, page)}`
}

function problem({ locale }: Visit, { finding }: FontsPage): Html | false {
  if (finding === undefined || finding === 'missing') return false
  const text =
    finding.errors.length > 0
      ? findingList(locale, finding.errors)
      : html`<p>${problemText(locale, finding)}</p>`
  return html`<div class="faults" id="faults">${alert('error', text, { title: textsIn(locale).console.fonts.refused })}</div>`
}

function item(visit: Visit, font: Font): Html {
  const { locale } = visit
  const words = textsIn(locale).console.fonts
  const sure = html`<p>${words.removeText}</p>${button(words.removeDo, { type: 'submit', kind: 'danger' })}`
  const action = `${FONTS_PATH}/${font.id}/delete`
  const name = `${font.family} (${words.styles[font.style]})`
  const removal = html`<div class="key-acts">${folded(visit, { label: words.remove, name, action }, ownForm(visit, action, sure))}</div>`
  return html`<li class="key"><div class="key-head"><div class="webhook-main"><h3>${font.family}</h3><p class="key-text">${font.test && kindBadge(locale, true)}<span>${words.styles[font.style]} · ${inBytes(font.size_bytes, locale)} · ${moment(font.created_at, locale)}</span></p><p class="hint">${font.filename} · <code>${font.id}</code></p></div></div>${removal}</li>`
}

function upload(visit: Visit, { fileBytesMax, finding, baseUrl }: FontsPage): Html {
  const { locale } = visit
  const words = textsIn(locale).console.fonts
  const size = inBytes(fileBytesMax, locale)
  const error = finding === 'missing' ? words.fileMissing : words.refused
  const file = fileField({
    id: 'font',
    name: 'font',
    label: words.file,
    hint: words.fileHint({ size }),
    drop: words.fileDrop,
    accept: '.ttf,.otf,font/ttf,font/otf',
    max: { bytes: fileBytesMax, text: words.fileOver({ size }) },
    ...(finding !== undefined && { error }),
  })
  const form = ownForm(
    visit,
    FONTS_PATH,
    html`${file}${button(words.save, { type: 'submit', icon: 'upload' })}`,
    { files: true, className: 'stack narrow-form' },
  )
  const curl = curlLine(locale, 'curl-add', fontCurl(baseUrl).add)
  return section({ id: 'upload', title: words.add, text: words.addText }, html`${form}${curl}`)
}

/** Its routes. */
export function fontRoutesOf(routes: ConsoleRoutes): void {
  routes.member('GET', '/templates/fonts', 'templates.read', (context) => showFonts(context))
  fileForm(
    routes,
    { url: '/templates/fonts', action: 'templates.change', spec: { font: FILE } },
    addFont,
  )
  routes.member('POST', '/templates/fonts/:id/delete', 'templates.change', removeFont)
}
