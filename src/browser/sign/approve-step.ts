/** Step 4 for an approver: one button. */
import { buttonById, byId, onSubmit, whileBusy } from './dom.ts'
import type { Session } from './session.ts'

/** Wires the step. */
export function startApproving(session: Session): void {
  const form = byId('approve-form', HTMLFormElement)
  buttonById('sign-back').addEventListener('click', () => session.show('read'))
  onSubmit(form, () => {
    session.clear('sign')
    void whileBusy(buttonById('approve-submit'), form.dataset.busy ?? '', () => approve(session))
  })
}

async function approve(session: Session): Promise<void> {
  try {
    await session.finish(await session.calls.approve(session.state.document.sha256))
  } catch (error) {
    if (session.restarts(error) || (await session.isFinished())) return
    session.fail('sign', error)
  }
}
