/** Tools that send from request templates: to one set of people, or to a list. */
import { HINTS, type ToolSpec } from './tool-spec.ts'

const text = (description: string) => ({ type: 'string', description })
const rename = { id: 'bulk_send_id' } as const
const LIKE = 'get_bulk_send'
const REQUEST_TEMPLATE = 'A request template, from list_request_templates'

/** A model writes what it needs of a person; the template says the rest. */
const people = {
  type: 'array',
  description:
    'One per role of the template; roles that have an email there may be left out. values fill in the fields of the role by name',
  items: {
    type: 'object',
    properties: {
      role: text('As the template names it'),
      email: { type: 'string' },
      first_name: { type: 'string' },
      last_name: { type: 'string' },
      phone: text('+33612345678; if absent the signer enters it'),
      locale: text('fr, en, de, es, it, nl, pt or pl'),
      values: { type: 'object' },
    },
    required: ['role'],
  },
}

/** Request templates and bulk sends. */
export const BULK_TOOLS: readonly ToolSpec[] = [
  {
    name: 'list_request_templates',
    title: 'List request templates',
    operation: 'listRequestTemplates',
    hints: HINTS.reads,
    description:
      'Lists the stored request templates, newest first: documents prepared for signing, with their roles, the fields of each role, and message. A role without email needs a person. With template_id the document is a Word template: get_template_fields tells its data. Not to be confused with list_templates.',
  },
  {
    name: 'use_request_template',
    title: 'Send from a request template',
    operation: 'createDocumentFromRequestTemplate',
    hints: HINTS.asksPeople,
    rename: { id: 'request_template_id' },
    own: { signers: people },
    // These are for the template to say.
    omit: [
      ...['authentication', 'copies', 'delivery', 'form_fields', 'notify', 'options'],
      ...['output_filename', 'reminders', 'required_level', 'webhook_url'],
    ],
    creates: true,
    answersLike: 'get_signature_request',
    words: {
      request_template_id: REQUEST_TEMPLATE,
      data: 'Of a Word template: its values',
      send: 'false saves a draft without notifying anyone; send_signature_request sends it later. Default: true, inviting people at once',
    },
    description:
      'Sends the document of a request template to the people you give for its roles. REAL PEOPLE GET AN E-MAIL AT ONCE unless send is false: have the user confirm names and addresses first. Uses one signature of the month per signer. For more than a few sets of people use create_bulk_send.',
  },
  {
    name: 'create_bulk_send',
    title: 'Check a list',
    operation: 'createBulkSend',
    hints: HINTS.makes,
    files: [
      {
        part: 'rows',
        what: 'the list (CSV with a header, or JSON lines)',
        name: 'list.csv',
        mediaType: 'text/csv',
        isText: true,
      },
    ],
    own: {
      request_template_id: text(REQUEST_TEMPLATE),
      name: text('Name of the bulk send, for the user'),
      bad_rows: {
        type: 'string',
        enum: ['skip', 'refuse'],
        description:
          'skip (default): start_bulk_send sends the good rows. refuse: a list with a bad row is an error and is not kept',
      },
    },
    // A model must not send to thousands before anybody saw what was found in the list.
    fixed: { send: 'false' },
    creates: true,
    answersLike: LIKE,
    description:
      'Checks a list of people for a request template: one signature request per row, up to 10,000. SENDS NOTHING: start_bulk_send does. Columns: role.email, role.first_name, role.last_name, role.phone, role.<field>, data.<path>, external_id. errors names every bad row with what to do: correct it with the user (never invent an address), cancel_bulk_send this one and check again.',
  },
  {
    name: 'start_bulk_send',
    title: 'Send to a list',
    operation: 'startBulkSend',
    hints: { ...HINTS.asksPeople, idempotentHint: true },
    rename,
    answersLike: LIKE,
    description:
      'Starts a bulk send that was checked, or resumes a paused one. REAL PEOPLE GET E-MAILS: first show the user how many rows are good and bad, a few of the addresses and signatures.needed, and have them confirm. Rows are sent in the background until expected_end_at.',
  },
  {
    name: 'get_bulk_send',
    title: 'State of a bulk send',
    operation: 'getBulkSend',
    hints: HINTS.reads,
    rename,
    description:
      'Tells how a bulk send stands: checked, running, paused (why, and when it goes on), completed or cancelled, and how many rows are sent, waiting, bad and failed. Sent means invited, not signed: get_bulk_send_results has that. Do not poll.',
  },
  {
    name: 'get_bulk_send_results',
    title: 'Results of a bulk send',
    operation: 'getBulkSendResults',
    hints: HINTS.reads,
    rename,
    answersFile: 'results.csv',
    description:
      'Gives a CSV with a line per row: its signature request (document_id), how that stands (document_status, such as completed), whom it was for, and why a row was not sent. Long for long lists.',
  },
  {
    name: 'list_bulk_sends',
    title: 'List bulk sends',
    operation: 'listBulkSends',
    hints: HINTS.reads,
    answersLike: LIKE,
    description: 'Lists bulk sends, newest first, in bulk_sends.',
  },
  {
    name: 'cancel_bulk_send',
    title: 'Stop a bulk send',
    operation: 'cancelBulkSend',
    hints: HINTS.ends,
    rename,
    answersLike: LIKE,
    description:
      'Stops a bulk send for good: no further row is sent. Requests that were sent stay; cancel_signature_request withdraws them one by one.',
  },
]
