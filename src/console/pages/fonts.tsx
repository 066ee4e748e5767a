/** The page "Fonts", under "Templates": the fonts of the account, added and deleted. */

import type { FastifyReply } from 'fastify'
import { KEY_MODES } from '../../accounts/key-format.ts'
import { FONTS_MAX, type Font } from '../../fonts/schemas.ts'
import { Alert, Button, FileField } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import { templatesCaller } from '../callers.ts'
import { Crumb, CurlLine, EmptyState, FoldedForm, moment, OwnForm, PageHead, Section } from '../components.tsx'
import { type FileRequest, fileForm, largestFile } from '../file-forms.ts'
import { findingList } from '../findings.tsx'
import { onPage } from '../guarded-call.ts'
import { type FileFinding, problemText } from '../problem-words.ts'
import type { ConsoleRoutes, MemberRequest } from '../route-builder.ts'
import { fontCurl } from '../samples.ts'
import type { Visit } from '../visit.ts'
import { inBytes } from '../words.ts'
import { kindBadge } from './requests-list.tsx'

const TEMPLATES = '/console/templates'
/** Path of the page. */
const FONTS_PATH = `${TEMPLATES}/fonts`
const FILE = { kind: 'file', description: 'the font file' } as const

interface FontsPage {
  fonts: readonly Font[]
  fileBytesMax: number
  finding: FileFinding | undefined
}

async function showFonts(context: MemberRequest, finding?: FileFinding): Promise<FastifyReply> {
  const { fonts } = context.parts
  const caller = await templatesCaller(context)
  const main = fontsMain(context.visit, {
    fonts: await fonts.list(caller),
    fileBytesMax: largestFile(caller),
    finding,
  })
  return context.show({ title: context.visit.words.fonts.title, main, error: finding })
}

async function addFont(context: FileRequest): Promise<FastifyReply> {
  const file = context.file('font')
  const shown = (finding: FileFinding) => showFonts(context, finding)
  if (file === undefined) return shown('missing')
  return await onPage(context, shown, async (caller) => {
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
  const words = visit.words.fonts
  const { fonts } = page
  const some = fonts.length > 0
  const curls = fontCurl(visit.baseUrl)
  return (
    <>
      <Crumb href={TEMPLATES}>{visit.words.templates.title}</Crumb>
      <PageHead title={words.title} text={words.text} />
      {problem(visit, page)}
      <Section
        id="list"
        title={
          <>
            {words.list}{' '}
            {some && (
              <span class="title-count">{words.held({ held: fonts.length, most: KEY_MODES.length * FONTS_MAX })}</span>
            )}
          </>
        }
      >
        {some ? (
          <ul class="keys">{fonts.map((font) => item(visit, font))}</ul>
        ) : (
          <EmptyState icon="document" title={words.empty} text={words.emptyText} />
        )}
        <CurlLine visit={visit} id="curl-list" text={curls.list} />
      </Section>
      {upload(visit, page)}
    </>
  )
}

function problem(visit: Visit, { finding }: FontsPage): Html | false {
  if (finding === undefined || finding === 'missing') return false
  const text =
    finding.errors.length > 0 ? findingList(visit, finding.errors) : <p>{problemText(visit.locale, finding)}</p>
  return (
    <div class="faults" id="faults">
      <Alert kind="error" title={visit.words.fonts.refused}>
        {text}
      </Alert>
    </div>
  )
}

function item(visit: Visit, font: Font): Html {
  const words = visit.words.fonts
  const action = `${FONTS_PATH}/${font.id}/delete`
  const name = `${font.family} (${words.styles[font.style]})`
  return (
    <li class="key">
      <div class="key-head">
        <div class="webhook-main">
          <h3>{font.family}</h3>
          <p class="key-text">
            {font.test && kindBadge(visit, true)}
            <span>
              {words.styles[font.style]} · {inBytes(font.size_bytes, visit)} · {moment(font.created_at, visit)}
            </span>
          </p>
          <p class="hint">
            {font.filename} · <code>{font.id}</code>
          </p>
        </div>
      </div>
      <div class="key-acts">
        <FoldedForm visit={visit} label={words.remove} name={name} action={action}>
          <p>{words.removeText}</p>
          <Button label={words.removeDo} type="submit" kind="danger" />
        </FoldedForm>
      </div>
    </li>
  )
}

function upload(visit: Visit, { fileBytesMax, finding }: FontsPage): Html {
  const words = visit.words.fonts
  const size = inBytes(fileBytesMax, visit)
  const error = finding === 'missing' ? words.fileMissing : words.refused
  return (
    <Section id="upload" title={words.add} text={words.addText}>
      <OwnForm visit={visit} action={FONTS_PATH} files className="stack narrow-form">
        <FileField
          id="font"
          name="font"
          label={words.file}
          hint={words.fileHint({ size })}
          drop={words.fileDrop}
          accept=".ttf,.otf,font/ttf,font/otf"
          max={{ bytes: fileBytesMax, text: words.fileOver({ size }) }}
          {...(finding !== undefined && { error })}
        />
        <Button label={words.save} type="submit" icon="upload" />
      </OwnForm>
      <CurlLine visit={visit} id="curl-add" text={fontCurl(visit.baseUrl).add} />
    </Section>
  )
}

/** Its routes. */
export function fontRoutesOf(routes: ConsoleRoutes): void {
  routes.member('GET', '/templates/fonts', 'templates.read', (context) => showFonts(context))
  fileForm(routes, { url: '/templates/fonts', action: 'templates.change', spec: { font: FILE } }, addFont)
  routes.member('POST', '/templates/fonts/:id/delete', 'templates.change', removeFont)
}
