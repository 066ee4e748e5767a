/** Pictures of documents: the first page of a request's file and of a template, and two versions of a template side by side. */

/** Draws what is there, as soon as it comes into view; and both versions when the button is pressed. */
export function startPictures(within: ParentNode = document): void {
  let drawn = Promise.resolve()
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries)
      if (isIntersecting && target instanceof HTMLElement) {
        seen.unobserve(target)
        // One after the other: the server makes one at a time for an account.
        drawn = drawn.then(() => drawFile(target))
      }
  })
  for (const place of within.querySelectorAll<HTMLElement>('[data-picture]')) seen.observe(place)
  for (const part of within.querySelectorAll<HTMLElement>('[data-pictures]')) part.hidden = false
  for (const form of within.querySelectorAll<HTMLFormElement>('[data-versions]'))
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void drawVersions(form)
    })
}

async function draw(bytes: ArrayBuffer, place: HTMLElement): Promise<void> {
  const { drawPdf } = await import('./pdf.ts')
  await drawPdf(new Uint8Array(bytes), place, { page: place.dataset.page ?? '', max: 1 })
}

/** A file that cannot be drawn leaves no empty frame. */
async function drawFile(place: HTMLElement): Promise<void> {
  try {
    const answer = await fetch(place.dataset.picture ?? '')
    if (!answer.ok) throw new Error(`no file, but ${answer.status}`)
    await draw(await answer.arrayBuffer(), place)
  } catch {
    // Without a picture the page has all its facts in words.
    place.hidden = true
  }
}

/** One after the other: a plan may allow one document at a time. */
async function drawVersions(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector<HTMLElement>('button')
  if (button?.ariaDisabled === 'true') return
  button?.setAttribute('aria-disabled', 'true')
  button?.classList.add('busy')
  for (const place of document.querySelectorAll<HTMLElement>('[data-version]')) {
    const fields = new FormData(form)
    fields.set('version', place.dataset.version ?? '')
    try {
      const answer = await fetch(form.action, { method: 'POST', body: fields })
      if (answer.headers.get('content-type')?.startsWith('application/pdf') !== true)
        throw new Error('no document came back')
      await draw(await answer.arrayBuffer(), place)
    } catch {
      place.textContent = form.dataset.failed ?? ''
    }
  }
  button?.removeAttribute('aria-disabled')
  button?.classList.remove('busy')
}
