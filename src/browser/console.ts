/** The script of the console: what only a script can do. Every page works without it. */
import { languageOf } from '../kernel/languages.ts'
import { dateLocale } from '../pages/locale.ts'
import { startEditors } from './console/editor.ts'
import { startLive } from './console/live.ts'
import { startPictures } from './console/pictures.ts'
import { startSelection } from './console/selection.ts'
import { startTrial } from './console/trial.ts'
import { startCopying } from './pieces/copying.ts'
import { startDrops } from './pieces/drop.ts'
import { startFramed } from './pieces/page-around.ts'

const format = new Intl.DateTimeFormat(
  dateLocale(languageOf(document.documentElement.lang) ?? 'en'),
  {
    dateStyle: 'medium',
    timeStyle: 'short',
  },
)
function showTimes(within: ParentNode): void {
  for (const time of within.querySelectorAll('time')) {
    time.title = time.textContent ?? ''
    time.textContent = format.format(new Date(time.dateTime))
  }
}
showTimes(document)

// A second press would submit the form twice.
for (const form of document.querySelectorAll('form')) {
  form.addEventListener('submit', (event) => {
    const button = form.querySelector<HTMLButtonElement>('button.primary, button.danger')
    // Scripts that take over the form run after this listener, and manage the button themselves.
    setTimeout(() => {
      if (!event.defaultPrevented) button?.setAttribute('aria-disabled', 'true')
    }, 0)
  })
}

// Opens the collapsible named in the URL; Escape closes the phone menu.
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('.bar-menu[open]')) {
    menu.open = false
    menu.querySelector('summary')?.focus()
  }
})

startFramed()
startCopying()
startDrops()
startTrial(startEditors())
startLive()
startPictures()
startSelection()
// Content added later is enhanced like the initial content.
document.addEventListener('fresh', ({ target }) => {
  if (target instanceof Element) {
    showTimes(target)
    startPictures(target)
  }
  startCopying()
})
const request = document.querySelector<HTMLFormElement>('#request-form')
if (request !== null)
  void import('./console/compose.ts').then(({ startCompose }) => startCompose(request))
