/** What is asked for with a code, and what the code is bound to. */
import { shownSha256 } from '../model/rows.ts'
import type { SignerContext } from './access.ts'

/** Input of the request for a code. */
export interface CodeInput {
  consent: { version: string; sha256: string }
  phone?: string
  /** A call instead of another text message. */
  call?: boolean
}

/** What a signer's code is bound to. */
export const bindingOf = ({ signer, request }: SignerContext) => ({
  signerId: signer.id,
  documentSha256: shownSha256(request),
  forgivenMs: signer.guesses_forgiven_at,
})
