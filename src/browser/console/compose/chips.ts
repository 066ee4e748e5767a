/** Buttons that put something on a page: dragged onto it, or pressed. */
import { make } from '../../pieces/make.ts'
import { follow, scrollNear } from './field-box.ts'
import type { FieldBoxes, NewField } from './field-boxes.ts'

/** How far it is pulled before it counts as dragged, in pixels. */
const DRAG_FROM = 6

/** What a button puts on the pages. */
interface ChipParts {
  room: HTMLElement
  /** Absent while there are no pages. */
  fieldBoxes: () => FieldBoxes | undefined
  field: () => NewField | undefined
  /** What is seen under the finger. */
  label: () => { text: string; tone: string }
}

/** Prepares a button. */
export function prepareChip(chip: HTMLButtonElement, parts: ChipParts): void {
  const { room, fieldBoxes, field, label } = parts
  let dragged = false
  chip.addEventListener('pointerdown', (event) => {
    dragged = false
    if (event.button !== 0 || fieldBoxes() === undefined) return
    const from = { x: event.clientX, y: event.clientY }
    const { text, tone } = label()
    const ghost = make('div', { className: `drag-ghost ${tone}` }, text)
    follow(event, {
      move: ({ clientX, clientY }) => {
        if (!dragged && Math.hypot(clientX - from.x, clientY - from.y) < DRAG_FROM) return
        if (!dragged) document.body.append(ghost)
        dragged = true
        ghost.style.left = `${clientX}px`
        ghost.style.top = `${clientY}px`
        scrollNear(room, clientY)
      },
      end: ({ type, clientX, clientY }) => {
        ghost.remove()
        // The browser takes a finger's way over to scroll the buttons.
        if (!dragged || type === 'pointercancel') return
        const added = field()
        if (added !== undefined) fieldBoxes()?.addAt(added, clientX, clientY)
      },
    })
  })
  chip.addEventListener('click', () => {
    const added = dragged ? undefined : field()
    if (added !== undefined) fieldBoxes()?.addInView(added)
    dragged = false
  })
}
