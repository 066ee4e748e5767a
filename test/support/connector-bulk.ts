/** A request template sent to one person and to a list, by each connector. */
import { expect } from 'vitest'
import { TENANT, templateId } from './bulk.ts'
import { binary, type ConnectorStage, sample, sampleJson } from './connector-stage.ts'
import type { MakeApp } from './make-app.ts'
import type { Item } from './n8n.ts'

type Json = Record<string, unknown>

const LANDLORD = { role: 'landlord', email: 'landlord@example.com', order: 2 }
/** The last row is bad. */
const LIST = 'tenant.email,tenant.flat\nada@example.com,1\n"alan@example.com",2\nnobody,3\n'
const CHECKED = { status: 'checked', rows: { total: 3, waiting: 2, sent: 0, bad: 1 } }
const MADE = { status: 'pending', signers: [{ role: 'tenant' }, { email: LANDLORD.email }] }
const RESULT = /,doc_.*ada@example\.com.*,doc_.*alan@example\.com.*bad,/s

const leaseOf = ({ service }: ConnectorStage) =>
  templateId(service, { roles: [{ ...TENANT, locale: 'de' }, LANDLORD] })

/** Of the Word template `letter.docx`, which needs data. */
async function letterOf({ service, key, templateId: template_id }: ConnectorStage) {
  const json = { template_id, name: 'Letter', roles: [{ role: 'recipient' }] }
  const answer = await service.app.call('POST', '/api/v1/request-templates', { key, json })
  return answer.json<{ id: string }>().id
}
const RECIPIENT = { role: 'recipient', email: 'grace@example.com' }

/** The value that the tenant's field got. */
async function flatOf({ service }: ConnectorStage, id: unknown): Promise<unknown> {
  const { signers } = await service.get(String(id))
  const fields = (signers[0]?.fields ?? []) as { value?: string }[]
  return fields[1]?.value
}

const endOf = (state: () => Promise<unknown>) => expect.poll(state, { timeout: 20_000 })

export async function bulkByN8n(stage: ConnectorStage): Promise<void> {
  const { n8n } = stage
  const requestTemplateId = await leaseOf(stage)
  n8n.executionId = `one ${requestTemplateId}`
  const known = await n8n.options('getRequestTemplates')
  expect(known).toContainEqual({ name: 'Lease', value: requestTemplateId })
  expect(await n8n.options('getRoles', { requestTemplateId })).toEqual([
    { name: 'tenant', value: 'tenant' },
    { name: `landlord (${LANDLORD.email})`, value: 'landlord' },
  ])
  const asked = {
    ...{ resource: 'signatureRequest', operation: 'createFromRequestTemplate', requestTemplateId },
    people: {
      person: [{ role: 'tenant', email: '={{ $json.mail }}', values: '{ "flat": "4 B" }' }],
    },
    requestOptions: { external_id: 'lease-n8n', send: true },
  }
  const [made] = await n8n.run(asked, [{ json: { mail: 'grace@example.com' } }])
  expect(made?.json).toMatchObject({ ...MADE, external_id: 'lease-n8n' })
  expect(await flatOf(stage, made?.json.id)).toBe('4 B')
  expect(made?.json.signers).toMatchObject([{ locale: 'de' }, {}])

  const asksWord = {
    ...{ ...asked, requestTemplateId: await letterOf(stage), people: { person: [RECIPIENT] } },
    ...{ wordData: '={{ $json }}', requestOptions: {} },
  }
  n8n.executionId = `word ${requestTemplateId}`
  await expect(n8n.run(asksWord)).rejects.toMatchObject({
    description: expect.stringMatching(/^data_missing/),
  })
  const [letter] = await n8n.run(asksWord, [{ json: sampleJson('letter.json') }])
  expect(letter?.json).toMatchObject({ status: 'pending', filename: 'letter.pdf' })

  const tenants = [
    { tenant: { email: 'ada@example.com', flat: 1 } },
    { 'tenant.email': 'alan@example.com', 'tenant.flat': 'a "b", c', tenant: { first_name: null } },
    { 'tenant.email': 'nobody', 'tenant.flat': 3 },
  ]
  const bulk = { resource: 'bulkSend', requestTemplateId }
  const create = { ...bulk, operation: 'create', bulkOptions: { name: 'Items', send: false } }
  n8n.executionId = `items ${requestTemplateId}`
  const list = tenants.map((json) => ({ json }))
  const checked = await n8n.run(create, list)
  expect(checked).toMatchObject([
    { json: { ...CHECKED, name: 'Items', errors: [{ row: 3 }] }, pairedItem: { length: 3 } },
  ])
  expect((await n8n.run(create, list))[0]?.json.id).toBe(checked[0]?.json.id)
  n8n.executionId = `file ${requestTemplateId}`
  const unknown = n8n.run(create, [{ json: { tenat: 'x' } }])
  await expect(unknown).rejects.toMatchObject({
    httpCode: '422',
    description: expect.stringMatching(/"tenat" is not a column/),
  })
  const of = { resource: 'bulkSend', bulkSendId: checked[0]?.json.id }
  expect((await n8n.run({ ...of, operation: 'start' }))[0]?.json.status).toBe('running')
  const status = async () => (await n8n.run({ ...of, operation: 'get' }))[0]?.json.status
  await endOf(status).toBe('completed')
  const [results] = await n8n.run({ ...of, operation: 'downloadResults' })
  const csv = Buffer.from(results?.binary?.data?.data ?? '', 'base64').toString()
  expect(csv).toMatch(RESULT)

  const file: Item = { json: {}, binary: { data: binary('l.csv', Buffer.from(LIST), 'text/csv') } }
  const [second] = await n8n.run({ ...create, listSource: 'file' }, [file])
  expect(second?.json).toMatchObject(CHECKED)
  const cancel = { ...of, operation: 'cancel', bulkSendId: second?.json.id }
  expect((await n8n.run(cancel))[0]?.json.status).toBe('cancelled')
  const [newest] = await n8n.run({ ...bulk, operation: 'getAll', limit: 1 })
  expect(newest?.json.id).toBe(second?.json.id)
}

