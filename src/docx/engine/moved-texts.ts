/** What of a template stands elsewhere while it is rendered: lifted texts, parts and notes of sections. */
import { fillCharts } from '../charts/chart-fill.ts'
import type { DocumentDraft } from '../package/document-draft.ts'
import { DocxPart } from '../package/docx-part.ts'
import { hasChartData, liftTexts, settleTexts, withoutChartData } from './lifted-texts.ts'
import { listsInSections } from './loop-lists.ts'
import { notesInSections, settleNotes } from './loop-notes.ts'
import { partsInSections, settleParts } from './loop-parts.ts'
import type { RenderRun } from './render-run.ts'
import type { TemplateScan } from './scan.ts'

type Parts = ReadonlyMap<string, DocxPart>

/** The parts with other texts in some of them; themselves where there are none. */
export function withTexts(source: Parts, texts: ReadonlyMap<string, string>): Parts {
  if (texts.size === 0) return source
  const parts = new Map(source)
  for (const [name, text] of texts) parts.set(name, new DocxPart(text))
  return parts
}

/** A template as the engine is to read it. */
export type MovedTexts = ReturnType<typeof moveTexts>

/** Whether a part is a chart that no turn of a loop shows; it then holds no tags any more. */
function leftOut(draft: DocumentDraft, part: string, copies: ReadonlyMap<string, string>): boolean {
  if (!part.includes('/charts/') || copies.has(part)) return false
  draft.file(part, withoutChartData(draft.files[part]?.asText() ?? ''))
  return true
}

/**
 * Moves what cannot be rendered where it stands.
 * @param read reads the tags of a package
 * @returns `lifted` with lifted texts only; `hasCopies`: whether a render makes parts that the template does not have
 */
export function moveTexts(source: Parts, read: (parts: Parts) => TemplateScan) {
  const texts = new Map(liftTexts(source))
  const attributes = withTexts(source, texts)
  const whole = read(attributes)
  const isSound = whole.findings.length === 0
  const lists = isSound ? listsInSections(attributes, whole.tags) : new Map<string, string>()
  for (const [name, text] of lists) texts.set(name, text)
  const lifted = withTexts(attributes, lists)
  const first = lifted === attributes ? whole : read(lifted)
  const inline = isSound ? partsInSections(lifted, first.tags) : undefined
  const between = withTexts(lifted, inline?.parts ?? new Map())
  const second = between === lifted ? first : read(between)
  const notes = isSound ? notesInSections(between, second.tags) : undefined
  const parts = withTexts(between, notes?.parts ?? new Map())
  const scan = parts === between ? second : read(parts)
  /** Puts everything back into a rendered package. */
  const settle = (draft: DocumentDraft, run: RenderRun, isFile: boolean): void => {
    if (notes !== undefined) settleNotes(draft, notes)
    const copies = inline === undefined ? new Map<string, string>() : settleParts(draft, inline)
    const all = new Map(texts)
    const unseen = [...(inline?.parts.keys() ?? [])].filter((part) => leftOut(draft, part, copies))
    for (const part of unseen) all.delete(part)
    for (const [copy, part] of copies) {
      const text = texts.get(part)
      if (text !== undefined) all.set(copy, text)
    }
    if (all.size > 0) settleTexts(draft, all, scan.tags, run)
    const charts = [...all].filter(([, xml]) => hasChartData(xml)).map(([part]) => part)
    fillCharts(draft, unseen, false)
    run.warnings.push(...fillCharts(draft, charts, isFile))
  }
  return { lifted, scan, parts, hasCopies: inline !== undefined, settle }
}
