/** The steps of a signature; shared by the server's pages and the browser script. */

/** Every step, in order. */
export const STEPS = ['read', 'agree', 'code', 'sign', 'done'] as const

/** One step. */
export type Step = (typeof STEPS)[number]
