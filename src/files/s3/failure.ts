/** What an S3 server's refusals and silences mean. */
import { AppError } from '../../kernel/errors.ts'
import { codeOf } from '../../kernel/type-guards.ts'
import { say } from '../../translations/texts.ts'

interface SdkError {
  name?: string
  message?: string
  Region?: string
  $metadata?: { httpStatusCode?: number }
  $response?: { headers?: Record<string, string> }
}

/** Reads an error of the SDK. */
function failureOf(error: unknown) {
  const { name, message, Region, $metadata, $response } = (error ?? {}) as SdkError
  return {
    /** Name of the error, such as `AccessDenied`; the system's code where no server answered. */
    name: codeOf(error) ?? name ?? 'Error',
    /** HTTP status; undefined when no server answered. */
    status: $metadata?.httpStatusCode,
    /** Where the bucket is instead, if the server says so. */
    region: Region ?? $response?.headers?.['x-amz-bucket-region'],
    message: message || 'no message',
  }
}

/** See {@link failureOf}. */
export type S3Failure = ReturnType<typeof failureOf>

/** Whether the server says that there is no such file; a missing bucket has another name. */
export function isMissing(error: unknown): boolean {
  const { name, status } = failureOf(error)
  return status === 404 && name !== 'NoSuchBucket'
}

/** The cause of a `storage_unavailable`. */
export class S3Error extends Error {
  override readonly name = 'S3Error'
  readonly failure: S3Failure

  constructor(operation: string, failure: S3Failure) {
    const { name, status, message } = failure
    super(
      `S3 ${operation} failed (${status === undefined ? name : `${name}, HTTP ${status}`}): ${message}`,
    )
    this.failure = failure
  }
}

const RETRY_AFTER_SECONDS = 30

/** For the caller; the log gets the cause. */
export const unavailable = (operation: string, error: unknown): AppError =>
  new AppError('storage_unavailable', say('service.storageAway'), {
    cause: new S3Error(operation, failureOf(error)),
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
