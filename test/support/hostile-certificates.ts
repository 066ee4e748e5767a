/** Certificates that a person must not be able to sign with, issued by openssl beside those of a provider. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import type { ExternalProvider } from './external-provider.ts'

const run = promisify(execFile)
const P256 = ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256']

/** What is wrong with a certificate. */
interface Wish {
  key?: readonly string[]
  section?: string
  name?: string
  /** From when on it is valid, as `openssl ca` takes it. */
  from?: string
  /** Issued by somebody who has the name of the authority, and another key. */
  byImpostor?: boolean
}

const derOf = (pem: string): Buffer => Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64')

/** Issues one; it and the certificate of the authority come back. */
export async function issueHostile(
  { folder, path, root }: ExternalProvider,
  file: string,
  { key = P256, section = 'person', name = `Dupont SA ${file}`, from, byImpostor }: Wish,
): Promise<Buffer[]> {
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder })
  const config = ['-config', path('provider.cnf')]
  const [csr, pem] = [`${file}.csr`, `${file}.pem`]
  await openssl(
    ...['req', '-new', '-newkey', ...key, '-nodes', '-keyout', `${file}.key`, '-out', csr],
    ...['-utf8', '-subj', `/C=FR/O=Dupont SA/CN=${name}`, ...config],
  )
  if (byImpostor)
    await openssl(
      ...['req', '-x509', '-newkey', ...P256, '-nodes', '-keyout', 'impostor.key'],
      ...['-out', 'impostor.pem', '-subj', '/C=BE/O=Tiers QTSP/CN=Tiers Qualified CA'],
      ...['-days', '3650', ...config, '-extensions', 'ca'],
    )
  const by = byImpostor ? 'impostor' : 'root'
  if (from === undefined)
    await openssl(
      ...['x509', '-req', '-in', csr, '-CA', `${by}.pem`, '-CAkey', `${by}.key`, '-out', pem],
      ...['-set_serial', `0x4${randomBytes(8).toString('hex').slice(1)}`, '-days', '365'],
      ...['-extfile', path('provider.cnf'), '-extensions', section],
    )
  else
    await openssl(
      ...['ca', ...config, '-name', 'authority', '-batch', '-notext', '-in', csr, '-out', pem],
      ...['-startdate', from, '-enddate', '20991231000000Z', '-policy', 'any', '-outdir', '.'],
      ...['-create_serial', '-utf8', '-extensions', section],
    )
  const issuer = byImpostor ? derOf(readFileSync(path('impostor.pem'), 'utf8')) : root.der
  return [derOf(readFileSync(path(pem), 'utf8')), issuer]
}
