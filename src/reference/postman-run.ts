/**
 * The order in which every request of the Postman collection finds what it is about: folders that work alone
 * and one after the other, any number of times, with a test key.
 */
import folders from './postman-folders.json' with { type: 'json' }

/** One request of the collection. */
export interface Step {
  operationId: string
  /** As JSON rather than as a form. */
  json?: true
  /** Tells requests of one operation apart, and how this one differs. */
  again?: { name: string; template?: string }
}

/** Operations as JSON are marked by `:json`; a second request of one operation has a name, and perhaps a template. */
const step = (text: string): Step => {
  const [operation = '', name, template] = text.split(' | ')
  const [operationId = '', json] = operation.split(':')
  return {
    operationId,
    ...(json !== undefined && { json: true as const }),
    ...(name !== undefined && { again: { name, ...(template !== undefined && { template }) } }),
  }
}

/** Folders with their requests. createSigningUrl comes before getTestLink: the link of the latter is noted, which does not run out. */
export const FOLDERS: ReadonlyArray<{ name: string; steps: readonly Step[] }> = Object.entries(
  folders,
).map(([name, steps]) => ({ name, steps: steps.map(step) }))

/** Identifiers in examples become variables filled from earlier responses. */
export const KEPT: Readonly<Record<string, string>> = {
  tpl: 'template_id',
  fnt: 'font_id',
  bat: 'batch_id',
  doc: 'document_id',
  whk: 'webhook_id',
  dlv: 'delivery_id',
  rqt: 'request_template_id',
  blk: 'bulk_send_id',
  lnk: 'open_link_id',
}
/** Filled from earlier responses too, each by its own rule. */
export const NOTED = {
  signer: 'signer_id',
  token: 'signing_token',
  code: 'test_code',
  document: 'document_sha256',
  version: 'consent_version',
  consent: 'consent_sha256',
} as const

/** Bodies about what only an earlier response knows, or the document at hand. */
export const BODIES: Readonly<Record<string, object>> = {
  // The document that is signed has no fields.
  saveValues: { values: {} },
  requestCode: {
    consent: { version: `{{${NOTED.version}}}`, sha256: `{{${NOTED.consent}}}` },
  },
  openWithCode: { code: '123456' },
  enterCode: { code: `{{${NOTED.code}}}` },
  approveDocument: { document_sha256: `{{${NOTED.document}}}` },
  signDocument: {
    document_sha256: `{{${NOTED.document}}}`,
    kind: 'typed',
    text: 'Ada Lovelace',
  },
}

/** Passkeys need a browser, and apps a person: the collection asks for one when it is too late. */
const WITHOUT_BROWSER = { status: 409, why: 'once this person has signed' }

const WITHOUT_BATCH = { status: 404, why: 'while no call with Prefer: respond-async has been made' }

/** What a request may be answered besides success, because of when it is sent. */
export const ALSO_RIGHT: Readonly<Record<string, { status: number; why: string }>> = {
  getBatch: WITHOUT_BATCH,
  getBatchResult: WITHOUT_BATCH,
  deleteBatch: WITHOUT_BATCH,
  requestPasskey: WITHOUT_BROWSER,
  createPasskey: WITHOUT_BROWSER,
  registerPasskey: WITHOUT_BROWSER,
  createTotp: WITHOUT_BROWSER,
  registerTotp: WITHOUT_BROWSER,
  delegateDocument: { status: 409, why: 'of somebody whom the sender does not let delegate' },
  returnDocument: { status: 409, why: 'of a document that the sender does not take back' },
  approveDocument: { status: 409, why: 'of somebody who was asked to sign' },
  remindSigners: { status: 429, why: 'within ten minutes of the last e-mail' },
  reactivateDocument: { status: 409, why: 'before the document has expired' },
  deleteDocument: { status: 409, why: 'while the last e-mails are being sent' },
  unblockSigner: { status: 409, why: 'while nobody is blocked' },
  requestOpeningCode: { status: 409, why: 'for a document that is shown without a code' },
  openWithCode: { status: 422, why: 'for a document that is shown without a code' },
  uploadFile: { status: 422, why: 'for a document without such a field' },
  getSignerFile: { status: 404, why: 'of a document without such a field' },
}

/** Samples that stand for the files of examples, and for bodies that no text holds. */
export const FILES: Readonly<Record<string, string>> = {
  'signed.pdf': 'contract.pdf',
  'payslip.pdf': 'contract.pdf',
  stampTime: 'time-stamp-request.tsq',
  askCertificateStatus: 'certificate-status-request.der',
}

const SEAL_WAIT_MS = 1_000
const SEAL_WAITS = 60

/** Scripts run before a request. */
export const BEFORE: Readonly<Record<string, readonly string[]>> = {
  // The seal follows the last signature by some seconds.
  signerSigned: [
    `let left = ${SEAL_WAITS}`,
    'const look = () => pm.sendRequest({',
    "  url: pm.variables.replaceIn('{{base_url}}/api/v1/documents/{{document_id}}'),",
    "  header: { 'X-API-Key': pm.variables.get('api_key') },",
    '}, (_error, answer) => {',
    "  if (answer?.json().status === 'completed' || --left === 0) return",
    `  setTimeout(look, ${SEAL_WAIT_MS})`,
    '})',
    'look()',
  ],
}

/** Name of the variable that says that a request is sent again. */
export const WAITS = 'sent_again'
const WAIT_SECONDS_MAX = 60

/**
 * Script run after every response. A request over a rate, or for which the authority is not ready yet, is sent again when
 * its answer says; the next requests use what was created last.
 */
export const AFTER: readonly string[] = [
  "const seconds = Number(pm.response.headers.get('Retry-After') ?? NaN)",
  `const waits = [429, 503].includes(pm.response.code) && seconds <= ${WAIT_SECONDS_MAX}`,
  `pm.variables.set('${WAITS}', waits)`,
  'if (waits) {',
  '  setTimeout(() => {}, seconds * 1000)',
  '  pm.execution.setNextRequest(pm.info.requestId)',
  '}',
  `const kept = ${JSON.stringify(KEPT)}`,
  "if (pm.response.code < 300 && /json/.test(pm.response.headers.get('Content-Type') ?? '')) {",
  '  const { id, signers, url, code, document, consent } = pm.response.json()',
  '  const note = (name, value) => value && pm.collectionVariables.set(name, value)',
  "  note(kept[String(id).split('_')[0]], id)",
  `  note('${NOTED.signer}', signers?.[0]?.id)`,
  `  note('${NOTED.token}', /\\/sign\\/([^/?#]+)/.exec(url)?.[1])`,
  `  note('${NOTED.code}', code)`,
  `  note('${NOTED.document}', document?.sha256)`,
  `  note('${NOTED.version}', consent?.version)`,
  `  note('${NOTED.consent}', consent?.sha256)`,
  '}',
]
