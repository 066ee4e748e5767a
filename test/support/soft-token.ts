/** A SoftHSM token in a temporary folder, for tests of keys in a PKCS#11 token. Needs the package softhsm2. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cachedKeys } from './rsa-keys.ts'

const PIN = '1234'
const SO_PIN = '5678'
const MODULE = '/usr/lib/softhsm/libsofthsm2.so'

/** Makes the token. The module reads where it lies from the environment, once per process. */
export function softToken(token: string) {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-token-'))
  mkdirSync(join(folder, 'tokens'))
  const configuration = join(folder, 'softhsm2.conf')
  writeFileSync(
    configuration,
    `directories.tokendir = ${join(folder, 'tokens')}\nlog.level = ERROR\n`,
  )
  process.env.SOFTHSM2_CONF = configuration
  const run = (...args: string[]) => execFileSync('softhsm2-util', args, { encoding: 'utf8' })
  run('--init-token', '--free', '--label', token, '--pin', PIN, '--so-pin', SO_PIN)
  return {
    config: { module: MODULE, token, pin: PIN, keys: 'made' as 'made' | 'given' },
    /** Puts a key that was made elsewhere into the token. */
    async importKeys(labels: readonly string[]): Promise<void> {
      const next = cachedKeys()
      for (const [index, label] of labels.entries()) {
        const path = join(folder, 'key.pem')
        writeFileSync(path, (await next()).export({ type: 'pkcs8', format: 'pem' }), {
          mode: 0o600,
        })
        const id = (0xa0 + index).toString(16)
        run('--import', path, '--token', token, '--label', label, '--id', id, '--pin', PIN)
      }
    },
    remove(): void {
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
