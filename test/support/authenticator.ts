/** An authenticator in software (WebAuthn, ES256, attestation "none"), which says of its page whatever a test wants. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()
const text = (value: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
const bytes = (value: Buffer): Buffer => Buffer.concat([Buffer.from([0x58, value.length]), value])

/** What an authenticator is told and tells. */
export interface Circumstances {
  /** Origin of the page that asks. */
  origin: string
  /** Whether the person was verified, by a fingerprint or a PIN; true by default. */
  verified?: boolean
  /** Origin of the page around the frame that asks. */
  topOrigin?: string
  /** Host that the passkey is for; by default that of the origin. */
  host?: string
  /** What its counter shows; by default one more than before. */
  counter?: number
}

interface Options {
  challenge: string
}

/** One device with one passkey. */
export class Authenticator {
  readonly id: Buffer
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #counter = 0

  /** @param id of another one's passkey, which an authenticator may claim as its own */
  constructor(id: Buffer = randomBytes(32)) {
    this.id = id
  }

  /** Creates the passkey: a RegistrationResponseJSON. */
  create({ challenge }: Options, where: Circumstances) {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const credential = Buffer.concat([
      Buffer.alloc(16),
      length,
      this.id,
      coseKey(this.#keys.publicKey),
    ])
    const authData = Buffer.concat([this.#authData(where, 0x40), credential])
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text('none'),
      text('attStmt'),
      Buffer.from([0xa0]),
      text('authData'),
      bytes(authData),
    ])
    return this.#answer({
      clientDataJSON: clientData('webauthn.create', challenge, where).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
    })
  }

  /** Signs a challenge: an AuthenticationResponseJSON. */
  get({ challenge }: Options, where: Circumstances) {
    const client = clientData('webauthn.get', challenge, where)
    const authData = this.#authData(where, 0)
    const signature = sign(
      'sha256',
      Buffer.concat([authData, sha256(client)]),
      this.#keys.privateKey,
    )
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
    })
  }

  #authData({ origin, host, verified = true, counter: shown }: Circumstances, flags: number) {
    this.#counter = shown ?? this.#counter + 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.#counter)
    const all = 0x01 | (verified ? 0x04 : 0) | flags
    return Buffer.concat([sha256(host ?? new URL(origin).hostname), Buffer.from([all]), counter])
  }

  #answer(response: Record<string, string>) {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
  }
}

const clientData = (
  type: string,
  challenge: string,
  { origin, topOrigin }: Circumstances,
): Buffer =>
  Buffer.from(
    JSON.stringify({
      type,
      challenge,
      origin,
      ...(topOrigin === undefined ? { crossOrigin: false } : { crossOrigin: true, topOrigin }),
    }),
  )

/** COSE_Key of a P-256 key (RFC 9053, 7.1). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' }) as { x?: string; y?: string }
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    bytes(Buffer.from(y, 'base64url')),
  ])
}
