/** Logger of the pool; compatible with pino. */
export interface OfficeLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Logs nothing. */
export const silentLog: OfficeLog = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}
