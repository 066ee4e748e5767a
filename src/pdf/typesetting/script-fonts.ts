/**
 * Which installed font draws what DejaVu lacks. Looked up by file name below the system's font folders, once per
 * thread and only when a text needs it; fontconfig is not used: it matches names, not glyphs.
 */
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parsedFont, sourceOf } from '../fonts.ts'

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

const noto = (name: string, letters: RegExp, sample: string, font = `NotoSans${name}`): Script => ({
  name,
  letters,
  sample,
  files: [`${font}-Regular.ttf`],
  from: NOTO,
})
const cjk = (name: string, letters: RegExp, sample: string): Script => ({
  name,
  letters,
  sample,
  files: CJK_FILES,
  from: CJK,
})

/** Scripts in which people write their names today. */
const SCRIPTS: readonly Script[] = [
  cjk('Chinese', /\p{Script_Extensions=Han}|\p{Script_Extensions=Bopomofo}/u, '王'),
  cjk('Japanese', /\p{Script_Extensions=Hiragana}|\p{Script_Extensions=Katakana}/u, 'あ'),
  cjk('Korean', /\p{Script_Extensions=Hangul}/u, '김'),
  noto('Arabic', /\p{Script_Extensions=Arabic}/u, 'م'),
  noto('Hebrew', /\p{Script=Hebrew}/u, 'ד'),
  noto('Devanagari', /\p{Script_Extensions=Devanagari}/u, 'स'),
  noto('Bengali', /\p{Script_Extensions=Bengali}/u, 'র'),
  noto('Gujarati', /\p{Script_Extensions=Gujarati}/u, 'ન'),
  noto('Gurmukhi', /\p{Script_Extensions=Gurmukhi}/u, 'ਮ'),
  noto('Oriya', /\p{Script_Extensions=Oriya}/u, 'ଓ'),
  noto('Tamil', /\p{Script_Extensions=Tamil}/u, 'ம'),
  noto('Telugu', /\p{Script_Extensions=Telugu}/u, 'శ'),
  noto('Kannada', /\p{Script_Extensions=Kannada}/u, 'ಕ'),
  noto('Malayalam', /\p{Script_Extensions=Malayalam}/u, 'മ'),
  noto('Sinhala', /\p{Script_Extensions=Sinhala}/u, 'ශ'),
  noto('Thai', /\p{Script=Thai}/u, 'ส'),
  noto('Lao', /\p{Script=Lao}/u, 'ສ'),
  noto('Khmer', /\p{Script=Khmer}/u, 'ស'),
  noto('Burmese', /\p{Script_Extensions=Myanmar}/u, 'မ', 'NotoSansMyanmar'),
  noto('Tibetan', /\p{Script_Extensions=Tibetan}/u, 'བ', 'NotoSerifTibetan'),
  noto('Georgian', /\p{Script_Extensions=Georgian}/u, 'ა'),
  noto('Armenian', /\p{Script=Armenian}/u, 'Ա'),
  noto('Ethiopic', /\p{Script=Ethiopic}/u, 'አ'),
  noto('Syriac', /\p{Script_Extensions=Syriac}/u, 'ܐ'),
  noto('Thaana', /\p{Script_Extensions=Thaana}/u, 'މ'),
  noto('NKo', /\p{Script_Extensions=Nko}/u, 'ߊ'),
  noto('Adlam', /\p{Script_Extensions=Adlam}/u, '𞤀'),
  noto('Tifinagh', /\p{Script=Tifinagh}/u, 'ⴰ'),
  noto('Mongolian', /\p{Script_Extensions=Mongolian}/u, 'ᠮ'),
  noto('Cherokee', /\p{Script=Cherokee}/u, 'Ꭰ'),
  noto('Canadian Aboriginal', /\p{Script=Canadian_Aboriginal}/u, 'ᐃ', 'NotoSansCanadianAboriginal'),
  noto('Yi', /\p{Script_Extensions=Yi}/u, 'ꀀ'),
  noto('Javanese', /\p{Script_Extensions=Javanese}/u, 'ꦗ'),
  noto('Balinese', /\p{Script=Balinese}/u, 'ᬩ'),
  noto('Sundanese', /\p{Script=Sundanese}/u, 'ᮞ'),
  noto('Ol Chiki', /\p{Script=Ol_Chiki}/u, 'ᱚ', 'NotoSansOlChiki'),
  noto('Meetei Mayek', /\p{Script=Meetei_Mayek}/u, 'ꯃ', 'NotoSansMeeteiMayek'),
  noto('Vai', /\p{Script=Vai}/u, 'ꕙ'),
  noto('Tai Le', /\p{Script_Extensions=Tai_Le}/u, 'ᥖ', 'NotoSansTaiLe'),
  noto('Lisu', /\p{Script=Lisu}/u, 'ꓡ'),
  // Letters of Latin, Greek and Cyrillic that DejaVu lacks, and marks on them.
  noto(
    'Latin, Greek and Cyrillic',
    /\p{Script_Extensions=Latin}|\p{Script_Extensions=Greek}|\p{Script_Extensions=Cyrillic}|\p{Script=Inherited}/u,
    'a',
    'NotoSans',
  ),
]

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

  /** Whether one of these font files is installed. */
  hasOne(names: readonly string[]): boolean {
    return names.some((name) => this.#paths.has(name))
  }
}

/** Scripts covered neither by DejaVu nor by an installed font, with the Debian package that has one. */
export function scriptsWithoutFont(
  folders = new FontFolders(),
): Array<{ name: string; from: string }> {
  const dejavu = parsedFont(sourceOf('regular')) as {
    hasGlyphForCodePoint(codePoint: number): boolean
  }
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
