/**
 * LibreOffice and the worker pools, shared by the services of one process: each start takes seconds of processor time,
 * and a service of most tests needs a few tasks only.
 */
import { isDeepStrictEqual } from 'node:util'
import pino from 'pino'
import type { Ports } from '../../src/app/platform.ts'
import { openWorkers, type Workers } from '../../src/app/workers.ts'
import type { Config } from '../../src/config/config.ts'
import { sharedFolder } from './shared-folder.ts'

const bounds = ({ office, merge, verify, signing, invoices, roles }: Config) => ({
  office,
  merge,
  verify,
  signing,
  invoices,
  renders: roles.has('render'),
})

let first: { bounds: ReturnType<typeof bounds>; workers: Workers } | undefined

/** Those of this process; undefined where a test has bounds of its own, or starts LibreOffice itself. */
export function sharedWorkers(config: Config, ports: Ports): Workers | undefined {
  if (ports.officeOnDemand === false) return undefined
  if (first === undefined) {
    const dataDir = sharedFolder('workers')
    const workers = openWorkers({ ...config, dataDir }, pino({ level: 'silent' }), true)
    first = { bounds: bounds(config), workers }
  }
  return isDeepStrictEqual(first.bounds, bounds(config)) ? first.workers : undefined
}
