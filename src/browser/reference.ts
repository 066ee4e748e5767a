/** The script of the reference: sends the call of a page's form and shows what comes back. */
import { make, serviceUrl } from './pieces/make.ts'

const KEY = 'paraph-reference-key'
const TEXT_MAX = 200_000

const form = document.querySelector<HTMLFormElement>('[data-try]')
if (form !== null) start(form)

function start(form: HTMLFormElement): void {
  const key = form.querySelector<HTMLInputElement>('#try-key')
  if (key !== null) {
    key.value = sessionStorage.getItem(KEY) ?? ''
    key.addEventListener('change', () => sessionStorage.setItem(KEY, key.value))
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (form.ariaBusy !== 'true') void send(form, key?.value ?? '')
  })
}

type Part = HTMLInputElement | HTMLTextAreaElement

const partsOf = (form: HTMLFormElement, kind: string): Part[] => [
  ...form.querySelectorAll<Part>(`[data-part="${kind}"]`),
]
const nameOf = (part: Part): string => part.dataset.name ?? ''

async function send(form: HTMLFormElement, key: string): Promise<void> {
  const { sending = '', took = '', failed = '', method = 'GET' } = form.dataset
  const button = form.querySelector<HTMLElement>('button[type="submit"]')
  const say = (text: string) => {
    const status = form.querySelector('[data-status]')
    if (status !== null) status.textContent = text
  }
  form.ariaBusy = 'true'
  button?.setAttribute('aria-disabled', 'true')
  button?.classList.add('busy')
  say(sending)
  try {
    const headers = new Headers(key === '' ? {} : { 'X-API-Key': key })
    for (const part of partsOf(form, 'header'))
      if (part.value !== '') headers.set(nameOf(part), part.value)
    const body = await bodyOf(form, headers)
    const started = performance.now()
    const answer = await fetch(addressOf(form), { method, headers, body, credentials: 'omit' })
    const bytes = await answer.blob()
    const seconds = ((performance.now() - started) / 1000).toLocaleString(
      document.documentElement.lang,
      {
        maximumFractionDigits: 2,
      },
    )
    await show(form, answer, bytes)
    say(
      took
        .replace('{status}', `${answer.status} ${answer.statusText}`.trim())
        .replace('{time}', `${seconds} s`),
    )
  } catch {
    say(failed)
  } finally {
    form.ariaBusy = null
    button?.removeAttribute('aria-disabled')
    button?.classList.remove('busy')
  }
}

function addressOf(form: HTMLFormElement): URL {
  let path = form.dataset.path ?? '/'
  for (const part of partsOf(form, 'path'))
    path = path.replace(`{${nameOf(part)}}`, encodeURIComponent(part.value))
  const address = serviceUrl(path)
  for (const part of partsOf(form, 'query'))
    if (part.value !== '') address.searchParams.set(nameOf(part), part.value)
  return address
}

/** The body, and its type unless the browser sets it. */
async function bodyOf(form: HTMLFormElement, headers: Headers): Promise<FormData | string | null> {
  const { type = '' } = form.dataset
  if (type === '') return null
  if (type !== 'multipart/form-data') {
    headers.set('Content-Type', type)
    return partsOf(form, 'body')[0]?.value ?? ''
  }
  const data = new FormData()
  for (const part of partsOf(form, 'field'))
    if (part.value !== '') data.set(nameOf(part), part.value)
  for (const part of partsOf(form, 'file')) {
    const file = part instanceof HTMLInputElement ? await fileOf(part) : undefined
    if (file !== undefined) data.append(nameOf(part), file)
  }
  return data
}

/** The chosen file, else the sample of the example. */
async function fileOf(part: HTMLInputElement): Promise<File | undefined> {
  const { sample = '' } = part.dataset
  if (part.files?.[0] !== undefined || sample === '') return part.files?.[0]
  const answer = await fetch(serviceUrl(`/samples/${sample}`))
  return answer.ok ? new File([await answer.blob()], sample) : undefined
}

const isText = (type: string): boolean => /json|text|xml|yaml/.test(type)

async function show(form: HTMLFormElement, answer: Response, bytes: Blob): Promise<void> {
  const place = form.querySelector<HTMLElement>('[data-answer]')
  const text = form.querySelector<HTMLElement>('[data-text]')
  const link = form.querySelector<HTMLAnchorElement>('[data-save]')
  if (place === null || text === null || link === null) return
  const type = answer.headers.get('content-type') ?? ''
  const lines = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  const body = isText(type) ? readable(await bytes.text()) : `${type}, ${bytes.size} bytes`
  text.replaceChildren(make('span', { className: 'ref-headers' }, `${lines}\n\n`), body)
  if (link.href.startsWith('blob:')) URL.revokeObjectURL(link.href)
  link.hidden = isText(type) || bytes.size === 0
  link.href = link.hidden ? '#' : URL.createObjectURL(bytes)
  link.download =
    /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'file'
  place.hidden = false
}

/** JSON indented; long text cut. */
function readable(text: string): string {
  const cut = text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text
  try {
    return JSON.stringify(JSON.parse(cut), null, 2)
  } catch {
    // Not JSON, or cut: shown as it is.
    return cut
  }
}
