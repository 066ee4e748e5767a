/** Renders the sample invoice in place: the form is sent in the background and its PDF drawn beside it. */

interface Problem {
  detail?: string
}

/** Makes the form of the first page show its result. */
export function startTrial(): void {
  const form = document.querySelector<HTMLFormElement>('#try-form')
  const result = document.querySelector<HTMLElement>('#try-result')
  if (form === null || result === null) return
  const trial = new Trial(form, result)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void trial.run()
  })
}

class Trial {
  readonly #form: HTMLFormElement
  readonly #words: DOMStringMap
  readonly #sheet: HTMLElement
  readonly #status: HTMLElement
  readonly #link: HTMLAnchorElement
  #url = ''
  #running = false

  constructor(form: HTMLFormElement, result: HTMLElement) {
    this.#form = form
    this.#words = result.dataset
    this.#sheet = part(result, '#try-sheet')
    this.#status = part(result, '#try-status')
    this.#link = part<HTMLAnchorElement>(result, '#try-download')
  }

  async run(): Promise<void> {
    if (this.#running) return
    this.#busy(true)
    try {
      const started = performance.now()
      const fields = new URLSearchParams(
        [...new FormData(this.#form)].map(([name, value]) => [name, String(value)]),
      )
      const accept = 'application/pdf, application/problem+json'
      // The viewer arrives while the server renders.
      const [answer, { drawPdf }] = await Promise.all([
        fetch(this.#form.action, { method: 'POST', body: fields, headers: { Accept: accept } }),
        import('./pdf.ts'),
      ])
      if (!answer.ok) throw new Error(await reasonOf(answer))
      const bytes = new Uint8Array(await answer.arrayBuffer())
      this.#offer(bytes)
      await drawPdf(bytes, this.#sheet, this.#words.page ?? '')
      const seconds = ((performance.now() - started) / 1000).toLocaleString(
        document.documentElement.lang,
        { maximumFractionDigits: 2 },
      )
      this.#say((this.#words.done ?? '').replace('{time}', `${seconds} s`))
    } catch (error) {
      this.#say(error instanceof Error ? error.message : String(error))
      this.#status.classList.add('wrong')
    } finally {
      this.#busy(false)
    }
  }

  #busy(running: boolean): void {
    this.#running = running
    const button = this.#form.querySelector('button')
    button?.classList.toggle('busy', running)
    button?.setAttribute('aria-disabled', String(running))
    this.#sheet.setAttribute('aria-busy', String(running))
    if (!running) return
    this.#status.classList.remove('wrong')
    this.#say(this.#words.busy ?? '')
  }

  #offer(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.#url !== '') URL.revokeObjectURL(this.#url)
    this.#url = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
    this.#link.href = this.#url
    this.#link.hidden = false
  }

  #say(text: string): void {
    this.#status.textContent = text
  }
}

async function reasonOf(answer: Response): Promise<string> {
  if (!answer.headers.get('content-type')?.includes('json')) return `HTTP ${answer.status}`
  const { detail } = (await answer.json()) as Problem
  return detail ?? `HTTP ${answer.status}`
}

function part<T extends HTMLElement>(from: HTMLElement, selector: string): T {
  const found = from.querySelector<T>(selector)
  if (found === null) throw new Error(`the page has no ${selector}`)
  return found
}
