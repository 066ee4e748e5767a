import { describe, expect, test } from 'vitest'
import { SIGNER_NEXT, type SignerState } from '../../src/signing/signers/schemas.ts'
import { accessibilityFaults } from '../support/axe.ts'
import { DESKTOP, PHONE, watchedPage } from '../support/browser.ts'
import { sentCode, signerState } from '../support/sign-stage.ts'
import { type SignerPages, signerPages } from '../support/signer-pages.ts'

let stage: SignerPages['stage']
let browser: SignerPages['browser']
let page: SignerPages['page']
const { laterIso, text, load, toCode } = signerPages((opened) => {
  ;({ stage, browser, page } = opened)
})

describe('every state of the page', () => {
  const signing: Array<[string, () => Partial<SignerState>, (() => Promise<void>) | undefined]> = [
    ['read', () => ({}), undefined],
    ['agree', () => ({}), () => page.click('#read-next')],
    ['phone', () => ({ signer: { ...signerState().signer, phone_masked: null } }), toCode],
    ['code', () => ({ next: 'sign', code: sentCode() }), () => page.click('#read-next')],
    ['sign', () => ({ next: 'sign', verified_until: laterIso() }), () => page.click('#read-next')],
    ['decline', () => ({}), () => page.click('#decline-open')],
  ]
  test.each(signing)('%s: axe-core finds nothing, in light and dark', async (_name, state, act) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await load(state(), colorScheme === 'dark' ? 'en' : 'fr')
      await page.waitForSelector('.textLayer span')
      await act?.()
      expect(await accessibilityFaults(page), colorScheme).toEqual([])
    }
  })

  const ends = SIGNER_NEXT.filter((next) => next !== 'open' && next !== 'sign')
  test.each(ends)(
    '%s: says in both languages what happened, and axe-core finds nothing',
    async (next) => {
      const titles: string[] = []
      for (const lang of ['fr', 'en']) {
        await load({ next }, lang)
        titles.push(await text('h1'))
        expect(await page.locator('html').getAttribute('lang')).toBe(lang)
        expect((await text('.outcome .lead')).length).toBeGreaterThan(40)
        expect(await page.locator('#sheets').count()).toBe(0)
        expect(await accessibilityFaults(page)).toEqual([])
      }
      expect(new Set(titles).size).toBe(2)
    },
  )

  test.each(['#ffe14d', '#111111'])(
    'in a brand of %s axe-core finds nothing, in light and dark, on a desktop and a phone',
    async (color) => {
      stage.color = color
      for (const next of ['open', 'completed'] as const) {
        await load({ next })
        if (next === 'open') await page.waitForSelector('.textLayer span')
        for (const colorScheme of ['light', 'dark'] as const)
          for (const size of [DESKTOP, PHONE]) {
            await page.emulateMedia({ colorScheme })
            await page.setViewportSize(size)
            expect(await accessibilityFaults(page), `${next} ${colorScheme}`).toEqual([])
          }
      }
    },
  )

  test('a link that leads nowhere is a page too', async () => {
    stage.dead = 'unknown'
    const answer = await page.goto(stage.page())
    expect(answer?.status()).toBe(404)
    expect(await text('h1')).toBe('Ce lien n’est pas valide')
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test('what the sender wrote is shown as text, wherever it appears', async () => {
    const attack = '</script><script>document.title="taken"</script><img src=x onerror=alert(1)>'
    const state = signerState()
    await load({
      document: { ...state.document, name: attack, sender: attack, message: attack },
      signer: { ...state.signer, name: attack },
      others: [{ name: attack, status: 'waiting', step: 1 }],
      consent: { ...state.consent, text: attack },
    })
    await page.waitForSelector('.sheet canvas')
    expect(await text('h1')).toBe(attack)
    expect(await page.title()).not.toBe('taken')
    expect(await page.locator('img').count()).toBe(0)
    await toCode()
    expect(await page.locator('#step-code').isVisible()).toBe(true)
  })

  test('without JavaScript the page says so and leads to the file', async () => {
    const plain = await watchedPage(browser, stage.url, { javaScriptEnabled: false })
    await plain.page.goto(stage.page('en'))
    await expect
      .poll(() => plain.page.locator('noscript .alert').innerText())
      .toContain('JavaScript is switched off')
    expect(await plain.page.locator('#panel').isVisible()).toBe(false)
    await plain.close()
  })

  test('a signer is redirected to where the sender said, and only there', async () => {
    const signer = {
      ...signerState().signer,
      redirect_urls: { success: 'https://dupont.example/merci', decline: 'javascript:alert(1)' },
    }
    await load({ next: 'completed', signer })
    const back = page.getByRole('link', { name: 'Continuer vers dupont.example' })
    expect(await back.getAttribute('href')).toBe('https://dupont.example/merci')
    await page.goto(`${stage.page()}&success=https://evil.example&redirect=https://evil.example`)
    expect(await page.content()).not.toContain('href="https://evil.example')
    await load({ next: 'declined', signer })
    expect(await page.content()).not.toContain('href="javascript')
  })
})
