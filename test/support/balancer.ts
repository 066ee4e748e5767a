/** HAProxy's configuration as it is shipped, in front of instances whose ports are known. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const SHIPPED = join(import.meta.dirname, '..', '..', 'docs', 'ops', 'haproxy.cfg')

/** A port where callers come in, and the instances behind it. */
export interface Balanced {
  /** Begins the servers' names: `one` has `one1`, `one2` … */
  readonly name: string
  readonly port: number
  readonly instances: readonly number[]
}

/** docs/ops/haproxy.cfg with a frontend and a backend for each. */
export function balancerConfig(each: readonly Balanced[]): string {
  const [general = '', rest = ''] = readFileSync(SHIPPED, 'utf8').split(/^resolvers .*$/m)
  const sections = rest.slice(rest.indexOf('frontend public'))
  const behind = each.map(({ name, port, instances }) => {
    const servers = instances.map((own, n) => `  server ${name}${n + 1} 127.0.0.1:${own}`)
    return sections
      .replace('frontend public', `frontend ${name}`)
      .replaceAll('backend instances', `backend of-${name}`)
      .replace('bind :3000', `bind 127.0.0.1:${port}`)
      .replace(' resolvers docker init-addr none', '')
      .replace(/^ *server-template .*$/m, servers.join('\n'))
  })
  return [general, ...behind].join('\n')
}
