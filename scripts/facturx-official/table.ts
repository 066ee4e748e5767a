/**
 * Writes docs/facturx-rules.md: every assertion of the official artefacts, and where it is judged here.
 * `npx tsx scripts/facturx-official/table.ts`; test/unit/facturx/rules-table.test.ts fails when the page is not fresh.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SHEETS, type SheetName, sheetSource } from '../../src/facturx/official/validate.ts'
import { ruleOf, WORDED_IDS } from '../../src/facturx/official/words.ts'

const ROOT = join(import.meta.dirname, '../..')
/** The page. */
export const RULES_PAGE = join(ROOT, 'docs/facturx-rules.md')

const COLUMNS: Record<SheetName, string> = {
  minimum: 'MINIMUM',
  'basic-wl': 'BASIC WL',
  basic: 'BASIC',
  en16931: 'EN 16931',
  extended: 'EXTENDED',
  cen: 'CEN',
  fr: 'France',
  xrechnung: 'XRechnung',
  'extended-ctc-fr': 'CTC-FR',
  'cen-ubl': 'CEN UBL',
  'fr-ubl': 'France UBL',
  'xrechnung-ubl': 'XRechnung UBL',
  peppol: 'Peppol',
  'extended-ctc-fr-ubl': 'CTC-FR UBL',
}

interface Row {
  id: string
  /** `error` or `warning`, by the sheets that have it. */
  levels: Map<SheetName, string>
}

const byNumber = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })

/** Each id with its sheets. */
export function officialRows(): Row[] {
  const rows = new Map<string, Row>()
  for (const sheet of SHEETS)
    for (const { id, flag } of sheetSource(sheet).patterns.flatMap((rules) =>
      rules.flatMap(({ asserts }) => asserts),
    )) {
      if (id === undefined) continue
      const row = rows.get(id) ?? { id, levels: new Map() }
      row.levels.set(sheet, flag === 'warning' ? 'warning' : 'error')
      rows.set(id, row)
    }
  return [...rows.values()].sort((a, b) => byNumber(a.id, b.id))
}

/** Ids that we say in our own words: of the table of words, or written in a file. */
function ownWords(): Set<string> {
  const folder = join(ROOT, 'src/facturx')
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.startsWith('official/'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  const written = texts.flatMap((text) =>
    [...text.matchAll(/'((?:FX-SCH-A|CII-SR|CII-DT|BR)-[\w-]+)'/g)].flatMap(([, id]) => id ?? []),
  )
  return new Set([...WORDED_IDS, ...written])
}

const groupOf = (id: string): string =>
  /^(FX-SCH-A|BR-FR|BR-FXEXT|BR-CL|BR-CO|BR-DEC|BR|CII-SR|CII-DT|PEPPOL)/.exec(id)?.[1] ?? 'Other'

const lineOf = ({ id, levels }: Row, own: ReadonlySet<string>): string => {
  const cells = SHEETS.map((sheet) => ({ error: 'E', warning: 'w' })[levels.get(sheet) ?? ''] ?? '')
  return `| ${[id, ...cells, own.has(ruleOf(id)) ? `also ${ruleOf(id)}` : ''].join(' | ')} |`
}

function summary(rows: readonly Row[]): string {
  return SHEETS.map((sheet) => {
    const levels = rows.flatMap((row) => row.levels.get(sheet) ?? [])
    const warnings = levels.filter((level) => level === 'warning').length
    const reports = sheetSource(sheet)
      .patterns.flat()
      .flatMap(({ asserts }) => asserts)
      .filter(({ id }) => id === undefined).length
    return `| ${COLUMNS[sheet]} | ${sheetSource(sheet).title} | ${levels.length} | ${warnings} | ${reports || ''} |`
  }).join('\n')
}

/** The page as it should be. */
export function rulesPage(): string {
  const rows = officialRows()
  const own = ownWords()
  const total = rows.reduce((sum, { levels }) => sum + levels.size, 0)
  const groups = [...new Set(rows.map(({ id }) => groupOf(id)))].sort(byNumber)
  const head = `| id | ${SHEETS.map((sheet) => COLUMNS[sheet]).join(' | ')} | our words |\n| --- |${SHEETS.map(() => ' :-: |').join('')} --- |`
  const tables = groups.map((group) => {
    const lines = rows.filter(({ id }) => groupOf(id) === group).map((row) => lineOf(row, own))
    return `## ${group}\n\n${head}\n${lines.join('\n')}\n`
  })
  return `# Factur-X: every official assertion

Made by \`npx tsx scripts/facturx-official/table.ts\` from the sheets in \`src/facturx/official/\`, which
\`scripts/facturx-official/main.ts\` extracts from the published files. \`test/judge/rules-table.test.ts\` looks for the id of
every assertion in the published files themselves; none is missing.

${total} assertions with an id, ${rows.length} different ids, all **run as published**: the text of each is evaluated on the XML, on every
file that is validated and on every XML that is written. A sheet also reports, without an id, each element that its profile
does not use (the last column); those are warnings named NOT-USED.

| sheet | version | assertions | of these warnings | not used |
| --- | --- | ---: | ---: | ---: |
${summary(rows)}

E: an error in that sheet; w: a warning. BASIC and EN 16931 are judged by the sheet of the profile and by CEN's, the French sheet
applies to sellers in France, that of KoSIT to CII files that name XRechnung 3.0. "Also": a breach is told in our words, in English, French and German, with the member of the JSON and the fix,
under the id given. The XML schema of the profile is judged before (id XSD).

${tables.join('\n')}`
}

if (process.argv[1] === import.meta.filename) writeFileSync(RULES_PAGE, rulesPage())
