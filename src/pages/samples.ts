/** The sample documents that the service ships: Word templates and data that fit them. Read once, when first asked for. */
import { readdirSync, readFileSync } from 'node:fs'
import type { JsonObject } from '../kernel/json.ts'
import { programFile } from '../kernel/program-files.ts'

const FOLDER = programFile('templates/')

const TYPES: Record<string, string> = {
  csv: 'text/csv; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  json: 'application/json',
  pdf: 'application/pdf',
  xml: 'application/xml',
}

/** A sample as served. */
interface SampleFile {
  bytes: Buffer
  type: string
}

/** Name of a template with data of its own. */
export type SampleName = 'invoice' | 'facturx-invoice' | 'letter' | 'contract'

/** The language of the sample contract, which would get French dates otherwise. */
export const CONTRACT_LOCALE = 'en-GB'

let opened: ReadonlyMap<string, SampleFile> | undefined

function files(): ReadonlyMap<string, SampleFile> {
  opened ??= new Map(
    readdirSync(FOLDER).map((name) => [
      name,
      {
        bytes: readFileSync(new URL(name, FOLDER)),
        type: TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      },
    ]),
  )
  return opened
}

/** A sample by its file name, such as `invoice.docx`; undefined when there is none of that name. */
export const sampleFile = (name: string): SampleFile | undefined => files().get(name)

function shipped(name: string): Buffer {
  const file = sampleFile(name)
  if (file === undefined) throw new Error(`the service was installed without templates/${name}`)
  return file.bytes
}

/** The Word file of a sample. */
export const sampleTemplate = (name: SampleName): Uint8Array => shipped(`${name}.docx`)

/** The data of a sample as text. */
export const sampleText = (name: SampleName): string => shipped(`${name}.json`).toString('utf8')

/** The data of a sample, a new copy for each caller. */
export const sampleData = (name: SampleName): JsonObject =>
  JSON.parse(sampleText(name)) as JsonObject
