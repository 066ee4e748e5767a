/** kubernetes-validate, which has the schemas of Kubernetes' own API, fetched once into the user's cache. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const VERSION = '1.37.0'

function program(): string {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')
  const home = join(cache, 'paraph-judges', `kubernetes-validate-${VERSION}`)
  const ready = join(home, 'ready')
  if (!existsSync(ready)) {
    const quiet = { stdio: 'pipe' as const }
    mkdirSync(home, { recursive: true })
    execFileSync('python3', ['-m', 'venv', home], quiet)
    execFileSync(join(home, 'bin/pip'), ['install', '-q', `kubernetes-validate==${VERSION}`], quiet)
    mkdirSync(ready)
  }
  return join(home, 'bin/kubernetes-validate')
}

/** What it says of a file of manifests: whether every one holds to the schema, and which do. */
export function kubernetesVerdict(
  file: string,
  version: string,
): { valid: boolean; passed: string[]; said: string } {
  const { status, stdout, stderr } = spawnSync(program(), ['--strict', '-k', version, file], {
    encoding: 'utf8',
  })
  const said = `${stdout}${stderr}`
  const passed = [...said.matchAll(/passed for resource (\S+)/g)].map(([, name]) => name ?? '')
  return { valid: status === 0, passed, said }
}
