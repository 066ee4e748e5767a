/** Capacity on paper, as Markdown. */
import { row, table } from '../report-parts.ts'
import { CALL_TITLES } from './calls.ts'
import { ASSUMED, besideOthers, checkModel, limits, type Need, need, tightest } from './capacity.ts'
import type { InstancesResults, Written } from './results.ts'

const MILLION = 1e6
const MONTHLY = [1, 10, 100].map((count) => count * MILLION)

const count = (value: number): string =>
  value >= 1e9
    ? `${(value / 1e9).toFixed(1)} billion`
    : value >= MILLION
      ? `${(value / MILLION).toFixed(1)} million`
      : value.toFixed(0)
const gb = (value: number): string =>
  value >= 1000 ? `${(value / 1000).toFixed(1)} TB` : `${value.toFixed(0)} GB`
const euros = (value: number): string => `€${Math.round(value).toLocaleString('en')}`

function written({ written: found, signed, pdfBytes, keyMs }: InstancesResults): string {
  const line = (title: string, { rows, rowBytes, fileBytes, heldMs }: Written) =>
    row(
      title,
      rows.toFixed(1),
      rowBytes.toFixed(0),
      fileBytes.toFixed(0),
      heldMs?.toFixed(1) ?? '–',
    )
  const head = ['rows', 'bytes of rows and indexes', 'bytes of files', 'turn that all take, ms']
  return `${table(
    ['one call leaves behind', ...head],
    [
      line(CALL_TITLES.merge, found.render),
      line(CALL_TITLES.create, found.create),
      line('a document from that call to the seal, two signers', found.signed),
    ],
  )}

The PDF that is sent has ${(pdfBytes / 1000).toFixed(0)} kB. From the call to the seal an instance spends ${signed.spent.instances.toFixed(0)} ms of processor time on a document with two signers, PostgreSQL ${signed.spent.database.toFixed(0)} ms, and ${keyMs.toFixed(0)} ms more on each signer’s key (mean of documents: ${signed.documents}).`
}

const check = (results: InstancesResults): string =>
  table(
    ['calls per second', 'one: model', 'measured', 'three: model', 'measured'],
    checkModel(results)
      .filter(({ stage }) => stage === 'one')
      .map((one) => {
        const three = checkModel(results).find(
          ({ stage, call }) => stage === 'three' && call === one.call,
        )
        const all = [one.model, one.measured, three?.model ?? 0, three?.measured ?? 0]
        return row(CALL_TITLES[one.call], ...all.map((value) => value.toFixed(1)))
      }),
  )

function needs(results: InstancesResults): string {
  const all = MONTHLY.map((documents) => need(results, documents))
  const line = (title: string, shown: (each: Need) => string) => row(title, ...all.map(shown))
  const { vcpuPerInstance, vcpuHour, databaseGbMonth, filesGbMonth, databases } = ASSUMED
  return table(
    ['documents a month', ...all.map(({ documents }) => count(documents))],
    [
      line('documents per second in the busiest minute', (each) => each.perSecond.toFixed(1)),
      line(`instances of ${vcpuPerInstance} vCPU`, (each) => String(each.instances)),
      line('connections', (each) => String(each.connections)),
      line('vCPU of PostgreSQL', (each) => each.databaseVcpu.toFixed(1)),
      ...(all.some(({ turnShare }) => turnShare > 0)
        ? [
            line('share of time in which that turn is held', ({ turnShare }) =>
              turnShare > 1
                ? `**${(turnShare * 100).toFixed(0)} %: impossible**`
                : `${(turnShare * 100).toFixed(0)} %`,
            ),
          ]
        : []),
      line('gives way first (share of it that is used)', ({ documents }) => {
        const { part, share } = tightest(results, documents)
        return `${part} (${(share * 100).toFixed(0)} %)`
      }),
      line('rows a year', (each) => count(each.rowsPerYear)),
      line('rows and indexes a year', (each) => gb(each.rowGbPerYear)),
      line('files a year', (each) => gb(each.fileGbPerYear)),
      line(`instances a month, €${vcpuHour} a vCPU hour`, ({ money }) => euros(money.instances)),
      line(
        `${databases} PostgreSQL servers a month, and €${databaseGbMonth} a GB, after a year`,
        ({ money }) => euros(money.database),
      ),
      line(`files a month, €${filesGbMonth} a GB, after a year`, ({ money }) => euros(money.files)),
    ],
  )
}

/** The model: what it is fed with, how far it is right, and what it says. */
export function capacityReport(results: InstancesResults): string {
  const { signedShare, readsPerDocument, peak, busy, instancesMin } = ASSUMED
  const order = limits(results).map(
    ({ part, documents }) => `${part} at ${count(documents)} documents a month`,
  )
  return [
    '### Capacity on paper\n',
    `The model (\`scripts/bench/instances/capacity.ts\`) takes what a call costs an instance on PostgreSQL and S3, alone or as one of three, and says how many calls a machine bears: until its cores, the event loops of its instances or a turn that all instances take (\`docs/adr/0036-writers-side-by-side.md\`) have no time left; cores are never busy for more than nine tenths of it, which is fitted to these figures. One of three spends ${besideOthers(results, 'instances').toFixed(1)} times as much on sending a document as one alone, PostgreSQL ${besideOthers(results, 'database').toFixed(1)} times as much: nine processes on two cores, each with background work, caches and keys of its own. What is said below of many instances takes these higher costs, which machines of their own will not reach. Checked here against what was measured:\n`,
    check(results),
    '',
    written(results),
    `\nAssumed, not measured: ${signedShare * 100} % of the documents are signed, by two people each, the others are rendered and not stored; ${readsPerDocument} reads for each; the busiest minute has ${peak} times the mean of the month; a part may be busy for ${busy * 100} % of that minute; never fewer than ${instancesMin} instances. Prices are round figures, those of no particular hoster. Nothing is erased, files are as small as here, and traffic, mails and texts are not counted.\n`,
    needs(results),
    `\nWhat cannot be had twice gives way in this order: ${order.join('; ')}.`,
  ].join('\n')
}
