/** The signature with a certificate of the signer's own: what the provider sent back, and the choice of a certificate. */
import { dateLocale } from '../../pages/locale.ts'
import type { OfferedCertificate } from '../../signing/signers/schemas.ts'
import { make } from '../pieces/make.ts'
import { Problem } from './calls.ts'
import { type ReturnedOrder, takeReturned, visit } from './certificate-visit.ts'
import { buttonById, byId, onSubmit, whileBusy } from './dom.ts'
import type { Session } from './session.ts'

/** Goes on where the visitor left for the provider. @param path of this page */
export function startCertificate(session: Session, path: string): void {
  const returned = takeReturned()
  if (returned === undefined || session.state.next !== 'sign') return
  session.show('sign')
  void new CertificateStep(session, path).goOn(returned)
}

class CertificateStep {
  readonly #session: Session
  readonly #path: string
  readonly #form = byId('certificate-form', HTMLFormElement)
  readonly #status = byId('certificate-status', HTMLElement)
  readonly #list = byId('certificate-list', HTMLElement)

  constructor(session: Session, path: string) {
    this.#session = session
    this.#path = path
    onSubmit(this.#form, () => {
      void whileBusy(buttonById('certificate-go'), this.#form.dataset.busy, () => this.#choose())
    })
  }

  async goOn(returned: ReturnedOrder): Promise<void> {
    byId('sign-form', HTMLElement).hidden = true
    this.#status.hidden = false
    try {
      const { certificates } = await this.#session.calls.certificateReturn(returned)
      if (certificates === null) return location.reload()
      this.#status.hidden = true
      this.#show(certificates)
    } catch (error) {
      await this.#failed(error)
    }
  }

  #show(certificates: readonly OfferedCertificate[]): void {
    const { issuer = '', differs = '' } = this.#form.dataset
    const day = new Intl.DateTimeFormat(dateLocale(this.#session.locale), { dateStyle: 'long' })
    const choices = certificates.map((certificate, index) => {
      const radio = make('input', { type: 'radio', name: 'certificate', value: certificate.id })
      radio.checked = index === 0
      const until = day.format(new Date(certificate.valid_to))
      const about = issuer.replace('{name}', () => certificate.issuer).replace('{until}', until)
      return make(
        'label',
        { className: 'certificate' },
        radio,
        make(
          'span',
          {},
          make('strong', {}, certificate.holder),
          make('span', { className: 'hint' }, about),
          ...(certificate.name_matches === false
            ? [make('span', { className: 'certificate-differs' }, differs)]
            : []),
        ),
      )
    })
    this.#list.replaceChildren(...choices)
    this.#form.hidden = false
    byId('certificate-title', HTMLElement).focus()
  }

  async #choose(): Promise<void> {
    this.#session.clear('sign')
    const chosen = this.#list.querySelector<HTMLInputElement>('input:checked')
    if (chosen === null) return
    try {
      const { url } = await this.#session.calls.certificateChoice(chosen.value)
      await visit(this.#path, url)
    } catch (error) {
      await this.#failed(error)
    }
  }

  /** Nothing was signed: the step begins anew, with the reason. */
  async #failed(error: unknown): Promise<void> {
    const session = this.#session
    if (await session.isFinished()) return
    this.#status.hidden = true
    this.#form.hidden = true
    byId('sign-form', HTMLElement).hidden = false
    if (session.restarts(error)) return
    const reasons: Readonly<Record<string, string | undefined>> = {
      certificate_order_ended: this.#form.dataset.ended,
      certificate_unusable: this.#form.dataset.unusable,
      certificate_service_unavailable: this.#form.dataset.unavailable,
    }
    const reason = error instanceof Problem ? reasons[error.code] : undefined
    if (reason === undefined) return session.fail('sign', error)
    const notice = make('div', { className: 'alert error' }, make('p', {}, reason))
    byId('problem-sign', HTMLElement).replaceChildren(notice)
    notice.scrollIntoView({ block: 'nearest' })
  }
}
