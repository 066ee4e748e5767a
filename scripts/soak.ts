/**
 * `npm run soak -- MINUTES RATE`: mixed load on the built service for so long (120), of which the first sixth is not
 * counted; writes the figures as JSON. RATE is requests per second (without it, three callers as fast as they are
 * answered): an even load is the only one whose memory can be compared. Goals: memory below 1 MiB more per 1,000
 * requests, p95 within 10 %.
 */
import { soak } from '../test/support/soak.ts'

const DEFAULT_MINUTES = 120
const minutes = Number(process.argv[2] ?? DEFAULT_MINUTES)
if (!(minutes > 0)) throw new Error('the first argument is a number of minutes')
const perSecond = process.argv[3] === undefined ? undefined : Number(process.argv[3])
if (perSecond !== undefined && !(perSecond > 0))
  throw new Error('the second argument is a number of requests per second')
const samples = Math.max(10, Math.round(minutes / 2))
const result = await soak({ minutes, warmUpMinutes: minutes / 6, samples, perSecond }, (sample) =>
  process.stderr.write(`${JSON.stringify(sample)}\n`),
)
process.stdout.write(`${JSON.stringify(result, null, 1)}\n`)
process.exit(0)
