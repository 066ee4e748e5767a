/** Triggers by webhook: Zapier's address is registered while a Zap is on, and removed with it. */
const { createHmac, timingSafeEqual } = require('node:crypto')
const { callForJson, listAll } = require('./client')
const { withFiles } = require('./files')
const { sample } = require('./signature-requests')

const WEBHOOKS = '/api/v1/webhooks'

/** Whether the service signed it (Standard Webhooks 1.0). Zapier holds deliveries back at times, so their age says nothing. */
function isGenuine({ rawRequest: { headers, content }, subscribeData: { secret } }) {
  const [id, at, signatures] = ['Id', 'Timestamp', 'Signature'].map(
    (name) => headers[`Http-Webhook-${name}`] ?? '',
  )
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${at}.${content}`).digest()
  return signatures.split(' ').some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** What steps see of an event: its document with files, and who it is about. */
const seen = (z, { id, type, timestamp, document, signer }) => ({
  ...{ id, type, timestamp, document_id: document.id },
  document: withFiles(z, document),
  ...(signer && { signer }),
})

/** A trigger of one event. @param status of the requests that samples are made of */
const event = ({ key, type, label, description, status, signs }) => ({
  key,
  noun: 'Signature Request',
  display: { label, description },
  operation: {
    type: 'hook',
    async performSubscribe(z, bundle) {
      const json = { url: bundle.targetUrl, events: [type], description: `Zapier: ${label}` }
      const { id, secret } = await callForJson(z, bundle, { method: 'POST', path: WEBHOOKS, json })
      return { id, secret }
    },
    async performUnsubscribe(z, bundle) {
      const path = `${WEBHOOKS}/${encodeURIComponent(bundle.subscribeData.id)}`
      await callForJson(z, bundle, { method: 'DELETE', path })
      return {}
    },
    async perform(z, bundle) {
      if (!isGenuine(bundle)) throw new z.errors.HaltedError('The service did not sign this')
      const { type: given, timestamp, data } = JSON.parse(bundle.rawRequest.content)
      // A test delivery is about no document.
      if (given !== type) return []
      const path = `/api/v1/documents/${encodeURIComponent(data.document_id)}`
      const document = await callForJson(z, bundle, { path })
      return [seen(z, { id: data.event_id, type, timestamp, document, signer: data.signer })]
    },
    async performList(z, bundle) {
      const wish = { path: '/api/v1/documents', member: 'documents', params: { status }, limit: 3 }
      const found = await listAll(z, bundle, wish)
      return found.map((document) => {
        const signer = signs && document.signers.find((one) => one.status === signs)
        const timestamp = document.completed_at ?? document.ended_at ?? document.created_at
        return seen(z, { id: document.id, type, timestamp, document, signer })
      })
    },
    sample: {
      id: 'evt_01m7zcc4x1a61565vzgn4edkg1',
      type,
      timestamp: '2026-11-21T10:15:30.123Z',
      document_id: sample.id,
      document: { ...sample, status },
      ...(signs && { signer: { ...sample.signers[0], status: signs } }),
    },
    outputFields: [
      { key: 'id', label: 'Event ID', primary: true },
      { key: 'document_id', label: 'Signature request ID' },
      { key: 'document__name', label: 'Name' },
      { key: 'document__status', label: 'Status' },
      { key: 'document__signed_file', label: 'Signed PDF', type: 'file' },
      { key: 'document__evidence_file', label: 'Evidence archive', type: 'file' },
      ...(signs ? [{ key: 'signer__email', label: 'Signer e-mail' }] : []),
    ],
  },
})

module.exports = [
  event({
    key: 'signer_signed',
    type: 'signer.signed',
    label: 'Signer Signed',
    description: 'Triggers when one of the signers has signed.',
    status: 'completed',
    signs: 'signed',
  }),
  event({
    key: 'document_completed',
    type: 'document.completed',
    label: 'Signature Request Completed',
    description: 'Triggers when everybody has signed.',
    status: 'completed',
  }),
  event({
    key: 'document_declined',
    type: 'document.declined',
    label: 'Signature Request Declined',
    description: 'Triggers when a signer declines.',
    status: 'declined',
  }),
]
