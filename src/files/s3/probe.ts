/** Whether a bucket allows all that the service does with it, tried with an object of its own. */
import { randomUUID } from 'node:crypto'
import { AppError } from '../../kernel/errors.ts'
import { FatalError } from '../../kernel/invariant.ts'
import { sha256Hex } from '../blob-store.ts'
import { type BucketAddress, storagePlace } from '../storage-url.ts'
import type { Bucket } from './bucket.ts'
import { S3Error, type S3Failure } from './failure.ts'

const KEYS = 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'
const CONTENT = Buffer.from('paraph')
/** How S3 says that the bucket lies in another region. */
const ELSEWHERE = ['PermanentRedirect', 'AuthorizationHeaderMalformed', 'IllegalLocationConstraint']
const WRONG_KEYS = ['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'ExpiredToken', 'InvalidToken']

/** The error of a step as an instruction. @param right what the step needs, such as `s3:PutObject` */
function adviceOn(failure: S3Failure, right: string, { region }: BucketAddress): string {
  const { name, status, message } = failure
  const isElsewhere = ELSEWHERE.includes(name) || status === 301
  const there = isElsewhere && failure.region !== region ? failure.region : undefined
  if (there !== undefined)
    return `the bucket is in the region ${there}: add region=${there} to PARAPH_STORAGE_URL`
  if (isElsewhere)
    return `the bucket is in another region: correct region=… in PARAPH_STORAGE_URL (${message})`
  if (name === 'NoSuchBucket' || status === 404)
    return 'the bucket does not exist: create it, or correct its name in PARAPH_STORAGE_URL'
  if (WRONG_KEYS.includes(name)) return `the server refuses the keys (${name}): correct ${KEYS}`
  if (name === 'CredentialsProviderError')
    return `no credentials were found: set ${KEYS}, or a profile or role that the AWS SDK finds`
  if (/region is missing/i.test(message)) return 'add region=… to PARAPH_STORAGE_URL'
  if (status === 403) return `access is denied: give the account the right ${right} on it`
  if (status === undefined)
    return `the server does not answer (${name}): check endpoint=… in PARAPH_STORAGE_URL, and that the server runs`
  return `the server answered HTTP ${status} (${name}: ${message})`
}

/**
 * Writes, reads, lists, copies and deletes an object.
 * @throws FatalError with the setting and what to do
 */
export async function probeBucket(bucket: Bucket, address: BucketAddress): Promise<void> {
  const key = `${address.prefix === '' ? '' : `${address.prefix}/`}probe-${randomUUID()}`
  const step = async (right: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      const cause = error instanceof AppError ? error.cause : error
      if (!(cause instanceof S3Error)) throw error
      throw new FatalError(
        `PARAPH_STORAGE_URL: ${storagePlace(address)} cannot be used: ${adviceOn(cause.failure, right, address)}`,
        { cause },
      )
    }
  }
  await step('s3:PutObject', () => bucket.put(key, CONTENT, sha256Hex(CONTENT)))
  try {
    await step('s3:GetObject', () => readBack(bucket, key, address))
    await step('s3:ListBucket', () => bucket.reach(key))
    await step('s3:ListBucketMultipartUploads', () => bucket.abortUploads(key, 0))
  } catch (error) {
    await bucket.delete(key).catch(() => undefined)
    throw error
  }
  await step('s3:DeleteObject', () => bucket.delete(key))
}

async function readBack(bucket: Bucket, key: string, address: BucketAddress): Promise<void> {
  const read = await bucket.get(key, (length) => Buffer.allocUnsafeSlow(length))
  if (read?.equals(CONTENT) === true) return
  throw new FatalError(
    `PARAPH_STORAGE_URL: ${storagePlace(address)} cannot be used: it does not return what was stored`,
  )
}
