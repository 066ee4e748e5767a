/** Request templates and lists, as tests of bulk sends use them. */
import type { Answer } from './app.ts'
import { type SigningApp, smallPdf } from './signing-app.ts'

/** What a test reads of a template. */
export interface SeenTemplate {
  id: string
  test: boolean
  source: string
  name: string
  roles: Array<{ role: string; email?: string }>
  template_version?: number
}

/** What a test reads of a bulk send. */
export interface SeenBulk {
  id: string
  status: string
  rows: Record<'total' | 'waiting' | 'sent' | 'bad' | 'failed' | 'cancelled', number>
  signatures: { needed: number; remaining: number | null }
  rows_per_minute: number
  expected_end_at?: string
  paused?: { code: string; detail: string; resumes_at?: string }
  errors: Array<{ row: number; line: number; column?: string; code?: string; detail: string }>
  warnings: Array<{ row: number; code: string }>
}

/** Where a tenant signs, and what is filled in. */
export const TENANT = {
  role: 'tenant',
  fields: [
    { page: 1, x: 60, y: 600, width: 180, height: 60 },
    { page: 1, x: 60, y: 400, width: 180, height: 20, type: 'text', name: 'flat', read_only: true },
  ],
} as const
export const PLAIN = [{ role: 'tenant' }]

/** Stores a template of a small PDF. */
export async function pdfTemplate(
  signing: SigningApp,
  {
    roles = PLAIN as readonly unknown[],
    key = signing.key,
    more = {} as Record<string, string>,
  } = {},
): Promise<Answer> {
  return await signing.app.call('POST', '/api/v1/request-templates', {
    key,
    form: [
      ['file', { filename: 'lease.pdf', bytes: await smallPdf(), type: 'application/pdf' }],
      ['name', 'Lease'],
      ['roles', JSON.stringify(roles)],
      ...Object.entries(more),
    ],
  })
}

/** The id of such a template. */
export async function templateId(
  signing: SigningApp,
  options?: Parameters<typeof pdfTemplate>[1],
): Promise<string> {
  const made = await pdfTemplate(signing, options)
  if (made.status !== 201) throw new Error(`no template: ${made.bytes}`)
  return made.json<SeenTemplate>().id
}

/** Sends a list. */
export async function sendList(
  signing: SigningApp,
  template: string,
  list: string | Uint8Array,
  more: {
    key?: string
    filename?: string
    type?: string
    parts?: Record<string, string>
    headers?: Record<string, string>
  } = {},
): Promise<Answer> {
  const { key = signing.key, filename = 'list.csv', type = 'text/csv', parts = {} } = more
  return await signing.app.call('POST', '/api/v1/bulk-sends', {
    key,
    form: [
      ['request_template_id', template],
      ['rows', { filename, bytes: Buffer.from(list), type }],
      ...Object.entries(parts),
    ],
    ...(more.headers !== undefined && { headers: more.headers }),
  })
}

/** A list of so many people. */
export const listOf = (count: number, from = 1): string =>
  ['tenant.email,tenant.first_name,external_id']
    .concat(
      Array.from({ length: count }, (_, at) => `p${from + at}@list.example,Ada,L-${from + at}`),
    )
    .join('\r\n')

/** A bulk send as it is now. */
export const bulkOf = async (signing: SigningApp, id: string, key = signing.key) =>
  (await signing.app.call('GET', `/api/v1/bulk-sends/${id}`, { key })).json<SeenBulk>()
