import { describe, expect, test } from 'vitest'
import { SENDING_SETTINGS } from '../../../src/config/sending-settings.ts'
import { brandStyles, contrast, paletteOf } from '../../../src/signing/branding/colors.ts'

describe('the colour of an account', () => {
  test.each([
    '#ffffff',
    '#000000',
    '#ffd400',
    '#0b6e4f',
    '#e91e63',
    '#808080',
    '#00ffff',
    '#2f4bc6',
  ])('%s is readable in both themes, in words and under them', (color) => {
    const { light, dark } = paletteOf(color)
    for (const { accent, soft, onAccent, strong } of [light, dark]) {
      expect(contrast(accent, onAccent)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(accent, soft)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(strong, onAccent)).toBeGreaterThanOrEqual(4.5)
    }
    for (const ground of ['#ffffff', '#f7f6f3', '#efede8'])
      expect(contrast(light.accent, ground)).toBeGreaterThanOrEqual(4.5)
    for (const ground of ['#161719', '#1f2124', '#292b2f'])
      expect(contrast(dark.accent, ground)).toBeGreaterThanOrEqual(4.5)
    expect(brandStyles(color)).toMatch(
      /^(?::root\{(?:--[a-z-]+:#[0-9a-f]{6};?){4}\}|[@a-z():\s-]+|[{}])+$/,
    )
  })

  test('that is readable already stays as it is', () => {
    expect(paletteOf('#0b6e4f').light.accent).toBe('#0b6e4f')
    expect(contrast('#000000', '#ffffff')).toBe(21)
  })
})

describe('host names of accounts (PARAPH_SIGN_HOSTS)', () => {
  const { parse } = SENDING_SETTINGS.PARAPH_SIGN_HOSTS
  const one = `acc_${'0'.repeat(26)}`
  const other = `acc_${'1'.repeat(26)}`

  test('are those of their account', () => {
    const hosts = parse(`Sign.Dupont.example=${one}, a.example=${other},b.example=${one}`)
    expect([...hosts]).toEqual([
      [one, ['sign.dupont.example', 'b.example']],
      [other, ['a.example']],
    ])
    expect([...parse('')]).toEqual([])
  })

  test.each([
    `https://a.example=${one}`,
    `a.example:8080=${one}`,
    `a.example/x=${one}`,
    'a.example',
    'a.example=acc_1',
    `localhost=${one}`,
    `a.example=${one},a.example=${other}`,
  ])('%s is refused at the start', (text) => {
    expect(() => parse(text)).toThrow('host names with their accounts')
  })
})
