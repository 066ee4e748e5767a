/** The single way to refuse faulty input. */
import { AppError, type Finding } from '../../kernel/errors.ts'

/** Refuses an order if there are faults. @throws AppError `validation_failed` with all of them */
export function refuse(faults: readonly Finding[]): void {
  if (faults.length === 0) return
  throw new AppError('validation_failed', faults.map(({ detail }) => detail).join(' '), {
    errors: faults,
  })
}