export async function bulkByZapier(stage: ConnectorStage): Promise<void> {
  const { zapier } = stage
  const { creates, searches, triggers } = zapier.app
  const request_template_id = await leaseOf(stage)
  const list = await zapier.run<Json[]>(triggers.request_template_list?.operation.perform)
  expect(list[0]).toMatchObject({ id: request_template_id, name: 'Lease' })
  const { perform, inputFields = [] } = creates.create_from_request_template?.operation ?? {}
  const chosen = inputFields.find((one) => typeof one === 'function')
  const fields = await zapier.run<Json[]>(chosen, { inputData: { request_template_id } })
  expect(fields.map(({ key }) => key)).toEqual([
    ...['email', 'first_name', 'last_name', 'phone'].map((name) => `role__tenant__${name}`),
    'role__tenant__value__flat',
  ])
  const inputData = {
    ...{ request_template_id, role__tenant__email: 'grace@example.com', role__tenant__phone: '' },
    ...{ role__tenant__value__flat: '4 B', external_id: 'lease-zap', send: true },
  }
  const made = await zapier.run<Json>(perform, { inputData })
  expect(made).toMatchObject({ ...MADE, external_id: 'lease-zap' })
  expect(await flatOf(stage, made.id)).toBe('4 B')
  const nobody = zapier.run(perform, { inputData: { request_template_id } })
  await expect(nobody).rejects.toThrow(/tenant/)

  const word = {
    request_template_id: await letterOf(stage),
    role__recipient__email: RECIPIENT.email,
  }
  const wordFields = await zapier.run<Json[]>(chosen, { inputData: word })
  const wordKeys = wordFields.map(({ key }) => key)
  expect(wordKeys).toEqual(expect.arrayContaining(['json_data', 'data__sender__name']))
  const data = { json_data: sample('letter.json').toString(), data__subject: 'From Zapier' }
  const letter = await zapier.run<Json>(perform, { inputData: { ...word, ...data } })
  expect(letter).toMatchObject({ status: 'pending', filename: 'letter.pdf' })

  const rows = zapier.offer('tenants.csv', Buffer.from(LIST))
  const sent = await zapier.run<Json>(creates.create_bulk_send?.operation.perform, {
    inputData: { request_template_id, rows, name: 'Zap' },
  })
  expect(sent).toMatchObject({ name: 'Zap', status: 'running', errors: [{ line: 4 }] })
  const find = searches.find_bulk_send?.operation.perform
  const found = async () => (await zapier.run<Json[]>(find, { inputData: { id: sent.id } }))[0]
  await endOf(async () => (await found())?.status).toBe('completed')
  const results = await zapier.fetched((await found())?.results_file)
  expect(results.toString()).toMatch(RESULT)
}

export async function bulkByMake(make: MakeApp, stage: ConnectorStage): Promise<void> {
  await make.connect({ baseUrl: stage.url, apiKey: stage.key })
  const request_template_id = await leaseOf(stage)
  const known = await make.run('rpc', 'listRequestTemplates')
  expect(known).toContainEqual({ label: 'Lease', value: request_template_id })
  const tenant = { role: 'tenant', email: 'grace@example.com', values: { flat: '4 B' } }
  const run = async (module: string, parameters: Json) =>
    (await make.run('module', module, { parameters })) as Json
  const asked = { request_template_id, signers: [tenant], external_id: 'lease-make', send: true }
  const made = await run('createSignatureRequestFromRequestTemplate', asked)
  expect(made).toMatchObject({ ...MADE, external_id: 'lease-make' })
  expect(await flatOf(stage, made.id)).toBe('4 B')

  const letter = await run('createSignatureRequestFromRequestTemplate', {
    request_template_id: await letterOf(stage),
    ...{ signers: [RECIPIENT], data: sampleJson('letter.json'), send: false },
  })
  expect(letter).toMatchObject({ status: 'draft', filename: 'letter.pdf' })

  const file = { file_name: 'tenants.csv', file_data: Buffer.from(LIST) }
  const list = { ...file, request_template_id, name: 'Make', bad_rows: 'skip', send: false }
  const { id, ...checked } = await run('createBulkSend', list)
  expect(checked).toMatchObject({ ...CHECKED, name: 'Make' })
  expect(await run('startBulkSend', { id })).toMatchObject({ status: 'running' })
  await endOf(async () => (await run('getBulkSend', { id })).status).toBe('completed')
  const results = await run('downloadBulkSendResults', { id })
  expect(String(results.data)).toMatch(RESULT)
  const { id: other } = await run('createBulkSend', list)
  expect(await run('cancelBulkSend', { id: other })).toMatchObject({ status: 'cancelled' })
}
