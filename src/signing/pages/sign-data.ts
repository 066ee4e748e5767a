/** What the server gives the scripts of the signer's pages. */
import type { Language } from '../../kernel/languages.ts'
import type { SignerState } from '../signers/schemas.ts'

/** What the page gives its script. */
export interface SignData {
  state: SignerState
  locale: Language
  embedOrigin?: string | undefined
}

/** The same for a link whose time is over: whom to tell. */
export interface LateData {
  embedOrigin: string
}
