/** Events for the page that embeds the frame. */
import type { SignerState } from '../../signing/signers/schemas.ts'
import type { EmbedEvent } from '../embed.ts'
import { tellPageAround } from '../pieces/page-around.ts'

/** What a page tells when it is opened in this state; nothing while others have to sign first. */
function eventOf({ next, signer }: SignerState): Pick<EmbedEvent, 'type' | 'code'> | undefined {
  switch (next) {
    case 'open':
    case 'wait':
      return undefined
    case 'sign':
      return { type: 'opened' }
    case 'signed':
      return { type: 'signed' }
    case 'completed':
      return { type: signer.action === 'approve' ? 'approved' : 'signed' }
    case 'approved':
      return { type: 'approved' }
    case 'declined':
      return signer.status === 'declined'
        ? { type: 'declined' }
        : { type: 'error', code: 'signing_declined' }
    case 'blocked':
      return { type: 'error', code: 'signer_blocked' }
    default:
      return { type: 'error', code: `signing_${next}` }
  }
}

/** Tells one origin, never another. */
export class Host {
  readonly #origin: string | undefined
  readonly #ids: Pick<EmbedEvent, 'document_id' | 'signer_id'>

  /** @param origin of the page around the frame, as the server gave it; undefined: there is none */
  constructor(origin: string | undefined, state?: SignerState) {
    this.#origin = origin
    this.#ids =
      state === undefined ? {} : { document_id: state.document.id, signer_id: state.signer.id }
  }

  /** Tells one event. */
  notify(event: Pick<EmbedEvent, 'type' | 'code'>): void {
    tellPageAround(this.#origin, { ...event, ...this.#ids })
  }

  /** Tells what a state means for the page around. */
  tellState(state: SignerState): void {
    const event = eventOf(state)
    if (event !== undefined) this.notify(event)
  }
}
