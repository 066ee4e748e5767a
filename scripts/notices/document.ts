/** THIRD-PARTY-NOTICES.md: every package that is shipped, who holds its copyright, and the texts of the licences. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtFonts } from './fonts.ts'
import { licenceFiles, type ShippedPackage } from './packages.ts'

interface Text {
  /** The packages, each with the file that it is in, whose licences have these words. */
  readonly of: string[]
  readonly text: string
}

const COPYRIGHT = /^\W*(?:copyright\b|\(c\)|©)/i

/** The whole document, for the packages as they are installed under `root`. */
export function noticesDocument(root: string, packages: readonly ShippedPackage[]): string {
  const texts = new Map<string, Text>()
  const rows = packages.map((one) => {
    const files = one.isForOnePlatform ? [] : licenceFiles(root, one)
    for (const [file, text] of files) collect(texts, `${one.name} (${file})`, withoutGpl(text))
    return packageRow(one, copyrightOf(root, one, files))
  })
  const fonts = builtFonts(root)
  for (const { base, text } of fonts) collect(texts, `${base} (outlines of our fonts)`, text)
  const sections = [...texts.values()].map(({ of, text }) => {
    const fence = text.includes('```') ? '~~~~' : '```'
    return `### ${of[0]}\n\n${others(of)}${fence}text\n${text}\n${fence}\n`
  })
  const made = fonts.map(
    ({ base, families, copyright }) => `| ${base} | ${families} | ${copyright} |`,
  )
  return `${INTRODUCTION}\n${HEAD}\n${rows.join('\n')}\n\n${FONTS}\n${made.join('\n')}\n\n## Texts\n\n${TEXTS}\n\n${sections.join('\n')}`
}

/** A row of the document for each package, by which a test knows it again. */
export const packageRow = ({ name, version, licence }: ShippedPackage, copyright = ''): string =>
  `| ${name} | ${version} | ${licence} | ${copyright} |`

const INTRODUCTION = `# Third-party notices

Written by \`npm run notices\` from package-lock.json and the installed packages: what is needed at run time, and what is
copied into the scripts and style sheets of the pages. A package whose licence would not allow that makes the script
fail. What the operating system brings (Node, LibreOffice, fonts of Debian) is not part of it: its licences are
under \`/usr/share/doc\` of the machine or container.
`

const HEAD = `## Packages

| package | version | licence | copyright |
| --- | --- | --- | --- |`

const FONTS = `## Fonts

The outlines of our own fonts in dist/office/fonts are other people's: made wider or narrower by scripts/fonts/build,
under other names, and under the licence of the outlines, which is also beside the files.

| outlines | our fonts | copyright |
| --- | --- | --- |`

const TEXTS = `Licences with the same words, apart from who holds the copyright, stand here once. Where a package may be used under
the GPL or under another licence, it is the other one.`

const others = (of: readonly string[]): string =>
  of.length > 1 ? `Also: ${of.slice(1).join(', ')}.\n\n` : ''

/** Two licences are the same if only names, years and typography differ. */
function collect(texts: Map<string, Text>, owner: string, text: string): void {
  const words = text
    .split('\n')
    .filter(
      (line) =>
        !COPYRIGHT.test(line) && !/^\W*(?:the )?(?:mit|isc) licen[cs]e\W*(?:mit)?\W*$/i.test(line),
    )
    .join(' ')
    .replace(/[^a-z0-9]+/gi, ' ')
    .trim()
    .toLowerCase()
  const same = texts.get(words)
  if (same === undefined) texts.set(words, { of: [owner], text })
  else same.of.push(owner)
}

/** Of a package under "MIT or GPL", its file says both; ours is the first. */
function withoutGpl(text: string): string {
  const at = text.search(/^.*GNU GENERAL PUBLIC LICENSE *$/m)
  return at > 0 ? text.slice(0, at).trim() : text
}

function copyrightOf(
  root: string,
  { path }: ShippedPackage,
  files: readonly (readonly [string, string])[],
): string {
  const lines = files
    .flatMap(([, text]) => text.split('\n'))
    .map((line) => line.trim().replace(/^\W*(?=copyright|\(c\)|©)/i, ''))
    .filter((line) => COPYRIGHT.test(line) && /\d{4}|\(c\)|©/i.test(line))
    .filter(
      (line) => !/\[yyyy\]|\{yyyy\}|<year>|^\(c\) you must|free software foundation/i.test(line),
    )
  const distinct = [...new Set(lines)].join('; ')
  const line = distinct === '' ? authorOf(root, path) : distinct
  return line.replaceAll('|', '\\|')
}

/** Who wrote it, as its package.json says, where no file of it has a copyright line. */
function authorOf(root: string, path: string): string {
  const file = join(root, path, 'package.json')
  if (!existsSync(file)) return ''
  const { author } = JSON.parse(readFileSync(file, 'utf8')) as {
    author?: string | { name?: string }
  }
  return (typeof author === 'string' ? author : author?.name) ?? ''
}
