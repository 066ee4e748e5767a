/** Steps 2 and 3: the consent, the phone number, the code. */
import { systemClock } from '../../kernel/clock.ts'
import { unbroken } from '../../pages/locale.ts'
import type { SignerCode } from '../../signing/signers/schemas.ts'
import type { SignTexts } from '../../translations/messages.ts'
import { CallStep } from './call-step.ts'
import { Problem } from './calls.ts'
import { buttonById, byId, inputById, onSubmit, showFieldError, whileBusy } from './dom.ts'
import { PasskeyStep } from './passkey-step.ts'
import { PhoneEntry } from './phone-entry.ts'
import type { Session } from './session.ts'
import { TotpStep } from './totp-step.ts'

const TICK_MS = 500
/** Polling interval of the carrier's report while waiting for a code. */
const REPORT_MS = 5_000
/** Errors after which the code can no longer be entered. */
const CODE_OVER = new Set(['otp_expired', 'otp_locked'])

/** Wires the consent. */
export function startAgreeing(session: Session): void {
  buttonById('agree-back').addEventListener('click', () => session.show('read'))
  onSubmit(byId('agree-form', HTMLFormElement), () => session.show('code'))
}

/** Wires the phone number and the code. */
export function startCode(session: Session): void {
  const step = new CodeStep(session)
  session.onEnter('code', () => step.enter())
}

class CodeStep {
  readonly #session: Session
  readonly #phoneForm = byId('phone-form', HTMLFormElement)
  readonly #codeForm = byId('code-form', HTMLFormElement)
  readonly #code = inputById('code')
  readonly #again = buttonById('code-again')
  readonly #send = buttonById('phone-send')
  readonly #phone: PhoneEntry
  readonly #call: CallStep
  #sent: SignerCode | null
  #asksPhone: boolean
  /** Words of a code by e-mail; undefined: it comes to the telephone. */
  readonly #mail: SignTexts['mailCode'] | undefined
  /** These two: of signers with that method. */
  readonly #passkey: PasskeyStep | undefined
  readonly #app: TotpStep | undefined
  #ticking: number | undefined
  #askedAtMs = 0
  /** Checked as soon as it was complete: the same digits again need the button. */
  #tried = ''
  /** Until then the server has said that it takes no other request, in this device's time. */
  #refusedUntilMs = 0

