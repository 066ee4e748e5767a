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

const TYPES = [
  'ready',
  'opened',
  'signed',
  'approved',
  'declined',
  'error',
] as const satisfies EmbedEventType[]
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
function eventIn<Type extends string>(
  data: unknown,
  types: readonly Type[],
): (Record<string, string> & { type: Type }) | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { source, type: given, ...more }: Record<string, unknown> = { ...data }
  const type = types.find((one) => one === given)
  if (source !== 'paraph' || type === undefined) return undefined
  const texts = Object.entries(more).filter(([, value]) => typeof value === 'string')
  return { ...(Object.fromEntries(texts) as Record<string, string>), type }
}

function frameOf({ url, title }: { url: string; title: string }): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.referrerPolicy = 'no-referrer'
  // For signers who confirm with a passkey; to the origin of the frame alone.
  frame.allow = 'publickey-credentials-get; publickey-credentials-create'
  frame.style.cssText = 'border:0;width:100%;height:100%;min-height:600px;display:block'
  frame.src = url
  return frame
}

/** Shows a page of the service in a frame. */
function show<Type extends string>(
  { url, element, title }: { url: string; element: Element | string; title: string },
  types: readonly (Type | 'error')[],
  heard: (event: Record<string, string> & { type: Type | 'error' }) => void,
): Embedded {
  const origin = originOf(url)
  const place = placeOf(element)
  const frame = frameOf({ url, title })
  let isThere = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const waitFor = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      isThere = true
      heard({ type: 'error', code: 'not_loaded' })
    }, ms)
  }
  const listen = ({ source, origin: sender, data }: MessageEvent): void => {
    const isOurs = source === frame.contentWindow && sender === origin
    const event = isOurs ? eventIn(data, types) : undefined
    if (event === undefined) return
    clearTimeout(timer)
    isThere = true
    heard(event)
  }
  window.addEventListener('message', listen)
  frame.addEventListener('load', () => {
    if (!isThere) waitFor(GRACE_MS)
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

/**
 * Shows the signer's page in a frame.
 * @throws TypeError for an address that is none, or an element that is not there
 */
export function embed({ title = 'Signature', ...options }: EmbedOptions): Embedded {
  const { onReady, onOpened, onSigned, onApproved, onDeclined, onError } = options
  const handlers = {
    ready: onReady,
    opened: onOpened,
    signed: onSigned,
    approved: onApproved,
    declined: onDeclined,
    error: onError,
  }
  const told = new Set<EmbedEventType>()
  return show<EmbedEventType>({ ...options, title }, TYPES, (event) => {
    if (event.type !== 'error' && told.has(event.type)) return
    told.add(event.type)
    handlers[event.type]?.(event)
  })
}

/** What happens in a frame with the editor. */
export interface EditorEvent {
  type: 'ready' | 'saved' | 'sent' | 'closed' | 'error'
  /** `doc_…` of the draft that was saved or sent. */
  document_id?: string
  /** `rqt_…` of the request template that was saved. */
  request_template_id?: string
  /** With `error`: `editor_session_ended`, or `not_loaded` where the page did not appear. */
  code?: string
}

/** What {@link embedEditor} needs. */
export interface EditorOptions {
  /** What POST /api/v1/editor-sessions answered to your server. */
  url: string
  /** Where the frame goes: an element or a selector. Give it a height; 900 px or more work well. */
  element: Element | string
  /** Name of the frame for those who do not see it, in their language. */
  title?: string
  /** The editor is there; again after each saving. */
  onReady?: (event: EditorEvent) => void
  /** The draft or template is stored; as often as people save. */
  onSaved?: (event: EditorEvent) => void
  /** The draft was sent to its signers. */
  onSent?: (event: EditorEvent) => void
  /** People have pressed “Close”: take the frame away. What they have not saved is lost. */
  onClosed?: (event: EditorEvent) => void
  /** Nothing can be edited: see {@link EditorEvent.code}. */
  onError?: (event: EditorEvent) => void
}

/**
 * Shows the editor of a draft or a request template in a frame.
 * @throws TypeError for an address that is none, or an element that is not there
 */
export function embedEditor({ title = 'Editor', ...options }: EditorOptions): Embedded {
  const { onReady, onSaved, onSent, onClosed, onError } = options
  const handlers = {
    ready: onReady,
    saved: onSaved,
    sent: onSent,
    closed: onClosed,
    error: onError,
  }
  const types = ['ready', 'saved', 'sent', 'closed', 'error'] as const
  return show<EditorEvent['type']>({ ...options, title }, types, (event) =>
    handlers[event.type]?.(event),
  )
}
