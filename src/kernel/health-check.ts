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

/** The two results of a check. @param required see {@link HealthCheck} */
export const checkOf = (name: string, required = false) => ({
  ok: (detail: string): HealthCheck => ({ name, required, ok: true, detail }),
  fails: (detail: string, fix: string): HealthCheck => ({ name, required, ok: false, detail, fix }),
})
