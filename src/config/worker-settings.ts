/** Settings of LibreOffice and of the threads: how many there are, and what one task may take. */
import { anyText, integer, oneOf, setting } from './setting-kinds.ts'

/** The rows of the table. */
export const WORKER_SETTINGS = {
  PARAPH_OFFICE_WORKERS: setting('LibreOffice processes; 0: one per core', '0', integer(0, 64)),
  PARAPH_OFFICE_QUEUE_MAX: setting(
    'Maximum number of queued conversions',
    '100',
    integer(1, 10_000),
  ),
  PARAPH_OFFICE_QUEUE_TIMEOUT_MS: setting(
    'Maximum time a conversion may wait in the queue',
    '20000',
    integer(100, 600_000),
  ),
  PARAPH_OFFICE_CONVERT_TIMEOUT_MS: setting(
    'Maximum processor time of LibreOffice for one conversion',
    '60000',
    integer(1_000, 600_000),
  ),
  PARAPH_OFFICE_RECYCLE_DOCUMENTS: setting(
    'Replace a LibreOffice process after this many documents',
    '200',
    integer(1, 100_000),
  ),
  PARAPH_OFFICE_SHARED_DOCUMENTS: setting(
    'Replace a LibreOffice process this many documents after a second account first uses it; 0: one account per process',
    '10',
    integer(0, 100_000),
  ),
  PARAPH_OFFICE_RECYCLE_BYTES: setting(
    'Replace a LibreOffice process when its memory exceeds this many bytes',
    '524288000',
    integer(100_000_000, 8_000_000_000),
  ),
  PARAPH_OFFICE_MEMORY_BYTES_MAX: setting(
    'Kill a LibreOffice process whose memory exceeds this many bytes during a conversion',
    '1500000000',
    integer(300_000_000, 64_000_000_000),
  ),
  PARAPH_OFFICE_SANDBOX: setting(
    'How LibreOffice is sandboxed',
    'auto',
    oneOf('auto', 'bubblewrap', 'uid', 'off'),
  ),
  PARAPH_OFFICE_PATH: setting('Path of soffice.bin; empty: detected automatically', '', anyText),
  PARAPH_MERGE_WORKERS: setting(
    'Threads that merge templates; 0: one per core',
    '0',
    integer(0, 64),
  ),
  PARAPH_INVOICE_WORKERS: setting(
    'Threads that check invoices and embed their XML; 0: one per core',
    '0',
    integer(0, 64),
  ),
  PARAPH_INVOICE_TIMEOUT_MS: setting(
    'Maximum processor time to check or embed an invoice',
    '10000',
    integer(100, 600_000),
  ),
  PARAPH_MERGE_TIMEOUT_MS: setting(
    'Maximum processor time for a merge',
    '10000',
    integer(100, 600_000),
  ),
  PARAPH_SIGN_WORKERS: setting(
    'Threads that process documents for signing; 0: one per core',
    '0',
    integer(0, 64),
  ),
  PARAPH_SIGN_TIMEOUT_MS: setting(
    'Maximum processor time for one processing step of a document for signing',
    '20000',
    integer(1_000, 600_000),
  ),
  PARAPH_VERIFY_WORKERS: setting(
    'Processes that read uploaded PDFs (verification, invoices, signing); 0: one per core',
    '0',
    integer(0, 64),
  ),
  PARAPH_VERIFY_TIMEOUT_MS: setting(
    'Maximum processor time to verify a PDF',
    '20000',
    integer(1_000, 600_000),
  ),
  PARAPH_TRUST_DIR: setting(
    "Folder of root certificates (.pem, .crt, .cer, .der) trusted, in addition to the service's own, when verifying PDFs",
    '',
    anyText,
  ),
}
