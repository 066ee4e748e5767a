/**
 * Judges every UBL invoice below some folders as its makers' own processors do, and writes docs/measurements/facturx-ubl.json.
 * `npx tsx scripts/facturx-ubl.ts FOLDER…`: the folders hold public files, such as the examples and tests of eInvoicing-EN16931,
 * peppol-bis-invoice-3, xrechnung-testsuite, xrechnung-schematron and phive-rules; they keep their owners' licences.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseXml } from '../src/facturx/xml/xml-tree.ts'
import { CodedError } from '../src/kernel/coded-error.ts'
import { startJudgeProcess } from '../test/support/judges.ts'
import { officialDifferences } from '../test/support/official-agreement.ts'

const OUT = join(import.meta.dirname, '../docs/measurements/facturx-ubl.json')

function isUbl(path: string): boolean {
  try {
    return ['ubl:Invoice', 'cn:CreditNote'].includes(parseXml(readFileSync(path)).tag)
  } catch (error) {
    if (error instanceof CodedError) return false
    throw error
  }
}

async function main(folders: readonly string[]): Promise<void> {
  const paths = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.xml'))
      .map((name) => join(folder, name))
      .filter(isUbl),
  )
  const sheets: Record<string, number> = {}
  const differences: string[] = []
  const judges = startJudgeProcess()
  for (const path of paths) {
    const verdict = await judges.judge(path, ['xsd', 'cen', 'fr'])
    for (const sheet of ['xsd', 'cen', 'fr', 'xrechnung', 'peppol'] as const)
      if (verdict[sheet] !== undefined) sheets[sheet] = (sheets[sheet] ?? 0) + 1
    const xml = readFileSync(path, 'utf8')
    for (const { sheet, id, side } of officialDifferences({ ...verdict, xml }))
      differences.push(`${sheet} ${id}, ${side} only`)
  }
  judges.close()
  writeFileSync(OUT, `${JSON.stringify({ files: paths.length, sheets, differences }, null, 1)}\n`)
  console.log(paths.length, 'files', sheets, differences)
}

void main(process.argv.slice(2))
