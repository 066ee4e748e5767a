/** A template, checked, cleaned and read: what is known of it, and the documents made of it. */
import { asBuffer } from '../../kernel/bytes.ts'
import type { DocumentWarning } from '../../kernel/document-warnings.ts'
import { glyphBits } from '../../kernel/glyph-bits.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { hasListings, headingStyles, outlineOf } from '../contents/outline.ts'
import { conversionCost } from '../cost/conversion-cost.ts'
import { DocxError, tried } from '../docx-error.ts'
import { embedsFonts } from '../embedded-fonts/font-parts.ts'
import {
  bringOwnFonts,
  type ConversionFonts,
  fontsAskedFor,
  type OwnFont,
} from '../embedded-fonts/own-fonts.ts'
import { nameSubstitutes, type Substitute, substitutesFor } from '../layout/absent-fonts.ts'
import { layOutAsWord } from '../layout/word-layout.ts'
import { CHANGES, type Changes } from '../merge-options.ts'
import { DocumentDraft } from '../package/document-draft.ts'
import { DocxPart } from '../package/docx-part.ts'
import { isPropertiesPart, partText, textParts } from '../package/zip-parts.ts'
import { missingGlyphs } from '../render-warnings/missing-glyphs.ts'
import { type Drawn, drawnOf } from '../render-warnings/parts.ts'
import type { ResolvedState } from '../revisions/resolve-part.ts'
import { revisedParts, withoutRevisions } from '../revisions/revisions.ts'
import { ALL_FILTERS } from '../rich/rich-content.ts'
import { textBlocks } from '../tags/text-blocks.ts'
import { type BoundControls, boundControls, settleControls } from '../word-fields/bound-controls.ts'
import { fills, type MailMerge, mailMergeOf } from '../word-fields/merge-fields.ts'
import {
  type FieldParts,
  filledProperties,
  freezeFields,
  partsWithStoredFields,
} from '../word-fields/stored-fields.ts'
import { type MovedTexts, moveTexts, withTexts } from './moved-texts.ts'
import { ordinaryTexts } from './ordinary-text.ts'
import { giveOwnIds } from './own-ids.ts'
import type { RenderRun } from './render-run.ts'
import { NO_TAGS, scanTemplate, type TemplateScan } from './scan.ts'
import { setProperties } from './set-properties.ts'
import { type CompiledTemplate, compileTemplate, UNCHANGED } from './template-engine.ts'

/** Bytes of memory per byte of XML, measured with a contract: its text, and the tokens it is cut into. */
const XML_GROWTH = 14

/** Ways in which one template is read, by what of it is text. */
const VARIANTS_MAX = 4
const ROUNDS_MAX = 5
const REFERS = ['REF ', 'w:anchor="'].map((mark) => Buffer.from(mark))

/** Where a template lists its headings, and which they are; no part where it lists none. */
interface Listing {
  part: string
  styles: ReadonlySet<string>
  outline: string
}

const NONE: ReadonlySet<string> = new Set()

/** The fonts of a document to be converted. */
export interface EmbeddedFonts {
  /** Whether it has fonts of its own, which its worker must not keep. */
  embedsFonts: boolean
  /** Font families that its text asks for and that it does not bring. */
  fonts: readonly string[]
  /** Those that nothing on the machine draws, with what is drawn instead. */
  substitutes: readonly Substitute[]
}

/** A template that passed the check. Everything derived from it is computed once and read-only afterwards. */
export class KnownTemplate {
  readonly scan: TemplateScan
  /** What the check took out of it. */
  readonly warnings: readonly DocumentWarning[]
  readonly #source: ReadonlyMap<string, DocxPart>
  #compiled: CompiledTemplate | DocxError | undefined
  #parts: ReadonlyMap<string, DocxPart> | undefined
  #fieldParts: FieldParts | undefined
  readonly #moved: MovedTexts | undefined
  readonly #controls: BoundControls | undefined
  #drawn: Drawn | undefined
  #families: readonly string[] | undefined
  #listing: Listing | undefined
  /** Whether anything may lead to a bookmark. */
  #refers: boolean | undefined
  #mailMerge: MailMerge | null | undefined
  #merged: KnownTemplate | undefined
  /** As the check cleaned it. */
  readonly #original: ReadonlyMap<string, DocxPart>
  readonly #revised: readonly string[]
  readonly #resolved = new Map<Changes, KnownTemplate | DocxError>()

