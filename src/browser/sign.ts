/** The script of the signer's page: takes what the server rendered and leads a person through it. */
import { type Language, languageFacts } from '../kernel/languages.ts'
import { dateLocale } from '../pages/locale.ts'
import type { SignData } from '../signing/pages/sign-data.ts'
import type { SignerState } from '../signing/signers/schemas.ts'
import { type Part, type SignTexts, textsOf } from '../translations/messages.ts'
import { startDrops } from './pieces/drop.ts'
import { startApproving } from './sign/approve-step.ts'
import { Calls } from './sign/calls.ts'
import { startCertificate } from './sign/certificate-step.ts'
import { startAgreeing, startCode } from './sign/code-step.ts'
import { startDeclining } from './sign/decline.ts'
import { startDelegating } from './sign/delegate.ts'
import { byId } from './sign/dom.ts'
import { Host } from './sign/host.ts'
import { startReading } from './sign/read-step.ts'
import { Session } from './sign/session.ts'
import { startSigning } from './sign/sign-step.ts'
import type { Viewer } from './sign/viewer.ts'

// Pages whose state others may change: they poll from time to time, and reload when it has changed.

/** States that go on without this person. */
const PASSING = new Set<SignerState['next']>(['signed', 'approved', 'wait', 'returned'])
const FIRST_MS = 2_000
const LAST_MS = 60_000

/** Polls after 2 s, then less and less often, and only while the page is visible. */
function watchState(calls: Calls, { next }: SignerState): void {
  if (!PASSING.has(next)) return
  let waitMs = FIRST_MS
  const look = async (): Promise<void> => {
    if (document.visibilityState === 'visible') {
      const state = await calls.state().catch(() => undefined)
      if (state !== undefined && state.next !== next) return location.reload()
    }
    waitMs = Math.min(LAST_MS, waitMs * 1.4)
    setTimeout(() => void look(), waitMs)
  }
  setTimeout(() => void look(), waitMs)
}

// The words of the page's own language: the script loads no other.

const CATALOGUES: Readonly<Record<Language, () => Promise<{ default: Part }>>> = {
  en: () => import('../translations/en.json', { with: { type: 'json' } }),
  fr: () => import('../translations/fr.json', { with: { type: 'json' } }),
  de: () => import('../translations/de.json', { with: { type: 'json' } }),
  es: () => import('../translations/es.json', { with: { type: 'json' } }),
  it: () => import('../translations/it.json', { with: { type: 'json' } }),
  nl: () => import('../translations/nl.json', { with: { type: 'json' } }),
  pt: () => import('../translations/pt.json', { with: { type: 'json' } }),
  pl: () => import('../translations/pl.json', { with: { type: 'json' } }),
}

/** The words of a language: the build leaves `signing.pages.sign` of each catalogue. */
const loadWords = async (language: Language): Promise<SignTexts> =>
  textsOf((await CATALOGUES[language]()).default, languageFacts(language).tag) as SignTexts

/** Times in the reader's local zone, with the zone named, since evidence is read in more than one. */
function showLocalTimes(locale: Language): void {
  const format = new Intl.DateTimeFormat(dateLocale(locale), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  for (const time of document.querySelectorAll('time')) {
    time.textContent = format.format(new Date(time.dateTime))
  }
}

async function start(): Promise<void> {
  const given = JSON.parse(byId('sign-data', HTMLElement).textContent ?? '') as SignData
  const { locale, stampWords, embedOrigin } = given
  const path = location.pathname
  const embedded = embedOrigin !== undefined
  // The session of a page that was loaded before is gone with it.
  const state = embedded ? { ...given.state, verified_until: null } : given.state
  showLocalTimes(locale)
  const calls = new Calls(path, { embedded })
  const host = new Host(embedOrigin, state)
  host.notify({ type: 'ready' })
  host.tellState(state)
  if (state.next !== 'open' && state.next !== 'sign') return watchState(calls, state)

  const words = await loadWords(locale)
  const session = new Session({ state, words, stampWords, locale, calls, host })
  byId('panel', HTMLElement).hidden = false
  byId('viewer-tools', HTMLElement).hidden = false
  const viewer = new Promise<Viewer>((resolve) => startReading(session, path, resolve))
  startDrops()
  startAgreeing(session)
  startCode(session)
  if (state.signer.action === 'approve') startApproving(session)
  else startSigning(session, viewer, path)
  startDeclining(session)
  startDelegating(session)
  session.show('read', { focus: false })
  if (state.signer.certificate !== undefined) startCertificate(session, path)
  if (state.next !== 'open') return
  try {
    // A person has opened it in a browser; mail scanners do not get this far.
    session.update(await calls.open())
    host.tellState(session.state)
  } catch (error) {
    session.fail('read', error)
  }
}

void start()
