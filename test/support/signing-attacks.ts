/** Every published attack on one file, before the judges and our verifier. */
import { CodedError } from '../../src/kernel/coded-error.ts'
import type { Certificate } from '../../src/pades/certificate.ts'
import { verifyPdf } from '../../src/pades/verify.ts'
import { UnreadablePdfError } from '../../src/pdf/stream-data.ts'
import { type Attack, FORGERIES } from './attacks.ts'
import type { Judges } from './judges.ts'
import { SAMPLES } from './pdf-samples.ts'
import { signedSteps, type TestAuthority } from './signing.ts'
import { judgeSpoiled, type SpoiledVerdict } from './signing-tampering.ts'
import { INCREMENTS } from './update-attacks.ts'
import { XREF_TRICKS } from './xref-attacks.ts'

/** All attacks. */
export const ATTACKS: readonly Attack[] = [...FORGERIES, ...INCREMENTS, ...XREF_TRICKS]

function codesOf(pdf: Buffer, roots: readonly Certificate[]): string[] {
  try {
    const { valid, problems, signatures } = verifyPdf(pdf, { roots, nowMs: Date.now() })
    const all = [...problems, ...signatures.flatMap((each) => each.problems)]
    return valid ? [] : [...new Set(all.map(({ code }) => code))].sort()
  } catch (error) {
    if (error instanceof CodedError) return [error.code]
    // What the API answers to a file that cannot be read.
    if (error instanceof UnreadablePdfError) return ['pdf_invalid']
    throw error
  }
}

/** Attacks a file that two people signed and that ends with an archive time-stamp. */
export async function judgeAttacks(
  authority: TestAuthority,
  judges: Judges,
): Promise<SpoiledVerdict[]> {
  const plain = await SAMPLES['a classic file']?.()
  if (plain === undefined) throw new RangeError('the sample is missing')
  const steps = await signedSteps(authority, plain, { signers: 2, seal: false })
  const target = { steps, signed: steps.at(-1) ?? Buffer.alloc(0) }
  const copies = ATTACKS.map(([name, attack]) => [name, attack(target)] as const)
  const roots = [(await authority.pki.authority.key('root')).facts.certificate]
  return await judgeSpoiled(copies, {
    judges,
    roots: authority.root,
    signatures: 2,
    timestamps: 1,
    ours: (pdf) => codesOf(pdf, roots),
  })
}
