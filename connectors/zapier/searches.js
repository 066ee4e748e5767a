/** Searches: a stored template, a signature request. */
const { callForJson, listAll } = require('./client')
const { withFiles } = require('./files')
const { outputFields, sample } = require('./signature-requests')

const findTemplate = {
  key: 'find_template',
  noun: 'Template',
  display: { label: 'Find Template', description: 'Finds a stored template by its name.' },
  operation: {
    inputFields: [{ key: 'name', label: 'Name', required: true, helpText: 'Or a part of it.' }],
    async perform(z, bundle) {
      const wanted = bundle.inputData.name.trim().toLowerCase()
      const all = await listAll(z, bundle, { path: '/templates', member: 'templates' })
      const ranked = all.map((one) => ({ one, name: one.name.toLowerCase() }))
      const exact = ranked.filter(({ name }) => name === wanted)
      const near = ranked.filter(({ name }) => name !== wanted && name.includes(wanted))
      return [...exact, ...near].map(({ one }) => one)
    },
    sample: {
      id: 'tpl_01m7zcc4x1a61565vzgn4edkg4',
      name: 'Invoice',
      current_version: 3,
      versions: 3,
      created_at: '2026-11-21T10:15:00.000Z',
      updated_at: '2026-11-21T10:15:00.000Z',
    },
  },
}

const findSignatureRequest = {
  key: 'find_signature_request',
  noun: 'Signature Request',
  display: {
    label: 'Find Signature Request',
    description: 'Finds a signature request by its ID, your identifier, a signer or its status.',
  },
  operation: {
    inputFields: [
      { key: 'id', label: 'ID' },
      { key: 'external_id', label: 'Your own identifier' },
      { key: 'email', label: 'E-mail of a signer' },
      {
        key: 'status',
        label: 'Status',
        choices: ['draft', 'pending', 'completed', 'declined', 'cancelled', 'expired', 'failed'],
      },
    ],
    async perform(z, bundle) {
      const { id, external_id, email, status } = bundle.inputData
      const path = '/api/v1/documents'
      if (id) {
        const one = await callForJson(z, bundle, { path: `${path}/${encodeURIComponent(id)}` })
        return [withFiles(z, one)]
      }
      const given = Object.entries({ external_id, email, status }).filter(([, value]) => value)
      if (given.length === 0)
        throw new z.errors.Error(
          'Give an ID, your identifier, an e-mail or a status',
          'InvalidData',
          422,
        )
      const params = Object.fromEntries(given)
      const found = await listAll(z, bundle, { path, member: 'documents', params, limit: 20 })
      return found.map((one) => withFiles(z, one))
    },
    sample,
    outputFields,
  },
}

module.exports = [findTemplate, findSignatureRequest]
