/**
 * `npx tsx scripts/bench/fairness.ts`: what one account's flood costs another, and what not sharing LibreOffice
 * processes costs. Ratios of turns taken in one run, so that a busy machine slows both sides.
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
const rows = (count: number): string =>
  Array.from(
    { length: count },
    (_, n) => `<w:tr>${`<w:tc>${paragraph(`${n}`)}</w:tc>`.repeat(6)}</w:tr>`,
  ).join('')
const heavy = makeDocx(`<w:tbl>${rows(1_000)}</w:tbl>${paragraph('')}`)
const costs = new Map([letter, heavy].map((docx) => [docx, conversionCost(lintDocx(docx).parts)]))

const median = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0

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

const convert = (office: OfficePool, account: string, docx: Uint8Array) =>
  forTenant(accountTenant(account), async () => {
    const began = performance.now()
    await office.convert({ docx, kind: 'pdf', cost: costs.get(docx) })
    return performance.now() - began
  })

/** One letter after the other of an account, alone. */
async function letters(office: OfficePool, account: string, count: number): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < count; n++) times.push(await convert(office, account, letter))
  return times
}

/** Turns of quiet and of flood, so that both meet the same machine. */
async function flood(office: OfficePool): Promise<void> {
  const quiet: number[] = []
  const flooded: number[] = []
  await letters(office, 'b', 5)
  for (let turn = 0; turn < 3; turn++) {
    quiet.push(...(await letters(office, 'b', 15)))
    const all = Array.from({ length: 6 }, () => convert(office, 'a', heavy))
    flooded.push(...(await letters(office, 'b', 15)))
    await Promise.all(all)
  }
  const [before, during] = [median(quiet), median(flooded)]
  console.log(
    `letters of an account, p50: ${before.toFixed(0)} ms quiet, ${during.toFixed(0)} ms while another sends six tables of 1,000 rows: ${(during / before).toFixed(2)} times`,
  )
}

/** Letters of three accounts in turn. */
async function shared(office: OfficePool, label: string): Promise<void> {
  await letters(office, 'warm', 3)
  const began = performance.now()
  const count = 120
  for (let n = 0; n < count; n += 2)
    await Promise.all([
      convert(office, `x${n % 3}`, letter),
      convert(office, `x${(n + 1) % 3}`, letter),
    ])
  const each = (performance.now() - began) / count
  const { started } = office.status().counters
  console.log(`${label}: ${each.toFixed(0)} ms a letter, ${started} processes started`)
}

await withOffice({ PARAPH_OFFICE_WORKERS: '2' }, flood)
for (const turn of [1, 2])
  for (const count of ['100000', '10', '0'])
    await withOffice(
      { PARAPH_OFFICE_WORKERS: '2', PARAPH_OFFICE_SHARED_DOCUMENTS: count },
      (office) => shared(office, `turn ${turn}, ${count} documents after a second account came`),
    )
