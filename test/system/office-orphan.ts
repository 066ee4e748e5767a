/** Started by a test as a service of its own: opens a pool, tells its processes, waits to be killed. */
import { OfficePool } from '../../src/office/office.ts'
import type { SandboxChoice } from '../../src/office/sandbox.ts'
import { nestedTables } from './office-documents.ts'

const [sandbox = 'auto', scratchDir = ''] = process.argv.slice(2)
const office = await OfficePool.start({
  workers: 2,
  queueMax: 10,
  queueTimeoutMs: 60_000,
  convertCpuMs: 60_000,
  memoryBytesMax: 1024 ** 3,
  recycleDocuments: 200,
  sharedDocuments: 10,
  recycleBytes: 500_000_000,
  sandbox: sandbox as SandboxChoice,
  scratchDir,
})
void office.convert({ docx: nestedTables(200), kind: 'pdf' })
process.stdout.write(`${JSON.stringify(office.status().workers.map(({ pid }) => pid))}\n`)
setInterval(() => undefined, 1_000)
