/** No byte of a signed file can be changed without the verifier noticing. */
import { assert as check, integer, property } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CodedError } from '../../../src/kernel/coded-error.ts'
import { EncodingError } from '../../../src/pades/ber.ts'
import { type Certificate, parseCertificate } from '../../../src/pades/certificate.ts'
import { verifyPdf } from '../../../src/pades/verify.ts'
import { UnreadablePdfError } from '../../../src/pdf/stream-data.ts'
import { SAMPLES } from '../../support/pdf-samples.ts'
import { signedSteps, startAuthority, type TestAuthority } from '../../support/signing.ts'

let authority: TestAuthority
let roots: Certificate[]

beforeAll(async () => {
  authority = await startAuthority()
  roots = [(await authority.pki.authority.key('root')).facts.certificate]
})
afterAll(() => authority.close())

function holds(pdf: Uint8Array): boolean {
  try {
    return verifyPdf(pdf, { roots, nowMs: Date.now() }).valid
  } catch (error) {
    // Unreadable, or by the flipped bit so large that reading it is refused.
    if (error instanceof UnreadablePdfError || error instanceof CodedError) return false
    throw error
  }
}

test.each(['a classic file', 'object streams'])(
  '%s: any flipped bit is noticed',
  async (sample) => {
    const steps = await signedSteps(authority, await SAMPLES[sample]!(), { signers: 1 })
    const signed = steps.at(-1)!
    expect(holds(signed)).toBe(true)
    const own = signed.lastIndexOf('/Contents <') + '/Contents '.length
    const end = signed.indexOf('>', own)
    void check(
      property(
        integer({ min: 0, max: signed.length - 1 }),
        integer({ min: 0, max: 7 }),
        (at, bit) => {
          const flipped = Buffer.from(signed)
          flipped[at] = (flipped[at] ?? 0) ^ (1 << bit)
          // What the last time-stamp consists of lies in no signed range.
          const isOwn = at > own && at < end
          if (!isOwn) expect(holds(flipped), `bit ${bit} of byte ${at}`).toBe(false)
        },
      ),
      { numRuns: 120 },
    )
  },
)

test('a certificate with any byte spoiled is read, or refused as unreadable', () => {
  const { der } = roots[0]!
  for (let at = 0; at < der.length; at++) {
    const spoiled = Buffer.from(der)
    spoiled[at] = (spoiled[at] ?? 0) ^ 1
    try {
      parseCertificate(spoiled)
    } catch (error) {
      expect(error, `byte ${at}`).toBeInstanceOf(EncodingError)
    }
  }
})
