/** The SDK's client, set up. */
import { S3Client } from '@aws-sdk/client-s3'
import type { BucketAddress } from '../storage-url.ts'
import { REQUESTS_MAX } from './requests.ts'

/** Keys of an account at the store; undefined: as the SDK finds them (profile, container, machine). */
export interface Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

/** Of each request, with a growing delay between them. */
export const TRIES = 4
const CONNECT_MS = 3_000
/** Without a byte in either direction. */
const SILENT_MS = 10_000
const ANSWER_MS = 30_000

/** @param credentials undefined: as the SDK finds them */
export function createClient(
  { endpoint, region, pathStyle }: BucketAddress,
  credentials: Credentials | undefined,
): S3Client {
  const agent = { keepAlive: true, maxSockets: REQUESTS_MAX }
  const client = new S3Client({
    ...(endpoint !== undefined && { endpoint }),
    ...(region !== undefined && { region }),
    ...(credentials !== undefined && { credentials }),
    forcePathStyle: pathStyle,
    maxAttempts: TRIES,
    // Our own hashes are sent and checked; older servers know no CRC-32.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: SILENT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
  signKnownHashes(client)
  return client
}

/** The signature covers the hash of the body, which is known where a checksum is sent: not computed a second time. */
function signKnownHashes(client: S3Client): void {
  client.middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> }
      const sum = headers['x-amz-checksum-sha256']
      if (sum !== undefined)
        headers['x-amz-content-sha256'] = Buffer.from(sum, 'base64').toString('hex')
      return next(args)
    },
    { step: 'build', priority: 'low', name: 'signKnownHashes' },
  )
}
