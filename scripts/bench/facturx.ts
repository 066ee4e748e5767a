/**
 * What an electronic invoice costs over the same page as PDF, and our XML and embedding beside
 * Python factur-x and Mustang: `npx tsx scripts/bench/facturx.ts`.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkInvoice } from '../../src/facturx/check-invoice.ts'
import { checkRules } from '../../src/facturx/check-rules.ts'
import { embedFacturx } from '../../src/facturx/embed.ts'
import { templateView } from '../../src/facturx/template-view.ts'
import type { JsonObject } from '../../src/kernel/json.ts'
import { type Answer, type FilePart, startTestApp } from '../../test/support/app.ts'
import { judgeHome } from '../../test/support/judges.ts'
import { median, summarise } from './statistics.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const ROUNDS = process.argv.includes('--quick') ? 15 : 60
const WARM_UPS = 5
/** The Python package that French firms use most. */
const PYTHON_PACKAGE = 'factur-x==7.8'

const say = (text: string): void => void process.stdout.write(`${text}\n`)
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

/** Wall and processor milliseconds of work in this process; others on the machine spoil the first only. */
async function repeat(work: () => unknown): Promise<string> {
  for (let turn = 0; turn < COMPILED; turn++) await work()
  const [wall, processor]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < ROUNDS; turn++) {
    const before = process.cpuUsage()
    wall.push((await timed(work))[0])
    const { user, system } = process.cpuUsage(before)
    processor.push((user + system) / 1000)
  }
  return `${median(wall).toFixed(1)} ms (processor ${median(processor).toFixed(1)} ms)`
}

/** /render-facturx over /render of the same page, turn by turn. */
async function paired(): Promise<{ pdf: Buffer }> {
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
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
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
  const { median: ratio, low, high } = summarise(ratios)
  say(`/render ${median(plain).toFixed(1)} ms, /render-facturx ${median(electronic).toFixed(1)} ms`)
  say(`ratio ${ratio.toFixed(3)} (95 %: ${low.toFixed(3)} to ${high.toFixed(3)}), goal 1.35`)
  const made = await service.call('POST', '/render-document', {
    key: await service.newKey(),
    form: [
      ['template', template],
      ['data', JSON.stringify(view)],
      ['format', 'pdfa-3b'],
    ],
  })
  await service.close()
  return { pdf: made.bytes }
}

const PYTHON = `
import sys, time, logging
logging.disable(logging.CRITICAL)
from facturx import generate_from_binary
pdf, xml = open(sys.argv[1],'rb').read(), open(sys.argv[2],'rb').read()
times = []
for turn in range(${WARM_UPS + ROUNDS}):
    start = time.perf_counter()
    generate_from_binary(pdf, xml, flavor='factur-x', level='en16931', check_xsd=False, check_schematron=False)
    times.append((time.perf_counter() - start) * 1000)
print(sorted(times[${WARM_UPS}:])[${ROUNDS} // 2])
`

const JAVA = `
import java.nio.file.*; import java.util.*;
import org.mustangproject.ZUGFeRD.*;
public class Embed { public static void main(String[] a) throws Exception {
  byte[] pdf = Files.readAllBytes(Path.of(a[0])), xml = Files.readAllBytes(Path.of(a[1]));
  List<Double> times = new ArrayList<>();
  for (int turn = 0; turn < ${WARM_UPS + ROUNDS}; turn++) { long start = System.nanoTime();
    ZUGFeRDExporterFromPDFA e = new ZUGFeRDExporterFromPDFA(); e.load(pdf); e.setProducer("p"); e.setCreator("c");
    e.setZUGFeRDVersion(2); e.setProfile(Profiles.getByName("EN16931")); e.setXML(xml);
    e.export(new java.io.ByteArrayOutputStream()); e.close();
    if (turn >= ${WARM_UPS}) times.add((System.nanoTime() - start) / 1e6); }
  Collections.sort(times); System.out.println(times.get(times.size() / 2)); System.exit(0); } }
`

/** Milliseconds a foreign tool prints; the reason where it cannot run. */
function foreign(command: string, args: string[]): string {
  try {
    const out = execFileSync(command, args, { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' })
    return `${Number(out.trim().split('\n').at(-1)).toFixed(1)} ms`
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

const { pdf } = await paired()
const hundred = { ...sample, lines: Array.from({ length: 100 }, () => line), totals: {} }
say(
  `100 lines completed, checked, written as XML: ${await repeat(() => checkInvoice(hundred, {}))}, goal 20`,
)

const { invoice: checked } = checkInvoice(hundred, {})
say(
  `100 lines, the rules alone: ${await repeat(() => checkRules(checked, { profile: 'en16931', rules: 'fr' }))}`,
)

const { xml } = checkInvoice(sample, {})
const content = { xml, profile: 'en16931', modifiedAt: new Date('2026-01-01T00:00:00Z') } as const
say(`embed, ours: ${await repeat(() => embedFacturx(pdf, content))}`)
say(
  `rules + XML + embed, ours: ${await repeat(() => embedFacturx(pdf, { ...content, xml: checkInvoice(sample, {}).xml }))}`,
)
const folder = mkdtempSync(join(tmpdir(), 'bench-facturx-'))
const [page, invoice, java] = ['page.pdf', 'factur-x.xml', 'Embed.java'].map((name) =>
  join(folder, name),
)
writeFileSync(page as string, pdf)
writeFileSync(invoice as string, xml)
writeFileSync(java as string, JAVA)
say(
  `embed, ${PYTHON_PACKAGE}: ${foreign(python(), ['-c', PYTHON, page as string, invoice as string])}`,
)
const jars = join(judgeHome(), 'mustang.jar')
say(
  `embed, Mustang: ${foreign('java', ['-cp', jars, java as string, page as string, invoice as string])}`,
)
rmSync(folder, { recursive: true })
