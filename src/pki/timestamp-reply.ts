/** Reads an external TimeStampResp and checks it against the request (RFC 3161, 2.4.2; RFC 5816). */
import { type Element, readBer } from '../pades/ber.ts'
import { type Certificate, extendedUsages } from '../pades/certificate.ts'
import * as der from '../pades/der.ts'
import { OID } from '../pades/oids.ts'
import { checkCms, checkToken } from '../pades/verify-cms.ts'
import { NoAnswer } from './exchange.ts'

/** What was requested, and when. */
interface StampInput {
  /** SHA-256 of the data to be time-stamped. */
  digest: Uint8Array
  nonce: Buffer
  policy: string | undefined
  fromMs: number
  toMs: number
}

/** granted, grantedWithMods. */
const GRANTED = new Set(['0', '1'])
/** Together with the signature and its certificates it must fit into a file (`pades/signature-dictionary.ts`). */
const TOKEN_BYTES_MAX = 10_000
/** Permitted clock difference. */
const SKEW_MS = 60_000

const hexOf = (bytes: Buffer): string => bytes.toString('hex').replace(/^0+(?=.)/, '')

function reasonIn(status: Element): string {
  const texts = status.children.find(({ tag }) => tag === der.TAG.sequence)?.children ?? []
  const said = texts.map(({ content }) => content.toString('utf8').replace(/\p{C}/gu, ' '))
  const why = said.length === 0 ? '' : `: ${said.join(' ').slice(0, 200)}`
  return `it refuses with the status ${status.at(0).integerHex}${why}`
}

/** The contents of the token: policy, nonce and time. */
function infoProblem(info: Element, input: StampInput): string | undefined {
  const policy = info.at(1).oid
  if (input.policy !== undefined && policy !== input.policy)
    return `its policy is ${policy}, not ${input.policy}`
  const nonce = info.children.slice(5).find(({ tag }) => tag === der.TAG.integer)
  if (nonce?.integerHex !== hexOf(input.nonce)) return 'its nonce is not the one that was sent'
  const { time } = info.at(4)
  const off = time < input.fromMs - SKEW_MS ? input.fromMs - time : time - input.toMs
  return off > SKEW_MS ? `its clock and ours differ by ${Math.round(off / 1000)} s` : undefined
}

function purposeProblem(signer: Certificate): string | undefined {
  const isAlone = extendedUsages(signer).join() === OID.timeStamping
  const isCritical = signer.extensions.get(OID.extendedKeyUsage)?.critical === true
  return isAlone && isCritical
    ? undefined
    : `the certificate of ${signer.name} is not for time-stamps alone (RFC 3161, 2.3)`
}

/**
 * Reads and checks everything that does not depend on trust: status, imprint, nonce, policy, time, signature,
 * purpose.
 * @returns a token that matches the request; whether its certificate is trusted is a separate question
 * @throws NoAnswer, EncodingError
 */
export function readReply(bytes: Buffer, input: StampInput) {
  const root = readBer(bytes)
  const status = root.at(0)
  if (!GRANTED.has(status.at(0).integerHex)) throw new NoAnswer(reasonIn(status))
  const token = root.at(1).raw
  if (token.length > TOKEN_BYTES_MAX)
    throw new NoAnswer(`its token has ${token.length} bytes, more than ${TOKEN_BYTES_MAX}`)
  const digest = Buffer.from(input.digest)
  const over = (algorithm: string) => (algorithm === 'sha256' ? digest : Buffer.alloc(0))
  const { problems, signer, certificates, timeMs } = checkToken(token, over)
  const [first] = problems
  if (first !== undefined) throw new NoAnswer(`its token does not hold: ${first.detail}`)
  if (signer === undefined) throw new NoAnswer('its token lacks the certificate of its signer')
  const info = readBer(checkCms(token).content ?? Buffer.alloc(0))
  const problem = infoProblem(info, input) ?? purposeProblem(signer)
  if (problem !== undefined) throw new NoAnswer(problem)
  return { token, signer, certificates, timeMs }
}
