/** One finding of the doctor. */
export interface OfficeCheck {
  name: string
  ok: boolean
  /** False: the service runs without it, with reduced quality. */
  required: boolean
  detail: string
  /** What to do when not ok. */
  fix?: string
}
