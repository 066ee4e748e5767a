/** The dialogs in which a person declines, or returns the document to the sender. */
import { buttonById, byId, showFieldError, whileBusy } from './dom.ts'
import type { Session } from './session.ts'

/** Wires the dialog of an act and the button that opens it. */
function startReason(session: Session, act: 'decline' | 'return', missing: string): void {
  const dialog = byId(act, HTMLDialogElement)
  const reason = byId(`${act}-reason`, HTMLTextAreaElement)
  const opener = buttonById(`${act}-open`)
  opener.addEventListener('click', () => {
    session.clear(act)
    showFieldError(reason, undefined)
    dialog.showModal()
    reason.focus()
  })
  buttonById(`${act}-cancel`).addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => opener.focus())
  reason.addEventListener('input', () => showFieldError(reason, undefined))
  byId(`${act}-form`, HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault()
    const text = reason.value.trim()
    if (text === '') return showFieldError(reason, missing)
    void whileBusy(buttonById(`${act}-confirm`), undefined, async () => {
      try {
        session.host.tellState(await session.calls.leave(act, text))
        location.reload()
        await new Promise(() => undefined)
      } catch (error) {
        session.fail(act, error)
      }
    })
  })
}

/** Wires both. */
export function startDeclining(session: Session): void {
  startReason(session, 'decline', session.words.declining.missing)
  if (session.state.signer.may_return === true)
    startReason(session, 'return', session.words.returning.missing)
}
