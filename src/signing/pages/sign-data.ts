/** What the server gives the scripts of the signer's pages. */
import type { Language } from '../../kernel/languages.ts'
import type { StampWords } from '../appearance/stamp.ts'
import type { SignerState } from '../signers/schemas.ts'

// The steps of a signature; shared by the server's pages and the browser script.

/** Every step, in order. */
export const STEPS = ['read', 'agree', 'code', 'sign', 'done'] as const

/** One step. */
export type Step = (typeof STEPS)[number]

/** What the page gives its script. */
export interface SignData {
  state: SignerState
  locale: Language
  /** Of the stamp in the file, which is in the signer's language whatever the page's is. */
  stampWords: StampWords
  embedOrigin?: string | undefined
}

/** The same for a link whose time is over: whom to tell. */
export interface LateData {
  embedOrigin: string
}
