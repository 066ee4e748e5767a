/**
 * Which installed font draws what DejaVu lacks. Looked up by file name below the system's font folders, once per
 * thread and only when a text needs it; fontconfig is not used: it matches names, not glyphs.
 */
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parsedFont, sourceOf } from '../fonts.ts'
import scripts from './scripts.json' with { type: 'json' }

/** Where Debian, other systems and operators install fonts. */
const FOLDERS: readonly string[] = ['/usr/share/fonts', '/usr/local/share/fonts']

/** Debian packages that provide the fonts below. */
const NOTO = 'fonts-noto-core'
const CJK = 'fonts-wqy-microhei'

/**
 * Chinese, Japanese and Korean, each font with what the one before lacks. TrueType outlines only: those of Noto CJK
 * have another format, and are 30 times as large.
 */
const CJK_FILES = [
  'wqy-microhei.ttc',
  'DroidSansFallbackFull.ttf',
  'HanaMinA.ttf',
  'HanaMinB.ttf',
] as const
const SYMBOL_FILES = [
  'NotoSansSymbols2-Regular.ttf',
  'NotoSansSymbols-Regular.ttf',
  'NotoSansMath-Regular.ttf',
] as const

/** Letters of one script, a sample letter for {@link scriptsWithoutFont}, and its name in Noto's file names. */
interface Script {
  name: string
  letters: RegExp
  sample: string
  files: readonly string[]
  /** Debian package. */
  from: string
}

/** Scripts in which people write their names today; the last row is what DejaVu lacks of Latin, Greek and Cyrillic. */
const SCRIPTS: readonly Script[] = scripts.map(
  ({ name, letters, sample, font = `NotoSans${name}`, cjk = false }) => ({
    name,
    letters: new RegExp(letters, 'u'),
    sample,
    files: cjk ? CJK_FILES : [`${font}-Regular.ttf`],
    from: cjk ? CJK : NOTO,
  }),
)

/** Paths of the installed fonts, by file name. */
export class FontFolders {
  readonly #paths: ReadonlyMap<string, string>

  /** @param folders searched recursively; unreadable ones are skipped */
  constructor(folders: readonly string[] = FOLDERS) {
    this.#paths = new Map(folders.flatMap(filesIn).map((path) => [basename(path), path]))
  }

  /**
   * Files that may draw a character, the likeliest first.
   * @param bold if the font has a bold style
   */
  candidates(character: string, bold: boolean): string[] {
    const own = SCRIPTS.filter(({ letters }) => letters.test(character))
    const names = [...own.flatMap(({ files }) => files), ...CJK_FILES, ...SYMBOL_FILES]
    const styled = names.flatMap((name) =>
      bold ? [name.replace('-Regular.', '-Bold.'), name] : [name],
    )
    return [...new Set(styled)].flatMap((name) => this.#paths.get(name) ?? [])
  }

  /** Path of an installed font file. */
  path(name: string): string | undefined {
    return this.#paths.get(name)
  }

  /** Whether one of these font files is installed. */
  hasOne(names: readonly string[]): boolean {
    return names.some((name) => this.#paths.has(name))
  }
}

/** Scripts covered neither by DejaVu nor by an installed font, with the Debian package that has one. */
export function scriptsWithoutFont(folders = new FontFolders()) {
  const dejavu = parsedFont(sourceOf('regular'))
  return SCRIPTS.filter(
    ({ sample, files }) =>
      !dejavu.hasGlyphForCodePoint(sample.codePointAt(0) ?? 0) && !folders.hasOne(files),
  )
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name)
      // A link may be circular, or lead out of the font folders.
      if (entry.isDirectory()) return filesIn(path)
      return entry.isFile() && /\.tt[cf]$/.test(entry.name) ? [path] : []
    })
  } catch {
    // The folder does not exist or cannot be read: it has no fonts.
    return []
  }
}
