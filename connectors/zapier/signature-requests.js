/** The action that has a document signed, and how a signature request looks to Zapier. */
const { callForJson } = require('./client')
const { appendFile, withFiles } = require('./files')
const { templateForm, templateInput } = require('./templates')

const TEXTS = [
  'name',
  'message',
  'sender',
  'external_id',
  'expires_at',
  'delivery',
  'authentication',
  'required_level',
  'form_fields',
  'password',
]

/** A signature request as searches and actions answer it. */
const sample = {
  id: 'doc_01m7zcc4x1a61565vzgn4edkg2',
  status: 'pending',
  test: true,
  name: 'Contract',
  sender: 'Example Ltd',
  filename: 'contract.pdf',
  pages: 2,
  created_at: '2026-11-21T10:15:00.000Z',
  expires_at: '2026-12-21T10:15:00.000Z',
  original_file: 'https://example.com/contract.pdf',
  signers: [{ id: 'sgr_01m7zcc4x1a61565vzgn4edkg3', email: 'ada@example.com', status: 'invited' }],
}

const outputFields = [
  { key: 'id', label: 'ID', primary: true },
  { key: 'status', label: 'Status' },
  { key: 'name', label: 'Name' },
  { key: 'external_id', label: 'Your own identifier' },
  { key: 'created_at', label: 'Made at', type: 'datetime' },
  { key: 'expires_at', label: 'Expires at', type: 'datetime' },
  { key: 'completed_at', label: 'Completed at', type: 'datetime' },
  { key: 'signers[]id', label: 'Signer ID' },
  { key: 'signers[]email', label: 'Signer e-mail' },
  { key: 'signers[]status', label: 'Signer status' },
  { key: 'original_file', label: 'Original PDF', type: 'file' },
  { key: 'signed_file', label: 'Signed PDF', type: 'file' },
  { key: 'proof_file', label: 'Proof certificate', type: 'file' },
  { key: 'evidence_file', label: 'Evidence archive', type: 'file' },
]

const filled = (signer) =>
  Object.fromEntries(Object.entries(signer).filter(([, value]) => value !== '' && value !== null))

const createSignatureRequest = {
  key: 'create_signature_request',
  noun: 'Signature Request',
  display: {
    label: 'Create Signature Request',
    description: 'Requests signatures of a PDF or of a filled Word template.',
  },
  operation: {
    inputFields: [
      { key: 'file', label: 'PDF', type: 'file', helpText: 'Or a template below.' },
      ...templateInput,
      {
        key: 'files',
        label: 'Further PDFs',
        type: 'file',
        list: true,
        helpText: 'Signed with the first document in one go.',
      },
      {
        key: 'signers',
        label: 'Signers',
        children: [
          { key: 'email', label: 'E-mail', required: true },
          { key: 'first_name', label: 'First name' },
          { key: 'last_name', label: 'Last name' },
          {
            key: 'phone',
            label: 'Mobile phone',
            helpText: 'International format, such as +33612345678.',
          },
          {
            key: 'locale',
            label: 'Language',
            choices: {
              nl: 'Dutch',
              en: 'English',
              fr: 'French',
              de: 'German',
              it: 'Italian',
              pl: 'Polish',
              pt: 'Portuguese',
              es: 'Spanish',
            },
          },
          { key: 'order', label: 'Order', type: 'integer' },
          { key: 'role', label: 'Role', helpText: 'Name in the signature tags.' },
        ],
      },
      { key: 'name', label: 'Name', helpText: 'Name of the document as signers see it.' },
      { key: 'message', label: 'Message', type: 'text', helpText: 'Message to the signers.' },
      { key: 'sender', label: 'Sender', helpText: 'Sender name shown to signers.' },
      { key: 'external_id', label: 'Your own identifier' },
      { key: 'expires_at', label: 'Expires at', type: 'datetime' },
      {
        key: 'delivery',
        label: 'Delivery',
        choices: { email: 'By e-mail', none: 'None: you hand over the links' },
        helpText: 'How signers get their links. Without e-mails, each needs a mobile phone.',
      },
      {
        key: 'authentication',
        label: 'Authentication',
        choices: {
          sms: 'Code by SMS',
          passkey: 'Passkey',
          totp: 'Authenticator app',
          email: 'Code by e-mail',
        },
        helpText: 'How signers prove who they are, as far as the operator allows it.',
      },
      {
        key: 'required_level',
        label: 'Required level',
        choices: { electronic: 'Electronic', advanced: 'Advanced' },
        helpText: 'Advanced refuses signers whose authentication makes no advanced signature.',
      },
      {
        key: 'form_fields',
        label: 'Form fields of the PDF',
        choices: { flatten: 'Stay as they look', use: 'Signers fill them in' },
        helpText: 'What becomes of the form fields of the PDF.',
      },
      {
        key: 'password',
        label: 'Password of the PDF',
        type: 'password',
        helpText: 'Only if the PDF cannot be opened without one. Nothing keeps it.',
      },
      { key: 'send', label: 'Invite at once', type: 'boolean', default: 'true' },
    ],
    async perform(z, bundle) {
      const { file, files = [], signers = [], send } = bundle.inputData
      const form = file ? new FormData() : await templateForm(z, bundle)
      if (file) await appendFile(z, form, 'file', file)
      for (const each of files) await appendFile(z, form, 'files', each)
      form.append('signers', JSON.stringify(signers.map(filled)))
      for (const name of TEXTS)
        if (bundle.inputData[name]) form.append(name, bundle.inputData[name])
      if (send !== undefined) form.append('send', String(send))
      const path = file ? '/api/v1/documents' : '/create-signature-request'
      return withFiles(z, await callForJson(z, bundle, { method: 'POST', path, form }))
    },
    sample,
    outputFields,
  },
}

module.exports = { createSignatureRequest, outputFields, sample }
