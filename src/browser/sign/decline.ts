/** The dialog in which a person declines. */
import { buttonById, byId, showFieldError, whileBusy } from './dom.ts'
import type { Session } from './session.ts'

/** Wires the dialog and the button that opens it. */
export function startDeclining(session: Session): void {
  const dialog = byId('decline', HTMLDialogElement)
  const reason = byId('decline-reason', HTMLTextAreaElement)
  buttonById('decline-open').addEventListener('click', () => {
    session.clear('decline')
    showFieldError(reason, undefined)
    dialog.showModal()
    reason.focus()
  })
  buttonById('decline-cancel').addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => buttonById('decline-open').focus())
  reason.addEventListener('input', () => showFieldError(reason, undefined))
  byId('decline-form', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault()
    const text = reason.value.trim()
    if (text === '') return showFieldError(reason, session.words.declining.missing)
    void whileBusy(buttonById('decline-confirm'), undefined, async () => {
      try {
        session.host.tellState(await session.calls.decline(text))
        location.reload()
        await new Promise(() => undefined)
      } catch (error) {
        session.fail('decline', error)
      }
    })
  })
}
