/** Boxes of a list: one that ticks all of them, and how many are ticked. Everything else works without a script. */
import { textsOf } from '../../kernel/type-guards.ts'

/** Follows the boxes of the page, if it has any. */
export function startSelection(): void {
  const all = document.querySelector<HTMLInputElement>('[data-pick-all]')
  const said = document.querySelector<HTMLElement>('[data-picked]')
  const boxes = [...document.querySelectorAll<HTMLInputElement>('[data-pick]')]
  if (all === null || said === null) return
  const words = textsOf(JSON.parse(said.dataset.picked ?? '[]'))
  const show = () => {
    const count = boxes.filter(({ checked }) => checked).length
    all.checked = count > 0 && count === boxes.length
    all.indeterminate = count > 0 && count < boxes.length
    said.textContent = words[count] ?? ''
    for (const box of boxes)
      box.closest('.request-row')?.classList.toggle('picked-row', box.checked)
  }
  all.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked
    show()
  })
  for (const box of boxes) box.addEventListener('change', show)
  const label = all.closest('label')
  if (label !== null) label.hidden = false
  said.hidden = false
  // A browser that comes back to the page keeps its ticks.
  show()
}
