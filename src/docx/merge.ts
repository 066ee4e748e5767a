/** Merges data into a Word template: the pure, synchronous core that runs in a worker thread. */
import { systemClock } from '../kernel/clock.ts'
import type { Finding } from '../kernel/coded-error.ts'
import { type DocumentWarning, joinedWarnings } from '../kernel/document-warnings.ts'
import type { JsonObject } from '../kernel/json.ts'
import { firstDetail } from '../translations/findings.ts'
import { say } from '../translations/texts.ts'
import { type ConversionCost, conversionCost } from './cost/conversion-cost.ts'
import { checkData } from './data.ts'
import { DocxError } from './docx-error.ts'
import type { ConversionFonts, OwnFont } from './embedded-fonts/own-fonts.ts'
import { writeLanguage } from './engine/document-language.ts'
import type { EmbeddedFonts, KnownTemplate } from './engine/known-template.ts'
import { type DocumentMetadata, writeMetadata } from './engine/metadata.ts'
import { markPages, type PageMark } from './engine/page-mark.ts'
import { type MissingPolicy, RenderRun } from './engine/render-run.ts'
import { tidyFindings } from './engine/scan.ts'
import { openTemplate } from './engine/template-cache.ts'
import { renderDocument, templateInvalid } from './engine/template-engine.ts'
import { dateFormat } from './language/intl-cache.ts'
import { layOutAsWord, type PageLayout } from './layout/word-layout.ts'
import type { Changes, ContentsPolicy } from './merge-options.ts'
import { photographsAmong } from './photographs.ts'
import type { RichOptions } from './rich/module.ts'

/** What to merge. */
export interface MergeInput extends ConversionFonts {
  /** A .docx file. */
  template: Uint8Array
  data: JsonObject
  /** BCP 47, e.g. `fr-FR`. */
  locale: string
  /** The locale if the caller named one: it becomes the language of the document. */
  language?: string | undefined
  /** IANA, e.g. `Europe/Paris`. */
  timezone: string
  missing: MissingPolicy
  /** Uploaded pictures by name. */
  pictures: ReadonlyMap<string, Uint8Array>
  metadata?: DocumentMetadata
  /** `mark` leaves a mark at each place for a signature by which it is found in the PDF; `blank` when absent. */
  signatures?: RichOptions['signatures']
  /** A word across every page, behind the text. */
  pageMark?: PageMark | undefined
  /** Deflate level, 0 (store) to 9; 6 when absent. What is only going to be converted need not be compressed. */
  level?: number
  /** Whether the document is going to be converted: if so, the cost of that is estimated. */
  converts?: boolean
  /** Whether tables of contents and cross-references are refreshed; when the merge changed them, if absent. */
  contents?: ContentsPolicy | undefined
  /**
   * `off`: nothing is a tag. `sure`: braces that can be no tag of these data are text, and a warning. When absent, whatever
   * stands in braces and is not plainly text is a tag or an error.
   */
  tags?: 'off' | 'sure' | undefined
  /** What becomes of tracked changes; accepted when absent, but kept in a .docx. */
  changes?: Changes | undefined
}

/** The merged document, and what it was missing (with `missing` other than `error`). */
export interface MergeResult extends Partial<PageLayout>, EmbeddedFonts {
  docx: Uint8Array
  missing: Finding[]
  /** What the document lacks or shows differently. */
  warnings: DocumentWarning[]
  /** See {@link photographsAmong}. */
  photographs: string[]
  /** Whether the converter has to compute its tables of contents and cross-references again. */
  refreshesContents: boolean
  /** Only when {@link MergeInput.converts}. */
  cost?: ConversionCost
}

/** Only what is converted needs fonts. */
const ownFonts = ({ converts, own = [] }: MergeInput): readonly OwnFont[] => (converts ? own : [])

function checkLocale({ locale, timezone }: MergeInput): void {
  try {
    dateFormat(locale, `${timezone} check`, () => ({ timeZone: timezone }))
  } catch (cause) {
    throw new DocxError('validation_failed', say('data.locale'), { cause })
  }
}

function throwIfInvalid(run: RenderRun): void {
  const wrong = tidyFindings([...run.wrong.values()])
  const missing = tidyFindings([...run.missing.values()])
  if (wrong.length > 0) {
    throw new DocxError(
      wrong.every(({ code }) => code === 'image_invalid') ? 'image_invalid' : 'data_invalid',
      say('data.wrong', (locale) => ({ count: wrong.length, detail: firstDetail(locale, wrong) })),
      { errors: tidyFindings([...wrong, ...(run.policy === 'error' ? missing : [])]) },
    )
  }
  if (missing.length === 0 || run.policy !== 'error') return
  throw new DocxError('data_missing', say('data.missing', { count: missing.length }), {
    errors: missing,
  })
}

/** The template as these data and options read it. @throws DocxError template_not_docx, template_unsafe, template_too_complex */
function templateOf({ template, changes, converts, tags, data }: MergeInput): KnownTemplate {
  const known = openTemplate(template, changes ?? (converts ? 'final' : 'markup'))
  if (tags === 'off') return known.withoutTags
  return (tags === 'sure' ? known.withOrdinaryText(data) : known).forData(data)
}

/**
 * Merges data into a template.
 * @throws DocxError template_not_docx, template_unsafe, template_too_complex, template_invalid (every error at once),
 * data_invalid, data_missing, render_limit_exceeded, validation_failed (locale, time zone)
 */
export function mergeDocx(input: MergeInput): MergeResult {
  checkLocale(input)
  checkData(input.data)
  const template = templateOf(input)
  const { scan } = template
  if (scan.findings.length > 0) throw templateInvalid(scan.findings)
  const { data, locale, timezone, pictures } = input
  const run = new RenderRun(
    data,
    { locale, timezone, pictures, nowMs: systemClock.now() },
    input.missing,
  )
  const draft = template.draft()
  const { signatures } = input
  renderDocument(template.compiled, draft, {
    scan,
    run,
    data,
    ...(signatures !== undefined && { rich: { signatures } }),
  })
  template.settle(draft, run, input.converts !== true)
  throwIfInvalid(run)
  writeLanguage(draft, input.language, locale)
  const { untitled: _, ...given } = input.metadata ?? {}
  const losses = input.converts
    ? [...template.drawn.lost, ...template.freezeFields(draft, given)]
    : []
  const isOutdated = input.converts === true && template.changesContents(draft)
  if (input.metadata !== undefined) writeMetadata(draft, input.metadata)
  if (input.pageMark !== undefined) markPages(draft, input.pageMark)
  const own = ownFonts(input)
  const layout = input.converts ? layOutAsWord(draft, own) : {}
  const missingGlyphs = template.missingGlyphs(input.glyphs, draft, own)
  const photographs = photographsAmong(draft.contents())
  const cost = input.converts ? { cost: conversionCost(draft.contents()) } : {}
  return {
    ...layout,
    ...cost,
    ...template.embedFonts(draft, own, input.families),
    docx: draft.pack(input.level ?? 6),
    missing: tidyFindings([...run.missing.values()]),
    warnings: joinedWarnings(
      template.notices,
      losses,
      missingGlyphs,
      run.warnings,
      isOutdated && input.contents === 'keep' ? [{ code: 'contents_not_refreshed' }] : [],
    ),
    refreshesContents: input.contents === undefined ? isOutdated : input.contents === 'refresh',
    photographs,
  }
}
