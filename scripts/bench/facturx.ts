/**
 * What an electronic invoice costs over the same page as PDF, and our XML and embedding beside
 * Python factur-x and Mustang.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkInvoice } from '../../src/facturx/check-invoice.ts'
import { embedFacturx } from '../../src/facturx/cii/embed.ts'
import { readReport } from '../../src/facturx/invoice-report.ts'
import { validateOfficially } from '../../src/facturx/official/validate.ts'
import { templateView } from '../../src/facturx/page/template-view.ts'
import { checkOwnRules } from '../../src/facturx/rules/check-rules.ts'
import { readInvoiceXml } from '../../src/facturx/ubl/read-ubl.ts'
import type { JsonObject } from '../../src/kernel/json.ts'
import { type Answer, type FilePart, startTestApp } from '../../test/support/app.ts'
import { judgeHome } from '../../test/support/judge-home.ts'
import { invoiceFile } from './facturx-lines.ts'
import { benchValidation, type ValidationResults } from './facturx-validation.ts'
import { describeMachine, type Machine } from './machine.ts'
import { median, type Ratio, summarise } from './statistics.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const ROUNDS = { quick: 15, full: 60 }
const WARM_UPS = 5
/** The Python package that French firms use most. */
const PYTHON_PACKAGE = 'factur-x==7.8'

const read = (name: string): Buffer => readFileSync(join(ROOT, 'templates', name))
const sample = JSON.parse(read('facturx-invoice.json').toString('utf8')) as JsonObject
const template: FilePart = { filename: 'a.docx', bytes: read('facturx-invoice.docx') }
const line = { name: 'Article', quantity: 2, netPrice: '10.00', vat: { category: 'S', rate: 20 } }

async function timed<T>(work: () => Promise<T> | T): Promise<[ms: number, result: T]> {
  const start = performance.now()
  const result = await work()
  return [performance.now() - start, result]
}

/** Turns until JavaScript is compiled: a service that has been running is what is measured. */
const COMPILED = 40

/** Median wall and processor milliseconds of work in this process; others on the machine spoil the first only. */
export interface Cost {
  readonly ms: number
  readonly cpuMs: number
}

/** What this part leaves behind: docs/measurements/benchmarks-facturx.json. */
export interface FacturxResults {
  readonly mode: 'quick' | 'full'
  readonly date: string
  readonly machine: Machine
  readonly renderMs: number
  readonly facturxMs: number
  /** /render-facturx over /render. */
  readonly ratio: Ratio
  /** 100 lines completed, checked, written as XML; and the rules alone. */
  readonly hundredLines: Cost
  readonly rulesAlone: Cost
  /** The verdict on a file of 100 and of 10,000 lines: read, schema, sheets, our rules; and all rules on 100 lines that are read. */
  readonly verdicts?: {
    readonly hundred: Cost
    readonly tenThousand: Cost
    readonly hundredRules?: Cost
  }
  readonly embed: Cost
  /** Rules, XML and embedding. */
  readonly whole: Cost
  /** Milliseconds of the others for the same embedding; the reason where one did not run. */
  readonly others: readonly { readonly name: string; readonly ms: number | string }[]
  /** Validations per second; absent in results of before this was measured. */
  readonly validation?: ValidationResults
}

async function repeat(work: () => unknown, rounds: number, warmUps = COMPILED): Promise<Cost> {
  for (let turn = 0; turn < warmUps; turn++) await work()
  const [wall, processor]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < rounds; turn++) {
    const before = process.cpuUsage()
    wall.push((await timed(work))[0])
    const { user, system } = process.cpuUsage(before)
    processor.push((user + system) / 1000)
  }
  return { ms: median(wall), cpuMs: median(processor) }
}

/** /render-facturx over /render of the same page, turn by turn. */
async function paired(rounds: number) {
  const service = await startTestApp({ PARAPH_LOG_LEVEL: 'silent' })
  const { invoice, page } = checkInvoice(sample, {})
  const view = { ...templateView(invoice, 'fr'), page }
  let key = await service.newKey()
  const call = async (path: string, data: object): Promise<number> => {
    const form: Parameters<typeof service.call>[2] = {
      key,
      form: [
        ['template', template],
        ['data', JSON.stringify(data)],
      ],
    }
    const [ms, answer] = await timed((): Promise<Answer> => service.call('POST', path, form))
    if (answer.status !== 200) throw new Error(answer.bytes.toString())
    return ms
  }
  const ratios: number[] = []
  const [plain, electronic]: [number[], number[]] = [[], []]
  for (let round = -WARM_UPS; round < rounds; round++) {
    if (round % 10 === 0) key = await service.newKey()
    const order = round % 2 === 0
    const first = order ? await call('/render', view) : await call('/render-facturx', sample)
    const second = order ? await call('/render-facturx', sample) : await call('/render', view)
    const [base, cost] = order ? [first, second] : [second, first]
    if (round < 0) continue
    plain.push(base)
    electronic.push(cost)
    ratios.push(cost / base)
  }
  const made = await service.call('POST', '/render-document', {
    key: await service.newKey(),
    form: [
      ['template', template],
      ['data', JSON.stringify(view)],
      ['format', 'pdfa-3b'],
    ],
  })
  await service.close()
  const renderMs = median(plain)
  return { pdf: made.bytes, renderMs, facturxMs: median(electronic), ratio: summarise(ratios) }
}

