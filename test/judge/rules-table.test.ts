import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RULES_PAGE } from '../../scripts/facturx-official/table.ts'
import { SHEETS, type SheetName } from '../../src/facturx/official/validate.ts'
import { judgeHome } from '../support/judge-home.ts'

const PUBLISHED: Record<SheetName, string> = {
  minimum: 'xslt/ZF_250/FACTUR-X_MINIMUM.xslt',
  'basic-wl': 'xslt/ZF_250/FACTUR-X_BASIC-WL.xslt',
  basic: 'xslt/ZF_250/FACTUR-X_BASIC.xslt',
  en16931: 'xslt/ZF_250/FACTUR-X_EN16931.xslt',
  extended: 'xslt/ZF_250/FACTUR-X_EXTENDED.xslt',
  cen: 'xslt/en16931schematron/EN16931-CII-validation.xslt',
  fr: 'fr/BR-FR-Flux2-Schematron-CII.xslt',
  xrechnung: 'external/schematron/3.0.2/XRechnung-CII-validation.xslt',
  'cen-ubl': 'xslt/en16931schematron/EN16931-UBL-validation.xslt',
  'fr-ubl': 'fr/ubl-2.1/BR-FR-Flux2-Schematron-UBL.xslt',
  'extended-ctc-fr': 'fr/cii-extended-ctc-fr/EXTENDED-CTC-FR-CII.xslt',
  'extended-ctc-fr-ubl': 'fr/ubl-2.1/EXTENDED-CTC-FR-UBL.xslt',
  'xrechnung-ubl': 'external/schematron/3.0.2/XRechnung-UBL-validation.xslt',
  peppol: 'external/schematron/openpeppol/2026.5/xslt/PEPPOL-EN16931-UBL.xslt',
}
/** Building the judges takes a minute. */
const TIMEOUT_MS = 600_000

/** Ids of the assertions, as the published stylesheet itself writes them. */
const idsIn = (stylesheet: string): Set<string> =>
  new Set(
    stylesheet
      .split('<svrl:failed-assert')
      .slice(1)
      .flatMap(
        (text) =>
          /<xsl:attribute name="id">([^<]+)</.exec(
            text.split('</svrl:failed-assert>')[0] ?? '',
          )?.[1] ?? [],
      ),
  )

/** Ids of a column of the table. */
function columnOf(sheet: SheetName): Set<string> {
  const column = SHEETS.indexOf(sheet) + 2
  const rows = readFileSync(RULES_PAGE, 'utf8').match(/^\| (?:[A-Z]+-)[^\n]*$/gm) ?? []
  return new Set(
    rows.flatMap((row) => {
      const cells = row.split('|').map((cell) => cell.trim())
      return /^[Ew]$/.test(cells[column] ?? '') ? [cells[1] ?? ''] : []
    }),
  )
}

test.each(SHEETS)(
  '%s: the table has every id of the published sheet, and none besides',
  (sheet) => {
    const published = idsIn(readFileSync(join(judgeHome(), 'rules', PUBLISHED[sheet]), 'utf8'))
    expect(published.size).toBeGreaterThan(50)
    expect([...columnOf(sheet)].sort()).toEqual([...published].sort())
  },
  TIMEOUT_MS,
)
