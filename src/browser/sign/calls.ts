/** The calls of the signer's page, and what can go wrong with them. */

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { systemClock } from '../../kernel/clock.ts'
import { membersOf } from '../../kernel/type-guards.ts'
import type { InputValues } from '../../signing/model/fields.ts'
import type { UploadedFiles } from '../../signing/model/schemas/uploads.ts'
import { SESSION_HEADER } from '../../signing/model/signer-page.ts'
import type { SignerFile } from '../../signing/model/uploads.ts'
import type {
  ConsentGiven,
  OfferedCertificate,
  SignerCode,
  SignerState,
} from '../../signing/signers/schemas.ts'
import type { ReturnedOrder } from './certificate-visit.ts'

/** A problem document response (RFC 9457), as far as the page needs it. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: string
  readonly attemptsLeft: number | undefined
  /** When the same call may be made again, in this device's time. */
  readonly retryAtMs: number | undefined
  /** The first of the things that are wrong, where it has a name. */
  readonly finding: string | undefined
  /** What it is wrong with. */
  readonly pointer: string | undefined

  /** @param said the members of the document that it has */
  constructor(code: string, said: Readonly<Record<string, unknown>> = {}, retryAtMs?: number) {
    super(code)
    const { attempts_left: left, errors } = said
    const { code: finding, pointer } = membersOf(Array.isArray(errors) ? errors[0] : undefined)
    this.code = code
    this.attemptsLeft = typeof left === 'number' ? left : undefined
    this.finding = typeof finding === 'string' ? finding : undefined
    this.pointer = typeof pointer === 'string' ? pointer : undefined
    this.retryAtMs = retryAtMs
  }
}

/** How a signature was made, with its picture. */
export interface SignatureInput {
  document_sha256: string
  kind: 'drawn' | 'typed' | 'image'
  text?: string
  /** What was filled in, by name. */
  values?: InputValues
  /** Data URI, PNG or JPEG, at most 500 kB. */
  image: string
  /** The initials, where they are drawn: x and y of each stroke in turn. */
  initials_strokes?: number[][]
  /** IANA name of the zone in which this device shows times. */
  time_zone: string
}

const TIMEOUT_MS = 30_000
/** Nothing else can be done on that page. */
const OPENING_TIMEOUT_MS = 60_000
/** Making the certificate, the signature and its time-stamps may queue behind others. */
const SIGNATURE_TIMEOUT_MS = 120_000
/** Ten megabytes from a phone without much of a network. */
const UPLOAD_TIMEOUT_MS = 300_000

/** The calls under /sign/{token}. Every one throws a {@link Problem}; `offline` when there was no response. */
export class Calls {
  readonly #path: string
  readonly #embedded: boolean
  /** In a frame the session stays in the memory of the page: browsers keep no cookie there. */
  #session: string | undefined
  #clockAheadMs = 0

  constructor(path: string, { embedded }: { embedded: boolean }) {
    this.#path = path
    this.#embedded = embedded
  }

  /** This device's time of a moment that the server named; its clock may be another. */
  localMs(iso: string): number {
    return Date.parse(iso) - this.#clockAheadMs
  }

