import { describe, expect, test } from 'vitest'
import { contrastOf } from '../support/contrast.ts'
import { sentCode, signerState } from '../support/sign-stage.ts'
import { type SignerPages, signerPages } from '../support/signer-pages.ts'

let stage: SignerPages['stage']
let page: SignerPages['page']
const { text, calls, load, toCode, toSign } = signerPages((opened) => {
  ;({ stage, page } = opened)
})

describe('on a phone', () => {
  test('the document comes first: one bar above it says who asks and for what', async () => {
    for (const document of [signerState().document, { ...signerState().document, test: true }]) {
      await load({ document })
      await page.waitForSelector('.sheet canvas')
      const bar = await page.locator('.site-header').boundingBox()
      expect(bar?.height).toBeLessThanOrEqual(64)
      expect(await text('.site-header')).toContain('Agence Dupont vous demande votre signature')
      expect(await text('h1')).toBe('Bail d’habitation – 12 rue des Lilas.pdf')
      const sheet = await page.locator('.sheet').first().boundingBox()
      expect(sheet?.y).toBeLessThanOrEqual(document.test ? 180 : 140)
    }
    await page.click('.to-about')
    await expect.poll(() => page.locator('#message').isVisible()).toBe(true)
    const [message, next] = await Promise.all([
      page.locator('#message').boundingBox(),
      page.locator('#read-next').boundingBox(),
    ])
    expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(next?.y ?? 0)
  })

  test('the signature is seen in its place on the page before it is made', async () => {
    await toSign()
    await page.check('input[value="typed"]')
    await page.waitForSelector('#preview:visible')
    const inked = () =>
      page.evaluate(`(() => {
        const canvas = document.getElementById('preview')
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
        let [left, right] = [canvas.width, 0]
        for (let at = 0; at < data.length; at += 4) {
          if (data[at] > 128) continue
          const x = (at / 4) % canvas.width
          left = Math.min(left, x)
          right = Math.max(right, x)
        }
        return { left: left / canvas.width, right: right / canvas.width, ratio: canvas.width / canvas.height }
      })()`) as Promise<{ left: number; right: number; ratio: number }>
    const { left, right, ratio } = await inked()
    // The field is 180 of the 270 points of the page that are shown, in their middle.
    expect(ratio).toBeCloseTo(270 / 150, 1)
    expect(left).toBeCloseTo(45 / 270, 1)
    expect(right).toBeLessThanOrEqual(225 / 270)
    await page.fill('#typed', '')
    await expect.poll(() => page.locator('#preview-box').isVisible()).toBe(false)
    await page.fill('#typed', 'C. Martin')
    await page.waitForSelector('#preview:visible')
    await page.click('#sign-submit')
    await page.waitForSelector('.outcome.success')
    expect(calls('signature')).toMatchObject([{ time_zone: 'Europe/Paris' }])
  })

  test('a button that is busy is readable, also under the pointer that pressed it', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await load()
      await toCode()
      await page.evaluate(`(() => {
        const button = document.getElementById('phone-send')
        button.setAttribute('aria-disabled', 'true')
        button.classList.add('busy')
      })()`)
      await page.hover('#phone-send')
      expect(await contrastOf(page, '#phone-send'), colorScheme).toBeGreaterThanOrEqual(4.5)
    }
  })

  test('who has to wait for the next text message sees the seconds pass', async () => {
    await load({ next: 'sign', code: sentCode() })
    await page.click('#read-next')
    const first = await text('#code-again')
    expect(first).toMatch(/^Nouveau code dans 0:\d\d$/)
    await expect.poll(() => text('#code-again')).not.toBe(first)
    expect(await page.locator('#code-again').getAttribute('aria-disabled')).toBe('true')
    expect(await contrastOf(page, '#code-again')).toBeGreaterThanOrEqual(4.5)
    await load({ code: null })
    await toCode()
    stage.refuse('code', 'otp_rate_limited', { retryAfterSeconds: 600 })
    await page.click('#phone-send')
    await expect.poll(() => text('#phone-send')).toMatch(/^Nouveau code dans (?:10:00|9:\d\d)$/)
    expect(calls('code')).toHaveLength(1)
  })

  test('several files follow each other, a button leads to each, and one signature is for all', async () => {
    const { document, signer } = signerState()
    const files = [1, 2, 3].map((number) => ({
      number,
      filename: `annexe ${number} au bail d’habitation de l’appartement, avec un nom long.pdf`,
      pages: document.pages,
      proof_pages: 1,
      sha256: document.sha256,
      base_sha256: document.base_sha256,
    }))
    const [field] = signer.fields
    const own = { ...field!, file_number: 3 }
    await load({ document: { ...document, files }, signer: { ...signer, fields: [own] } })
    await page.waitForSelector('.file-name')
    expect(calls('file')).toEqual(files.map(({ number }) => ({ file_number: String(number) })))
    const sheets = await page.locator('.sheet').count()
    expect(sheets % 3).toBe(0)
    expect(await page.locator('.sheet:has(.sign-here)').count()).toBe(1)
    expect(Number(await page.locator('.sheet:has(.sign-here)').getAttribute('data-sheet'))).toBe(
      (sheets / 3) * 2 + own.page - 1,
    )
    expect(await text('#step-read')).toContain('Il y a 3 fichiers')
    const current = page.locator('.file-tab[aria-current]')
    expect(await current.innerText()).toContain('annexe 1')
    await page.click('.file-tab[data-file="3"]')
    await expect.poll(() => page.locator('.file-name').nth(2).isVisible()).toBe(true)
    await expect.poll(() => current.innerText()).toContain('annexe 3')
    await expect
      .poll(() => page.locator('#save-copy').getAttribute('href'))
      .toContain('/file?file_number=3')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
      page.viewportSize()?.width ?? 0,
    )
  })
})
