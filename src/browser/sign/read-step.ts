/** Step 1: the document, and going on once it has been read. */
import { systemClock } from '../../kernel/clock.ts'
import { make } from '../pieces/make.ts'
import { buttonById, byId } from './dom.ts'
import type { Session } from './session.ts'
import type { FileToShow, Spot, Viewer } from './viewer.ts'

/** What draws the document waits no longer for the picture of its first page. */
const PICTURE_MS = 10_000

/** Loads the document and wires the step. `onViewer` is called once it is shown. */
export function startReading(session: Session, path: string, onViewer: (viewer: Viewer) => void) {
  const next = buttonById('read-next')
  const shown = (spot: Spot): void => {
    session.noteShown(spot)
    next.disabled = false
  }
  next.addEventListener('click', () => session.show(afterReading(session)))
  // A browser that cannot show the document can save it.
  byId('save-copy', HTMLAnchorElement).addEventListener('click', () => {
    next.disabled = false
  })
  const picture = byId('first-page', HTMLImageElement)
  void loaded(picture).then((isThere) => {
    if (isThere) shown({ file: 1, page: 1 })
    else picture.remove()
    // On a slow line the picture comes first, and what draws the document after it.
    return loadDocument(session, path, { onViewer, onShown: shown })
  })
}

/** Whether a picture could be loaded, and soon enough. */
const loaded = (picture: HTMLImageElement): Promise<boolean> =>
  Promise.race([
    picture.decode().then(() => true),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), PICTURE_MS)),
  ]).catch(() => false)

/** A code that was confirmed before still counts; the document is read first all the same. */
const afterReading = ({ state, calls }: Session): 'agree' | 'code' | 'sign' => {
  if (state.verified_until !== null && calls.localMs(state.verified_until) > systemClock.now())
    return 'sign'
  return state.code === null ? 'agree' : 'code'
}

async function loadDocument(
  session: Session,
  path: string,
  on: { onViewer: (viewer: Viewer) => void; onShown: (spot: Spot) => void },
): Promise<void> {
  const { words } = session
  const files = filesToShow(session, path)
  const pages = files.reduce((sum, { ownPages }) => sum + ownPages, 0)
  const status = byId('viewer-state', HTMLElement)
  const problem = byId('viewer-problem', HTMLElement)
  problem.replaceChildren()
  status.hidden = false
  status.textContent = words.viewer.loading
  try {
    const { openViewer } = await import('./viewer.ts')
    const viewer = await openViewer({
      files,
      place: byId('sheets', HTMLElement),
      fields: session.state.signer.fields,
      words: words.viewer,
      onSpot: (spot) => showSpot(session, files, spot),
      onShown: on.onShown,
    })
    status.classList.add('visually-hidden')
    status.textContent = words.viewer.ready({ pages })
    wireTools(session, viewer)
    on.onViewer(viewer)
  } catch (error) {
    console.error(error)
    status.hidden = true
    problem.replaceChildren(retryNotice(session, () => void loadDocument(session, path, on)))
  }
}

/** Every file of the request; the only one has no name of its own on the page. */
function filesToShow({ state }: Session, path: string): FileToShow[] {
  const { files, pages, proof_pages: proofPages } = state.document
  if (files === undefined) return [{ number: 1, url: `${path}/file`, ownPages: pages, proofPages }]
  return files.map((file) => ({
    number: file.number,
    url: `${path}/file?file_number=${file.number}`,
    ownPages: file.pages,
    proofPages: file.proof_pages,
    name: file.filename,
  }))
}

const tabs = (): NodeListOf<HTMLButtonElement> => document.querySelectorAll('.file-tab')

/** Says where one is in the files, and what would be saved. */
function showSpot({ words }: Session, files: readonly FileToShow[], { file, page }: Spot): void {
  const shown = files.find(({ number }) => number === file)
  if (shown === undefined) return
  const { ownPages, url } = shown
  byId('page-count', HTMLElement).textContent =
    page > ownPages ? words.viewer.appendix : words.viewer.pageShort({ page, pages: ownPages })
  byId('save-copy', HTMLAnchorElement).href = url
  for (const tab of tabs())
    if (tab.dataset.file === String(file)) tab.setAttribute('aria-current', 'true')
    else tab.removeAttribute('aria-current')
}

function wireTools({ state, words }: Session, viewer: Viewer): void {
  buttonById('zoom-in').addEventListener('click', () => viewer.zoom(1))
  buttonById('zoom-out').addEventListener('click', () => viewer.zoom(-1))
  for (const tab of tabs())
    tab.addEventListener('click', () => viewer.goToFile(Number(tab.dataset.file)))
  const { fields } = state.signer
  const jump = buttonById('go-field')
  const label = jump.querySelector('span')
  if (fields.length === 0 || label === null) return
  let next = 0
  const name = (): void => {
    label.textContent = words.viewer.goToField({ at: next + 1, of: fields.length })
  }
  name()
  jump.hidden = false
  jump.addEventListener('click', () => {
    const field = fields[next]
    next = (next + 1) % fields.length
    if (field !== undefined) void viewer.goTo(field, { focus: true }).then(name)
  })
}

function retryNotice({ words }: Session, retry: () => void): HTMLElement {
  const className = 'button secondary'
  const again = make('button', { type: 'button', className, onclick: retry }, words.tryAgain)
  const inner = make('div', { className: 'stack' }, make('p', {}, words.viewer.failed), again)
  return make('div', { className: 'alert error', attributes: { role: 'alert' } }, inner)
}
