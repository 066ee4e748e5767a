/** A passkey in place of a code: asked for, or created after the code that comes first. */
import { Problem } from './calls.ts'
import { buttonById, byId, onSubmit, whileBusy } from './dom.ts'
import type { Session } from './session.ts'

/** Loaded only when a passkey is asked for. */
const kit = () => import('@simplewebauthn/browser')

/** The form of the passkey, on the page of signers who have that method. */
export class PasskeyStep {
  readonly #session: Session
  readonly #form = byId('passkey-form', HTMLFormElement)
  readonly #finding = byId('passkey-error', HTMLElement)

  constructor(session: Session) {
    this.#session = session
    onSubmit(this.#form, () => void this.#use())
  }

  /** Shows the form where it is the passkey's turn; false: a code comes first. */
  enter(): boolean {
    const { signer, document } = this.#session.state
    const words = this.#session.words.passkey
    const creates = signer.passkey === 'register'
    const isDue = creates || signer.passkey === 'ask'
    this.#form.hidden = !isDue
    byId('code-why', HTMLElement).hidden = isDue
    if (!isDue) return false
    const text = creates ? words.register({ sender: document.sender }) : words.ask
    byId('passkey-text', HTMLElement).textContent = text
    const label = buttonById('passkey-use').querySelector('span')
    if (label !== null) label.textContent = creates ? words.create : words.confirm
    return true
  }

  async #use(): Promise<void> {
    const session = this.#session
    const words = session.words.passkey
    session.clear('code')
    this.#say(undefined)
    await whileBusy(buttonById('passkey-use'), undefined, async () => {
      try {
        const { browserSupportsWebAuthn } = await kit()
        if (!browserSupportsWebAuthn()) return this.#say(words.unsupported)
        const isNew = session.state.signer.passkey === 'register'
        session.update(await (isNew ? this.#create() : this.#ask()))
        session.show('sign')
      } catch (error) {
        // What is not the server's answer is the authenticator's: cancelled, or too late.
        const isServers = error instanceof Problem && error.code !== 'otp_invalid'
        if (isServers) session.fail('code', error)
        else this.#say(words.failed)
      }
    })
  }

  async #ask() {
    const { calls, consent } = this.#session
    const { startAuthentication } = await kit()
    const optionsJSON = await calls.passkeyRequest(consent)
    return await calls.passkeyVerify(await startAuthentication({ optionsJSON }))
  }

  async #create() {
    const { calls } = this.#session
    const { startRegistration } = await kit()
    const optionsJSON = await calls.passkeyCreation()
    return await calls.passkeyRegister(await startRegistration({ optionsJSON }))
  }

  #say(message: string | undefined): void {
    this.#finding.hidden = message === undefined
    this.#finding.textContent = message ?? ''
  }
}