  /** Sends the code that opens the document. */
  openingCode = (): Promise<SignerCode> =>
    this.#call('POST', 'opening-code', {}, OPENING_TIMEOUT_MS)
  openWith = (code: string): Promise<null> =>
    this.#call('POST', 'opening', { code }, OPENING_TIMEOUT_MS)
  state = (): Promise<SignerState> => this.#call('GET', 'state')
  open = (): Promise<SignerState> => this.#call('POST', 'open', {})
  verify = (code: string): Promise<SignerState> => this.#call('POST', 'verify', { code })
  /** Declines, or returns the document to the sender. */
  leave = (act: 'decline' | 'return', reason: string): Promise<SignerState> =>
    this.#call('POST', act, { reason })
  /** Delegates to another person; the link stops working. */
  delegate = (order: Readonly<Record<string, string>>): Promise<void> =>
    this.#call('POST', 'delegation', order)
  approve = (sha256: string): Promise<SignerState> =>
    this.#call('POST', 'approval', { document_sha256: sha256 })
  sign = (input: SignatureInput): Promise<SignerState> =>
    this.#call('POST', 'signature', input, SIGNATURE_TIMEOUT_MS)
  /** Orders a signature with a certificate of one's own; the page of its provider comes back. */
  certificateOrder = (input: SignatureInput): Promise<{ url: string }> =>
    this.#call('POST', 'certificate', input, SIGNATURE_TIMEOUT_MS)
  /** What the provider said; null: the document is signed. */
  certificateReturn = (
    returned: ReturnedOrder,
  ): Promise<{ certificates: OfferedCertificate[] | null }> =>
    this.#call('POST', 'certificate/return', returned, SIGNATURE_TIMEOUT_MS)
  certificateChoice = (id: string): Promise<{ url: string }> =>
    this.#call('POST', 'certificate/choice', { id }, SIGNATURE_TIMEOUT_MS)
  /** What was filled in before. */
  keptValues = (): Promise<{ values: InputValues }> => this.#call('GET', 'values')
  saveValues = (values: InputValues): Promise<null> => this.#call('PUT', 'values', { values })
  /** What is uploaded so far. */
  uploads = (): Promise<UploadedFiles> => this.#call('GET', 'files')
  /** Sends the file of a field. */
  upload(field: string, file: Blob, name: string): Promise<SignerFile> {
    const form = new FormData()
    form.set('field', field)
    form.set('file', file, name)
    return this.#call('POST', 'files', form, UPLOAD_TIMEOUT_MS)
  }
  /** Takes a file back. */
  removeUpload = (id: string): Promise<null> => this.#call('DELETE', `files/${id}`)
  /** What the authenticator is asked for: a passkey that is registered. */
  passkeyRequest = (consent: ConsentGiven) =>
    this.#call<PublicKeyCredentialRequestOptionsJSON>('POST', 'passkey/request', { consent })
  /** What the authenticator is asked for: a new passkey. */
  passkeyCreation = () =>
    this.#call<PublicKeyCredentialCreationOptionsJSON>('POST', 'passkey/creation', {})
  passkeyVerify = (passkey: unknown): Promise<SignerState> =>
    this.#call('POST', 'verify', { passkey })
  passkeyRegister = (passkey: unknown): Promise<SignerState> =>
    this.#call('POST', 'passkey', { passkey })
  /** What an authenticator app is given, to be registered. */
  totpCreation = () => this.#call<{ secret: string; uri: string }>('POST', 'totp/creation', {})
  totpRegister = (code: string): Promise<SignerState> => this.#call('POST', 'totp', { code })
  code = (consent: ConsentGiven, phone: string | undefined, call: boolean): Promise<SignerCode> =>
    this.#call('POST', 'code', {
      consent,
      ...(phone !== undefined && { phone }),
      ...(call && { call }),
    })

  async #call<T>(method: string, name: string, body?: unknown, timeoutMs = TIMEOUT_MS): Promise<T> {
    const isForm = body instanceof FormData
    let answer: Response
    try {
      answer = await fetch(`${this.#path}/${name}`, {
        method,
        headers: {
          Accept: 'application/json, application/problem+json',
          ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
          ...(this.#session !== undefined && { [SESSION_HEADER]: this.#session }),
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
        credentials: this.#embedded ? 'omit' : 'same-origin',
        cache: 'no-store',
        signal: AbortSignal.timeout(timeoutMs),
      })
      this.#compareClocks(answer)
      this.#session = answer.headers.get(SESSION_HEADER) ?? this.#session
      if (answer.ok) return (answer.status === 204 ? null : await answer.json()) as T
    } catch {
      throw new Problem('offline')
    }
    throw await readProblem(answer)
  }

  #compareClocks(answer: Response): void {
    const server = Date.parse(answer.headers.get('date') ?? '')
    if (!Number.isNaN(server)) this.#clockAheadMs = server - systemClock.now()
  }
}

/** The problem of a response; one from a proxy in between says nothing of it. */
export async function readProblem(answer: Response): Promise<Problem> {
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
  const retryAtMs = Number.isNaN(seconds) ? undefined : systemClock.now() + seconds * 1_000
  const said = membersOf(await answer.json().catch(() => undefined))
  return new Problem(typeof said.code === 'string' ? said.code : 'server', said, retryAtMs)
}
