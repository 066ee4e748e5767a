/** Tools that request signatures, track them, and verify signed files. */
import { PASSWORD_CHARACTERS_MAX } from '../http/form-spec.ts'
import { TEMPLATE_FILE } from './document-tools.ts'
import { HINTS, type ToolSpec } from './tool-spec.ts'

const pdf = (what: string) =>
  ({ part: 'file', what, name: 'document.pdf', mediaType: 'application/pdf' }) as const
const own = {
  password: {
    type: 'string',
    maxLength: PASSWORD_CHARACTERS_MAX,
    description: 'Only for a PDF that asks for one when it is opened; ask the user for it',
  },
}
const rename = { id: 'document_id' } as const

/** Kinds of file of a signature request: operation, what it is. */
export const DOCUMENT_KINDS = {
  file: ['getDocumentFile', 'the PDF as it was sent in'],
  signed: ['getSignedDocument', 'the finished PDF with all signatures'],
  proof: ['getDocumentProof', 'the proof certificate'],
  evidence: ['getDocumentEvidence', 'the evidence archive (zip)'],
} as const

const word = { type: 'string' } as const
/** Who changes: as much of it as an agent needs, since each tool is read before any conversation. */
const PEOPLE = {
  type: 'array',
  description:
    'Only those who change: with the id of a signer, changes them (remove takes them out); without an id, adds one, who needs an email',
  items: {
    type: 'object',
    properties: {
      ...{ id: word, remove: { type: 'boolean' }, email: word, first_name: word, last_name: word },
      ...{ phone: word, country: word, locale: word, role: word, order: { type: 'integer' } },
      action: { enum: ['sign', 'approve', 'witness'] },
    },
    additionalProperties: false,
  },
}

