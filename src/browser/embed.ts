/**
 * Shows a signer's page in a frame of your own page and tells you what happens there. Served as /embed.mjs (a module)
 * and /embed.js (a script that defines `Paraph`), part of the package @paraph/sdk as `@paraph/sdk/embed`. It imports
 * nothing and keeps nothing.
 */

/** What happens in the frame. Each comes once, `error` as often as there is one. */
export type EmbedEventType = 'ready' | 'opened' | 'signed' | 'approved' | 'declined' | 'error'

/** One event. For a decision of your program, ask the API or take the webhook: a browser can be made to say anything. */
export interface EmbedEvent {
  type: EmbedEventType
  /** `doc_…`; absent where the frame shows no document. */
  document_id?: string
  /** `sgr_…` */
  signer_id?: string
  /**
   * With `error`: why this person cannot go on. A code of the API's problem documents, `signing_url_expired` for a link
   * that was opened too late, or `not_loaded` where the page did not appear: the service cannot be reached, the link is
   * wrong, or it is for another origin than this page's.
   */
  code?: string
}

/** What {@link embed} needs. */
export interface EmbedOptions {
  /** What POST …/signing-url answered to your server; made with `embed_origin`, and opened at once. */
  url: string
  /** Where the frame goes: an element or a selector. Give it a height; 700 px or more read well. */
  element: Element | string
  /** Name of the frame for those who do not see it, in their language. */
  title?: string
  /** The page is there. */
  onReady?: (event: EmbedEvent) => void
  /** The document is in front of the person. */
  onOpened?: (event: EmbedEvent) => void
  /** The person has signed. */
  onSigned?: (event: EmbedEvent) => void
  /** The person has approved, which is what this one was asked to do. */
  onApproved?: (event: EmbedEvent) => void
  /** The person has declined, which ends the request for everybody. */
  onDeclined?: (event: EmbedEvent) => void
  /** The person cannot go on: see {@link EmbedEvent.code}. */
  onError?: (event: EmbedEvent) => void
}

/** A frame that {@link embed} has made. */
export interface Embedded {
  frame: HTMLIFrameElement
  /** Takes the frame away; no event comes any more. */
  close(): void
}

const TYPES: readonly EmbedEventType[] = [
  'ready',
  'opened',
  'signed',
  'approved',
  'declined',
  'error',
]
/** A page that was loaded has said so by then. */
const GRACE_MS = 3_000
const LOADING_MS = 60_000

const placeOf = (element: Element | string): Element => {
  const found = typeof element === 'string' ? document.querySelector(element) : element
  if (found === null) throw new TypeError(`Paraph.embed: there is no element ${String(element)}`)
  return found
}

function originOf(url: string): string {
  const { protocol, origin } = new URL(url)
  if (protocol === 'https:' || protocol === 'http:') return origin
  throw new TypeError('Paraph.embed: "url" must begin with https://')
}

/** A message as it came; undefined where it is none of ours. */
function eventIn(data: unknown): EmbedEvent | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { source, type: given, document_id, signer_id, code }: Record<string, unknown> = { ...data }
  const type = TYPES.find((one) => one === given)
  if (source !== 'paraph' || type === undefined) return undefined
  return {
    type,
    ...(typeof document_id === 'string' && { document_id }),
    ...(typeof signer_id === 'string' && { signer_id }),
    ...(typeof code === 'string' && { code }),
  }
}

function frameOf({ url, title = 'Signature' }: EmbedOptions): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.referrerPolicy = 'no-referrer'
  // For signers who confirm with a passkey; to the origin of the frame alone.
  frame.allow = 'publickey-credentials-get; publickey-credentials-create'
  frame.style.cssText = 'border:0;width:100%;height:100%;min-height:600px;display:block'
  frame.src = url
  return frame
}

/**
 * Shows the signer's page in a frame.
 * @throws TypeError for an address that is none, or an element that is not there
 */
export function embed(options: EmbedOptions): Embedded {
  const origin = originOf(options.url)
  const place = placeOf(options.element)
  const frame = frameOf(options)
  const told = new Set<EmbedEventType>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const notify = (event: EmbedEvent): void => {
    clearTimeout(timer)
    if (event.type !== 'error' && told.has(event.type)) return
    told.add(event.type)
    const { onReady, onOpened, onSigned, onApproved, onDeclined, onError } = options
    const handlers = {
      ready: onReady,
      opened: onOpened,
      signed: onSigned,
      approved: onApproved,
      declined: onDeclined,
    }
    const handler = event.type === 'error' ? onError : handlers[event.type]
    handler?.(event)
  }
  const waitFor = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => notify({ type: 'error', code: 'not_loaded' }), ms)
  }
  const listen = ({ source, origin: sender, data }: MessageEvent): void => {
    const event = source === frame.contentWindow && sender === origin ? eventIn(data) : undefined
    if (event !== undefined) notify(event)
  }
  window.addEventListener('message', listen)
  frame.addEventListener('load', () => {
    if (told.size === 0) waitFor(GRACE_MS)
  })
  waitFor(LOADING_MS)
  place.replaceChildren(frame)
  return {
    frame,
    close() {
      clearTimeout(timer)
      window.removeEventListener('message', listen)
      frame.remove()
    },
  }
}
