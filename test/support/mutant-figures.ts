/** What scripts/facturx-mutants.ts found, as docs/measurements/facturx-mutants.json keeps it. */

/** Figures of a profile. */
export interface MutantFigures {
  mutants: number
  /** Accepted by schema and profile sheet on both sides. */
  accepted: number
  /** Different ids that both sides named. */
  ids: number
  /** Files with a difference, by its reason. */
  explained: Record<string, number>
  unexplained: number
}
