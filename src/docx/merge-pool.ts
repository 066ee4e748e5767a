/** The worker pool that checks, merges and inspects templates. */
import { type DocumentWarning, joinedWarnings } from '../kernel/document-warnings.ts'
import type { JsonObject } from '../kernel/json.ts'
import { JsonText } from '../kernel/json-text.ts'
import { type ThreadLimits, ThreadPool } from '../kernel/thread-pool.ts'
import { workerEntry } from '../kernel/worker-url.ts'
import { poolWords } from '../translations/findings.ts'
import type { TemplateComparison } from './compare/compare.ts'
import type { OwnFont } from './embedded-fonts/own-fonts.ts'
import type { FontFacts, UploadFinding } from './embedded-fonts/uploaded-font.ts'
import type { TemplateFields } from './fields/inspect.ts'
import type { Substitute } from './layout/absent-fonts.ts'
import type { MergeInput, MergeResult } from './merge.ts'
import type { MergeResults, MergeTasks } from './merge-worker.ts'
import { EQUATIONS } from './render-warnings/graphics.ts'

/** The fonts of the service. */
interface InstalledFonts {
  /** One bit for each code point: whether some font has a glyph for it; undefined where that is unknown. */
  glyphs(): Promise<SharedArrayBuffer | undefined>
  /** The families that some font has, or that one of the same widths or looks stands in for: in small letters, each between line feeds. */
  families(): Promise<string | undefined>
  /** A warning for each family that is drawn with another one of other widths. */
  replaced(
    families: readonly string[],
    substitutes: readonly Substitute[],
  ): Promise<DocumentWarning[]>
  /** Fonts that a document is given if it names them, and that it is not drawn with otherwise. */
  named(): Promise<readonly OwnFont[]>
  /** Whether equations are drawn. */
  drawsEquations(): Promise<boolean>
}

/** What to merge; data given as text is parsed in the worker. */
type MergeRequest = Omit<MergeInput, 'data'> & { data: JsonObject | JsonText }

const NO_FONTS: InstalledFonts = {
  glyphs: async () => undefined,
  families: async () => undefined,
  replaced: async () => [],
  named: async () => [],
  drawsEquations: async () => true,
}

type Warned = Pick<MergeResult, 'fonts' | 'substitutes' | 'warnings'>

const WORDS = poolWords('merging')

/** The worker pool. */
export class MergePool extends ThreadPool<MergeTasks, MergeResults> {
  readonly #fonts: InstalledFonts

  /** @param fonts those that documents are going to be converted with; without them nothing is said of fonts */
  constructor(limits: ThreadLimits, fonts: InstalledFonts = NO_FONTS) {
    super(workerEntry('docx/merge-worker'), limits, WORDS)
    this.#fonts = fonts
  }

  /** See `mergeDocx`. @throws render_limit_exceeded and its codes; server_busy */
  async merge({ data, ...rest }: MergeRequest): Promise<MergeResult> {
    // A class instance does not survive structured cloning, and text transfers fast.
    const isText = data instanceof JsonText
    const json = isText ? { text: data.text, field: data.field } : undefined
    const fonts = rest.converts ? await this.#withMachine(rest.own) : {}
    const input = { ...rest, ...fonts, data: isText ? {} : data }
    const merged = await this.run('merge', { input, json })
    return rest.converts ? await this.#withFonts(merged) : merged
  }

  /**
   * See `inspectTemplate`.
   * @param own fonts of the account
   * @throws render_limit_exceeded and its codes; server_busy
   */
  async inspect(template: Uint8Array, own: readonly OwnFont[] = []): Promise<TemplateFields> {
    return this.#withFonts(
      await this.run('inspect', { template, ...(await this.#withMachine(own)) }),
    )
  }

  /** See `readUploadedFont`. @throws render_limit_exceeded, server_busy */
  readFont(font: Uint8Array): Promise<FontFacts | UploadFinding> {
    return this.run('readFont', { font })
  }

  /**
   * The cleaned document, ready to be converted.
   * @param own fonts of the account
   * @throws the codes of `openTemplate`; render_limit_exceeded, server_busy
   */
  async clean(template: Uint8Array, own: readonly OwnFont[] = []): Promise<MergeResults['clean']> {
    return this.#withFonts(await this.run('clean', { template, ...(await this.#withMachine(own)) }))
  }

  /** The machine's fonts behind the account's. */
  async #withMachine(own: readonly OwnFont[] = []) {
    const [glyphs, named, families] = await Promise.all([
      this.#fonts.glyphs(),
      this.#fonts.named(),
      this.#fonts.families(),
    ])
    return { glyphs, families, own: [...own, ...named] }
  }

  async #withFonts<Result extends Warned>(result: Result): Promise<Result> {
    const warnings = await this.#withoutEquations(result.warnings)
    if (result.fonts.length === 0) return { ...result, warnings }
    const replaced = await this.#fonts.replaced(result.fonts, result.substitutes)
    return { ...result, warnings: joinedWarnings(warnings, replaced) }
  }

  async #withoutEquations(warnings: readonly DocumentWarning[]): Promise<DocumentWarning[]> {
    const isDrawn = await this.#fonts.drawsEquations()
    return warnings.filter(({ text }) => !(isDrawn && text === EQUATIONS))
  }

  /** See `compareTemplates`. @throws render_limit_exceeded and its codes; server_busy */
  compare(before: Uint8Array, after: Uint8Array): Promise<TemplateComparison> {
    return this.run('compare', { before, after })
  }
}
