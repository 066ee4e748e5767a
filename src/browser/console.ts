/** The script of the console: what only a script can do. Every page works without it. */
import { startDrops } from './console/drop.ts'
import { startEditors } from './console/editor.ts'
import { startLive } from './console/live.ts'
import { startTrial } from './console/trial.ts'
import { startCopying } from './pieces/copying.ts'

const format = new Intl.DateTimeFormat(document.documentElement.lang === 'fr' ? 'fr' : 'en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
})
function showTimes(within: ParentNode): void {
  for (const time of within.querySelectorAll('time')) {
    time.title = time.textContent ?? ''
    time.textContent = format.format(new Date(time.dateTime))
  }
}
showTimes(document)

// A second press would send the form a second time.
for (const form of document.querySelectorAll('form')) {
  form.addEventListener('submit', (event) => {
    const button = form.querySelector<HTMLButtonElement>('button.primary, button.danger')
    // Whoever takes the form over does so after this listener, and minds the button.
    setTimeout(() => {
      if (!event.defaultPrevented) button?.setAttribute('aria-disabled', 'true')
    }, 0)
  })
}

// A fold that the address names opens; the menu of a phone closes with Escape.
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('.bar-menu[open]')) {
    menu.open = false
    menu.querySelector('summary')?.focus()
  }
})

startCopying()
startDrops()
startTrial(startEditors())
startLive()
// What comes to the page later is dressed like what was there.
document.addEventListener('fresh', ({ target }) => {
  if (target instanceof Element) showTimes(target)
  startCopying()
})
const request = document.querySelector<HTMLFormElement>('#request-form')
if (request !== null)
  void import('./console/compose.ts').then(({ startCompose }) => startCompose(request))
