/** An authenticator app: given its secret after the code that comes first, as a picture, a link and a key to type. */
import type { Problem } from './calls.ts'
import { byId } from './dom.ts'
import type { Session } from './session.ts'

/** Blank modules around a QR code (ISO/IEC 18004). */
const QUIET = 4
const SVG = 'http://www.w3.org/2000/svg'

/** Loaded only when an app is registered. */
async function drawQr(place: HTMLElement, text: string, label: string): Promise<void> {
  const { encodeQR } = await import('qr')
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET })
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', `0 0 ${rows.length} ${rows.length}`)
  svg.setAttribute('role', 'img')
  svg.setAttribute('aria-label', label)
  const path = document.createElementNS(SVG, 'path')
  const dark = rows.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])))
  path.setAttribute('d', dark.join(''))
  svg.append(path)
  place.replaceChildren(svg)
}

/** What an app is given, on the page of signers who have that method. */
export class TotpStep {
  readonly #session: Session
  readonly #box = byId('totp-new', HTMLElement)

  constructor(session: Session) {
    this.#session = session
  }

  /** Whether the code is that of an app which is registered. */
  get asks(): boolean {
    return this.#session.state.signer.totp === 'ask'
  }

  /** Whether an app is to be registered now. */
  get registers(): boolean {
    return this.#session.state.signer.totp === 'register'
  }

  /** What the button says that asks for a code; undefined: as for a code by SMS. */
  get sendName(): string | undefined {
    return this.asks ? this.#session.words.totp.enter : undefined
  }

  /** What the button says that asks for another one; undefined: as for a code by SMS. */
  get againName(): string | undefined {
    return this.asks || this.registers ? this.#session.words.totp.again : undefined
  }

  /** Shows what the app is given, or hides it. @throws Problem */
  async show(): Promise<void> {
    this.#box.hidden = !this.registers
    byId('code-why', HTMLElement).hidden = this.asks || this.registers
    if (!this.registers) return
    const { calls, words } = this.#session
    const { secret, uri } = await calls.totpCreation()
    const link = byId('totp-open', HTMLAnchorElement)
    if (uri.startsWith('otpauth:')) link.href = uri
    byId('totp-secret', HTMLElement).textContent = secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
    await drawQr(byId('totp-qr', HTMLElement), uri, words.totp.qr)
  }

  /** What is said of a wrong code; undefined: the code was one by SMS. */
  wrong({ code }: Problem): string | undefined {
    const isApps = (this.asks || this.registers) && code === 'otp_invalid'
    return isApps ? this.#session.words.totp.wrong : undefined
  }
}
