/** Which fonts Word's families are drawn with on this machine. */
import { checkOf, type HealthCheck } from '../kernel/health-check.ts'
import { checkPackages } from './font-packages.ts'
import { askFontconfig, installedFamilies, standIns } from './fonts.ts'

/** Debian's fonts of the same widths as Word's, and the packages that provide them; what comes with the service is not here. */
const FONTS: readonly [family: string, standsFor: string, package_: string][] = [
  ['Liberation Sans', 'Arial', 'fonts-liberation2'],
  ['Liberation Serif', 'Times New Roman', 'fonts-liberation2'],
  ['Liberation Mono', 'Courier New', 'fonts-liberation2'],
  ['DejaVu Sans', 'whatever other fonts lack', 'fonts-dejavu-core'],
]

/** Open fonts that documents may name as well; they are not Word's. */
const BASES = new Set(['Caladea', 'Carlito'])

/** The checks; none of them is required. */
export async function checkFonts(): Promise<HealthCheck[]> {
  const families = await installedFamilies().catch(() => undefined)
  if (families === undefined) {
    const detail = 'fc-list cannot be run, so the fonts are unknown'
    return [checkOf('fonts').fails(detail, 'apt install fontconfig')]
  }
  const fromDebian = FONTS.map(([family, standsFor, package_]) => {
    const check = checkOf(`font ${family}`)
    if (families.has(family)) return check.ok(`there, for ${standsFor}`)
    const detail = `not found: ${standsFor} will look different and lines break elsewhere`
    return check.fails(detail, `apt install ${package_}`)
  })
  return [...fromDebian, await checkStandIns(), ...checkPackages(families)]
}

/** What fontconfig gives for each of Word's families that we have a font for. */
async function checkStandIns(): Promise<HealthCheck> {
  const pairs = [...(await standIns())].filter(([word]) => !BASES.has(word))
  const found = await Promise.all(
    pairs.map(async ([word, ours]) => {
      const [given = ''] = (
        await askFontconfig(undefined, 'fc-match', '-f', '%{family[0]}', word)
      ).split('\n')
      return { word, kind: given === ours ? 'ours' : given === word ? 'installed' : 'other' }
    }),
  )
  const named = (kind: string): string[] =>
    found.flatMap((one) => (one.kind === kind ? [one.word] : []))
  const [ours, installed, other] = [named('ours'), named('installed'), named('other')]
  const parts = [
    ...(ours.length > 0 ? [`open fonts of the same widths for ${ours.join(', ')}`] : []),
    ...(installed.length > 0 ? [`installed here: ${installed.join(', ')}`] : []),
    ...(other.length > 0 ? [`other widths for ${other.join(', ')}: lines break elsewhere`] : []),
  ]
  const check = checkOf("Word's fonts")
  const detail = parts.join('; ')
  const fix = 'see docs/self-hosting.md, "Word\'s fonts": build the service again, or install them'
  return other.length === 0 ? check.ok(detail) : check.fails(detail, fix)
}
