/** The script of the page that asks for a code before a document is shown. */
import { dateLocale } from '../pages/locale.ts'
import type { OpenData } from '../signing/pages/open-page.tsx'
import { Calls, Problem } from './sign/calls.ts'
import { buttonById, byId, inputById, onSubmit, showFieldError, whileBusy } from './sign/dom.ts'

const { words, errors, locale } = JSON.parse(
  byId('open-data', HTMLElement).textContent ?? '',
) as OpenData
const calls = new Calls(location.pathname, { embedded: false })
const [ask, enter] = [byId('open-ask', HTMLFormElement), byId('open-enter', HTMLFormElement)]

/** Why a call was refused, as the page says it. */
function refusal({ code, finding = '', attemptsLeft: left, retryAtMs }: Problem): string {
  const said = errors as Record<string, string>
  if (left === 0) return errors.otp_locked
  const text = said[finding] ?? said[code] ?? errors.server
  if (code === 'otp_invalid') return [text, words.attempts[Number(left)]].join(' ')
  // Where the words say when, a time of day would be taken for today's.
  if (retryAtMs === undefined || finding === 'otp_locked_today') return text
  const at = new Date(retryAtMs + 59_000)
  const time = at.toLocaleTimeString(dateLocale(locale), { hour: '2-digit', minute: '2-digit' })
  return `${text} ${errors.retryAt.replace('{time}', time)}`
}

/** Does what a button is for; what goes wrong is shown at the place of the form. */
function press(name: string, place: string, work: () => Promise<void>): void {
  byId('enter-problem', HTMLElement).hidden = true
  byId('ask-problem', HTMLElement).hidden = true
  showFieldError(inputById('code'))
  void whileBusy(buttonById(name), undefined, work).catch((error: unknown) => {
    const text = error instanceof Problem ? refusal(error) : errors.server
    if (place === 'code') return showFieldError(inputById('code'), text)
    byId(place, HTMLElement).textContent = text
    byId(place, HTMLElement).hidden = false
  })
}

async function send(): Promise<void> {
  const { test_code: code } = await calls.openingCode()
  byId('code-sent', HTMLElement).textContent = words.sentTo
  const test = byId('code-test', HTMLElement)
  test.hidden = code === undefined
  test.textContent = words.test.replace('{code}', String(code))
  ask.hidden = true
  enter.hidden = false
  inputById('code').value = ''
  inputById('code').focus()
}

onSubmit(ask, () => press('ask-send', 'ask-problem', send))
buttonById('code-again').addEventListener('click', () => press('code-again', 'enter-problem', send))
onSubmit(enter, () =>
  press('code-check', 'code', async () => {
    await calls.openWith(inputById('code').value.replaceAll(/\s/g, ''))
    location.reload()
  }),
)
