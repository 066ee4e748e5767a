/** Signed PDFs of a wanted size. */
import { randomBytes } from 'node:crypto'
import { plainDocument } from './pdf-samples.ts'
import { signedSteps, type TestAuthority } from './signing.ts'

/** A document of two signers and a seal that carries `bytes` of an incompressible attachment. */
export async function largeSigned(authority: TestAuthority, bytes: number): Promise<Buffer> {
  const document = await plainDocument()
  if (bytes > 0) await document.attach(randomBytes(bytes), 'plan.bin', { description: 'Plan' })
  const plan = { signers: 2 }
  const signed = (await signedSteps(authority, await document.save(), plan)).at(-1)
  if (signed === undefined) throw new TypeError('every plan has steps')
  return signed
}
