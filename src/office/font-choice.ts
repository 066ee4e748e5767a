/**
 * Which of a machine's fonts documents are drawn with: the same ones wherever these are installed, whatever else is.
 * Files below the packages' folder are visible to LibreOffice only if `fonts/built/known.txt` names them; of the others
 * a family is brought to the documents that name it. What an operator installs by hand is all visible and comes first.
 */
import { spawn } from 'node:child_process'
import { readdir, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { escapeAttribute } from '../xml/escape.ts'

/** Where the fonts of a machine are. */
export interface FontFolders {
  /** Of the system's packages. */
  packages: string
  /** Of the operator. */
  operator: string
}
/** As on every Linux. */
export const FONT_FOLDERS: FontFolders = {
  packages: '/usr/share/fonts',
  operator: '/usr/local/share/fonts',
}

/** A font file of the machine that LibreOffice does not see. */
export interface OtherFont {
  /** Names of its family, each of which a document may use. */
  names: readonly string[]
  file: string
}

/** What of the packages' fonts is used, and how. */
export interface FontChoice {
  /** Glob of what LibreOffice does not see, */
  hidden: string
  /** Globs of what it sees nevertheless. */
  visible: readonly string[]
  /**
   * Links among these, or of the operator, of which LibreOffice must get copies: to files that its sandbox hides, and to
   * collections. Of those it takes the size of the link for that of the file, and draws blanks instead of letters.
   */
  linked: readonly string[]
  /** Families of what is visible, in small letters. */
  families: ReadonlySet<string>
  others: readonly OtherFont[]
}

const COLLECTION = /\.[ot]tc$/i
const OUTPUT_MAX = 64 * 1024 * 1024
const ASK_TIMEOUT_MS = 30_000
const CACHE = '<cachedir>/var/cache/fontconfig</cachedir>'
const FORMAT = '%{file}\t%{fontversion}\t%{family}\n'

/** One element of a configuration. */
export const fontconfigElement = (name: string, text: string): string =>
  `<${name}>${escapeAttribute(text)}</${name}>`

/** A configuration as fontconfig reads it. */
export const fontconfig = (...parts: readonly string[]): string =>
  `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>${parts.join('\n')}</fontconfig>\n`

/**
 * Runs a program of fontconfig with a configuration. It goes through a pipe of `cat`, which fontconfig can open by
 * name, as it cannot a socket, and leaves no file behind.
 * @returns its output
 * @throws Error where it cannot be run
 */
export function runFontconfig(
  configuration: string,
  program: 'fc-list' | 'fc-match',
  args: readonly string[],
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', 'cat | "$0" "$@"', program, ...args], {
      env: { PATH: '/usr/bin:/bin', FONTCONFIG_FILE: '/dev/stdin', LC_ALL: 'C.UTF-8' },
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: ASK_TIMEOUT_MS,
    })
    const chunks: Buffer[] = []
    let size = 0
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= OUTPUT_MAX) chunks.push(chunk)
    })
    child.stdout.on('error', reject)
    // a program that cannot be run breaks the pipe; `close` reports it
    child.stdin.on('error', () => undefined)
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0 && size <= OUTPUT_MAX) resolve(Buffer.concat(chunks).toString('utf8'))
      else reject(new Error(`${program} ended with ${code}`))
    })
    child.stdin.end(configuration)
  })
}

/**
 * Looks through the packages' fonts.
 * @param known names of the files that may be visible
 * @param ours families that come with the service or that one of its own stands in for, in small letters
 */
export async function chooseFonts(
  folders: FontFolders,
  known: ReadonlySet<string>,
  ours: ReadonlySet<string>,
): Promise<FontChoice> {
  const { packages, operator } = folders
  const links = await linkedFiles(packages, folders)
  const ofOperator = await linkedFiles(operator, folders)
  const places = fontconfig(fontconfigElement('dir', packages), CACHE)
  const listed = await runFontconfig(places, 'fc-list', ['--format', FORMAT, ':']).catch(
    () => undefined,
  )
  // without fontconfig's programs two versions of one file are both visible
  if (listed === undefined) {
    const visible = [...known].map((name) => `${packages}/*/${name}`)
    const linked = [...links.filter((file) => known.has(basename(file))), ...ofOperator]
    return { hidden: `${packages}/*.*`, visible, linked, families: new Set(), others: [] }
  }
  const fonts = listed.split('\n').flatMap((line) => {
    const [file = '', version = '', families = ''] = line.split('\t')
    return families === '' ? [] : [{ file, version: Number(version), names: families.split(',') }]
  })
  const best = new Map<string, (typeof fonts)[number]>()
  for (const font of fonts) {
    const name = basename(font.file)
    const other = best.get(name)
    if (!known.has(name)) continue
    const order = font.version - (other?.version ?? -1) || (font.file < (other?.file ?? '') ? 1 : 0)
    if (order > 0) best.set(name, font)
  }
  const visible = new Set([...best.values()].map(({ file }) => file))
  const families = new Set(
    fonts
      .filter(({ file }) => visible.has(file))
      .flatMap(({ names }) => names.map((name) => name.toLowerCase())),
  )
  const isTaken = (name: string): boolean =>
    families.has(name.toLowerCase()) || ours.has(name.toLowerCase())
  const others = fonts
    .filter(({ names }) => !names.some(isTaken))
    .sort((one, other) => (one.file < other.file ? -1 : 1))
  return {
    hidden: `${packages}/*`,
    visible: [...new Set([...visible].flatMap((file) => pathsTo(file, packages)))].sort(),
    linked: [...links.filter((file) => visible.has(file)), ...ofOperator],
    families,
    others: others.map(({ names, file }) => ({ names, file })),
  }
}

/** Where a worker reads fonts, besides the two folders. */
const SHARED = '/usr/share/'

/** Font files below one of the folders that are links and that a worker cannot use where they are. */
async function linkedFiles(folder: string, folders: FontFolders): Promise<string[]> {
  const options = { recursive: true, withFileTypes: true } as const
  const entries = await readdir(folder, options).catch(() => [])
  const links = entries
    .filter((entry) => entry.isSymbolicLink() && /\.(?:[ot]tf|[ot]tc|pf[ab])$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  const seen = [SHARED, ...Object.values(folders).map((path) => `${path}/`)]
  const needed = links.map(async (path) => {
    const target = await realpath(path).catch(() => undefined) // it may lead nowhere
    if (target === undefined) return []
    return COLLECTION.test(path) || !seen.some((top) => target.startsWith(top)) ? [path] : []
  })
  return (await Promise.all(needed)).flat().sort()
}

/** A file and the folders that it is in: fontconfig reads no folder that is hidden. */
const pathsTo = (path: string, top: string): string[] =>
  path === top || !path.startsWith(top) ? [] : [...pathsTo(dirname(path), top), path]

/** What a configuration says of the machine's fonts. @param copied files that are not taken from where they are */
export function fontPlaces(
  { packages, operator }: FontFolders,
  { hidden, visible }: FontChoice,
  copied: readonly string[],
): string {
  const globs = (paths: readonly string[]): string =>
    paths.map((path) => fontconfigElement('glob', path)).join('')
  const rejected = globs([hidden, ...copied])
  const accepted = globs(visible.filter((path) => !copied.includes(path)))
  return [
    fontconfigElement('dir', packages),
    fontconfigElement('dir', operator),
    CACHE,
    `<selectfont><rejectfont>${rejected}</rejectfont><acceptfont>${accepted}</acceptfont></selectfont>`,
  ].join('\n')
}