  readonly #ordinary = new Map<string, KnownTemplate>()
  readonly #hasTags: boolean
  readonly #texts: ReadonlySet<string>

  /**
   * @param source parts of the cleaned package, `[Content_Types].xml` first
   * @param ordinary texts in braces that are no tags
   * @param hasTags whether anything is taken for a tag or a merge field
   */
  constructor(
    source: ReadonlyMap<string, DocxPart>,
    warnings: readonly DocumentWarning[],
    ordinary: ReadonlySet<string> = new Set(),
    hasTags = true,
  ) {
    this.warnings = warnings
    this.#hasTags = hasTags
    this.#texts = ordinary
    const read = (parts: ReadonlyMap<string, DocxPart>): TemplateScan =>
      scanTemplate(new DocumentDraft(parts), ALL_FILTERS, ordinary)
    this.#moved = hasTags ? moveTexts(source, read) : undefined
    const {
      lifted: whole,
      parts,
      scan,
    } = this.#moved ?? { lifted: source, parts: source, scan: NO_TAGS }
    this.scan = scan
    this.#source = withTexts(parts, this.scan.rewritten)
    this.#controls = boundControls(whole, new Set(this.scan.tags.map(({ part }) => part)))
    this.#original = source
    this.#revised = revisedParts(source)
  }

  /** The template with its tracked changes accepted or rejected; itself where it has none. */
  withChanges(changes: Changes): KnownTemplate {
    if (changes === 'markup' || this.#revised.length === 0) return this
    const known = this.#resolved.get(changes) ?? tried(() => this.#inState(changes))
    this.#resolved.set(changes, known)
    if (known instanceof DocxError) throw known
    return known
  }

  #inState(state: ResolvedState): KnownTemplate {
    const parts = withoutRevisions(this.#original, this.#revised, state)
    return new KnownTemplate(parts, this.warnings)
  }

  /** The document without any tag: it is converted unchanged. */
  get withoutTags(): KnownTemplate {
    return this.#variant(
      'off',
      () => new KnownTemplate(this.#original, this.warnings, undefined, false),
    )
  }

  /** The template with braces as text that can be no tag of these data; itself where there are none. */
  withOrdinaryText(data: JsonObject): KnownTemplate {
    let known: KnownTemplate = this
    const left = new Set<string>()
    // what is left as text may have hidden more
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const more = ordinaryTexts(known.scan, data)
      if (more.size === 0) break
      for (const text of more) left.add(text)
      const texts = new Set(left)
      known = this.#variant(
        JSON.stringify([...texts]),
        () => new KnownTemplate(this.#original, this.warnings, texts),
      )
    }
    return known
  }

  #variant(key: string, make: () => KnownTemplate): KnownTemplate {
    const known = this.#ordinary.get(key) ?? make()
    if (this.#ordinary.size > VARIANTS_MAX) this.#ordinary.clear()
    this.#ordinary.set(key, known)
    return known
  }

