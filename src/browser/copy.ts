/** Gives each block of code a button that copies it. Without script the text can still be selected. */
const LABELS: Record<string, { copy: string; done: string }> = {
  en: { copy: 'Copy', done: 'Copied' },
  fr: { copy: 'Copier', done: 'Copié' },
}
const SHOWN_MS = 1_600

const words = LABELS[document.documentElement.lang] ?? { copy: 'Copy', done: 'Copied' }

function addButton(block: HTMLElement): void {
  const text = block.querySelector('code')?.textContent ?? ''
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = words.copy
  button.lang = document.documentElement.lang
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(text).then(() => {
      button.textContent = words.done
      setTimeout(() => {
        button.textContent = words.copy
      }, SHOWN_MS)
    })
  })
  block.append(button)
}

// The clipboard is there on safe origins only.
if (navigator.clipboard !== undefined)
  for (const block of document.querySelectorAll<HTMLElement>('.code')) addButton(block)
