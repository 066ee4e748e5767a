/** The page around a frame of ours; it receives a message for each event (HTML, 9.3: cross-document messaging). */

/** Tells one origin, never another. @param origin as the server gave it; undefined: there is no page around */
export function tellPageAround(origin: string | undefined, event: object): void {
  if (origin === undefined || window.parent === window) return
  window.parent.postMessage({ source: 'paraph', ...event }, origin)
}

/** A page of the console in a frame: it says that it is there, and when people are done with it. */
export function startFramed(): void {
  const { embedOrigin, error } = document.getElementById('main')?.dataset ?? {}
  if (embedOrigin === undefined) return
  tellPageAround(embedOrigin, { type: 'ready' })
  if (error !== undefined) tellPageAround(embedOrigin, { type: 'error', code: error })
  document
    .getElementById('frame-close')
    ?.addEventListener('click', () => tellPageAround(embedOrigin, { type: 'closed' }))
}
