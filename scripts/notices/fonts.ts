/** The fonts that are built from other people's outlines, for the notices. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One open font that ours are made from. */
export interface BuiltFonts {
  /** Its name, as in the names of the licence files. */
  readonly base: string
  /** Ours that have its outlines. */
  readonly families: string
  readonly copyright: string
  /** Of its licence. */
  readonly text: string
}

interface Family {
  readonly name: string
  readonly faces: Readonly<Record<string, readonly [file: string, face: string | null]>>
}

/** Who made the outlines, where the licence has no line of it. */
const MADE_BY: Readonly<Record<string, string>> = {
  'tex-gyre':
    'Copyright 2006-2018 Bogusław Jackowski and Janusz M. Nowacki (http://www.gust.org.pl/projects/e-foundry/tex-gyre)',
}

/** The typeface of the proof certificate, which is as its makers publish it. */
function typeface(root: string): BuiltFonts {
  const file = join(root, 'src/pdf/typefaces/LICENCE-ibm-plex.txt')
  const text = readFileSync(file, 'utf8').replace(/\r/g, '').trim()
  const families = 'IBM Plex Sans, IBM Plex Mono (unchanged, in dist/pdf/typefaces)'
  return { base: 'ibm-plex', families, copyright: copyrightIn(text), text }
}

/** Every font that ours are made from, by the licences beside them. */
export function builtFonts(root: string): BuiltFonts[] {
  const folder = join(root, 'src/office/fonts/built')
  const plan = readFileSync(join(root, 'scripts/fonts/families.json'), 'utf8')
  const { families } = JSON.parse(plan) as { families: readonly Family[] }
  const licences = readdirSync(folder).filter((name) => name.startsWith('LICENCE-'))
  const built = licences.sort().map((name) => {
    const base = name.replace(/^LICENCE-|\.txt$/g, '')
    const text = readFileSync(join(folder, name), 'utf8').replace(/\r/g, '').trim()
    const ours = families.filter((one) => madeFrom(one).has(base.replaceAll('-', '')))
    const copyright = MADE_BY[base] ?? copyrightIn(text)
    return {
      base,
      families: ours.map((one) => one.name).join(', ') || 'rules.conf',
      copyright,
      text,
    }
  })
  return [...built, typeface(root)]
}

const madeFrom = ({ faces }: Family): ReadonlySet<string> =>
  new Set(Object.values(faces).map(([file]) => (file.split('/')[0] ?? '').replaceAll('-', '')))

const copyrightIn = (text: string): string =>
  [
    ...new Set(
      text
        .split('\n')
        .map((line) => line.trim())
        // What is of Debian in a file of theirs is the packaging, which is not in a font.
        .filter((line) => /copyright.*\d{4}/i.test(line) && !line.includes('@debian.org')),
    ),
  ].join('; ')
