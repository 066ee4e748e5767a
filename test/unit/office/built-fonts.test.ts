/** The fonts that come with the service, as the files say. */
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { openSync as fontOf } from '@cantoo/fontkit'
import { expect, it } from 'vitest'

const FOLDER = resolve(import.meta.dirname, '../../../src/office/fonts/built')

it('have a line for underlined text, which LibreOffice 25.2 does not draw without a thickness', () => {
  const texts = readdirSync(FOLDER).filter((name) => /Paraph(?!Symbol|Circle).*\.ttf$/.test(name))
  expect(texts.length).toBeGreaterThan(100)
  const without = texts.filter((name) => {
    const font = fontOf(resolve(FOLDER, name))
    return !('underlineThickness' in font) || !(font.underlineThickness > 0)
  })
  expect(without).toEqual([])
})
