/** Actions that make a document. */
const { call } = require('./client')
const { appendFile, kept } = require('./files')
const { templateForm, templateInput } = require('./templates')

const optionInput = [
  { key: 'output_filename', label: 'File name', helpText: 'Name of the created file.' },
  { key: 'locale', label: 'Locale', helpText: 'Language for numbers and dates, such as en-GB.' },
  {
    key: 'missing',
    label: 'Values that the data lack',
    choices: { error: 'are an error', blank: 'are left blank', mark: 'are marked' },
  },
  {
    key: 'changes',
    label: 'Tracked changes',
    choices: { final: 'are accepted', original: 'are rejected', markup: 'are shown' },
  },
  {
    key: 'contents',
    label: 'Table of contents',
    choices: { refresh: 'is updated', keep: 'stays as stored' },
  },
  {
    key: 'strict',
    label: 'Refuse documents with warnings',
    type: 'boolean',
    helpText: 'Warnings are, for example, a missing font or characters without a glyph.',
  },
  { key: 'watermark', label: 'Watermark', helpText: 'Watermark across every page.' },
]

/** The file that an action answers. */
const fileSample = {
  file: 'https://example.com/invoice-42.pdf',
  filename: 'invoice-42.pdf',
  content_type: 'application/pdf',
  size_bytes: 48_213,
}
const fileFields = [
  { key: 'file', label: 'File', type: 'file' },
  { key: 'filename', label: 'File name' },
  { key: 'content_type', label: 'Type of the file' },
  { key: 'size_bytes', label: 'Size in bytes', type: 'integer' },
]

/** An action that answers a file. @param own the field that only this one has */
const rendering = ({ key, path, own, ...display }) => ({
  key,
  noun: 'Document',
  display,
  operation: {
    inputFields: [...templateInput, own, ...optionInput],
    async perform(z, bundle) {
      const { output_filename, locale, missing, changes, contents, strict, watermark } =
        bundle.inputData
      const form = await templateForm(z, bundle)
      form.append(own.key, bundle.inputData[own.key] || own.default)
      if (output_filename) form.append('output_filename', output_filename)
      const wished = { locale, missing, changes, contents, strict, watermark }
      const options = Object.entries(wished).filter(([, value]) => value)
      form.append('options', JSON.stringify(Object.fromEntries(options)))
      return await kept(z, await call(z, bundle, { method: 'POST', path, form, raw: true }))
    },
    sample: fileSample,
    outputFields: fileFields,
  },
})

const renderDocument = rendering({
  key: 'render_document',
  label: 'Render Document',
  description: 'Creates a PDF, PDF/A, PDF/UA or Word file from a Word template and data.',
  path: '/render-document',
  own: {
    key: 'format',
    label: 'Format',
    default: 'pdf',
    choices: {
      pdf: 'PDF',
      'pdfa-2b': 'PDF/A-2b',
      'pdfa-3b': 'PDF/A-3b',
      pdfua: 'PDF/UA',
      docx: 'Word',
    },
  },
})

const renderFacturx = rendering({
  key: 'render_facturx',
  label: 'Render Electronic Invoice',
  description:
    'Creates a Factur-X invoice (PDF/A-3 with its XML) from a Word template and an invoice.',
  path: '/render-facturx',
  own: {
    key: 'profile',
    label: 'Factur-X profile',
    default: 'en16931',
    choices: {
      minimum: 'MINIMUM',
      'basic-wl': 'BASIC WL',
      basic: 'BASIC',
      en16931: 'EN 16931',
      extended: 'EXTENDED',
    },
  },
})

const createCreditNote = {
  key: 'create_credit_note',
  noun: 'Credit Note',
  display: {
    label: 'Create Credit Note',
    description: 'Creates a credit note from an electronic invoice (Factur-X PDF or its XML).',
  },
  operation: {
    inputFields: [
      { key: 'invoice', label: 'Invoice', type: 'file', required: true },
      { key: 'number', label: 'Number', required: true, helpText: 'Number of the credit note.' },
      { key: 'issue_date', label: 'Date', required: true, helpText: 'YYYY-MM-DD' },
      {
        key: 'lines',
        label: 'Lines',
        type: 'text',
        helpText:
          'What is credited, such as [{"id": "1", "quantity": "1"}]; the whole invoice when empty.',
      },
      { key: 'reason', label: 'Reason', helpText: 'Reason, as a note on the page and in the XML.' },
      ...optionInput.filter(({ key }) => key === 'output_filename' || key === 'locale'),
    ],
    async perform(z, bundle) {
      const { invoice, locale, ...texts } = bundle.inputData
      const form = new FormData()
      await appendFile(z, form, 'file', invoice)
      for (const [name, value] of Object.entries(texts)) if (value) form.append(name, value)
      if (locale) form.append('options', JSON.stringify({ locale }))
      const path = '/facturx/credit-note'
      return await kept(z, await call(z, bundle, { method: 'POST', path, form, raw: true }))
    },
    sample: { ...fileSample, file: 'https://example.com/avoir-7.pdf', filename: 'avoir-7.pdf' },
    outputFields: fileFields,
  },
}

module.exports = { createCreditNote, renderDocument, renderFacturx }
