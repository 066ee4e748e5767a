/** One field on a page, to sign or to fill in: a box that can be dragged, resized, focused and removed. */
import { make } from '../../pieces/make.ts'
import type { Box, Size } from './geometry.ts'
import type { Sheet } from './sheets.ts'
import { boundsOf, type Sketch } from './sketches.ts'
import type { FieldBoxWords } from './words.ts'

/** Owner of a placement. */
export interface Owner {
  /** Stays the same while others come and go. */
  id: number
  name: () => string
  /** Class of the colour. */
  tone: () => string
}

/** What the service said against a field. */
export interface BoxFinding {
  text: string
  /** The property it is about; absent: its place. */
  member?: string | undefined
}

/** What is done to it; distances in pixels of the screen. */
interface FieldBoxEvents {
  words: FieldBoxWords
  chosen: () => void
  moved: (dx: number, dy: number) => void
  sized: (width: number, height: number) => void
  dropped: (clientX: number, clientY: number) => void
  key: (event: KeyboardEvent) => void
  removed: () => void
}

/** Distance from the container's edge at which dragging scrolls it. */
const EDGE = 48
const SCROLL = 14
/** Of a box that is smaller on the screen, in pixels, the handles stand outside. */
const SMALL = 40
/** One that is narrower shows no name. */
const TINY = 24

/** Tracks a finger or mouse from press to release. */
export function follow(
  event: PointerEvent,
  steps: { move: (event: PointerEvent) => void; end: (event: PointerEvent) => void },
): void {
  const target = event.currentTarget
  if (!(target instanceof HTMLElement)) return
  target.setPointerCapture(event.pointerId)
  const stop = new AbortController()
  const { signal } = stop
  const end = (last: PointerEvent): void => {
    stop.abort()
    steps.end(last)
  }
  target.addEventListener('pointermove', steps.move, { signal })
  target.addEventListener('pointerup', end, { signal })
  target.addEventListener('pointercancel', end, { signal })
}

/** Scrolls the pages, or the window they are in, while something is dragged to their upper or lower edge. */
export function scrollNear(room: HTMLElement, clientY: number): void {
  const scrolls = room.scrollHeight > room.clientHeight
  const { top, bottom } = scrolls ? room.getBoundingClientRect() : { top: 0, bottom: innerHeight }
  const by = clientY < top + EDGE ? -SCROLL : clientY > bottom - EDGE ? SCROLL : 0
  if (by !== 0) (scrolls ? room : window).scrollBy({ top: by })
}

/** A place. */
export class FieldBox {
  readonly owner: Owner
  readonly sketch: Sketch
  readonly element: HTMLElement
  finding: BoxFinding | undefined
  readonly #words: FieldBoxWords
  readonly #label: HTMLElement
  #sheet: Sheet
  #box: Box
  #floating: Box

