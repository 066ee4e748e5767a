/** The calls on request templates and bulk sends, for the examples of openapi.yaml. */
import { type ExampleRecorder, shipped } from './example-recorder.ts'

const json = (value: unknown) => JSON.stringify(value)
const ROLES = [
  {
    role: 'tenant',
    fields: [
      { page: 1, x: 60, y: 600, width: 180, height: 60 },
      {
        page: 1,
        x: 60,
        y: 500,
        width: 180,
        height: 20,
        type: 'text',
        name: 'flat',
        read_only: true,
      },
    ],
  },
]
/** A template and a list on their whole way. */
export async function bulkExamples(
  recorder: ExampleRecorder,
  pdf: { filename: string; bytes: Uint8Array; type: string },
): Promise<void> {
  const idOf = async (operation: string, input: Parameters<ExampleRecorder['call']>[1]) =>
    (await recorder.call(operation, input)).json<{ id: string }>().id
  const id = await idOf('createRequestTemplate', {
    form: [
      ['file', pdf],
      ['name', 'Lease'],
      ['roles', json(ROLES)],
      ['message', 'Please sign by Friday.'],
      ['expires_in_days', '14'],
    ],
  })
  const params = { id }
  await recorder.call('listRequestTemplates', { query: { limit: '10' } })
  await recorder.call('getRequestTemplate', { params })
  await recorder.call('getRequestTemplateFile', { params })
  await recorder.call('updateRequestTemplate', { params, json: { name: 'Lease 2027' } })
  await recorder.call('createDocumentFromRequestTemplate', {
    params,
    headers: { 'idempotency-key': 'lease-0' },
    json: {
      signers: [{ role: 'tenant', email: 'ada@example.com', values: { flat: '4 B' } }],
      external_id: 'lease-0',
    },
  })
  const link = await recorder.call('createOpenLink', {
    params,
    json: { role: 'tenant', max_per_day: 100, max_per_network_per_day: 5, locale: 'fr' },
  })
  const { id: link_id, url } = link.json<{ id: string; url: string }>()
  recorder.instead.set(url, 'https://paraph.example.com/start/01k-example-of-an-open-link')
  const open = { ...params, link_id }
  await recorder.call('listOpenLinks', { params })
  await recorder.call('getOpenLink', { params: open })
  await recorder.call('updateOpenLink', { params: open, json: { closed: true } })
  await recorder.call('deleteOpenLink', { params: open })
  const list = [
    ['request_template_id', id],
    ['rows', shipped('tenants.csv', 'text/csv')],
    ['name', 'Leases 2027'],
    ['send', 'false'],
  ] as const
  const bulk = { id: await idOf('createBulkSend', { form: [...list] }) }
  await recorder.call('listBulkSends', { query: { limit: '10' } })
  await recorder.call('getBulkSend', { params: bulk })
  await recorder.call('getBulkSendResults', { params: bulk })
  await recorder.call('startBulkSend', { params: bulk })
  const other = { id: await idOf('createBulkSend', { form: [...list] }) }
  await recorder.call('cancelBulkSend', { params: other })
  await recorder.call('deleteRequestTemplate', { params })
  await ofWordTemplate(recorder)
}

/** The other body: a template of a stored Word template. */
async function ofWordTemplate(recorder: ExampleRecorder): Promise<void> {
  const form = [
    ['template', shipped('letter.docx')],
    ['name', 'Letter'],
  ] as const
  const { id } = (await recorder.call('createTemplate', { form: [...form] })).json<{ id: string }>()
  const role = {
    role: 'recipient',
    fields: [{ page: 1, x: 60, y: 640, width: 180, height: 60 }],
  }
  await recorder.call('createRequestTemplate', {
    json: { template_id: id, name: 'Letter', roles: [role] },
  })
}
