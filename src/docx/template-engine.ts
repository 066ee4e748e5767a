/** Drives docxtemplater: one compilation and one rendering of a document with our modules. */
import Docxtemplater, { type DXT } from 'docxtemplater'
import type PizZip from 'pizzip'
import { AppError, type Finding } from '../kernel/errors.ts'
import type { JsonObject } from '../kernel/json.ts'
import { carriedError, engineFindings, isEngineError, valueFaults } from './engine-errors.ts'
import { LOOP_MODULE, type Token } from './engine-tokens.ts'
import type { Scopes } from './expression.ts'
import type { RenderRun } from './render-run.ts'
import { richModules } from './rich-seam.ts'
import { type TemplateScan, tidyFindings } from './scan.ts'
import { unbalancedSections } from './section-balance.ts'
import { joinSolid } from './solid-parts.ts'
import type { TemplateTag } from './template-tags.ts'
import { finishModule, type ScopeLists, scopesOf, textModule } from './text-module.ts'

/** The template has errors: all of them. */
export const templateInvalid = (errors: readonly Finding[]): AppError =>
  new AppError(
    'template_invalid',
    errors.length === 1
      ? `The template has an error: ${errors[0]?.detail ?? ''}`
      : `The template has ${errors.length} errors; each is listed with its tag and what to do.`,
    { errors },
  )

interface EngineContext extends ScopeLists {
  num: number
}

/** What docxtemplater asks for the values of sections and rich tags. */
function parserFor(run: RenderRun) {
  return (_tag: string, meta?: { tag?: Token }) => {
    const token = meta?.tag
    return {
      get(_scope: unknown, context: EngineContext): unknown {
        // The engine asks again for each outer scope; our paths have looked there already.
        if (token === undefined || context.num !== context.scopeList.length - 1) return undefined
        const scopes: Scopes = scopesOf(context)
        return token.module === LOOP_MODULE
          ? run.section(token, scopes)
          : run.evaluate(token, scopes)
      },
    }
  }
}

/**
 * Called for rich tags and sections without a value; sections may do without. What it returns is
 * printed in plain sight.
 */
function nullGetterFor(run: RenderRun) {
  return (part: unknown, manager: unknown): unknown => {
    const token = part as Token
    if (token.module !== LOOP_MODULE && token.source?.expression !== '' && !run.failed(token)) {
      run.note(token.source, scopesOf(manager as ScopeLists))
      if (run.policy === 'mark') return token.source?.tag
    }
    return undefined
  }
}

/** The compiled parts of a document. */
const compiledParts = (engine: Docxtemplater): Array<{ postparsed: Token[] }> =>
  Object.values(
    (engine as unknown as { compiled: Record<string, { postparsed: Token[] }> }).compiled,
  )

function checkBalance(engine: Docxtemplater): void {
  const findings = compiledParts(engine).flatMap(({ postparsed }) =>
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

/** Adds the paragraph of the tag where the scan knows it. */
function withParagraph(finding: Finding, scan: TemplateScan): Finding {
  const found = scan.tags.find(
    ({ part, expression }) => part === finding.part && `{${expression}}` === finding.tag,
  )
  return found === undefined ? finding : { ...finding, tag: found.tag, paragraph: found.paragraph }
}

const sourceOf = (tag: string | undefined, scan: TemplateScan): TemplateTag | undefined =>
  scan.tags.find((known) => known.tag.slice(1, -1).trim() === tag?.trim())

/** Runs something of docxtemplater's and gives its errors as ours. */
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
 * Compiles a scanned document.
 * @throws AppError template_invalid for sections at places that do not belong together
 */
export function compileDocument(zip: PizZip, scan: TemplateScan, run: RenderRun): Docxtemplater {
  const engine = guarded(
    scan,
    () =>
      new Docxtemplater(zip, {
        modules: [
          textModule({ tags: scan.tags, expressions: scan.expressions, run }),
          ...richModules(run.context),
          finishModule(),
        ],
        parser: parserFor(run) as unknown as (tag: string) => DXT.Parser,
        nullGetter: nullGetterFor(run),
        paragraphLoop: true,
        errorLogging: false,
        warnFn: () => undefined,
        // Changing delimiters is refused by the scan; the engine is not to know of it either.
        syntax: { changeDelimiterPrefix: null },
      }),
  )
  checkBalance(engine)
  for (const part of compiledParts(engine)) part.postparsed = joinSolid(part.postparsed)
  return engine
}

/** Renders a compiled document into its own package; what is wrong with values is left in the run. */
export function renderDocument(
  engine: Docxtemplater,
  scan: TemplateScan,
  run: RenderRun,
  data: JsonObject,
): void {
  try {
    engine.render(data)
  } catch (error) {
    const faults = isEngineError(error) ? valueFaults(error) : []
    if (faults.length === 0) {
      guarded(scan, () => {
        throw error
      })
    }
    for (const { tag, cause } of faults) run.refuse(sourceOf(tag, scan), cause)
  }
}
