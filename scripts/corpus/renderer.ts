/** Renders one file after the other as the service does, and tells what came of each. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '../../src/config/config.ts'
import { openTemplate } from '../../src/docx/engine/template-cache.ts'
import { MergePool } from '../../src/docx/merge-pool.ts'
import { CodedError, type Finding } from '../../src/kernel/coded-error.ts'
import type { JsonObject } from '../../src/kernel/json.ts'
import { ThreadPool } from '../../src/kernel/thread-pool.ts'
import { workerEntry } from '../../src/kernel/worker-url.ts'
import type { FontFolders } from '../../src/office/font-choice.ts'
import { MachineFonts } from '../../src/office/installed-fonts.ts'
import { OfficePool } from '../../src/office/office.ts'
import type { PdfPool } from '../../src/pdf/pdf-worker.ts'
import { runPipeline } from '../../src/rendering/pipeline.ts'
import { poolWords } from '../../src/translations/findings.ts'

/** What came of one file. */
export interface Outcome {
  /** From 1; the number on its tiles. */
  index: number
  name: string
  /** Tags of the template language in it. */
  tags: number
  ms: number
  pdf?: Uint8Array
  /** Why it was refused. */
  code?: string
  detail?: string
  findings?: readonly Finding[]
  pages?: number
  referencePages?: number | undefined
  /** Share of differing pixels of the worst page. */
  difference?: number
}

/** Below this share of differing pixels two pages are the same to the eye. */
export const SAME_BELOW = 0.001

/**
 * Starts threads and LibreOffice as the service would with the settings of the environment.
 * @param fontFolders of another machine
 */
export async function openRenderer(folder: string, fontFolders?: FontFolders) {
  const scratch = await mkdtemp(join(tmpdir(), 'paraph-corpus-'))
  const config = loadConfig({ PARAPH_DATA_DIR: scratch, PARAPH_LOG_LEVEL: 'silent' })
  const merger = new MergePool(config.merge, new MachineFonts({ fontFolders }))
  const pdfs: PdfPool = new ThreadPool(
    workerEntry('pdf/pdf-worker'),
    { workers: 1, cpuMs: config.merge.cpuMs },
    poolWords('finishing'),
  )
  const office = await OfficePool.start({
    ...config.office,
    scratchDir: join(scratch, 'office'),
    fontFolders,
  })

  const dataOf = async (name: string): Promise<JsonObject | undefined> => {
    const text = await readFile(join(folder, name.replace(/\.\w+$/, '.json')), 'utf8').catch(
      () => undefined,
    )
    return text === undefined ? undefined : (JSON.parse(text) as JsonObject)
  }

  return {
    async render(index: number, name: string, template: Uint8Array): Promise<Outcome> {
      const data = await dataOf(name)
      const start = performance.now()
      const outcome: Outcome = { index, name, tags: 0, ms: 0 }
      try {
        const { bytes } = await runPipeline(
          { merger, office, pdfs },
          { bytes: template, name },
          {
            template: { kind: 'file', bytes: template, name },
            data: data ?? (await merger.inspect(template)).sample,
            pictures: new Map(),
            format: 'pdf',
            filename: undefined,
            options: data === undefined ? { missing: 'blank' } : {},
          },
          new AbortController().signal,
        )
        outcome.pdf = bytes
        outcome.tags = openTemplate(template).scan.tags.length
      } catch (error) {
        if (!(error instanceof CodedError)) throw error
        outcome.code = error.code
        outcome.detail = error.message
        outcome.findings = error.errors
      }
      outcome.ms = performance.now() - start
      return outcome
    },
    async close(): Promise<void> {
      await office.close()
      await merger.close()
      await pdfs.close()
      await rm(scratch, { recursive: true, force: true })
    },
  }
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')

function verdict(outcome: Outcome): string {
  if (outcome.code !== undefined) {
    const first = outcome.findings?.[0]
    const more = (outcome.findings?.length ?? 0) - 1
    const tag = first?.tag === undefined ? '' : ` at ${first.tag}`
    const also = more > 0 ? ` (and ${more} more)` : ''
    return `refused: ${outcome.code}: ${first?.detail ?? outcome.detail}${tag}${also}`
  }
  if (outcome.referencePages === undefined) return 'rendered; LibreOffice alone makes no PDF'
  const share = outcome.difference ?? 1
  if (share < SAME_BELOW) return 'same as LibreOffice'
  const why = outcome.tags > 0 ? `; ${outcome.tags} tags were filled in` : ''
  const pages =
    outcome.pages === outcome.referencePages ? '' : `; LibreOffice: ${outcome.referencePages} pages`
  return `differs in ${(share * 100).toFixed(1)} % of the worst page${pages}${why}`
}

/** The report as Markdown: counts, then a line for each file. */
export function reportOf(title: string, outcomes: readonly Outcome[]): string {
  const counts = new Map<string, number>()
  for (const outcome of outcomes) {
    const kind =
      outcome.code === undefined
        ? verdict(outcome).split(/ in |;/)[0]! + (outcome.tags > 0 ? ', with tags' : '')
        : `refused: ${outcome.code}`
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return [
    `# ${title}: ${outcomes.length} files`,
    '',
    'Frames on the sheets: green the same as LibreOffice alone, red different, blue what LibreOffice alone makes.',
    '',
    ...[...counts].map(([kind, count]) => `- ${count} ${kind}`),
    '',
    '| # | file | tags | pages | ms | outcome |',
    '| --: | --- | --: | --: | --: | --- |',
    ...outcomes.map(
      (outcome) =>
        `| ${outcome.index} | ${cell(outcome.name)} | ${outcome.tags} | ${outcome.pages ?? ''} | ${Math.round(outcome.ms)} | ${cell(verdict(outcome))} |`,
    ),
    '',
  ].join('\n')
}
