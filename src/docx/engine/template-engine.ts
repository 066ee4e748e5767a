/** Drives docxtemplater: compiles a template once, and renders it as often as needed. */
import Docxtemplater from 'docxtemplater'
import type { Finding } from '../../kernel/coded-error.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { firstDetail } from '../../translations/findings.ts'
import { say } from '../../translations/texts.ts'
import { DocxError } from '../docx-error.ts'
import type { DocumentDraft } from '../package/document-draft.ts'
import type { DocxPart } from '../package/docx-part.ts'
import { toPizZip } from '../package/zip-parts.ts'
import type { RichOptions } from '../rich/module.ts'
import { richModules } from '../rich/rich-content.ts'
import type { OwnModule } from '../tags/engine-tokens.ts'
import type { TemplateTag } from '../tags/template-tags.ts'
import {
  type CompiledPart,
  type EngineModule,
  hasTags,
  renderPart,
  sealModules,
  sealPart,
} from './compiled-part.ts'
import { carriedError, engineFindings, isEngineError, valueFindings } from './engine-errors.ts'
import { listStyles } from './hoist-sections.ts'
import { RenderRun } from './render-run.ts'
import { type TemplateScan, tidyFindings } from './scan.ts'
import { unbalancedSections } from './section-balance.ts'
import { Arranger, finishModule, tagModule, textModule } from './text-module.ts'

/** The template has errors: all of them. */
export const templateInvalid = (errors: readonly Finding[]): DocxError =>
  new DocxError(
    'template_invalid',
    errors.length === 1
      ? say('data.templateError', (locale) => ({ detail: firstDetail(locale, errors) }))
      : say('data.templateErrors', { count: errors.length }),
    { errors },
  )

function checkBalance(parts: readonly CompiledPart[]): void {
  const findings = parts.flatMap(({ postparsed }) =>
    unbalancedSections(postparsed).map(
      ({ source }): Finding => ({
        code: 'section_misplaced',
        detail: `The section ${source?.tag ?? ''} starts and ends in different structures (a link, a field, a tracked change, a content control), and could not be left out or repeated as a whole.`,
        fix: 'Put the start and the end of the section in paragraphs of their own, or in the same structure.',
        ...(source === undefined
          ? {}
          : { tag: source.tag, part: source.part, paragraph: source.paragraph }),
      }),
    ),
  )
  if (findings.length > 0) throw templateInvalid(tidyFindings(findings))
}

/** Adds the paragraph of the tag if the scan recorded it. */
function withParagraph(finding: Finding, scan: TemplateScan): Finding {
  const found = scan.tags.find(
    ({ part, expression }) => part === finding.part && `{${expression}}` === finding.tag,
  )
  return found === undefined ? finding : { ...finding, tag: found.tag, paragraph: found.paragraph }
}

const sourceOf = (tag: string | undefined, scan: TemplateScan): TemplateTag | undefined =>
  scan.tags.find((known) => known.tag.slice(1, -1).trim() === tag?.trim())

/** Runs a call into docxtemplater and converts its errors into ours. */
function guarded<T>(scan: TemplateScan, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!isEngineError(error)) throw error
    const findings = engineFindings(error).map((finding) => withParagraph(finding, scan))
    throw carriedError(error, tidyFindings(findings)) ?? templateInvalid(tidyFindings(findings))
  }
}

/**
 * A template ready to be rendered. It contains nothing of any render, and is frozen where docxtemplater allows it, so
 * that no render can leave a trace of its data.
 */
export interface CompiledTemplate {
  /** Parts with tags. */
  readonly parts: ReadonlyMap<string, CompiledPart>
  /** Parts without tags, as docxtemplater returns them: identical in every render. */
  readonly fixed: ReadonlyMap<string, Uint8Array>
  readonly modules: readonly EngineModule[]
}

