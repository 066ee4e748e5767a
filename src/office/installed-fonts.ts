/** What fontconfig knows of the fonts that documents are drawn with: their glyphs, and what stands in for a family. */
import { BoundedMap } from '../kernel/cache.ts'
import type { DocumentWarning } from '../kernel/document-warnings.ts'
import { glyphBits } from '../kernel/glyph-bits.ts'
import type { FontFolders, OtherFont } from './font-choice.ts'
import { askFontconfig, fontChoice, LOOK_ALIKES, standIns } from './fonts.ts'
import { hasMath, type InstallationPaths } from './installation.ts'

/** Families of one document, and answers of fontconfig that are kept. */
const FAMILIES_MAX = 20
const KNOWN_MAX = 1000

/** Fonts of the same widths as Word's: with one of these, lines break where they do in Word. */
const SAME_WIDTHS: Readonly<Record<string, string>> = {
  arial: 'Liberation Sans',
  helvetica: 'Liberation Sans',
  'times new roman': 'Liberation Serif',
  times: 'Liberation Serif',
  'courier new': 'Liberation Mono',
  courier: 'Liberation Mono',
}
/** LibreOffice draws these with symbols of its own, character by character. */
const SYMBOLS = [
  ...['symbol', 'webdings', 'wingdings', 'wingdings 2', 'wingdings 3'],
  ...['marlett', 'mt extra', 'zapfdingbats'],
]

/** `:`, `,`, `-` and `\` mean something in a pattern. */
const asPattern = (family: string): string => family.replace(/[\\:,-]/g, '\\$&')

/** `LiberationSans` is how some programs write Liberation Sans. */
const unspaced = (family: string): string => family.replaceAll(' ', '').toLowerCase()

type Known = Awaited<ReturnType<typeof readKnown>>

/** The fonts of the machine and of the service; read once, when first needed. */
export class MachineFonts {
  #known: Promise<Known | undefined> | undefined
  readonly #matches = new BoundedMap<string, Promise<string>>(KNOWN_MAX)
  readonly #sofficePath: string | undefined
  readonly #folders: FontFolders | undefined
  #hasMath: Promise<boolean> | undefined

  /** @param paths see `InstallationPaths` */
  constructor({
    sofficePath,
    fontFolders,
  }: Pick<InstallationPaths, 'sofficePath' | 'fontFolders'> = {}) {
    this.#sofficePath = sofficePath
    this.#folders = fontFolders
  }

  /** Fonts of the machine that LibreOffice does not see: a document that names one of them is given it. */
  async named(): Promise<readonly OtherFont[]> {
    return (await fontChoice(this.#folders)).others
  }

  /** Whether LibreOffice Math is there, without which equations stay empty. */
  drawsEquations(): Promise<boolean> {
    this.#hasMath ??= hasMath(this.#sofficePath)
    return this.#hasMath
  }

  /** Undefined where fontconfig cannot be asked. */
  async glyphs(): Promise<SharedArrayBuffer | undefined> {
    return (await this.#read())?.glyphs
  }

  /** See `InstalledFonts`; undefined where fontconfig cannot be asked. */
  async families(): Promise<string | undefined> {
    return (await this.#read())?.names
  }

  /**
   * A warning for each family that is drawn with another one of other widths.
   * @param substitutes families whose document says what is drawn instead
   */
  async replaced(
    families: readonly string[],
    substitutes: ReadonlyArray<readonly [family: string, other: string]> = [],
  ): Promise<DocumentWarning[]> {
    const others = new Map(substitutes)
    const known = await this.#read()
    if (known === undefined) return []
    // "Liberation Serif;Times New Roman": the first that is there counts, in a list as LibreOffice writes it
    const isThere = (family: string): boolean =>
      family.split(';').some((one) => {
        const name = one.trim().toLowerCase()
        return known.families.has(name) || SYMBOLS.includes(name)
      })
    const absent = families.filter((family) => !isThere(family))
    const warnings = await Promise.all(
      absent
        .slice(0, FAMILIES_MAX)
        .map((family) => this.#warning(family, known, others.get(family) ?? family)),
    )
    return warnings.flat()
  }

  async #warning(family: string, { sameWidths }: Known, asked: string): Promise<DocumentWarning[]> {
    const by = await this.#match(asked)
    const isSame =
      by !== '' &&
      (sameWidths.get(family.toLowerCase()) === by || unspaced(family) === unspaced(by))
    return isSame ? [] : [{ code: 'font_replaced', text: family, ...(by !== '' && { by }) }]
  }

  #match(family: string): Promise<string> {
    const known = this.#matches.get(family)
    if (known !== undefined) return known
    const answer = askFontconfig(
      this.#folders,
      'fc-match',
      '-f',
      '%{family[0]}',
      asPattern(family),
    ).catch(() => '')
    this.#matches.set(family, answer)
    return answer
  }

  #read(): Promise<Known | undefined> {
    this.#known ??= readKnown(this.#folders).catch(() => undefined)
    return this.#known
  }
}

async function readKnown(folders: FontFolders | undefined) {
  const [listed, ours] = await Promise.all([
    askFontconfig(folders, 'fc-list', '--format', '%{family}|%{charset}\n', ':'),
    standIns().catch(() => new Map<string, string>()),
  ])
  const fonts = listed.split('\n').map((line) => line.split('|'))
  const names = fonts.flatMap(([families = '']) => families.split(','))
  const pairs = [...ours].map(([word, font]) => [word.toLowerCase(), font] as const)
  const families = new Set(names.map((name) => name.trim().toLowerCase()))
  /** Family of Word's, in small letters → ours of the same widths. */
  const sameWidths = new Map([...Object.entries(SAME_WIDTHS), ...pairs])
  return {
    families,
    /** See `InstalledFonts.families`. */
    names: ['', ...families, ...sameWidths.keys(), ...LOOK_ALIKES, ...SYMBOLS, ''].join('\n'),
    glyphs: glyphBits(fonts.map(([, charset = '']) => charset)),
    sameWidths,
  }
}