  /** The template with Word's merge fields as tags; itself where it has none. */
  get withMergeFields(): KnownTemplate {
    const { mailMerge } = this
    if (mailMerge === undefined) return this
    const parts = withTexts(this.#original, mailMerge.parts)
    this.#merged ??= new KnownTemplate(parts, this.warnings, this.#texts)
    return this.#merged
  }

  /** The template that the data fill: merge fields stay as Word stored them unless the data have one of them. */
  forData(data: JsonObject): KnownTemplate {
    const { mailMerge } = this
    return mailMerge !== undefined && fills(mailMerge, data) ? this.withMergeFields : this
  }

  get mailMerge(): MailMerge | undefined {
    if (!this.#hasTags) return undefined
    if (this.#mailMerge === undefined) {
      const texts = textParts(new DocumentDraft(this.#original)).filter(
        (name) => !isPropertiesPart(name),
      )
      this.#mailMerge = mailMergeOf(this.#original, texts) ?? null
    }
    return this.#mailMerge ?? undefined
  }

  /** What the check removed, and the placeholders of other tools and of mail merge, which are printed unchanged. */
  get notices(): readonly DocumentWarning[] {
    const { left } = this.scan
    const known = new Set(left.map(({ text }) => text))
    const fields = [...(this.mailMerge?.names ?? [])]
      .map((name) => `«${name}»`)
      .filter((text) => !known.has(text))
      .map((text): DocumentWarning => ({ code: 'merge_field_left', text }))
    return [...this.warnings, ...left, ...fields]
  }

  /** Estimate of the memory it takes, in bytes. */
  get size(): number {
    const sizes = [...this.#source].map(
      ([name, { bytes }]) => bytes.length * (/\.(?:xml|rels)$/i.test(name) ? XML_GROWTH : 1),
    )
    const size = sizes.reduce((sum, size) => sum + size, 0)
    return this.#revised.length === 0 ? size : size * CHANGES.length
  }

  /** The template ready to be rendered. @throws DocxError template_invalid, every error at once */
  get compiled(): CompiledTemplate {
    this.#compiled ??= this.#hasTags
      ? tried(() => compileTemplate(this.#source, this.scan))
      : UNCHANGED
    if (this.#compiled instanceof DocxError) throw this.#compiled
    return this.#compiled
  }

  /** Whether it has fonts of its own. */
  get embedsFonts(): boolean {
    return embedsFonts(this.#source.keys())
  }

  /** Parts with fields of Word that are not computed here. */
  get fieldParts(): FieldParts {
    this.#fieldParts ??= partsWithStoredFields(this.#source)
    return this.#fieldParts
  }

  /** What documents made of it show. */
  get drawn(): Drawn {
    this.#drawn ??= drawnOf(this.#source)
    return this.#drawn
  }

  /**
   * The characters that no font has.
   * @param draft a package rendered from this template; the template itself when absent
   * @param glyphs see `InstalledFonts.glyphs`
   * @param own fonts of the account
   */
  missingGlyphs(
    glyphs: SharedArrayBuffer | undefined,
    draft = new DocumentDraft(this.#source),
    own: readonly OwnFont[] = [],
  ): DocumentWarning[] {
    if (glyphs === undefined || this.embedsFonts) return []
    const coverages = this.#asked(own).map(({ coverage }) => coverage)
    return missingGlyphs(
      this.drawn.parts.flatMap((name) => {
        const part = draft.files[name]
        return part === undefined ? [] : [[name, part.bytes] as const]
      }),
      coverages.length === 0 ? glyphs : glyphBits(coverages, glyphs),
    )
  }

  /** Those of an account's fonts that it asks for. */
  #asked(own: readonly OwnFont[]) {
    return own.length === 0 ? [] : fontsAskedFor(own, this.#everyFont)
  }

  get #everyFont(): readonly string[] {
    this.#families ??= this.drawn.everyFont()
    return this.#families
  }

  /**
   * Puts the fonts of an account that it asks for into a package that is going to be converted, after everything else.
   */
  embedFonts(draft: DocumentDraft, own: readonly OwnFont[], families?: string): EmbeddedFonts {
    const brought = own.length === 0 ? NONE : bringOwnFonts(draft, own, this.#everyFont)
    const fonts = this.drawn.fonts.filter((family) => !brought.has(family))
    const substitutes = substitutesFor(draft, fonts, families)
    nameSubstitutes(draft, substitutes)
    return { embedsFonts: this.embedsFonts || brought.size > 0, fonts, substitutes }
  }

  /** The families of {@link Drawn} that an account does not have either. */
  fontsBeside(own: readonly OwnFont[], families?: string): Omit<EmbeddedFonts, 'embedsFonts'> {
    const names = this.#asked(own).flatMap((font) => font.names.map((name) => name.toLowerCase()))
    const fonts = this.drawn.fonts.filter((family) => !names.includes(family.toLowerCase()))
    return { fonts, substitutes: substitutesFor(new DocumentDraft(this.#source), fonts, families) }
  }

  /**
   * The package as the check cleaned it, laid out as Word does, uncompressed, and what converting it will take.
   */
  cleaned({ glyphs, own = [], families }: ConversionFonts = {}) {
    const draft = new DocumentDraft(this.#original)
    const frozen = freezeFields(draft, this.fieldParts)
    const layout = layOutAsWord(draft, own)
    const missing = this.missingGlyphs(glyphs, draft, own)
    const cost = conversionCost(draft.contents())
    const brought = this.embedFonts(draft, own, families)
    const warnings = [...this.notices, ...this.drawn.lost, ...frozen, ...missing]
    return { ...layout, ...brought, cost, docx: draft.pack(0), warnings }
  }

  /** Completes a document rendered from this template: notes, lifted texts and bound values go where Word keeps them. */
  settle(draft: DocumentDraft, run: RenderRun, isFile: boolean): void {
    if (run.sets.length > 0 || this.scan.tags.some(({ columns }) => columns))
      setProperties(draft, run, this.scan.tags, this.compiled.parts.keys())
    this.#moved?.settle(draft, run, isFile)
    if (this.#controls !== undefined) settleControls(draft, this.#controls)
    if (!this.scan.tags.some(({ kind }) => kind === 'open')) return
    this.#refers ??= [...this.#source.values()].some(({ bytes }) =>
      REFERS.some((mark) => asBuffer(bytes).includes(mark)),
    )
    if (isFile || this.#refers)
      giveOwnIds(draft, (part) => this.#source.get(part)?.asText() ?? '', isFile)
  }

  /** Texts of the visible paragraphs, by part, the main part first. */
  texts(): ReadonlyMap<string, readonly string[]> {
    const draft = new DocumentDraft(this.#source)
    const shown = textParts(draft).filter((name) => !name.startsWith('docProps/'))
    return new Map(
      shown.map((name) => [
        name,
        textBlocks(partText(draft, name) ?? '').map(({ text }) => text.trim()),
      ]),
    )
  }

  /**
   * Makes text of the fields that are not computed here, in a package rendered from this template.
   * @param given properties that the caller sets, by name
   */
  freezeFields(draft: DocumentDraft, given: Readonly<Record<string, string | undefined>>) {
    const parts = this.#moved?.hasCopies
      ? partsWithStoredFields(new Map(Object.entries(draft.files)))
      : this.fieldParts
    return freezeFields(draft, parts, () =>
      filledProperties(new DocumentDraft(this.#source), draft, given),
    )
  }

  /**
   * Whether a merge has changed what its table of contents and cross-references show: headings, or the number of
   * paragraphs before them.
   */
  changesContents(draft: DocumentDraft): boolean {
    this.#listing ??= this.#readListing()
    const { part, styles, outline } = this.#listing
    return part !== '' && outlineOf(partText(draft, part) ?? '', styles) !== outline
  }

  #readListing(): Listing {
    const source = new DocumentDraft(this.#source)
    const [part = ''] = textParts(source)
    const xml = partText(source, part) ?? ''
    if (!hasListings(xml)) return { part: '', styles: new Set(), outline: '' }
    const styles = headingStyles(partText(source, 'word/styles.xml') ?? '')
    return { part, styles, outline: outlineOf(xml, styles) }
  }

  /** A package to render into. @throws DocxError template_invalid */
  draft(): DocumentDraft {
    this.#parts ??= withFixed(this.#source, this.compiled.fixed)
    return new DocumentDraft(this.#parts)
  }
}

function withFixed(source: ReadonlyMap<string, DocxPart>, fixed: ReadonlyMap<string, Uint8Array>) {
  const parts = new Map(source)
  for (const [name, bytes] of fixed) parts.set(name, new DocxPart(bytes))
  return parts
}
