/** THIRD-PARTY-NOTICES.md and docs/dependencies.md name what is installed. `npm run notices` writes both. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runtimeDependencies, withFilledTable } from '../scripts/notices/dependencies.ts'
import { packageRow } from '../scripts/notices/document.ts'
import { builtFonts } from '../scripts/notices/fonts.ts'
import { isAllowed, shippedPackages } from '../scripts/notices/packages.ts'

const ROOT = resolve(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(resolve(ROOT, path), 'utf8')

describe('THIRD-PARTY-NOTICES.md', () => {
  test('names every package that is shipped in its version, and no other', () => {
    const notices = read('THIRD-PARTY-NOTICES.md')
    const start = (row: string): string => row.split(' | ').slice(0, 3).join(' | ')
    const [, table = ''] = notices.split('## Packages')
    const written = [...(table.split('## Fonts')[0]?.matchAll(/^\| .*$/gm) ?? [])].map(([row]) =>
      start(row),
    )
    const shipped = shippedPackages(ROOT).map((one) => start(packageRow(one)))
    expect(shipped.length).toBeGreaterThan(200)
    expect(written.slice(2)).toEqual(shipped)
  })

  test('names whose outlines our fonts are, and has each licence', () => {
    const notices = read('THIRD-PARTY-NOTICES.md')
    const fonts = builtFonts(ROOT)
    expect(fonts.length).toBeGreaterThan(10)
    for (const { base, families, copyright, text } of fonts) {
      expect(families, base).not.toBe('')
      expect(copyright, base).not.toBe('')
      expect(notices).toContain(`| ${base} | ${families} | ${copyright} |`)
      expect(notices).toContain(`${base} (outlines of our fonts)`)
      expect(text).toMatch(/OPEN FONT LICENSE|bitstream-vera|GUST Font License|Keith Packard/i)
    }
    const plan = JSON.parse(read('scripts/fonts/families.json')) as { families: { name: string }[] }
    const named = fonts.flatMap(({ families }) => families.split(', '))
    expect(plan.families.filter(({ name }) => !named.includes(name))).toEqual([])
  })

  test('what esbuild copies into the pages is shipped, though it is a development dependency', () => {
    const names = shippedPackages(ROOT).map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining([
        '@fontsource/caveat',
        '@fontsource/dancing-script',
        '@simplewebauthn/browser',
      ]),
    )
    expect(names).not.toContain('vitest')
  })

  test.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0)', true],
    ['(MIT AND Zlib)', true],
    ['GPL-3.0', false],
    ['(MIT AND AGPL-3.0)', false],
    ['BUSL-1.1', false],
    ['none', false],
  ])('a package under %s may be shipped: %s', (licence, allowed) => {
    expect(isAllowed(licence)).toBe(allowed)
  })
})

describe('docs/dependencies.md', () => {
  const page = read('docs/dependencies.md')

  test('has each runtime dependency once, with a reason, its licence and where it is used', () => {
    const rows = [...page.matchAll(/^\| `([^`]+)` +\| (.*)\|$/gm)]
    expect(rows.map(([, name]) => name)).toEqual(runtimeDependencies(ROOT))
    const lacking = rows.filter(([, , cells = '']) =>
      cells.split('|').some((cell) => cell.trim() === ''),
    )
    expect(lacking.map(([, name]) => name)).toEqual([])
  })

  test('says what package-lock.json and the imports of src/ say', () => {
    expect(page).toBe(withFilledTable(ROOT, page))
  })
})
