/** Trying a template: data edited on the left, the file on the right, made by the same steps as an API call. */

import type { FastifyReply } from 'fastify'
import type { Caller } from '../../accounts/caller.ts'
import { CHANGES, type Changes, CONTENTS_POLICIES, type ContentsPolicy } from '../../docx/merge-options.ts'
import { clientAbortSignal } from '../../http/client-abort.ts'
import type { AppError } from '../../kernel/errors.ts'
import { JsonText } from '../../kernel/json-text.ts'
import { Button } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import { FORMAT_NAMES, FORMATS, type Format, MISSING_POLICIES } from '../../rendering/schemas.ts'
import type { Template, Version } from '../../templates/schemas.ts'
import { templatesCaller } from '../callers.ts'
import { type Choice, choiceRow, chosenCurl, localeChoice } from '../choices.tsx'
import { CurlLine, OwnForm } from '../components.tsx'
import { jsonEditor, problemList, resultPane, twoPanes } from '../editor-page.tsx'
import type { FileRequest } from '../file-forms.ts'
import { DOCUMENT, onPage, sendRendered } from '../guarded-call.ts'
import type { MemberRequest } from '../route-builder.ts'
import { sampleOf, templateCurl } from '../samples.ts'
import type { Visit } from '../visit.ts'
import type { Reader } from '../words.ts'
import { templateHead, templatePath } from './template-view.tsx'

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

function inputOf({ field, text, visit }: FileRequest): TryInput {
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
export async function showTry(context: MemberRequest, failed?: TryProblem): Promise<FastifyReply> {
  const { templates } = context.parts
  const caller = await templatesCaller(context)
  const id = context.param('id')
  const template = await templates.get(caller, id)
  const versions = await templates.versions(caller, id)
  const sample = await sampleOf(templates, caller, template, versions)
  const main = tryMain(context.visit, { template, versions, sample, failed })
  return context.show({ title: template.name, main, error: failed?.problem })
}

/** Renders the file, or shows the page with the error. */
export async function tryTemplate(context: FileRequest): Promise<FastifyReply> {
  const input = inputOf(context)
  const { version, format, locale, missing, changes, contents, strict, text } = input
  const shown = (problem: AppError) => showTry(context, { input, problem })
  const render = async (caller: Caller) => {
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
  }
  return await onPage(context, shown, render, DOCUMENT)
}

interface TryPage {
  template: Template
  versions: readonly Version[]
  sample: string
  failed: TryProblem | undefined
}

function tryMain(visit: Visit, page: TryPage): Html {
  const words = visit.words.templates
  const { template, versions, sample, failed } = page
  const text = failed?.input.text ?? sample
  const { render } = templateCurl(visit.baseUrl, template.id)
  const choices = choicesOf(visit, versions, failed?.input)
  const editor = jsonEditor(visit, {
    id: 'data',
    label: words.tryData,
    hint: words.tryHint,
    text,
    sample,
  })
  const right = resultPane(visit, {
    empty: words.tryEmpty,
    problems: failed && problemList(visit, failed.problem, { text, fieldId: 'data' }),
  })
  return (
    <>
      {templateHead(visit, template, 'try')}
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
          <CurlLine visit={visit} id="curl-try" text={chosenCurl(render, choices)} />
        </>,
        right,
      )}
    </>
  )
}

function choicesOf(visit: Reader, versions: readonly Version[], input: TryInput | undefined): Choice[] {
  const words = visit.words.templates
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
    localeChoice(visit.locale, words.locale, input?.locale),
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
