/**
 * The fonts that stand in for Word's: open outlines at the widths and heights of Word's fonts, see
 * docs/adr/0017-fonts-as-wide-as-words.md. Every worker gets a copy, over stdin like its program: the folder of the
 * service may be closed to the worker's user, and nothing more of the machine becomes visible to it.
 */
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { codeFile } from '../kernel/program-files.ts'

const FOLDER = codeFile('office/fonts/built/')
const CONFIGURATION = 'fonts.conf'

/** Where a worker puts them, below its home. */
export const FONTS_FOLDER = 'fonts'
/** What FONTCONFIG_FILE names, in the folder of the fonts: the machine's configuration, our folder, Word's names. */
export const fontconfigFile = (folder: string): string => `${folder}/${CONFIGURATION}`
/** The same of the service itself, for the programs of fontconfig that it runs. */
const ownFontconfigFile = (): string => fileURLToPath(new URL(CONFIGURATION, FOLDER))

const run = promisify(execFile)
const OUTPUT_MAX = 64 * 1024 * 1024
const ASK_TIMEOUT_MS = 10_000

/** Asks a program of fontconfig what a worker sees. @throws Error where it cannot be run */
export async function askFontconfig(
  program: 'fc-list' | 'fc-match',
  ...args: string[]
): Promise<string> {
  const env = { PATH: '/usr/bin:/bin', FONTCONFIG_FILE: ownFontconfigFile() }
  const limits = { timeout: ASK_TIMEOUT_MS, maxBuffer: OUTPUT_MAX }
  return (await run(program, args, { ...limits, env })).stdout
}

/** The families that a worker sees. @throws Error where fontconfig cannot be run */
export async function installedFamilies(): Promise<ReadonlySet<string>> {
  const listed = await askFontconfig('fc-list', ':', 'family')
  return new Set(listed.split(/[\n,]/).map((name) => name.trim()))
}

/** One file that a worker is sent. */
export interface SentFont {
  name: string
  bytes: Buffer
}

/** All files that a worker needs; read anew for each, since workers start rarely and this is five megabytes. */
export async function readFonts(): Promise<SentFont[]> {
  const names = (await readdir(FOLDER)).filter(
    (name) => name.endsWith('.ttf') || name === CONFIGURATION,
  )
  return Promise.all(
    names.sort().map(async (name) => ({ name, bytes: await readFile(new URL(name, FOLDER)) })),
  )
}

/** Which font stands in for which family of Word's, as the configuration says. */
export async function standIns(): Promise<Map<string, string>> {
  const text = await readFile(ownFontconfigFile(), 'utf8')
  const alias = /<alias binding="same">\s*<family>([^<]+)<\/family>\s*<accept><family>([^<]+)</g
  return new Map([...text.matchAll(alias)].map(([, word = '', ours = '']) => [word, ours]))
}
