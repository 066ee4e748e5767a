/** A real Chromium whose pages must keep to their origin and to their own security policy. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

/** How long a page may take on a machine that has other things to do. */
const PATIENCE_MS = 120_000
export const CHROMIUM_PATH = '/usr/bin/chromium'
/** The tests may run as root in a container, where Chromium's own sandbox cannot. */
export const CHROMIUM_ARGUMENTS = ['--no-sandbox', '--disable-dev-shm-usage']

/** Starts Chromium, without a window. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM_PATH,
    args: CHROMIUM_ARGUMENTS,
  })

/** A page that notes what it must never do. */
export interface WatchedPage {
  page: Page
  /** Requests to other origins, violations of the policy, errors of scripts. */
  faults: string[]
  close(): Promise<void>
}

export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1280, height: 800 }

/** Opens a page that is watched from its first byte. */
export async function watchedPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    ...options,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) faults.push(`request to ${request.url()}`)
  })
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  // Chromium tells every violation of a policy on the console, also those of workers.
  page.on('console', (message) => {
    if (/Content Security Policy|Permissions-Policy|Refused to/i.test(message.text())) {
      faults.push(message.text())
    }
  })
  return { page, faults, close: () => context.close() }
}
