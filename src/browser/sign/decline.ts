/** The dialogs in which a person declines, or returns the document to the sender. */
import { buttonById, byId, onSubmit, showFieldError, whileBusy } from './dom.ts'
import type { Session } from './session.ts'

/** Wires a dialog and the button that opens it, without the faults of last time. */
export function startDialog(
  session: Session,
  name: 'decline' | 'return' | 'delegate',
  fields: ReadonlyArray<HTMLInputElement | HTMLTextAreaElement>,
): void {
  const dialog = byId(name, HTMLDialogElement)
  const opener = buttonById(`${name}-open`)
  opener.addEventListener('click', () => {
    session.clear(name)
    for (const field of fields) showFieldError(field)
    dialog.showModal()
    fields[0]?.focus()
  })
  buttonById(`${name}-cancel`).addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => opener.focus())
  for (const field of fields) field.addEventListener('input', () => showFieldError(field))
}

function startReason(session: Session, act: 'decline' | 'return', missing: string): void {
  const reason = byId(`${act}-reason`, HTMLTextAreaElement)
  startDialog(session, act, [reason])
  onSubmit(byId(`${act}-form`, HTMLFormElement), () => {
    const text = reason.value.trim()
    if (text === '') return showFieldError(reason, missing)
    void whileBusy(buttonById(`${act}-confirm`), undefined, async () => {
      try {
        await session.finish(await session.calls.leave(act, text))
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
