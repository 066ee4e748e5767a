/** Tools that generate documents and manage templates. */
import { CREDIT_TYPES } from '../facturx/credit/credit-input.ts'
import { HINTS, type ToolSpec } from './tool-spec.ts'

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
/** A Word template sent with the call. */
export const TEMPLATE_FILE = {
  part: 'template',
  what: 'a Word template (.docx)',
  name: 'template.docx',
  mediaType: DOCX,
} as const

/** An invoice sent with the call. */
const INVOICE_FILE = {
  part: 'file',
  what: 'a Factur-X or ZUGFeRD PDF, or CII XML',
  name: 'invoice.pdf',
  mediaType: 'application/octet-stream',
} as const

const renderWords = {
  template_id: 'A stored template, from list_templates',
  data: 'The values of the template, by the names in its tags; get_template_fields has the schema and a sample',
  output_filename: 'Name of the file, with its ending',
}
const mapping = {
  type: 'object',
  description:
    'For render_facturx: how your own data become an invoice; invoice path → expression, lists as {"from", "each"}',
}

/** Documents, invoices, templates. */
export const DOCUMENT_TOOLS: readonly ToolSpec[] = [
  {
    name: 'list_templates',
    title: 'List templates',
    operation: 'listTemplates',
    hints: HINTS.reads,
    description:
      'Lists the stored Word templates, newest first: id, name, current version. Start here when the user names a template in words, then call get_template_fields.',
    words: { cursor: 'next_cursor of the page before' },
  },
  {
    name: 'get_template_fields',
    title: 'Fields of a template',
    operation: 'getTemplateFields',
    hints: HINTS.reads,
    rename: { id: 'template_id' },
    description:
      'Returns what data a stored template needs: a JSON Schema of the data, sample data that render without error, every tag, and the roles of its signature places. Call it before render_document and fill exactly these names.',
  },
  {
    name: 'render_document',
    title: 'Make a document',
    operation: 'renderDocument',
    hints: HINTS.changes,
    files: [TEMPLATE_FILE],
    optional: ['template_id'],
    omit: ['json_data'],
    words: {
      ...renderWords,
      format:
        'pdf; docx (Word); pdfa-2b and pdfa-3b (archive); pdfua (accessible to screen readers)',
    },
    answersFile: 'document.pdf',
    description:
      'Fills a Word template with data and returns the finished file. Takes template_id (stored) or a template file, never both. Uses one document of the month; a call that fails uses none. On data_missing or template_invalid every finding comes at once with its fix: correct all, then call again. For an electronic invoice use render_facturx; to have the document signed use create_signature_request, which renders by itself. The service stores nothing: the response is the only copy, so say where it is.',
  },
  {
    name: 'render_facturx',
    title: 'Make an electronic invoice',
    operation: 'renderFacturx',
    hints: HINTS.changes,
    files: [TEMPLATE_FILE],
    optional: ['template_id'],
    omit: ['json_data'],
    words: {
      ...renderWords,
      data: 'The invoice; get_guide factur-x explains it with a small example, get_guide invoice-schema has every field. Amounts may be left out and are computed. Your own data where there is a mapping',
    },
    answersFile: 'invoice.pdf',
    description:
      'Makes a Factur-X / ZUGFeRD invoice: a PDF/A-3 that people read with the XML that machines read inside. The invoice is checked against EN 16931, and the French rules for French sellers, before anything is rendered. On facturx_invalid each finding has the rule id (such as BR-CO-10), the JSON pointer of the field and the fix: correct those fields in data and call again; never invent a tax number, an IBAN or a legal identifier, ask the user. Amounts are best left out: given ones must be right to the cent. Uses one document of the month.',
  },
  {
    name: 'validate_facturx',
    title: 'Check an invoice',
    operation: 'validateFacturx',
    hints: HINTS.reads,
    files: [{ ...INVOICE_FILE, what: `${INVOICE_FILE.what}, instead of data` }],
    omit: ['json_data'],
    words: { data: 'The invoice as for render_facturx; or give a file' },
    description:
      'Checks an invoice without making anything and free of charge: every broken rule with its id, JSON pointer and fix in English and French, warnings, and the invoice with all amounts computed. Takes data (as render_facturx) or a file from any source. Use it to check a received invoice, or before render_facturx when many things may be wrong.',
  },
  {
    name: 'create_credit_note',
    title: 'Make a credit note',
    operation: 'createCreditNote',
    hints: HINTS.changes,
    files: [INVOICE_FILE],
    own: {
      number: { type: 'string', description: 'Number of the credit note; ask the user for it' },
      issue_date: { type: 'string', description: 'Its date, YYYY-MM-DD' },
      type_code: {
        type: 'string',
        enum: CREDIT_TYPES,
        description: '381 credit note (default); 384 corrected invoice that replaces the first one',
      },
      reason: { type: 'string', description: 'Why, as a note on the page and in the XML' },
      lines: {
        type: 'array',
        description:
          'What is credited, such as [{"id": "2", "quantity": "1"}] or [{"id": "1", "amount": "10.00"}]; left out: the whole invoice',
        items: { type: 'object' },
      },
      template_id: { type: 'string', description: 'A stored template instead of the shipped one' },
    },
    answersFile: 'credit-note.pdf',
    description:
      'Makes the credit note of an invoice (Factur-X or ZUGFeRD PDF, or CII XML, from any source): whole, or some lines by quantity or amount, with the reference to the invoice. Needs file, number and issue_date. Credit notes made before are not known here: ask what was credited already. Uses one document of the month.',
  },
  {
    name: 'validate_template',
    title: 'Check a template',
    operation: 'validateTemplate',
    hints: HINTS.reads,
    files: [TEMPLATE_FILE],
    description:
      'Checks a Word template file: every error at once with tag, place in the document and what to do, and the fields it asks for. Free and keeps nothing. get_guide template-language explains the tags.',
  },
  {
    name: 'create_template',
    title: 'Store a template',
    operation: 'createTemplate',
    hints: HINTS.makes,
    files: [TEMPLATE_FILE],
    own: {
      name: { type: 'string', description: 'Its name; default: the file name' },
      mapping,
    },
    description:
      'Stores a Word template file under a new id. To replace the Word file of a template that is there, use add_template_version instead.',
  },
  {
    name: 'add_template_version',
    title: 'New version of a template',
    operation: 'addTemplateVersion',
    hints: HINTS.makes,
    rename: { id: 'template_id' },
    files: [TEMPLATE_FILE],
    own: { note: { type: 'string', description: 'What changed' }, mapping },
    description:
      'Uploads a Word file as the new current version of a stored template. Ten versions are kept: the oldest that is not current makes room, and dropped_version says which.',
  },
  {
    name: 'get_usage',
    title: 'Usage and limits',
    operation: 'getUsage',
    hints: HINTS.reads,
    description:
      'Tells what the key has used and may still use: documents and signatures this month, requests per minute, limits of the plan. Call it when something was refused with quota_exceeded, rate_limited or file_too_large, or before a large batch.',
  },
]
