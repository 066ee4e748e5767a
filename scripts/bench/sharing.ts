/**
 * `npx tsx scripts/bench/sharing.ts`: what not sharing LibreOffice processes among accounts costs. Turns taken in one
 * run, so that a busy machine slows all alike.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '../../src/config/config.ts'
import { conversionCost } from '../../src/docx/cost/conversion-cost.ts'
import { lintDocx } from '../../src/docx/lint/lint.ts'
import { accountTenant, forTenant } from '../../src/kernel/tenant.ts'
import { OfficePool } from '../../src/office/office.ts'
import { makeDocx } from '../../src/office/sample.ts'

const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
const letter = makeDocx(paragraph('Bonjour').repeat(40))
const cost = conversionCost(lintDocx(letter).parts)

async function withOffice<T>(
  settings: Record<string, string>,
  work: (office: OfficePool) => Promise<T>,
): Promise<T> {
  const scratchDir = mkdtempSync(join(tmpdir(), 'paraph-fairness-'))
  chmodSync(scratchDir, 0o755)
  const config = loadConfig({
    PARAPH_DATA_DIR: scratchDir,
    PARAPH_LOG_LEVEL: 'silent',
    ...settings,
  })
  const office = await OfficePool.start({ ...config.office, queueTimeoutMs: 600_000, scratchDir })
  try {
    return await work(office)
  } finally {
    await office.close()
    rmSync(scratchDir, { recursive: true, force: true })
  }
}

const convert = (office: OfficePool, account: string) =>
  forTenant(accountTenant(account), () => office.convert({ docx: letter, kind: 'pdf', cost }))

/** Letters of three accounts in turn. */
async function shared(office: OfficePool, label: string): Promise<void> {
  for (let n = 0; n < 3; n++) await convert(office, 'warm')
  const began = performance.now()
  const count = 120
  for (let n = 0; n < count; n += 2)
    await Promise.all([convert(office, `x${n % 3}`), convert(office, `x${(n + 1) % 3}`)])
  const each = (performance.now() - began) / count
  const { started } = office.status().counters
  console.log(`${label}: ${each.toFixed(0)} ms a letter, ${started} processes started`)
}

for (const turn of [1, 2])
  for (const count of ['100000', '10', '0'])
    await withOffice(
      { PARAPH_OFFICE_WORKERS: '2', PARAPH_OFFICE_SHARED_DOCUMENTS: count },
      (office) => shared(office, `turn ${turn}, ${count} documents after a second account came`),
    )
