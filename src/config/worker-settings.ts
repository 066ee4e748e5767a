/** Settings of LibreOffice and of the threads: how many there are, and what one task may take. */
import { anyText, integer, oneOf, settings } from './setting-kinds.ts'

/** The rows of the table. */
export const WORKER_SETTINGS = settings({
  PARAPH_OFFICE_WORKERS: integer(0, 64),
  PARAPH_OFFICE_QUEUE_MAX: integer(1, 10_000),
  PARAPH_OFFICE_QUEUE_TIMEOUT_MS: integer(100, 600_000),
  PARAPH_OFFICE_CONVERT_TIMEOUT_MS: integer(1_000, 600_000),
  PARAPH_OFFICE_RECYCLE_DOCUMENTS: integer(1, 100_000),
  PARAPH_OFFICE_SHARED_DOCUMENTS: integer(0, 100_000),
  PARAPH_OFFICE_RECYCLE_BYTES: integer(100_000_000, 8_000_000_000),
  PARAPH_OFFICE_MEMORY_BYTES_MAX: integer(300_000_000, 64_000_000_000),
  PARAPH_OFFICE_SANDBOX: oneOf('auto', 'bubblewrap', 'uid', 'off'),
  PARAPH_OFFICE_PATH: anyText,
  PARAPH_MERGE_WORKERS: integer(0, 64),
  PARAPH_INVOICE_WORKERS: integer(0, 64),
  PARAPH_INVOICE_TIMEOUT_MS: integer(100, 600_000),
  PARAPH_MERGE_TIMEOUT_MS: integer(100, 600_000),
  PARAPH_SIGN_WORKERS: integer(0, 64),
  PARAPH_SIGN_TIMEOUT_MS: integer(1_000, 600_000),
  PARAPH_VERIFY_WORKERS: integer(0, 64),
  PARAPH_VERIFY_TIMEOUT_MS: integer(1_000, 600_000),
  PARAPH_TRUST_DIR: anyText,
})
