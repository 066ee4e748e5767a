/** Step 4 for an approver: one button. */
import { Problem } from './calls.ts'
import { buttonById, byId, whileBusy } from './dom.ts'
import type { Session } from './session.ts'

/** Wires the step. */
export function startApproving(session: Session): void {
  const form = byId('approve-form', HTMLFormElement)
  buttonById('sign-back').addEventListener('click', () => session.show('read'))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    session.clear('sign')
    void whileBusy(buttonById('approve-submit'), form.dataset.busy ?? '', () => approve(session))
  })
}

async function approve(session: Session): Promise<void> {
  try {
    const approved = await session.calls.approve(session.state.document.sha256)
    session.host.tellState(approved)
    location.reload()
    // The button stays busy until the next page is there.
    await new Promise(() => undefined)
  } catch (error) {
    await failed(session, error)
  }
}

async function failed(session: Session, error: unknown): Promise<void> {
  if (error instanceof Problem && error.code === 'verification_required') {
    session.state = { ...session.state, verified_until: null }
    session.show('code')
    return session.fail('code', error)
  }
  // The connection may have broken after the approval was recorded.
  const state = await session.calls.state().catch(() => undefined)
  if (state !== undefined && state.next !== 'sign' && state.next !== 'open')
    return location.reload()
  session.fail('sign', error)
}
