/** Bulk sends: a request template sent to a list of people, and how it stands. */
const { callForJson } = require('./client')
const { appendFile, withResults } = require('./files')
const { requestTemplateInput } = require('./request-templates')

const PATH = '/api/v1/bulk-sends'
const TEXTS = ['request_template_id', 'name', 'bad_rows']

const sample = {
  id: 'blk_01m7zcc4x1a61565vzgn4edkg5',
  test: true,
  name: 'Leases 2027',
  status: 'running',
  request_template_id: 'rqt_01m7zcc4x1a61565vzgn4edkg6',
  rows: { total: 120, waiting: 118, sent: 0, bad: 2, failed: 0, cancelled: 0 },
  errors: [{ row: 7, line: 8, column: 'tenant.email', detail: 'It is not an e-mail address.' }],
  created_at: '2026-11-21T10:15:00.000Z',
  expected_end_at: '2026-11-21T10:20:00.000Z',
  results_file: 'https://example.com/results.csv',
}

const outputFields = [
  { key: 'id', label: 'ID', primary: true },
  { key: 'status', label: 'Status' },
  { key: 'name', label: 'Name' },
  { key: 'rows__total', label: 'Rows', type: 'integer' },
  { key: 'rows__waiting', label: 'Rows that are waiting', type: 'integer' },
  { key: 'rows__sent', label: 'Rows that are sent', type: 'integer' },
  { key: 'rows__bad', label: 'Bad rows', type: 'integer' },
  { key: 'rows__failed', label: 'Rows that failed', type: 'integer' },
  { key: 'errors[]line', label: 'Error line', type: 'integer' },
  { key: 'errors[]detail', label: 'Error' },
  { key: 'expected_end_at', label: 'Expected end', type: 'datetime' },
  { key: 'ended_at', label: 'Ended at', type: 'datetime' },
  { key: 'results_file', label: 'Results (CSV)', type: 'file' },
]

const createBulkSend = {
  key: 'create_bulk_send',
  noun: 'Bulk Send',
  display: {
    label: 'Create Bulk Send',
    description: 'Sends a request template to a list of people.',
  },
  operation: {
    inputFields: [
      requestTemplateInput,
      {
        key: 'rows',
        label: 'List',
        type: 'file',
        required: true,
        helpText:
          'CSV with a header, such as tenant.email, tenant.first_name, tenant.rent, external_id.',
      },
      { key: 'name', label: 'Name', helpText: 'Name of the bulk send, for you.' },
      {
        key: 'bad_rows',
        label: 'Bad rows',
        choices: { skip: 'are left out', refuse: 'stop the whole list' },
      },
      { key: 'send', label: 'Send at once', type: 'boolean', default: 'true' },
    ],
    async perform(z, bundle) {
      const { rows, send } = bundle.inputData
      const form = new FormData()
      await appendFile(z, form, 'rows', rows)
      for (const name of TEXTS)
        if (bundle.inputData[name]) form.append(name, bundle.inputData[name])
      if (send !== undefined) form.append('send', String(send))
      return withResults(z, await callForJson(z, bundle, { method: 'POST', path: PATH, form }))
    },
    sample,
    outputFields,
  },
}

const findBulkSend = {
  key: 'find_bulk_send',
  noun: 'Bulk Send',
  display: { label: 'Find Bulk Send', description: 'Finds a bulk send by its ID.' },
  operation: {
    inputFields: [{ key: 'id', label: 'ID', required: true }],
    async perform(z, bundle) {
      const path = `${PATH}/${encodeURIComponent(bundle.inputData.id)}`
      return [withResults(z, await callForJson(z, bundle, { path }))]
    },
    sample,
    outputFields,
  },
}

module.exports = { createBulkSend, findBulkSend }
