/** Where the pool tells what happens. pino fits as it is. */
export interface OfficeLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Says nothing. */
export const silentLog: OfficeLog = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}
