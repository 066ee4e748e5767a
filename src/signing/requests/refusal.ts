/** One way to refuse what is wrong in what was sent. */
import { AppError, type Finding } from '../../kernel/errors.ts'

/** Faults over which an order is refused. @throws AppError `validation_failed` with all of them */
export function refuse(faults: readonly Finding[]): void {
  if (faults.length === 0) return
  throw new AppError('validation_failed', faults.map(({ detail }) => detail).join(' '), {
    errors: faults,
  })
}
