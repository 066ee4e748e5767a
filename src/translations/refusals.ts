/** Refusals in the words of the catalogues. Engines, which know no HTTP error, return findings instead. */
import { type AppError, invalid } from '../kernel/errors.ts'
import { type DetailName, findingAt, type Rest } from './texts.ts'

/** The error for one finding alone, as {@link findingAt} has it. */
export const invalidAt = <Name extends DetailName>(
  pointer: string,
  code: string | undefined,
  name: Name,
  ...rest: Rest<Name>
): AppError => invalid([findingAt(pointer, code, name, ...rest)])
