/** Gives each block of code a button that copies it. Without script the text can still be selected. */

import { canCopy, copyOnPress } from './pieces/copying.ts'
import { make } from './pieces/make.ts'

const words = document.querySelector<HTMLElement>('[data-copied]')?.dataset ?? {}

function addButton(block: HTMLElement): void {
  const text = block.querySelector('code')?.textContent ?? ''
  const { lang } = document.documentElement
  const button = make('button', { type: 'button', className: 'copy', lang }, words.copy ?? '')
  copyOnPress(button, button, { text: () => text, done: words.copied ?? '' })
  block.append(button)
}

if (canCopy()) for (const block of document.querySelectorAll<HTMLElement>('.code')) addButton(block)
