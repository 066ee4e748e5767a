/** The dialog in which a signer delegates to another person. */
import { Problem } from './calls.ts'
import { startDialog } from './decline.ts'
import { buttonById, byId, onSubmit, showFieldError, whileBusy } from './dom.ts'
import type { Session } from './session.ts'

const NAMES = ['email', 'first_name', 'last_name', 'phone', 'reason'] as const
type Name = (typeof NAMES)[number]
type Field = HTMLInputElement | HTMLTextAreaElement

/** What the form says about a mistake in a field; its texts are the server's. */
const SAID: Readonly<Record<Name, 'email' | 'name' | 'phone' | 'reason'>> = {
  email: 'email',
  first_name: 'name',
  last_name: 'name',
  phone: 'phone',
  reason: 'reason',
}

/** Findings about a person who already takes part in the request. */
const HAS_PART = new Set<string | undefined>(['delegate_has_part', 'copy_repeated'])

/** The fields that there are: no number is asked where codes go by e-mail. */
const fieldsIn = (): ReadonlyMap<Name, Field> =>
  new Map(
    NAMES.flatMap((name) => {
      const found = document.getElementById(`delegate-${name}`)
      return found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement
        ? [[name, found] as const]
        : []
    }),
  )

/** Wires the dialog and the button that opens it, where the sender lets this person delegate. */
export function startDelegating(session: Session): void {
  if (session.state.signer.may_delegate !== true) return
  const form = byId('delegate-form', HTMLFormElement)
  const fields = fieldsIn()
  startDialog(session, 'delegate', [...fields.values()])
  const explain = (error: unknown): void => {
    const problem = error instanceof Problem ? error : undefined
    const name = NAMES.find((each) => problem?.pointer === `/${each}`)
    const field = name && fields.get(name)
    const reason = fields.get('reason')
    if (name !== undefined && field !== undefined)
      showFieldError(field, form.dataset[HAS_PART.has(problem?.finding) ? 'asked' : SAID[name]])
    else if (problem?.code === 'recipient_limit_reached' && reason !== undefined)
      showFieldError(reason, form.dataset.limit)
    else session.fail('delegate', error)
  }
  onSubmit(form, () => {
    const given = [...fields].map(([name, field]) => [name, field.value.trim()] as const)
    const missing = given.find(([name, value]) => value === '' && name !== 'phone')
    if (missing !== undefined) {
      const field = fields.get(missing[0])
      if (field !== undefined) showFieldError(field, form.dataset[SAID[missing[0]]])
      return
    }
    void whileBusy(buttonById('delegate-confirm'), undefined, async () => {
      try {
        await session.calls.delegate(Object.fromEntries(given.filter(([, value]) => value !== '')))
        // From here on the link is another person's.
        session.fail('delegate', new Problem('signing_delegated'))
        await new Promise(() => undefined)
      } catch (error) {
        explain(error)
      }
    })
  })
}
