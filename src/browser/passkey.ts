/** Passkeys: hands what the server asks for to the browser's authenticator, and sends what comes back as a form. */
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'

const ask = async (kind: string | undefined, options: string): Promise<unknown> =>
  kind === 'create'
    ? await startRegistration({
        optionsJSON: JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON,
      })
    : await startAuthentication({
        optionsJSON: JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON,
      })

function start(box: HTMLElement): void {
  const form = box.querySelector('form')
  const answer = form?.querySelector<HTMLInputElement>('input[data-options]')
  const finding = box.querySelector<HTMLElement>('[role="alert"]')
  if (!form || !answer || !browserSupportsWebAuthn()) return
  box.hidden = false
  form.addEventListener('submit', (event) => {
    if (answer.value !== '') return
    event.preventDefault()
    ask(box.dataset.passkey, answer.dataset.options ?? '').then(
      (response) => {
        answer.value = JSON.stringify(response)
        form.requestSubmit()
      },
      () => {
        if (!finding) return
        finding.textContent = box.dataset.failed ?? ''
        finding.hidden = false
      },
    )
  })
}

for (const box of document.querySelectorAll<HTMLElement>('[data-passkey]')) start(box)
