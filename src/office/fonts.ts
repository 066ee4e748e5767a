/**
 * The fonts that stand in for Word's: open outlines at the widths and heights of Word's fonts, see
 * docs/adr/0017-fonts-as-wide-as-words.md. Every worker gets a copy, over stdin like its program: the folder of the
 * service may be closed to the worker's user, and nothing more of the machine becomes visible to it.
 */
import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { codeFile } from '../kernel/program-files.ts'
import {
  chooseFonts,
  FONT_FOLDERS,
  type FontChoice,
  type FontFolders,
  fontconfig,
  fontconfigElement,
  fontPlaces,
  runFontconfig,
} from './font-choice.ts'
import likeness from './fonts/likeness.json' with { type: 'json' }

const FOLDER = codeFile('office/fonts/built/')
const CONFIGURATION = 'fonts.conf'

/** Where a worker puts them, below its home. */
export const FONTS_FOLDER = 'fonts'
/** What FONTCONFIG_FILE names, in the folder of the fonts. */
export const fontconfigFile = (folder: string): string => `${folder}/${CONFIGURATION}`

const ownFile = (name: string): Promise<string> => readFile(new URL(name, FOLDER), 'utf8')

const choices = new Map<string, Promise<FontChoice>>()

/** Which of the machine's fonts are used; looked for once, so that all workers of a process have the same ones. */
export function fontChoice(folders: FontFolders = FONT_FOLDERS): Promise<FontChoice> {
  const key = JSON.stringify(folders)
  const chosen = choices.get(key) ?? choose(folders)
  choices.set(key, chosen)
  return chosen
}

async function choose(folders: FontFolders): Promise<FontChoice> {
  const [known, ours] = await Promise.all([ownFile('known.txt'), standIns()])
  const names = known.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const families = [...ours].flat().map((name) => name.toLowerCase())
  return chooseFonts(folders, new Set(names), new Set([...families, ...WORDS_ARE_DEBIANS]))
}

/** Families of Word's that Liberation stands in for, by fontconfig's own rules. */
const WORDS_ARE_DEBIANS = ['arial', 'times new roman', 'courier new']

/**
 * The whole configuration: our folder and the machine's fonts, fontconfig's rules of one version, Word's names. None
 * of the machine's own rules is part of it.
 * @param copied fonts of the machine of which there are copies in our folder
 */
async function configuration(folders: FontFolders, own: string, copied: readonly string[] = []) {
  const [rules, names, choice] = await Promise.all([
    ownFile('rules.conf'),
    ownFile(CONFIGURATION),
    fontChoice(folders),
  ])
  const inside = names.slice(names.indexOf('<fontconfig>') + 12, names.indexOf('</fontconfig>'))
  return fontconfig(own, fontPlaces(folders, choice, copied), rules, inside, LIKENESS)
}

/** Families that are not there, each followed by the one of ours that looks most like it; a warning still names both. */
const LIKENESS = Object.entries(likeness)
  .flatMap(([ours, theirs]) =>
    theirs.map(
      (family) =>
        `<match target="pattern"><test name="family">${fontconfigElement('string', family)}</test><edit name="family" mode="append" binding="same">${fontconfigElement('string', ours)}</edit></match>`,
    ),
  )
  .join('')

/** Families for which one that looks alike is drawn, in small letters. */
export const LOOK_ALIKES = Object.values(likeness)
  .flat()
  .map((family) => family.toLowerCase())

/** Asks a program of fontconfig what a worker sees. @throws Error where it cannot be run */
export async function askFontconfig(
  folders: FontFolders | undefined,
  program: 'fc-list' | 'fc-match',
  ...args: string[]
): Promise<string> {
  const own = fontconfigElement('dir', fileURLToPath(FOLDER))
  return runFontconfig(await configuration(folders ?? FONT_FOLDERS, own), program, args)
}

/** The families that a worker sees, or is given with a document. @throws Error where fontconfig cannot be run */
export async function installedFamilies(folders?: FontFolders): Promise<ReadonlySet<string>> {
  const listed = await askFontconfig(folders, 'fc-list', ':', 'family')
  const { others } = await fontChoice(folders)
  const given = others.flatMap(({ names }) => names)
  return new Set([...listed.split(/[\n,]/).map((name) => name.trim()), ...given])
}

/** One file that a worker is sent. */
export interface SentFont {
  name: string
  bytes: Buffer
}

/** All files that a worker needs; read anew for each, since workers start rarely and this is five megabytes. */
export async function readFonts(folders: FontFolders = FONT_FOLDERS): Promise<SentFont[]> {
  const { linked } = await fontChoice(folders)
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.ttf'))
  const text = await configuration(folders, '<dir prefix="relative">.</dir>', linked)
  const sent = [
    ...names.sort().map((name) => [name, new URL(name, FOLDER)] as const),
    // two links may have one name
    ...linked.map((path, at) => [`${at}-${basename(path)}`, path] as const),
  ]
  const files = await Promise.all(
    sent.map(async ([name, path]) => ({ name, bytes: await readFile(path) })),
  )
  return [...files, { name: CONFIGURATION, bytes: Buffer.from(text) }]
}

/** Which font stands in for which family of Word's, as the configuration says. */
export async function standIns(): Promise<Map<string, string>> {
  const text = await ownFile(CONFIGURATION)
  const alias = /<alias binding="same">\s*<family>([^<]+)<\/family>\s*<accept><family>([^<]+)</g
  return new Map([...text.matchAll(alias)].map(([, word = '', ours = '']) => [word, ours]))
}
