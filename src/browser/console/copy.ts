/** Buttons that copy a text; they show themselves only where that works. */

const SHOWN_MS = 2_000

/** Makes every copy button work. */
export function startCopying(): void {
  if (!('clipboard' in navigator)) return
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    const label = button.querySelector('span')
    const words = label?.textContent ?? ''
    button.hidden = false
    button.addEventListener('click', async () => {
      const text = document.getElementById(button.dataset.copy ?? '')?.textContent ?? ''
      await navigator.clipboard.writeText(text)
      if (label === null) return
      label.textContent = button.dataset.copied ?? words
      setTimeout(() => {
        label.textContent = words
      }, SHOWN_MS)
    })
  }
}