/** Signature requests and verification. */
export const SIGNATURE_TOOLS: readonly ToolSpec[] = [
  {
    name: 'create_signature_request',
    title: 'Send for signature',
    operation: 'createSignatureRequest',
    hints: HINTS.asksPeople,
    files: [pdf('a PDF to be signed, instead of a template and data'), TEMPLATE_FILE],
    own,
    moreFiles:
      'PDFs to be signed with the first document in one go; file_number of a field counts from 1, the first document',
    optional: ['template_id'],
    // People who work through an agent choose their mails in the console.
    omit: ['json_data', 'notify', 'delivery', 'required_level'],
    creates: true,
    answersLike: 'get_signature_request',
    words: {
      template_id:
        'A stored template that is filled with data and then signed; or give a template file, or a PDF',
      send: 'false saves a draft without notifying anyone; send_signature_request sends it later. Default: true, inviting people at once',
      signers:
        "Who signs. Only email is needed; a phone (with its country) saves the signer a step. order makes steps: 1 signs before 2. role names the template's {signature:role} and {field:role:name} tags. action: approve (no signature) or witness",
    },
    description:
      'Sends a PDF, or a Word template (stored or given as a file) filled with data, to people for an advanced electronic signature (eIDAS). REAL PEOPLE GET AN E-MAIL AT ONCE unless send is false: have the user confirm names, addresses and the document first, or make a draft. Uses one signature of the month per signer. Follow it by its id with get_signature_request. Where no fields are given, signatures go to {signature:…} tags, else to a place at the end.',
  },
  {
    name: 'send_signature_request',
    title: 'Send a draft',
    operation: 'sendDocument',
    hints: HINTS.asksPeople,
    rename,
    answersLike: 'get_signature_request',
    description:
      'Sends a draft that was made with send: false. The first signers get their e-mail at once.',
  },
  {
    name: 'list_signature_requests',
    title: 'List signature requests',
    operation: 'listDocuments',
    hints: HINTS.reads,
    description:
      'Lists signature requests, newest first, with the state of each signer. q searches names of documents and of signers, e-mail addresses and external_id; narrow it by several states, tags, metadata and dates.',
    words: {
      cursor: 'next_cursor of the page before',
      q: 'Parts of a name, an address or external_id, such as "dupont lease"',
    },
  },
  {
    name: 'get_signature_request',
    title: 'State of a signature request',
    operation: 'getDocument',
    omit: ['notify', 'required_level', 'signatures'],
    hints: HINTS.reads,
    rename,
    description:
      'Tells how a signature request stands: status (draft, pending, completed, declined, cancelled, expired, failed) and for each signer waiting, invited, opened, verified, signed, declined or blocked, with times. People take hours or days: do not poll in a loop, tell the user how it stands.',
  },
  {
    name: 'get_signature_trail',
    title: 'Trail of a signature request',
    operation: 'getDocumentAudit',
    hints: HINTS.reads,
    rename,
    description:
      'Gives the audit trail of a signature request: every step with time, actor and network address, each entry chained to the one before by SHA-256. Use it to explain what happened, such as a mail that did not arrive or a code entered wrongly.',
  },
  {
    name: 'remind_signers',
    title: 'Remind signers',
    operation: 'remindSigners',
    hints: HINTS.asksPeople,
    rename,
    answersLike: 'get_signature_request',
    description:
      'Sends a reminder by e-mail to everyone whose turn it is and who has not signed. Only when the user asks: each call e-mails real people again.',
  },
  {
    name: 'update_signature_request',
    title: 'Change a signature request',
    operation: 'updateDocument',
    hints: HINTS.asksPeople,
    rename,
    omit: ['notify', 'copies', 'metadata'],
    own: { signers: PEOPLE },
    answersLike: 'get_signature_request',
    description:
      'Changes a draft, or a pending request that nobody has signed: name, message, deadline, reminders, reference, signers. Of a pending one, EVERYBODY WHO WAS ASKED GETS AN E-MAIL, and who had opened it reads it again: have the user confirm first. Once a signature is made, only expires_at, reminders, copies and metadata can change.',
  },
  {
    name: 'reactivate_signature_request',
    title: 'Reactivate an expired request',
    operation: 'reactivateDocument',
    hints: HINTS.asksPeople,
    rename,
    answersLike: 'get_signature_request',
    description:
      'Gives a request that has expired a new deadline: its links work again, and everyone whose turn it is gets an e-mail. Uses one signature of the month per person who has not signed.',
  },
  {
    name: 'cancel_signature_request',
    title: 'Withdraw a signature request',
    operation: 'cancelDocument',
    hints: HINTS.ends,
    rename,
    answersLike: 'get_signature_request',
    description:
      'Withdraws a request that is not finished: the links stop working, signers are notified, and it cannot be resumed. Have the user confirm first. Signatures of people who had not signed are given back.',
  },
  {
    name: 'download_signed_file',
    title: 'Download the signed PDF',
    operation: 'getSignedDocument',
    hints: HINTS.reads,
    rename,
    answersFile: 'signed.pdf',
    link: 'signed',
    description:
      'Gives the finished PDF of a completed request: every signature (PAdES B-LTA) and the proof certificate on its last pages. Answers document_state_conflict while someone still has to sign.',
  },
  {
    name: 'download_evidence',
    title: 'Download the evidence archive',
    operation: 'getDocumentEvidence',
    hints: HINTS.reads,
    rename,
    answersFile: 'evidence.zip',
    link: 'evidence',
    description:
      'Gives a zip for lawyers and judges: original, signed PDF, trail, certificates, revocation lists, time-stamps, and how to check them without us.',
  },
  {
    name: 'verify_pdf',
    title: 'Verify a signed PDF',
    operation: 'verifyDocument',
    hints: HINTS.reads,
    files: [pdf('the PDF to be verified, from any source')],
    own,
    description:
      'Verifies every signature of any PDF: intact or not, trusted chain or not, PAdES level, proven time, and what was changed after each signature. valid is the verdict on the file; problems say in words why not. trusted is false for authorities this service does not know, which is no proof of forgery.',
  },
  {
    name: 'detect_signature_fields',
    title: 'Find places for signatures',
    operation: 'detectSignatureFields',
    hints: HINTS.reads,
    files: [pdf('a PDF or Word document')],
    own,
    description:
      'Finds where a document is to be signed or filled in: page, rectangle in points from the top left, kind, why, confidence. Its rectangles can be given as fields of a signer to create_signature_request.',
  },
]
