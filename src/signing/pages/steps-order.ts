/** The path of a signature; the server's pages and the browser's script share it. */

/** Every step, in order. */
export const STEPS = ['read', 'agree', 'code', 'sign', 'done'] as const

/** One step of the path. */
export type Step = (typeof STEPS)[number]
