/** The single way to refuse faulty input: everything that is wrong, at once. */
import type { Finding } from './coded-error.ts'
import { AppError } from './errors.ts'

/** Refuses an order if there are faults. @throws AppError `validation_failed` with all of them */
export function throwIfInvalid(faults: readonly Finding[]): void {
  if (faults.length === 0) return
  throw new AppError('validation_failed', faults.map(({ detail }) => detail).join(' '), {
    errors: faults,
  })
}
