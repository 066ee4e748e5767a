import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { edited, operatorsOf } from '../../../src/pdf/content-operators.ts'
import { artifactEdits } from '../../../src/pdf/tagged/content-artifacts.ts'

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
const bytesOf = (content: string): Uint8Array => Buffer.from(content, 'latin1')
const repaired = (content: string): string => {
  const bytes = bytesOf(content)
  return text(edited(bytes, artifactEdits(operatorsOf(bytes))))
}
const names = (content: string): string[] => operatorsOf(bytesOf(content)).map(({ name }) => name)

/** Pieces of pages: each is well-formed where it stands. */
const path = fc.constantFrom(
  '1 2 m 3 4 l S',
  '0 0 9 9 re f*',
  '1 2 m 3 4 l h W n',
  '5 5 5 5 re W* n',
)
const paint = fc.constantFrom('/Im1 Do', '/Sh0 sh', 'BI /W 1 /H 1 /BPC 8 /CS /G ID x\nEI')
const state = fc.constantFrom(
  '0.5 w',
  '1 0 0 rg',
  '/EGS29 gs',
  '1 0 0 1 9 9 cm',
  '[3 2] 0 d',
  '% EMC\n',
)
const show = fc.constantFrom(
  '(EMC \\( Q) Tj',
  '[(a) -2 <0a>] TJ',
  '/F1 8 Tf 1 2 Td',
  '(x)Tj',
  "(y) '",
)
const marked = (inner: string): string => `/P<</MCID 0 /E (>>)>>BDC\n${inner}\nEMC`
const joined = (pieces: string[]): string => pieces.join('\n')
const shows = fc.array(show, { maxLength: 4 }).map(joined)
const textObject = fc
  .tuple(shows, fc.option(shows), shows)
  .map(([a, b, c]) => joined(['BT', a, ...(b === null ? [] : [marked(b)]), c, 'ET']))
const content = fc.letrec<{ page: string; piece: string }>((tie) => ({
  page: fc.array(tie('piece'), { maxLength: 6 }).map(joined),
  piece: fc.oneof(
    { maxDepth: 4 },
    path,
    paint,
    state,
    textObject,
    // LibreOffice saves and restores across the borders of marked content
    fc.constantFrom('q', 'Q', '/Artifact BMC q EMC', '/Artifact BMC 1 1 1 1 re f Q EMC'),
    tie('page').map((inner) => `q\n${inner}\nQ`),
    fc
      .oneof(
        path,
        paint,
        shows.map((inner) => `BT\n${inner}\nET`),
      )
      .map(marked),
  ),
})).page

const PAINTING = new Set('S s f F f* B B* b b* Tj TJ \' " Do sh BI'.split(' '))

const OPENS: Record<string, string> = { BMC: 'mark', BDC: 'mark', BT: 'text' }
const CLOSES: Record<string, string> = { EMC: 'mark', ET: 'text' }
const isMark = (name: string): boolean => /^(?:BMC|BDC|EMC)$/.test(name)

/** What breaks ISO 32000-1, 14.6, or is painted outside marks. */
function findingsOf(operators: string[]): string[] {
  const open: string[] = []
  const findings: string[] = []
  for (const [at, name] of operators.entries()) {
    const path = /^(?:m|l|h|re|W\*?)$/.test(operators[at - 1] ?? '')
    if (isMark(name) && path) findings.push(`${name} within a path`)
    if (PAINTING.has(name) && !open.includes('mark')) findings.push(`${name} outside marks`)
    if (OPENS[name]) open.push(OPENS[name])
    if (CLOSES[name] && open.pop() !== CLOSES[name]) findings.push(`${name} out of order`)
  }
  return [...findings, ...open]
}

describe('content outside marked content', () => {
  test('becomes an artifact, as far as graphics states balance', () => {
    expect(repaired('/A BMC q EMC\n1 0 0 RG\nq 1 w 1 2 m 3 4 l S\nQ\n0 0 9 9 re f\nQ q 1 g')).toBe(
      '/A BMC q EMC\n1 0 0 RG\n/Artifact BMC\nq 1 w 1 2 m 3 4 l S\nQ\n0 0 9 9 re f\nEMC\nQ q 1 g',
    )
  })
  test('is split where a text object holds marked content', () => {
    expect(repaired('BT 1 2 Td (a) Tj /P BMC (b) Tj EMC (c) Tj ET')).toBe(
      'BT 1 2 Td /Artifact BMC\n(a) Tj\nEMC /P BMC (b) Tj EMC /Artifact BMC\n(c) Tj\nEMC ET',
    )
  })
  test('stays when it paints nothing', () => {
    const quiet = 'q 0 0 9 9 re W* n\n0.5 w BT /F1 8 Tf ET Q'
    expect(repaired(quiet)).toBe(quiet)
  })
})

describe('for every page', () => {
  test('only marks are put in: without them it is what it was, byte for byte', () => {
    fc.assert(
      fc.property(content, (page) => {
        const after = repaired(page)
        expect(after.replaceAll('/Artifact BMC\n', '').replaceAll('\nEMC', '')).toBe(
          page.replaceAll('/Artifact BMC\n', '').replaceAll('\nEMC', ''),
        )
        expect(names(after).filter((name) => !isMark(name))).toEqual(
          names(page).filter((name) => !isMark(name)),
        )
      }),
    )
  })

  test('nothing is painted outside marks, and marks nest with text objects and paths', () => {
    fc.assert(
      fc.property(content, (page) => {
        expect(findingsOf(names(repaired(page)))).toEqual([])
      }),
    )
  })

  test('a second time changes nothing', () => {
    fc.assert(
      fc.property(content, (page) => {
        const once = repaired(page)
        expect(repaired(once)).toBe(once)
      }),
    )
  })
})
