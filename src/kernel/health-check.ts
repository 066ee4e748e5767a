/** One check of the command `doctor`. */
export interface HealthCheck {
  name: string
  ok: boolean
  /** False: the service runs without it, with reduced function. */
  required: boolean
  detail: string
  /** What to do when not ok. */
  fix?: string
}
