/** The script of the page that asks for a code before a document is shown. */
import { systemClock } from '../kernel/clock.ts'
import { membersOf } from '../kernel/type-guards.ts'
import { dateLocale } from '../pages/locale.ts'
import type { OpenData } from '../signing/pages/open-page.tsx'
import { buttonById, byId, inputById, whileBusy } from './sign/dom.ts'

const { words, errors, to, locale } = JSON.parse(
  byId('open-data', HTMLElement).textContent ?? '',
) as OpenData
const TIMEOUT_MS = 60_000
const [ask, enter] = [byId('open-ask', HTMLFormElement), byId('open-enter', HTMLFormElement)]

/** Why a call was refused, as the page says it. */
function refusal(problem: unknown, retryAfter: string | null): Error {
  const { code, errors: findings } = membersOf(problem)
  const first = membersOf(Array.isArray(findings) ? findings[0] : undefined)
  const said = errors as Record<string, string>
  const text = said[String(first.code)] ?? said[String(code)] ?? errors.server
  if (retryAfter === null) return new Error(text)
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

function onSubmit(
  form: HTMLFormElement,
  button: string,
  problem: string,
  work: () => Promise<void>,
) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const place = byId(problem, HTMLElement)
    place.hidden = true
    void whileBusy(buttonById(button), undefined, work).catch((error: unknown) => {
      place.textContent = error instanceof Error ? error.message : errors.server
      place.hidden = false
    })
  })
}

onSubmit(ask, 'ask-send', 'ask-problem', async () => {
  const { test_code: code } = await call('opening-code', {})
  byId('code-sent', HTMLElement).textContent = words.sentTo.replace('{to}', to)
  const test = byId('code-test', HTMLElement)
  test.hidden = code === undefined
  test.textContent = words.test.replace('{code}', String(code))
  ask.hidden = true
  enter.hidden = false
  inputById('code').focus()
})
onSubmit(enter, 'code-check', 'enter-problem', async () => {
  await call('opening', { code: inputById('code').value.replaceAll(/\s/g, '') })
  location.reload()
})
buttonById('code-again').addEventListener('click', () => {
  inputById('code').value = ''
  byId('enter-problem', HTMLElement).hidden = true
  enter.hidden = true
  ask.hidden = false
  buttonById('ask-send').focus()
})
