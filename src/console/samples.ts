/** The sample documents of the console: templates that the service ships, and curl lines that use them. */
import { readFileSync } from 'node:fs'
import type { JsonObject } from '../kernel/json.ts'

const FOLDER = new URL('../../templates/', import.meta.url)

/** Names of the samples that may be fetched. */
export const SAMPLES = ['invoice', 'facturx-invoice', 'letter', 'contract'] as const

/** Name of a sample. */
export type SampleName = (typeof SAMPLES)[number]

/** A template and data that fit. */
export interface Sample {
  template: Uint8Array
  data: JsonObject
}

const opened = new Map<SampleName, Sample>()

/** A sample, read once. */
export function sample(name: SampleName): Sample {
  const known = opened.get(name)
  if (known !== undefined) return known
  const read = {
    template: readFileSync(new URL(`${name}.docx`, FOLDER)),
    data: JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')) as JsonObject,
  }
  opened.set(name, read)
  return read
}

/** Curl lines that work as pasted: they fetch what they send. */
export const curlLines = (baseUrl: string, key = '$PARAPH_KEY') => ({
  usage: `curl -fsS ${baseUrl}/usage -H "X-API-Key: ${key}"`,
  render: `curl -fsSO ${baseUrl}/console/samples/invoice.docx -fsSO ${baseUrl}/console/samples/invoice.json
curl -fsS ${baseUrl}/render -H "X-API-Key: ${key}" \\
  -F template=@invoice.docx -F data=@invoice.json -o invoice.pdf`,
  signature: (
    email: string,
  ) => `curl -fsSO ${baseUrl}/console/samples/contract.docx -fsSO ${baseUrl}/console/samples/contract.json
curl -fsS ${baseUrl}/create-signature-request -H "X-API-Key: ${key}" \\
  -F template=@contract.docx -F data=@contract.json \\
  -F signers='[{"email": ${quoted(email)}, "role": "provider"},
               {"email": "client@example.com", "role": "client", "order": 2}]'`,
})

/** JSON text inside single quotes of a shell. */
const quoted = (text: string): string => JSON.stringify(text).replaceAll("'", "'\\''")

/** A sample's file as it is sent. */
export function sampleFile(name: SampleName, kind: 'docx' | 'json') {
  const { template, data } = sample(name)
  return kind === 'docx'
    ? {
        bytes: Buffer.from(template),
        type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      }
    : { bytes: Buffer.from(JSON.stringify(data, null, 2)), type: 'application/json' }
}