/** Of a document in which nothing is a tag. */
export const UNCHANGED: CompiledTemplate = { parts: new Map(), fixed: new Map(), modules: [] }

const NO_CONTEXT = { locale: 'en-GB', timezone: 'UTC', pictures: new Map<string, Uint8Array>() }

/**
 * Compiles a scanned template.
 * @throws DocxError template_invalid for sections that start and end at places that do not match
 */
export function compileTemplate(source: ReadonlyMap<string, DocxPart>, scan: TemplateScan) {
  const zip = toPizZip(new Map([...source].map(([name, { bytes }]) => [name, bytes])))
  const arranger = new Arranger(scan.tags, scan.expressions, listStyles(source))
  const own: OwnModule[] = [tagModule(arranger), ...richModules(NO_CONTEXT), finishModule(arranger)]
  const engine = guarded(
    scan,
    () =>
      new Docxtemplater(zip, {
        modules: own,
        parser: () => ({ get: () => undefined }),
        paragraphLoop: true,
        errorLogging: false,
        warnFn: () => undefined,
        // Changing delimiters is rejected by the scan; the engine must not recognise it either.
        syntax: { changeDelimiterPrefix: null },
      }),
  )
  // what docxtemplater stores for a compiled document
  const { compiled, modules } = engine as unknown as {
    compiled: Record<string, CompiledPart>
    modules: EngineModule[]
  }
  checkBalance(Object.values(compiled))
  const shared = sealModules(modules)
  const blank = new RenderRun({}, NO_CONTEXT, 'blank')
  const session = { modules: sessionModules(blank, [], shared), run: blank, data: {} }
  const parts = new Map<string, CompiledPart>()
  const fixed = new Map<string, Uint8Array>()
  for (const [name, part] of Object.entries(compiled)) {
    sealPart(part)
    if (hasTags(part)) parts.set(name, part)
    else fixed.set(name, renderPart(part, name, session).content)
  }
  return { parts, fixed, modules: shared }
}

/** All modules of one render, in order of priority. */
const sessionModules = (
  run: RenderRun,
  rich: readonly EngineModule[],
  shared: readonly EngineModule[],
): EngineModule[] => [wrapped(textModule(run)), ...rich, ...shared]

/** A module with all hooks, as docxtemplater calls them unconditionally. */
const wrapped = (module: OwnModule): EngineModule => engineTools.moduleWrapper(module)

/** Its type definitions cover neither these nor what a compiled document stores. */
const engineTools: { moduleWrapper(module: OwnModule): EngineModule } = Reflect.get(
  Docxtemplater,
  'DocUtils',
)

/** What {@link renderDocument} renders with. */
interface RenderWork {
  scan: TemplateScan
  run: RenderRun
  data: JsonObject
  rich?: RichOptions
}

/** Renders a compiled template into a package; problems with values are recorded in the run. */
export function renderDocument(
  template: CompiledTemplate,
  draft: DocumentDraft,
  { scan, run, data, rich: options }: RenderWork,
): void {
  const rich = richModules(run.context, options).map(wrapped)
  for (const module of rich) module.set({ zip: draft })
  const session = { modules: sessionModules(run, rich, template.modules), run, data }
  const errors = [...template.parts].flatMap(([name, part]) => {
    const { content, errors } = guarded(scan, () => renderPart(part, name, session))
    draft.file(name, content)
    return errors
  })
  if (errors.length > 0) noteErrors(errors, scan, run)
  for (const module of rich) module.on('synced-zip')
}

function noteErrors(errors: Error[], scan: TemplateScan, run: RenderRun): void {
  const whole = Object.assign(new Error('Parts could not be rendered'), {
    name: 'TemplateError',
    properties: { errors },
  })
  const findings = valueFindings(whole)
  if (findings.length === 0) {
    guarded(scan, () => {
      throw whole
    })
  }
  for (const { tag, cause } of findings) run.refuse(sourceOf(tag, scan), cause)
}
