/** The script of the page that asks for a code before a document is shown. */
import { systemClock } from '../kernel/clock.ts'
import { membersOf } from '../kernel/type-guards.ts'
import { dateLocale } from '../pages/locale.ts'
import type { OpenData } from '../signing/pages/open-page.tsx'
import {
  buttonById,
  byId,
  inputById,
  showFieldError,
  showFieldErrorQuietly,
  whileBusy,
} from './sign/dom.ts'

const { words, errors, locale } = JSON.parse(
  byId('open-data', HTMLElement).textContent ?? '',
) as OpenData
const TIMEOUT_MS = 60_000
const [ask, enter] = [byId('open-ask', HTMLFormElement), byId('open-enter', HTMLFormElement)]

/** Why a call was refused, as the page says it. */
function refusal(problem: unknown, retryAfter: string | null): Error {
  const { code, attempts_left: left, errors: findings } = membersOf(problem)
  const first = membersOf(Array.isArray(findings) ? findings[0] : undefined)
  const said = errors as Record<string, string>
  if (left === 0) return new Error(errors.otp_locked)
  const text = said[String(first.code)] ?? said[String(code)] ?? errors.server
  if (code === 'otp_invalid') return new Error([text, words.attempts[Number(left)]].join(' '))
  // Where the words say when, a time of day would be taken for today's.
  if (retryAfter === null || first.code === 'otp_locked_today') return new Error(text)
  const at = new Date(systemClock.now() + Number(retryAfter) * 1000 + 59_000)
  const time = at.toLocaleTimeString(dateLocale(locale), { hour: '2-digit', minute: '2-digit' })
  return new Error(`${text} ${errors.retryAt.replace('{time}', time)}`)
}

async function call(name: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${location.pathname}/${name}`, {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new Error(errors.offline)
  })
  const said: unknown = await answer.json().catch(() => undefined)
  if (!answer.ok) throw refusal(said, answer.headers.get('retry-after'))
  return membersOf(said)
}

/** Does what a button is for; what goes wrong is shown at the place of the form. */
function press(name: string, place: string, work: () => Promise<void>): void {
  byId('enter-problem', HTMLElement).hidden = true
  byId('ask-problem', HTMLElement).hidden = true
  showFieldErrorQuietly(inputById('code'))
  void whileBusy(buttonById(name), undefined, work).catch((error: unknown) => {
    const text = error instanceof Error ? error.message : errors.server
    if (place === 'code') return showFieldError(inputById('code'), text)
    byId(place, HTMLElement).textContent = text
    byId(place, HTMLElement).hidden = false
  })
}

async function send(): Promise<void> {
  const { test_code: code } = await call('opening-code', {})
  byId('code-sent', HTMLElement).textContent = words.sentTo
  const test = byId('code-test', HTMLElement)
  test.hidden = code === undefined
  test.textContent = words.test.replace('{code}', String(code))
  ask.hidden = true
  enter.hidden = false
  inputById('code').value = ''
  inputById('code').focus()
}

ask.addEventListener('submit', (event) => {
  event.preventDefault()
  press('ask-send', 'ask-problem', send)
})
buttonById('code-again').addEventListener('click', () => press('code-again', 'enter-problem', send))
enter.addEventListener('submit', (event) => {
  event.preventDefault()
  press('code-check', 'code', async () => {
    await call('opening', { code: inputById('code').value.replaceAll(/\s/g, '') })
    location.reload()
  })
})
