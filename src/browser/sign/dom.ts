/** Reaching the page's elements: what the server rendered must be there, or the build is broken. */

/** The element of an id, of the kind that the script expects. */
export function byId<T extends HTMLElement>(id: string, kind: { new (): T }): T {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`the page has no ${kind.name} #${id}`)
  return found
}

/** A button of the page. */
export const buttonById = (id: string): HTMLButtonElement => byId(id, HTMLButtonElement)

/** An input of the page. */
export const inputById = (id: string): HTMLInputElement => byId(id, HTMLInputElement)

/** Runs what a form is for, in place of sending it. */
export function onSubmit(form: HTMLFormElement, run: () => void): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    run()
  })
}

/** Shows the message under an input and marks the input, which gets the focus; or hides it. */
export function showFieldError(input: HTMLElement, message?: string, { focus = true } = {}): void {
  const place = byId(`${input.id}-error`, HTMLElement)
  place.hidden = message === undefined
  place.textContent = message ?? ''
  if (message === undefined) input.removeAttribute('aria-invalid')
  else input.setAttribute('aria-invalid', 'true')
  if (message !== undefined && focus) input.focus()
}

/** Marks a button as busy: it stays in place and ignores further presses. */
export async function whileBusy<T>(
  button: HTMLButtonElement,
  label: string | undefined,
  work: () => Promise<T>,
): Promise<T | undefined> {
  if (button.getAttribute('aria-disabled') === 'true') return undefined
  const text = button.querySelector('span')
  const before = text?.textContent ?? ''
  button.setAttribute('aria-disabled', 'true')
  button.classList.add('busy')
  if (text !== null && label !== undefined) text.textContent = label
  try {
    return await work()
  } finally {
    button.removeAttribute('aria-disabled')
    button.classList.remove('busy')
    if (text !== null && label !== undefined) text.textContent = before
  }
}
