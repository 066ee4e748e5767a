/** Actions that make a document. */
const { call } = require('./client')
const { kept } = require('./files')
const { templateForm, templateInput } = require('./templates')

const optionInput = [
  { key: 'output_filename', label: 'File name', helpText: 'Name of the file that is made.' },
  { key: 'locale', label: 'Locale', helpText: 'Language of numbers and dates, such as en-GB.' },
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
    helpText: 'Warnings are, for example, a missing font or characters that no font has.',
  },
  { key: 'watermark', label: 'Watermark', helpText: 'Text across every page.' },
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
    sample: {
      file: 'https://example.com/invoice-42.pdf',
      filename: 'invoice-42.pdf',
      content_type: 'application/pdf',
      size_bytes: 48_213,
    },
    outputFields: [
      { key: 'file', label: 'File', type: 'file' },
      { key: 'filename', label: 'File name' },
      { key: 'content_type', label: 'Type of the file' },
      { key: 'size_bytes', label: 'Size in bytes', type: 'integer' },
    ],
  },
})

const renderDocument = rendering({
  key: 'render_document',
  label: 'Render Document',
  description: 'Makes a PDF, PDF/A, PDF/UA or Word file from a Word template and data.',
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
    'Makes a Factur-X invoice (PDF/A-3 with its XML) from a Word template and an invoice.',
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

module.exports = { renderDocument, renderFacturx }
