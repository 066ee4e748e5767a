/** Buttons that copy a text. The clipboard is there on safe origins only; text can be selected without it. */

const SHOWN_MS = 2_000

/** Whether this page may write to the clipboard. */
export const canCopy = (): boolean => 'clipboard' in navigator

/**
 * Makes a button copy a text.
 * @param label the element whose words say that it is done, and then again what the button does
 */
export function copyOnPress(
  button: HTMLButtonElement,
  label: HTMLElement,
  parts: { text: () => string; done: string },
): void {
  const words = label.textContent ?? ''
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(parts.text())
    label.textContent = parts.done
    setTimeout(() => {
      label.textContent = words
    }, SHOWN_MS)
  })
}

/** Shows every button that the page holds for an element (`data-copy` names it), and makes it work. */
export function startCopying(from: ParentNode = document): void {
  if (!canCopy()) return
  for (const button of from.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    const label = button.querySelector('span')
    if (label === null) continue
    button.hidden = false
    copyOnPress(button, label, {
      text: () => document.getElementById(button.dataset.copy ?? '')?.textContent ?? '',
      done: button.dataset.copied ?? label.textContent ?? '',
    })
  }
}
