/** The script of an open link's page: a code to the visitor's address, then their own document. */
import { membersOf } from '../kernel/type-guards.ts'
import { dateLocale } from '../pages/locale.ts'
import type { StartData } from '../signing/pages/start-page.tsx'
import { solve } from './pieces/work.ts'
import { type Problem, readProblem } from './sign/calls.ts'
import { buttonById, byId, inputById, onSubmit, showFieldError, whileBusy } from './sign/dom.ts'

const data = JSON.parse(byId('start-data', HTMLElement).textContent ?? '') as StartData
const { words, locale, minutes } = data
const TIMEOUT_MS = 120_000

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all)

/** What a refused call says, and the field that it is about. */
class Refused extends Error {
  readonly field: string

  constructor(text: string, field = '') {
    super(text)
    this.field = field
  }
}

/** The words for a problem document. */
function refusal({ code, pointer = '', retryAtMs }: Problem): Refused {
  const field = pointer.replace(/^\/(?:signers\/0\/)?/, '')
  const { errors: said } = words
  const named: Record<string, string> = {
    email: said.email,
    first_name: said.name,
    last_name: said.name,
    invitation_code: said.invitation,
    solution: said.work,
  }
  const known = (said as Record<string, string>)[code] ?? said.server
  if (named[field] !== undefined) return new Refused(named[field], field)
  if (retryAtMs === undefined) return new Refused(known)
  const at = new Date(retryAtMs + 59_000)
  const time = at.toLocaleTimeString(dateLocale(locale), { hour: '2-digit', minute: '2-digit' })
  return new Refused(`${known} ${filled(said.retryAt, { time })}`)
}

async function call(name: string, body?: object): Promise<Record<string, unknown>> {
  let answer: Response
  try {
    answer = await fetch(`${location.pathname}/${name}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch {
    throw new Refused(words.errors.offline)
  }
  if (!answer.ok) throw refusal(await readProblem(answer))
  return membersOf(await answer.json().catch(() => undefined))
}

const [person, code] = [byId('start-form', HTMLFormElement), byId('code-form', HTMLFormElement)]

/** Computed while the form is filled in; each counts once. */
let next = solveNext(data.work)
function solveNext(work: StartData['work']): Promise<{ challenge: string; solution: string }> {
  const solved = solve(work).then((solution) => ({ challenge: work.challenge, solution }))
  // Said when it is used.
  solved.catch(() => undefined)
  return solved
}

async function takeWork(): Promise<{ challenge: string; solution: string }> {
  const ready = await next
  next = call('challenge').then((work) => solveNext(work as unknown as StartData['work']))
  next.catch(() => undefined)
  return ready
}

function show(problem: string, error: unknown): void {
  const refused = error instanceof Refused ? error : new Refused(words.errors.server)
  const input = document.getElementById(refused.field)
  if (input instanceof HTMLInputElement) {
    showFieldError(input, refused.message)
    return
  }
  const place = byId(problem, HTMLElement)
  place.textContent = refused.message
  place.hidden = false
}

function clear(form: HTMLFormElement): void {
  for (const place of form.querySelectorAll<HTMLElement>('.field-error')) place.hidden = true
  for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid')
}

const typed = (id: string): string =>
  document.getElementById(id) === null ? '' : inputById(id).value.trim()

let start = ''

async function askCode(): Promise<void> {
  const empty = ['email', 'first_name', 'last_name'].find((id) => typed(id) === '')
  if (empty !== undefined)
    throw new Refused(empty === 'email' ? words.errors.email : words.errors.name, empty)
  if (!inputById('email').checkValidity()) throw new Refused(words.errors.email, 'email')
  const invitation = typed('invitation_code')
  const email = typed('email')
  const said = await call('code', {
    email,
    first_name: typed('first_name'),
    last_name: typed('last_name'),
    ...(invitation !== '' && { invitation_code: invitation }),
    lang: locale,
    ...(await takeWork()),
  })
  start = String(said.start)
  byId('code-sent', HTMLElement).textContent = filled(words.sent, {
    email,
    minutes: String(minutes),
  })
  const test = byId('code-test', HTMLElement)
  test.hidden = said.test_code === undefined
  test.textContent = filled(words.test, { code: String(said.test_code) })
  person.hidden = true
  code.hidden = false
  inputById('code').focus()
}

async function confirm(): Promise<void> {
  if (typed('code') === '') throw new Refused(words.errors.otp_invalid, 'code')
  const said = await call('confirm', { start, code: typed('code') })
  if (typeof said.url === 'string') return location.assign(said.url)
  const continued = byId('start-continued', HTMLElement)
  code.hidden = true
  continued.hidden = false
  continued.focus()
}

function wire(form: HTMLFormElement, button: string, busy: string, work: () => Promise<void>) {
  onSubmit(form, () => {
    clear(form)
    void whileBusy(buttonById(button), busy, work).catch((error) =>
      show(form === person ? 'start-problem' : 'code-problem', error),
    )
  })
}

wire(person, 'start-send', words.working, askCode)
wire(code, 'code-check', words.opening, confirm)
buttonById('code-again').addEventListener('click', () => {
  inputById('code').value = ''
  clear(code)
  code.hidden = true
  person.hidden = false
  inputById('email').focus()
})
person.hidden = false
