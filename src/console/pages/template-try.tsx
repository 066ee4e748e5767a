/** Trying a template: data edited on the left, the file on the right, made by the same steps as an API call. */

import type { FastifyReply } from 'fastify'
import { CHANGES, type Changes, CONTENTS_POLICIES, type ContentsPolicy } from '../../docx/merge-options.ts'
import { clientAbortSignal } from '../../http/client-abort.ts'
import type { AppError } from '../../kernel/errors.ts'
import { JsonText } from '../../kernel/json-text.ts'
import type { Locale } from '../../kernel/languages.ts'
import { Button } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import { FORMAT_NAMES, FORMATS, type Format, MISSING_POLICIES } from '../../rendering/schemas.ts'
import type { RenderService } from '../../rendering/service.ts'
import type { Template, Version } from '../../templates/schemas.ts'
import type { TemplateService } from '../../templates/service.ts'
import { textsIn } from '../../translations/texts.ts'
import { templatesCaller } from '../callers.ts'
import { type Choice, choiceRow, chosenCurl, localeChoice } from '../choices.tsx'
import { CurlLine, OwnForm } from '../components.tsx'
import { jsonEditor, problemList, resultPane, twoPanes } from '../editor-page.tsx'
import type { FileRequest } from '../file-forms.ts'
import { DOCUMENT, onPage, problemStatus, sendRendered } from '../guarded-call.ts'
import type { MemberRequest } from '../route-builder.ts'
import { sampleOf, templateCurl } from '../samples.ts'
import type { Visit } from '../visit.ts'
import { templateHead, templatePath } from './template-view.tsx'

/** What these pages need besides what every page has. */
export type TemplateTryNeeds = { baseUrl: string; renders: RenderService; templates: TemplateService }
type Context = MemberRequest<TemplateTryNeeds>

const PATH = '/console/templates'

/** The page's input. */
interface TryInput {
  /** Undefined: the current version. */
  version: number | undefined
  format: Format
  locale: string
  missing: (typeof MISSING_POLICIES)[number]
  /** Undefined: accepted, but kept in a .docx. */
  changes: Changes | undefined
  /** Undefined: where the data require it. */
  contents: ContentsPolicy | undefined
  /** Whether warnings refuse the document. */
  strict: boolean
  /** As typed. */
  text: string
}

/** An error of the try. */
interface TryProblem {
  input: TryInput
  problem: AppError
}

function inputOf({ field, text, visit }: FileRequest<TemplateTryNeeds>): TryInput {
  const version = Number(field('version'))
  return {
    version: Number.isSafeInteger(version) && version > 0 ? version : undefined,
    format: FORMAT_NAMES.find((name) => name === field('format')) ?? 'pdf',
    locale: localeChoice(visit.locale, '', field('locale')).chosen,
    missing: MISSING_POLICIES.find((name) => name === field('missing')) ?? 'error',
    changes: CHANGES.find((name) => name === field('changes')),
    contents: CONTENTS_POLICIES.find((name) => name === field('contents')),
    strict: field('strict') === 'true',
    text: text('data'),
  }
}

/** Shows the page, with the error of a submission if there was one. */
export async function showTry(context: Context, failed?: TryProblem): Promise<FastifyReply> {
  const { templates, baseUrl } = context.parts
  const caller = await templatesCaller(context)
  const id = context.param('id')
  const template = await templates.get(caller, id)
  const versions = await templates.versions(caller, id)
  const sample = await sampleOf(templates, caller, template, versions)
  const main = tryMain(context.visit, { template, versions, sample, baseUrl, failed })
  const status = problemStatus(failed?.problem)
  return context.show({ title: template.name, main, section: PATH, status })
}

