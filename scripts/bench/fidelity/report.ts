/** What `npm run bench -- fidelity` writes into docs/fidelity.md. */
import type { CAUSES } from './causes.ts'
import { type Likeness, mean, type Pair } from './measure.ts'

const percent = (part: number, whole: number): string => `${Math.round((100 * part) / whole)} %`

const isEqual = (pair: Pair, way: string): boolean => pair.ways[way]?.pages === pair.pages
const likenessOf = (found: Likeness | undefined): number => mean(found?.ssim ?? [])

function summary(pairs: readonly Pair[], ways: readonly string[]): string {
  const rows = ways.map((way) => {
    const opened = pairs.filter((pair) => (pair.ways[way]?.pages ?? 0) > 0)
    const equal = opened.filter((pair) => isEqual(pair, way)).length
    const alike = mean(opened.map((pair) => likenessOf(pair.ways[way])))
    return `| ${way} | ${opened.length} | ${equal} (${percent(equal, pairs.length)}) | ${alike.toFixed(3)} |`
  })
  return [
    `| way, LibreOffice | converted, of ${pairs.length} | as many pages as in Word | mean SSIM of the converted |`,
    '| --- | ---: | ---: | ---: |',
    ...rows,
  ].join('\n')
}

const cell = (pair: Pair, way: string): string => {
  const found = pair.ways[way]
  if (found === undefined || found.pages === 0) return '– | –'
  const pages = isEqual(pair, way) ? `${found.pages}` : `**${found.pages}**`
  return `${pages} | ${likenessOf(found).toFixed(3)}`
}

function everyPair(pairs: readonly Pair[], ways: readonly string[]): string {
  return [
    `| file | Word | ${ways.map((way) => `${way} | SSIM`).join(' | ')} |`,
    `| --- | ---: | ${ways.map(() => '---: | ---:').join(' | ')} |`,
    ...pairs.map(
      (pair) =>
        `| ${pair.id} | ${pair.pages} | ${ways.map((way) => cell(pair, way)).join(' | ')} |`,
    ),
  ].join('\n')
}

/** The least alike first. */
export const worst = (pairs: readonly Pair[], way: string, count: number): Pair[] =>
  pairs
    .filter((pair) => (pair.ways[way]?.pages ?? 0) > 0)
    .sort((one, other) => likenessOf(one.ways[way]) - likenessOf(other.ways[way]))
    .slice(0, count)

/** The page that is least like Word's, from 0. */
export function worstPage(pair: Pair, way: string): number {
  const alike = pair.ways[way]?.ssim ?? []
  return alike.indexOf(Math.min(...alike))
}

/** What stands between the markers of docs/fidelity.md. @param way whose ten worst are shown */
export function fidelityReport(
  pairs: readonly Pair[],
  way: string,
  causes: typeof CAUSES,
  date: string,
): string {
  const ways = Object.keys(pairs[0]?.ways ?? {})
  const shown = worst(pairs, way, 10).map((pair) => {
    const page = worstPage(pair, way) + 1
    const alike = likenessOf(pair.ways[way]).toFixed(3)
    const cause = causes[pair.id] ?? 'not examined yet.'
    return `**${pair.id}**, SSIM ${alike}: ${cause}\n\n![Page ${page} of ${pair.id}: Word on the left, ${way} on the right](images/fidelity-${pair.id}.png)\n`
  })
  return `Measured ${date} on ${pairs.length} files.

${summary(pairs, ways)}

### The ten least alike

Word on the left, ${way} on the right; of each file the page that differs most among those compared.

${shown.join('\n')}
### Every file

Pages in bold are not as many as in Word.

${everyPair(pairs, ways)}
`
}
