/** File fields with drag and drop; they show the chosen file, and when it is too large. */

/** Makes every such field. */
export function startDrops(): void {
  for (const drop of document.querySelectorAll<HTMLElement>('[data-drop]')) {
    const input = drop.querySelector<HTMLInputElement>('input[type="file"]')
    const text = drop.querySelector<HTMLElement>('.drop-text')
    const label = text?.querySelector('span')
    if (input === null || text === null || !label) continue
    text.hidden = false
    // The field itself lies over the whole place, so that the browser takes what is dropped.
    drop.classList.add('live')
    const over = (isOver: boolean) => () => drop.classList.toggle('over', isOver)
    input.addEventListener('dragenter', over(true))
    for (const name of ['dragleave', 'drop', 'dragend']) input.addEventListener(name, over(false))
    const asked = label.textContent ?? ''
    const show = () => showChosen(drop, input, label, asked)
    input.addEventListener('change', show)
    // A browser that goes back restores the file without an event.
    if (input.files?.length) show()
  }
}

/** The name of the chosen file, or why it is refused. @param asked what the place says while it is empty */
function showChosen(drop: HTMLElement, input: HTMLInputElement, label: HTMLElement, asked: string) {
  const [file] = input.files ?? []
  const large = file !== undefined && file.size > Number(drop.dataset.most)
  const finding = large ? (drop.dataset.over ?? '') : ''
  input.setCustomValidity(finding)
  label.textContent = file?.name ?? asked
  drop.classList.toggle('chosen', file !== undefined && !large)
  complain(input, finding)
}

function complain(input: HTMLInputElement, words: string): void {
  const place = document.getElementById(`${input.id}-error`)
  input.toggleAttribute('aria-invalid', words !== '')
  if (place === null) return
  place.textContent = words
  place.hidden = words === ''
}
