/** What scripts/facturx-accepted.ts counts: docs/measurements/facturx-accepted.json. */
export interface AcceptedFigures {
  seed: number
  /** Of random invoices that were made. */
  batches: number
  made: number
  /** By the service, each as a PDF; the judges saw all of these. */
  accepted: number
  /** With an objection of any judge. */
  objected: number
  profiles: Record<string, number>
  /** Accepted invoices that have the VAT category. */
  categories: Record<string, number>
}

/** Before the first. */
export const NOTHING_ACCEPTED: AcceptedFigures = {
  seed: 0,
  batches: 0,
  made: 0,
  accepted: 0,
  objected: 0,
  profiles: {},
  categories: {},
}