const javaProgram = (rounds: number): string => `
import java.nio.file.*; import java.util.*;
import org.mustangproject.ZUGFeRD.*;
public class Embed { public static void main(String[] a) throws Exception {
  byte[] pdf = Files.readAllBytes(Path.of(a[0])), xml = Files.readAllBytes(Path.of(a[1]));
  List<Double> times = new ArrayList<>();
  for (int turn = 0; turn < ${WARM_UPS + rounds}; turn++) { long start = System.nanoTime();
    ZUGFeRDExporterFromPDFA e = new ZUGFeRDExporterFromPDFA(); e.load(pdf); e.setProducer("p"); e.setCreator("c");
    e.setZUGFeRDVersion(2); e.setProfile(Profiles.getByName("EN16931")); e.setXML(xml);
    e.export(new java.io.ByteArrayOutputStream()); e.close();
    if (turn >= ${WARM_UPS}) times.add((System.nanoTime() - start) / 1e6); }
  Collections.sort(times); System.out.println(times.get(times.size() / 2)); System.exit(0); } }
`

/** Milliseconds a foreign tool prints; the reason where it cannot run. */
function foreign(command: string, args: string[]): number | string {
  try {
    const out = execFileSync(command, args, { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' })
    return Number(out.trim().split('\n').at(-1))
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string }
    return `did not run: ${stderr.trim().split('\n').at(-1)}`
  }
}

function python(): string {
  const home = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'paraph-bench')
  const venv = join(home, PYTHON_PACKAGE.replace('==', '-'))
  if (!existsSync(venv)) {
    execFileSync('python3', ['-m', 'venv', venv])
    execFileSync(join(venv, 'bin/pip'), ['install', '-q', PYTHON_PACKAGE])
  }
  return join(venv, 'bin/python')
}

/** A run over 10,000 lines compiles by itself. */
const LONG = { rounds: 3, warmUps: 1 }

async function verdicts(rounds: number): Promise<NonNullable<FacturxResults['verdicts']>> {
  const [hundred, tenThousand] = [100, 10_000].map((count) => invoiceFile(sample, count)) as [
    Buffer,
    Buffer,
  ]
  const judge = async (file: Buffer): Promise<void> => {
    const { counts } = await readReport(file, {})
    if (counts.errors > 0) throw new Error('The invoice is not valid.')
  }
  const { invoice, root } = readInvoiceXml(hundred)
  const profile = 'en16931'
  return {
    hundred: await repeat(() => judge(hundred), rounds),
    hundredRules: await repeat(() => {
      validateOfficially({ root, invoice, profile, rules: 'fr' })
      checkOwnRules(invoice, { profile, rules: 'fr' })
    }, rounds),
    tenThousand: await repeat(() => judge(tenThousand), LONG.rounds, LONG.warmUps),
  }
}

/** The same embedding by the others, each warm in a process of its own. */
function others(pdf: Buffer, xml: string, rounds: number): FacturxResults['others'] {
  const folder = mkdtempSync(join(tmpdir(), 'bench-facturx-'))
  try {
    const [page, invoice] = [join(folder, 'page.pdf'), join(folder, 'factur-x.xml')]
    const java = join(folder, 'Embed.java')
    writeFileSync(page, pdf)
    writeFileSync(invoice, xml)
    writeFileSync(java, javaProgram(rounds))
    const jar = join(judgeHome(), 'mustang.jar')
    const script = join(import.meta.dirname, 'facturx-embed.py')
    const counts = [WARM_UPS, rounds].map(String)
    return [
      {
        name: `Python ${PYTHON_PACKAGE}`,
        ms: foreign(python(), [script, page, invoice, ...counts]),
      },
      { name: 'Mustang', ms: foreign('java', ['-cp', jar, java, page, invoice]) },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Runs this part. */
export async function benchFacturx(
  mode: 'quick' | 'full',
  say: (text: string) => void,
): Promise<FacturxResults> {
  const rounds = ROUNDS[mode]
  say('/render-facturx over /render')
  const { pdf, ...paths } = await paired(rounds)
  const hundred = { ...sample, lines: Array.from({ length: 100 }, () => line), totals: {} }
  const { invoice: checked } = checkInvoice(hundred, {})
  const { xml } = checkInvoice(sample, {})
  const content = { xml, profile: 'en16931', modifiedAt: new Date('2026-01-01T00:00:00Z') } as const
  say('validations per second')
  const validation = await benchValidation(mode)
  say('rules, XML, embedding')
  return {
    mode,
    validation,
    date: new Date().toISOString(),
    machine: describeMachine(),
    ...paths,
    hundredLines: await repeat(() => checkInvoice(hundred, {}), rounds),
    rulesAlone: await repeat(
      () => checkOwnRules(checked, { profile: 'en16931', rules: 'fr' }),
      rounds,
    ),
    verdicts: await verdicts(rounds),
    embed: await repeat(() => embedFacturx(pdf, content), rounds),
    whole: await repeat(
      () => embedFacturx(pdf, { ...content, xml: checkInvoice(sample, {}).xml }),
      rounds,
    ),
    others: others(pdf, xml, rounds),
  }
}
