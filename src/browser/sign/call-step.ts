/** Codes that are spoken in a telephone call: to landlines, and to mobile phones whose owners ask for it. */
import type { SignerCode } from '../../signing/signers/schemas.ts'
import { buttonById } from './dom.ts'
import type { Session } from './session.ts'

/** What the page says and asks of calls. */
export class CallStep {
  readonly #session: Session
  /** Changes between a text message and a call. */
  readonly button = buttonById('code-call')
  /** A call that the person asked for: a landline is called without. */
  #asked: boolean

  constructor(session: Session) {
    this.#session = session
    this.button.hidden = true
    this.#asked = session.state.code?.channel === 'call' && this.#mayChange
  }

  get #mayChange(): boolean {
    return this.#session.state.signer.call === 'possible'
  }

  /** What a request says for another code of the same kind, or of the other one. */
  asks(button: HTMLButtonElement, sent: SignerCode | null): boolean {
    if (button !== this.button) return this.#asked && sent !== null
    return sent?.channel !== 'call'
  }

  /** Takes note of what came of a request. */
  answered(asked: boolean): void {
    this.#asked = asked
  }

  /** Shows the button where the other kind is possible, under its name. */
  show(sent: SignerCode | null): void {
    const isCall = sent?.channel === 'call'
    this.button.hidden = !this.#mayChange || !(sent?.channel === 'sms' || (isCall && this.#asked))
  }

  /** Name of that button. */
  name(sent: SignerCode | null): string {
    const { instead, text } = this.#session.words.callCode
    return sent?.channel === 'call' ? text : instead
  }

  /** What the button says that asks for a code; undefined: as for one by SMS. */
  get sendName(): string | undefined {
    return this.#session.state.signer.call === 'only'
      ? this.#session.words.callCode.send
      : undefined
  }

  /** What the button says that asks for another one; undefined: as for one by SMS. */
  againName(sent: SignerCode | null): string | undefined {
    return sent?.channel === 'call' ? this.#session.words.callCode.again : undefined
  }
}
