/** Examines the authority for `doctor`: whether its keys can be had and used, and what holds them. */
import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '../kernel/errors.ts'
import { NEEDED } from './authority.ts'
import type { Pki } from './open.ts'
import type { OutsideTsaConfig } from './outside-tsa.ts'

/** One thing that was looked at. */
export interface Examined {
  name: string
  ok: boolean
  /** False: the service runs without it, worse. */
  required: boolean
  detail: string
  fix?: string
}

/** The innermost reason: what the token or the file said. */
export function reasonOf(error: unknown): string {
  const { cause } = (error ?? {}) as { cause?: unknown }
  if (error instanceof AppError && cause instanceof Error) return reasonOf(cause)
  return error instanceof Error ? error.message : String(error)
}

/** Opens every holder and every key, and signs a list with the issuing one. */
export async function examineAuthority({
  authority,
  keys,
  revocation,
}: Pick<Pki, 'authority' | 'keys' | 'revocation'>): Promise<Examined[]> {
  const base = { name: 'authority', required: true }
  try {
    const [holder = ''] = await keys.check()
    const missing = await authority.missing()
    if (missing.length === NEEDED.length)
      return [{ ...base, ok: true, detail: `not made yet; its keys: ${holder}` }]
    if (missing.length > 0) return [unfinished(missing)]
    await authority.start({ make: false })
    if (authority.state.status === 'failed') throw authority.state.error
    const all = [...(await authority.keys()).values()]
    const issuing = await authority.key('issuing')
    await revocation.published(issuing.facts.label)
    const inToken = all.filter(({ facts }) => facts.holder === 'pkcs11').length
    const where = inToken === 0 ? 'all encrypted in the database' : `${inToken} in a PKCS#11 token`
    return [{ ...base, ok: true, detail: `${all.length} keys, ${where}; new ones: ${holder}` }]
  } catch (error) {
    const fix =
      keys.kind === 'pkcs11'
        ? 'check PARAPH_PKCS11_MODULE, PARAPH_PKCS11_TOKEN and PARAPH_PKCS11_PIN'
        : 'check PARAPH_CA_PASSPHRASE, or restore the data folder'
    return [{ ...base, ok: false, detail: reasonOf(error), fix }]
  }
}

/** A server makes the keys one after the other; until the last is there nobody can sign, but nothing is broken. */
const unfinished = (missing: readonly string[]): Examined => ({
  name: 'authority',
  required: false,
  ok: false,
  detail: `being made; still without a key: ${missing.join(', ')}`,
  fix: 'wait until the server has made them; if none runs, npm run cli -- ca init',
})

/** Has each authority outside stamp once, which some of them charge for. */
export async function examineStamps(
  { outside }: Pick<Pki, 'outside'>,
  authorities: readonly OutsideTsaConfig[],
): Promise<Examined[]> {
  const name = 'time-stamps'
  if (outside === undefined)
    return [{ name, ok: true, required: true, detail: 'by the built-in authority' }]
  const digest = createHash('sha256').update(randomBytes(32)).digest()
  const found: Examined[] = []
  for (const authority of authorities) {
    const { url } = authority
    try {
      await outside.ask(authority, digest)
      found.push({ name, ok: true, required: false, detail: `${url} stamps, and it holds` })
    } catch (error) {
      const fix = 'check PARAPH_TSA_URLS, PARAPH_TSA_ACCESS and PARAPH_TSA_TRUST_DIR'
      found.push({ name, ok: false, required: false, detail: `${url}: ${reasonOf(error)}`, fix })
    }
  }
  // One that serves is enough; none is not.
  return found.some(({ ok }) => ok) ? found : found.map((each) => ({ ...each, required: true }))
}