  constructor(session: Session) {
    this.#session = session
    this.#sent = session.state.code
    this.#phone = new PhoneEntry(session)
    this.#call = new CallStep(session)
    const { authentication, phone_masked } = session.state.signer
    this.#asksPhone = authentication !== 'email' && phone_masked === null
    this.#passkey = authentication === 'passkey' ? new PasskeyStep(session) : undefined
    this.#app = authentication === 'totp' ? new TotpStep(session) : undefined
    this.#mail = authentication === 'email' ? session.words.mailCode : undefined
    onSubmit(this.#phoneForm, () => void this.#request(this.#send))
    onSubmit(this.#codeForm, () => void this.#check())
    this.#again.addEventListener('click', () => {
      if (this.#app?.registers === true) void this.#register()
      else void this.#request(this.#again)
    })
    this.#call.button.addEventListener('click', () => void this.#request(this.#call.button))
    this.#code.addEventListener('input', () => this.#tidy())
    buttonById('code-change').addEventListener('click', () => this.#changeNumber())
  }

  /** Shows what is needed now: the number, or the code. */
  enter(): void {
    if (this.#passkey?.enter() === true) {
      this.#phoneForm.hidden = true
      this.#codeForm.hidden = true
      return
    }
    if (this.#app?.registers === true) {
      void this.#register()
      return
    }
    void this.#app?.show()
    const running = this.#sent !== null && !this.#over()
    if (running) this.#showCode()
    else {
      this.#showPhone()
      // Nothing is sent: the code can be entered at once.
      if (this.#app?.asks === true) void this.#request(this.#send)
    }
  }

  /** Shows what an app is given, and asks for the code that it shows then. */
  async #register(): Promise<void> {
    const session = this.#session
    clearInterval(this.#ticking)
    this.#sent = null
    this.#phoneForm.hidden = true
    this.#codeForm.hidden = false
    this.#code.value = ''
    this.#tried = ''
    showFieldError(this.#code)
    const sent = byId('code-sent', HTMLElement)
    sent.textContent = session.words.totp.register({ sender: session.state.document.sender })
    byId('code-hint', HTMLElement).textContent = session.words.totp.hint
    buttonById('code-change').hidden = true
    this.#entry(true)
    await this.#app?.show().catch((error: unknown) => {
      session.fail('code', error)
      this.#entry(false)
    })
  }

  #over(): boolean {
    const code = this.#sent
    if (code === null) return true
    return (
      code.attempts_left === 0 || this.#session.calls.localMs(code.expires_at) <= systemClock.now()
    )
  }

  #showPhone(): void {
    clearInterval(this.#ticking)
    this.#codeForm.hidden = true
    this.#phoneForm.hidden = false
    const asks = this.#asksPhone && this.#app?.asks !== true
    byId('phone-entry', HTMLElement).hidden = !asks
    byId('phone-known', HTMLElement).hidden = asks || this.#app?.asks === true
    this.#count(this.#send, this.#sendName())
    if (asks) void this.#phone.ready()
  }

  /** The number in E.164, `undefined` where none is asked for, `false` where it is wrong. */
  async #number(): Promise<string | undefined | false> {
    if (!this.#asksPhone || this.#app?.asks === true) return undefined
    return (await this.#phone.number()) ?? false
  }

  async #request(button: HTMLButtonElement): Promise<void> {
    const session = this.#session
    if (this.#waitMs(button) > 0) return
    session.clear('code')
    await whileBusy(button, undefined, async () => {
      try {
        const phone = await this.#number()
        if (phone === false) return
        const renewed = this.#sent !== null
        const asksCall = this.#call.asks(button, this.#sent)
        this.#sent = await session.calls.code(session.consent, phone, asksCall)
        this.#call.answered(asksCall)
        session.state = { ...session.state, code: this.#sent }
        this.#code.value = ''
        this.#tried = ''
        showFieldError(this.#code)
        const isNew = renewed && this.#app?.asks !== true
        this.#showCode(isNew ? session.words.code.newCode : undefined)
        this.#code.focus()
      } catch (error) {
        if (this.#asksPhone && isPhoneFinding(error)) {
          showFieldError(this.#phone.input, session.explain(error))
        } else session.fail('code', error)
        if (error instanceof Problem) this.#refusedUntilMs = error.retryAtMs ?? 0
      }
    })
    this.#startTicking()
  }

  #showCode(notice?: string): void {
    const code = this.#sent
    if (code === null) return
    const { words, calls } = this.#session
    const { test_code } = code
    const text = this.#words(code)
    if (this.#app?.asks === true) {
      this.#showApp()
      return
    }
    this.#phoneForm.hidden = true
    this.#codeForm.hidden = false
    const sent =
      test_code === undefined
        ? text.sentTo({ to: this.#target(code) })
        : words.code.test({ code: test_code })
    byId('code-sent', HTMLElement).textContent = notice === undefined ? sent : `${sent} ${notice}`
    byId('code-hint', HTMLElement).textContent = text.hint({
      time: this.#session.timeOf(calls.localMs(code.expires_at)),
      isSent: test_code === undefined,
    })
    const { authentication, phone_changeable } = this.#session.state.signer
    const changeable = authentication !== 'email' && (this.#asksPhone || phone_changeable === true)
    buttonById('code-change').hidden = !changeable
    this.#call.show(code)
    this.#entry(true)
    this.#askedAtMs = systemClock.now()
    this.#startTicking()
  }

  /** The code of an app that is registered: nothing is on its way, and nothing can be changed. */
  #showApp(): void {
    const { totp } = this.#session.words
    this.#phoneForm.hidden = true
    this.#codeForm.hidden = false
    byId('code-sent', HTMLElement).textContent = totp.ask
    byId('code-hint', HTMLElement).textContent = totp.hint
    buttonById('code-change').hidden = true
    this.#entry(true)
    this.#startTicking()
  }

  #startTicking(): void {
    clearInterval(this.#ticking)
    this.#ticking = window.setInterval(() => this.#tick(), TICK_MS)
    this.#tick()
  }

  /** How long until a button asks for a code: after one was sent, or for as long as the server refuses. */
  #waitMs(button: HTMLButtonElement): number {
    const isSent = button !== this.#send && this.#sent?.channel !== 'totp'
    const resendAt = isSent ? this.#sent?.resend_at : undefined
    const resendMs = resendAt === undefined ? 0 : this.#session.calls.localMs(resendAt)
    return Math.max(resendMs, this.#refusedUntilMs) - systemClock.now()
  }

  #tick(): void {
    const { words } = this.#session
    this.#count(this.#again, this.#againName())
    this.#count(this.#send, this.#sendName())
    this.#count(this.#call.button, this.#call.name(this.#sent))
    if (this.#codeForm.hidden) return
    if (this.#over() && !this.#code.disabled) this.#end(words.code.over)
    void this.#askReport()
  }

  #sendName = (): string =>
    this.#app?.sendName ?? this.#call.sendName ?? this.#session.words.code.send

  #againName = (): string =>
    this.#app?.againName ?? this.#call.againName(this.#sent) ?? this.#session.words.code.again

  /** What is said of a code, by the way it comes. */
  #words({ channel }: Pick<SignerCode, 'channel'>) {
    const { code, callCode } = this.#session.words
    return this.#mail ?? (channel === 'call' ? callCode : code)
  }

  /** Shows on a button how long it has to wait. */
  #count(button: HTMLButtonElement, name: string): void {
    const wait = this.#waitMs(button)
    const label = button.querySelector('span')
    const text = wait > 0 ? this.#session.words.code.againIn({ time: minutes(wait) }) : name
    if (label !== null && label.textContent !== text) label.textContent = text
    if (button.classList.contains('busy')) return
    if (wait > 0) button.setAttribute('aria-disabled', 'true')
    else button.removeAttribute('aria-disabled')
  }

  /** Reports an undelivered text message as soon as the carrier does, so that the signer does not wait for it. */
  async #askReport(): Promise<void> {
    const code = this.#sent
    const nowMs = systemClock.now()
    if (
      code?.delivery !== 'sent' ||
      code.channel === 'totp' ||
      this.#over() ||
      nowMs - this.#askedAtMs < REPORT_MS
    )
      return
    this.#askedAtMs = nowMs
    const { calls } = this.#session
    const state = await calls.state().catch(() => undefined)
    // Another code may have been requested meanwhile.
    if (state?.code == null || state.code.expires_at !== this.#sent?.expires_at) return
    this.#sent = { ...this.#sent, delivery: state.code.delivery }
    if (state.code.delivery !== 'failed') return
    const isChangeable = !buttonById('code-change').hidden
    const text = this.#words(code)
    const said = text.undelivered({ to: this.#target(code), isChangeable })
    showFieldError(this.#code, said, { focus: false })
  }

  /** Where a code went. */
  #target({ phone_masked = '' }: SignerCode): string {
    return this.#mail === undefined ? unbroken(phone_masked) : this.#session.state.signer.email
  }

  /** A code that is over leaves only one thing to do. */
  #end(message: string): void {
    this.#entry(false)
    showFieldError(this.#code, message, { focus: false })
    this.#again.focus()
  }

  #entry(open: boolean): void {
    this.#code.disabled = !open
    buttonById('code-check').hidden = !open
    this.#again.className = `button ${open ? 'secondary' : 'primary'}`
    // An app shows the next code by itself.
    const isApps = this.#app?.againName !== undefined
    this.#again.hidden = open && isApps
    if (isApps) this.#count(this.#again, this.#againName())
  }

  #tidy(): void {
    const digits = this.#code.value.replace(/\D/g, '').slice(0, 6)
    if (digits !== this.#code.value) this.#code.value = digits
    showFieldError(this.#code)
    if (digits.length < 6 || digits === this.#tried) return
    this.#tried = digits
    void this.#check()
  }

  async #check(): Promise<void> {
    const session = this.#session
    const { words } = session
    session.clear('code')
    if (this.#code.disabled) return
    if (this.#code.value.length !== 6) {
      showFieldError(this.#code, words.code.incomplete)
      return
    }
    await whileBusy(buttonById('code-check'), undefined, async () => {
      try {
        const { calls } = session
        const isNew = this.#app?.registers === true
        session.update(await (isNew ? calls.totpRegister : calls.verify)(this.#code.value))
        this.#sent = null
        clearInterval(this.#ticking)
        // A passkey or an app may still have to be registered.
        const isOpen = this.#app?.registers === true || this.#passkey?.enter() === true
        if (isOpen) session.show('code')
        else session.show('sign')
      } catch (error) {
        this.#refused(error)
      }
    })
  }

  #refused(error: unknown): void {
    const session = this.#session
    const code = error instanceof Problem ? error.code : undefined
    const left = error instanceof Problem ? error.attemptsLeft : undefined
    if (this.#sent !== null && (left !== undefined || CODE_OVER.has(code ?? ''))) {
      this.#sent = { ...this.#sent, attempts_left: left ?? 0 }
    }
    if (error instanceof Problem && (code === 'otp_invalid' || CODE_OVER.has(code ?? ''))) {
      this.#wrongCode(error)
    } else session.fail('code', error)
  }

  #wrongCode(problem: Problem): void {
    const { words } = this.#session
    const left = problem.attemptsLeft
    if (problem.code !== 'otp_invalid') this.#end(this.#session.explain(problem))
    else if (left === 0) this.#end(words.errors.otp_locked)
    else {
      const more = left === undefined ? '' : ` ${words.code.attempts({ left })}`
      const ofCall = this.#sent?.channel === 'call' ? words.callCode.wrong : undefined
      const wrong =
        this.#app?.wrong(problem) ?? this.#mail?.wrong ?? ofCall ?? words.errors.otp_invalid
      showFieldError(this.#code, wrong + more)
      this.#code.select()
    }
  }

  #changeNumber(): void {
    this.#session.clear('code')
    this.#asksPhone = true
    this.#showPhone()
    this.#phone.input.focus()
  }
}

const isPhoneFinding = (error: unknown): error is Problem =>
  error instanceof Problem &&
  (error.code === 'validation_failed' || error.code === 'phone_required')

const minutes = (ms: number): string => {
  const seconds = Math.ceil(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
