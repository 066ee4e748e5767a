/** Why the service cannot listen, for the operator. */
import { FatalError } from '../kernel/invariant.ts'
import { codeOf } from '../kernel/type-guards.ts'

/** What to do, by the code of the system's error. */
const ADVICE: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses this port; stop it, or set PARAPH_PORT to a free one',
  EACCES: 'this user may not use this port; set PARAPH_PORT to one from 1024 on',
  EADDRNOTAVAIL: 'this machine has no such address; set PARAPH_HOST to one that it has, or 0.0.0.0',
  ENOTFOUND: 'this name has no address; set PARAPH_HOST to an address of this machine, or 0.0.0.0',
}

/** The error of `listen` in one line with what to do; any other error unchanged. */
export function listenFailure(error: unknown, { host, port }: { host: string; port: number }) {
  const code = codeOf(error) ?? ''
  const advice = ADVICE[code]
  if (advice === undefined) return error
  return new FatalError(`cannot listen on ${host}:${port} (${code}): ${advice}`, { cause: error })
}
