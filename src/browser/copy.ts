/** Gives each block of code a button that copies it. Without script the text can still be selected. */

import { canCopy, copyOnPress } from './pieces/copying.ts'
import { make } from './pieces/make.ts'

const LABELS: Record<string, { copy: string; done: string }> = {
  en: { copy: 'Copy', done: 'Copied' },
  fr: { copy: 'Copier', done: 'Copié' },
}

const words = LABELS[document.documentElement.lang] ?? { copy: 'Copy', done: 'Copied' }

function addButton(block: HTMLElement): void {
  const text = block.querySelector('code')?.textContent ?? ''
  const { lang } = document.documentElement
  const button = make('button', { type: 'button', className: 'copy', lang }, words.copy)
  copyOnPress(button, button, { text: () => text, done: words.done })
  block.append(button)
}

if (canCopy()) for (const block of document.querySelectorAll<HTMLElement>('.code')) addButton(block)
