/** Examines the authority for `doctor`: whether its keys are accessible and usable, and where they are held. */

import { createHash, randomBytes } from 'node:crypto'
import { toIso } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { checkOf, type HealthCheck } from '../kernel/health-check.ts'
import { membersOf, messageOf } from '../kernel/type-guards.ts'
import { EncodingError } from '../pades/ber.ts'
import { parseList } from '../pades/revocation.ts'
import { type Authority, NEEDED } from './authority.ts'
import type { Pki } from './open.ts'
import type { OutsideTsaConfig } from './outside-tsa.ts'

/** The innermost cause: the message of the token or the file. */
function reasonOf(error: unknown): string {
  const { cause } = membersOf(error)
  if (error instanceof AppError && cause instanceof Error) return reasonOf(cause)
  return messageOf(error)
}

/** Opens every holder and every key, and signs a list with the issuing key. */
export async function examineAuthority({
  authority,
  keys,
  revocation,
}: Pick<Pki, 'authority' | 'keys' | 'revocation'>): Promise<HealthCheck[]> {
  const check = checkOf('authority', true)
  try {
    const [holder = ''] = await keys.check()
    const missing = await authority.missing()
    if (missing.length === NEEDED.length)
      return [check.ok(`not created yet; key storage: ${holder}`)]
    if (missing.length > 0) return [unfinished(missing)]
    await authority.start({ make: false })
    if (authority.state.status === 'failed') throw authority.state.error
    const all = [...(await authority.keys()).values()]
    const issuing = await authority.key('issuing')
    await revocation.published(issuing.facts.label)
    const inToken = all.filter(({ facts }) => facts.holder === 'pkcs11').length
    const where = inToken === 0 ? 'all encrypted in the database' : `${inToken} in a PKCS#11 token`
    const found = `${all.length} keys, ${where}; new keys: ${holder}`
    return [check.ok(found), ...(await examineRoot(authority))]
  } catch (error) {
    const fix =
      keys.kind === 'pkcs11'
        ? 'check PARAPH_PKCS11_MODULE, PARAPH_PKCS11_TOKEN and PARAPH_PKCS11_PIN'
        : 'check PARAPH_CA_PASSPHRASE, or restore the data folder'
    return [check.fails(reasonOf(error), fix)]
  }
}

/** What is wrong with the root when it is to have a successor. */
async function examineRoot(authority: Authority): Promise<HealthCheck[]> {
  const { certificate, label } = (await authority.key('root')).facts
  if (!authority.isDue(certificate)) return []
  const detail = `${label} ends at ${toIso(certificate.notAfterMs)} and has no successor yet; certificates below it end no later`
  const fix =
    'npm run cli -- ca rotate --role root (a running server with PARAPH_CA_AUTOMATIC=on does it by itself)'
  return [checkOf('root').fails(detail, fix)]
}

/** A server creates the keys one after the other; until the last one exists nobody can sign, but nothing is broken. */
const unfinished = (missing: readonly string[]): HealthCheck =>
  checkOf('authority').fails(
    `being created; keys still missing: ${missing.join(', ')}`,
    'wait until the server has generated them; if it is not running: npm run cli -- ca init',
  )

/** The arc that RFC 5612 reserves for examples. */
const EXAMPLE_ARC = '1.3.6.1.4.1.32473.'

/** Whether the policy OID in new certificates is registered to someone. */
export function examinePolicy(policyOid: string): HealthCheck {
  const check = checkOf('policy')
  if (!policyOid.startsWith(EXAMPLE_ARC)) return check.ok(policyOid)
  const detail = `${policyOid} is under the number reserved for examples (RFC 5612): it does not identify your policy`
  const fix =
    'set PARAPH_CA_POLICY_OID under your own enterprise number (free, https://www.iana.org/assignments/enterprise-numbers), then: npm run cli -- ca rotate for each role'
  return check.fails(detail, fix)
}

const ANSWER_MS_MAX = 5_000

/** What is wrong with the response for a list; undefined if nothing is. */
async function findingOfList(url: string): Promise<string | undefined> {
  try {
    const answer = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    })
    const { status, headers } = answer
    if (status >= 300 && status < 400)
      return `is redirected to ${headers.get('location') ?? 'elsewhere'}, where some programs do not follow`
    if (!answer.ok) return `is answered with ${status}`
    parseList(Buffer.from(await answer.arrayBuffer()))
    return undefined
  } catch (error) {
    return error instanceof EncodingError ? 'is not a revocation list' : 'does not answer'
  }
}

/** Fetches a list from the address in certificates; the server must be running. */
export async function examinePublishing({
  authority,
  publishUrl,
}: Pick<Pki, 'authority' | 'publishUrl'>): Promise<HealthCheck[]> {
  if ((await authority.missing()).length > 0) return []
  const { facts } = await authority.key('issuing')
  const url = `${publishUrl}/pki/${facts.label}.crl`
  const finding = await findingOfList(url)
  if (finding === undefined) return [checkOf('lists').ok(`published at ${publishUrl}/pki`)]
  const fix =
    'start the service and have the proxy forward /pki on port 80 to it without redirecting, or set another origin in PARAPH_PKI_URL'
  return [checkOf('lists').fails(`${url} ${finding}`, fix)]
}

/** Requests one time-stamp from each external authority; some of them charge for it. */
export async function examineStamps(
  { outside }: Pick<Pki, 'outside'>,
  authorities: readonly OutsideTsaConfig[],
): Promise<HealthCheck[]> {
  const name = 'time-stamps'
  if (outside === undefined) return [checkOf(name, true).ok('by the built-in authority')]
  const digest = createHash('sha256').update(randomBytes(32)).digest()
  const found: HealthCheck[] = []
  for (const authority of authorities) {
    const { url } = authority
    try {
      await outside.ask(authority, digest)
      found.push(checkOf(name).ok(`${url} issues valid time-stamps`))
    } catch (error) {
      const fix = 'check PARAPH_TSA_URLS, PARAPH_TSA_ACCESS and PARAPH_TSA_TRUST_DIR'
      found.push(checkOf(name).fails(`${url}: ${reasonOf(error)}`, fix))
    }
  }
  // One that works is enough; none is a failure.
  return found.some(({ ok }) => ok) ? found : found.map((each) => ({ ...each, required: true }))
}