/** Renders the file, or shows the page with the error. */
export async function tryTemplate(context: FileRequest<TemplateTryNeeds>): Promise<FastifyReply> {
  const caller = await templatesCaller(context)
  const input = inputOf(context)
  const { version, format, locale, missing, changes, contents, strict, text } = input
  const shown = (problem: AppError) => showTry(context, { input, problem })
  return await onPage(context, { caller, access: DOCUMENT, shown }, async () => {
    const input = {
      template: { kind: 'stored' as const, id: context.param('id'), version },
      data: new JsonText(text, 'data'),
      pictures: new Map(),
      format,
      filename: undefined,
      options: {
        locale,
        missing,
        ...(changes !== undefined && { changes }),
        ...(contents !== undefined && { contents }),
        ...(strict && { strict }),
      },
    }
    const signal = clientAbortSignal(context.reply)
    return sendRendered(context, await context.parts.renders.render(caller, input, signal))
  })
}

interface TryPage {
  template: Template
  versions: readonly Version[]
  sample: string
  baseUrl: string
  failed: TryProblem | undefined
}

function tryMain(visit: Visit, page: TryPage): Html {
  const { locale } = visit
  const words = textsIn(locale).console.templates
  const { template, versions, sample, failed } = page
  const text = failed?.input.text ?? sample
  const { render } = templateCurl(page.baseUrl, template.id)
  const choices = choicesOf(locale, versions, failed?.input)
  const editor = jsonEditor(locale, {
    id: 'data',
    label: words.tryData,
    hint: words.tryHint,
    text,
    sample,
  })
  const right = resultPane(locale, {
    empty: words.tryEmpty,
    problems: failed && problemList(locale, failed.problem, { text, fieldId: 'data' }),
  })
  return (
    <>
      {templateHead(locale, template, 'try')}
      {twoPanes(
        <>
          <OwnForm
            visit={visit}
            action={`${templatePath(template.id)}/try`}
            id="try-form"
            files
            more={{ 'data-curl': render }}
          >
            {choiceRow(choices)}
            {editor}
            <div class="actions">
              <Button label={words.tryDo} type="submit" icon="play" />
              <p class="hint">{words.tryNote}</p>
            </div>
          </OwnForm>
          <CurlLine locale={locale} id="curl-try" text={chosenCurl(render, choices)} />
        </>,
        right,
      )}
    </>
  )
}

function choicesOf(locale: Locale, versions: readonly Version[], input: TryInput | undefined): Choice[] {
  const words = textsIn(locale).console.templates
  return [
    {
      name: 'format',
      label: words.format,
      options: FORMAT_NAMES.map((value) => ({
        value,
        label: words.formats[value],
        curl: { extension: FORMATS[value].extension },
      })),
      chosen: input?.format ?? 'pdf',
    },
    {
      name: 'version',
      label: words.versionChoice,
      options: versions.map(({ version, current }) => ({
        value: current ? '' : String(version),
        label: current ? `${version} (${words.current})` : String(version),
        curl: { version: current ? '' : ` -F template_version=${version}` },
      })),
      chosen: String(input?.version ?? ''),
    },
    localeChoice(locale, words.locale, input?.locale),
    {
      name: 'missing',
      label: words.missing,
      options: MISSING_POLICIES.map((value) => ({ value, label: words.missings[value] })),
      chosen: input?.missing ?? 'error',
    },
    optional('changes', words.changes, words.changesKinds, input?.changes),
    optional('contents', words.contents, words.contentsKinds, input?.contents),
    {
      name: 'strict',
      label: words.strict,
      options: [
        { value: '', label: words.strictKinds.listed, curl: { strict: '' } },
        { value: 'true', label: words.strictKinds.refused, curl: { strict: ',"strict":true' } },
      ],
      chosen: input?.strict === true ? 'true' : '',
    },
  ]
}

/** A choice of an option that need not be sent; its first kind, under no name, sends nothing. */
const optional = (name: string, label: string, kinds: Readonly<Record<string, string>>, chosen = ''): Choice => ({
  name,
  label,
  options: Object.entries(kinds).map(([kind, text]) => {
    const value = kind === 'usual' ? '' : kind
    return { value, label: text, curl: { [name]: value && `,"${name}":"${value}"` } }
  }),
  chosen,
})