  constructor(
    { owner, sketch, sheet, box }: { owner: Owner; sketch: Sketch; sheet: Sheet; box: Box },
    events: FieldBoxEvents,
  ) {
    this.owner = owner
    this.sketch = sketch
    this.#sheet = sheet
    this.#box = box
    this.#floating = box
    this.#words = events.words
    const attributes = { 'aria-hidden': 'true' }
    const { remove: title } = events.words
    this.#label = make('span', { className: 'field-box-name', attributes })
    const remove = make('span', { className: 'field-box-remove', title, attributes }, '×')
    const corner = make('span', { className: 'field-box-corner', attributes })
    this.element = make('div', { tabIndex: 0 }, this.#label, remove, corner)
    // It handles arrow keys, even if a screen reader would use them.
    this.element.setAttribute('role', 'application')
    this.element.setAttribute('aria-roledescription', events.words.kind(sketch))
    const keys = sketch.type === 'signature' ? 'field-box-keys' : 'input-box-keys'
    this.element.setAttribute('aria-describedby', keys)
    this.element.addEventListener('focus', events.chosen)
    this.element.addEventListener('keydown', events.key)
    this.element.addEventListener('pointerdown', (event) => this.#drag(event, events))
    corner.addEventListener('pointerdown', (event) => this.#size(event, events))
    remove.addEventListener('pointerdown', (event) => event.stopPropagation())
    remove.addEventListener('click', (event) => {
      event.stopPropagation()
      events.removed()
    })
  }

  get sheet(): Sheet {
    return this.#sheet
  }

  /** Points from the top left of the page. */
  get box(): Box {
    return this.#box
  }

  /** The least size that it may have, in points. */
  get min(): Size {
    return boundsOf(this.sketch).min
  }

  /** Brings it into view, with the focus. */
  show(): void {
    this.element.scrollIntoView({ block: 'center' })
    this.element.focus({ preventScroll: true })
  }

  /** Takes another place. */
  place(sheet: Sheet, box: Box): void {
    this.#sheet = sheet
    this.#box = box
    this.#floating = box
  }

  /** Where it is while it is dragged. */
  floating(): Box {
    return this.#floating
  }

  /** Moves on the screen only. */
  float(dx: number, dy: number, scale: number): void {
    this.#floating = { ...this.#box, x: this.#box.x + dx, y: this.#box.y + dy }
    this.#lay(this.#floating, scale)
  }

  /** Takes its place on the screen. @param scale pixels for one point */
  draw(scale: number): void {
    this.#lay(this.#box, scale)
    const { classList } = this.element
    const name = this.owner.name()
    const isSignature = this.sketch.type === 'signature'
    const kept = ['chosen', 'held'].filter((state) => classList.contains(state))
    this.element.className = ['field-box', this.owner.tone(), ...kept].join(' ')
    classList.toggle('input-box', !isSignature)
    classList.toggle('small', Math.min(this.#box.width, this.#box.height) * scale < SMALL)
    classList.toggle('tiny', this.#box.width * scale < TINY)
    classList.toggle('faulty', this.finding !== undefined)
    this.#label.textContent = isSignature ? name : this.sketch.label
    if (!isSignature) this.element.title = this.sketch.label
    const said = [this.said(), this.#words.at(this.#sheet.page, this.#box), this.finding?.text]
    this.element.setAttribute('aria-label', said.filter(Boolean).join(', '))
  }

  /** What it is, and whose. */
  said(): string {
    return this.#words.name(this.sketch, this.owner.name())
  }

  #lay({ x, y, width, height }: Box, scale: number): void {
    const { style } = this.element
    style.left = `${x * scale}px`
    style.top = `${y * scale}px`
    style.width = `${width * scale}px`
    style.height = `${height * scale}px`
  }

  #drag(event: PointerEvent, events: FieldBoxEvents): void {
    if (event.button !== 0) return
    event.preventDefault()
    this.element.focus({ preventScroll: true })
    events.chosen()
    this.element.classList.add('held')
    const room = this.element.closest<HTMLElement>('.sheets')
    const scrolled = () => (room?.scrollTop ?? 0) + scrollY
    const from = { x: event.clientX, y: event.clientY, scroll: scrolled() }
    follow(event, {
      move: ({ clientX, clientY }) => {
        if (room !== null) scrollNear(room, clientY)
        events.moved(clientX - from.x, clientY - from.y + scrolled() - from.scroll)
      },
      end: ({ clientX, clientY }) => {
        this.element.classList.remove('held')
        events.dropped(clientX, clientY)
      },
    })
  }

  #size(event: PointerEvent, events: FieldBoxEvents): void {
    if (event.button !== 0) return
    event.preventDefault()
    event.stopPropagation()
    this.element.focus({ preventScroll: true })
    const { offsetWidth, offsetHeight } = this.element
    const from = { x: event.clientX, y: event.clientY }
    follow(event, {
      move: ({ clientX, clientY }) =>
        events.sized(offsetWidth + clientX - from.x, offsetHeight + clientY - from.y),
      end: () => undefined,
    })
  }
}
