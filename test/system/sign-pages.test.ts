import { describe, expect, test } from 'vitest'
import { DESKTOP, PHONE } from '../support/browser.ts'
import { plainDocument } from '../support/pdf-samples.ts'
import { SHA256, sentCode, signerState } from '../support/sign-stage.ts'
import { type SignerPages, signerPages } from '../support/signer-pages.ts'

/** The consent on the page, and what was on the screen before. */
const AGREED = {
  version: '2026-11',
  sha256: 'c'.repeat(64),
  document_sha256: SHA256,
  pages_shown: expect.arrayContaining([
    { file_number: 1, page: 1, seconds_ago: expect.any(Number) },
  ]),
}

let stage: SignerPages['stage']
let page: SignerPages['page']
const { text, calls, load, toCode, toSign } = signerPages((opened) => {
  ;({ stage, page } = opened)
})

describe('the document', () => {
  test('is the file itself, with its text, its pages and the place to sign', async () => {
    await load()
    await page.waitForSelector('.sheet canvas')
    // The fourth page is empty until the seal shows the proof there.
    expect(await page.locator('.sheet').count()).toBe(3)
    expect(await text('.follows')).toContain(
      'Le certificat de preuve suit ici après la dernière signature',
    )
    await expect
      .poll(() => page.locator('.textLayer').first().innerText())
      .toContain('page 1 : été')
    await page.click('#go-field')
    await expect.poll(() => text('#page-count')).toBe('Page 3/3')
    const [sheet, mark] = await Promise.all([
      page.locator('.sheet').nth(2).boundingBox(),
      page.locator('.sign-here').boundingBox(),
    ])
    if (sheet === null || mark === null) throw new Error('the place to sign is not shown')
    const scale = sheet.width / 595
    expect(mark.x - sheet.x).toBeCloseTo(320 * scale, 0)
    expect(mark.y - sheet.y).toBeCloseTo(620 * scale, 0)
    expect(mark.width).toBeCloseTo(180 * scale, 0)
    expect(calls('open')).toHaveLength(1)
  })

  test('grows and shrinks, and never makes the page itself scroll sideways', async () => {
    await load()
    await page.waitForSelector('.sheet canvas')
    const width = async () => (await page.locator('.sheet').first().boundingBox())?.width ?? 0
    const before = await width()
    await page.click('#zoom-in')
    expect(await width()).toBeCloseTo(before * 1.25, 0)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
    await page.click('#zoom-out')
    await page.click('#zoom-out')
    expect(await width()).toBeCloseTo(before * 0.75, 0)
  })

  test('of 200 pages has only the pages in memory that are near', async () => {
    const short = stage.pdf
    stage.pdf = await (await plainDocument(200)).save()
    try {
      await load({
        document: { ...signerState().document, pages: 200, proof_pages: 0 },
        signer: {
          ...signerState().signer,
          fields: [{ page: 200, x: 100, y: 100, width: 100, height: 40 }],
        },
      })
      await page.waitForSelector('.sheet canvas')
      const started = performance.now()
      await page.click('#go-field')
      await page.waitForSelector('.sheet[data-page="200"] canvas')
      expect(performance.now() - started).toBeLessThan(30_000)
      expect(await text('#page-count')).toBe('Page 200/200')
      expect(await page.locator('.sheet > canvas').count()).toBeLessThanOrEqual(8)
    } finally {
      stage.pdf = short
    }
  })

  test('that cannot be loaded can be asked for again, and nothing else is lost', async () => {
    stage.refuse('file', 'storage_unavailable')
    await load()
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await page.waitForSelector('.sheet canvas')
    expect(await page.locator('#viewer-problem').innerText()).toBe('')
  })
})

describe('the way to a signature', () => {
  test('on a phone: read, agree, code, draw, sign', async () => {
    await load()
    await page.waitForSelector('.sheet canvas')
    await page.click('#read-next')
    await page.click('#agree-next')
    expect(await text('#phone-known')).toContain('+33')
    await page.click('#phone-send')
    await page.waitForSelector('#code:visible')
    expect(await page.locator('#code').getAttribute('autocomplete')).toBe('one-time-code')
    expect(calls('code')).toEqual([{ consent: AGREED }])
    expect(await text('#code-again')).toMatch(/Nouveau code dans 0:\d\d/)
    await page.fill('#code', '000000')
    await expect.poll(() => text('#code-error')).toContain('Il reste 2 essais')
    await page.fill('#code', ' 123-456 ')
    await page.waitForSelector('#pad:visible')
    await page.click('#sign-submit')
    expect(await text('#sign-error')).toBe('Dessinez d’abord votre signature.')
    const box = await page.locator('#pad').boundingBox()
    if (box === null) throw new Error('there is no pad')
    await page.mouse.move(box.x + 40, box.y + 60)
    await page.mouse.down()
    for (let at = 0; at < 20; at++) {
      await page.mouse.move(box.x + 40 + at * 8, box.y + 60 + (at % 5) * 8)
    }
    await page.mouse.up()
    await page.click('#sign-submit')
    await page.waitForSelector('.outcome.success')
    expect(await text('h1')).toBe('Vous avez signé')
    const [input] = calls('signature') as Array<Record<string, string>>
    expect(input).toMatchObject({ document_sha256: SHA256, kind: 'drawn' })
    expect(input?.image).toMatch(/^data:image\/png;base64,[\w+/=]{500,}$/)
  })

  test('with the keyboard alone, from the first Tab to the typed signature', async () => {
    await load()
    await page.waitForSelector('.sheet canvas')
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const tabTo = async (selector: string) => {
      for (let at = 0; at < 40; at++) {
        await press('Tab')
        if (await page.evaluate(`document.activeElement?.matches('${selector}')`)) return
      }
      throw new Error(`Tab never reaches ${selector}`)
    }
    await tabTo('.skip-link')
    await tabTo('#read-next')
    await press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('title-agree')
    await tabTo('#agree-next')
    await press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('title-code')
    await tabTo('#phone-send')
    await press('Enter')
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('code')
    await page.keyboard.type('123456')
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('title-sign')
    await tabTo('input[name="way"]')
    await press('ArrowRight')
    await tabTo('#typed')
    await tabTo('input[name="look"]')
    await press('ArrowRight')
    await tabTo('#sign-submit')
    await press('Enter')
    await page.waitForSelector('.outcome.success')
    const [input] = calls('signature') as Array<Record<string, string>>
    expect(input).toMatchObject({ kind: 'typed', text: 'Camille Martin' })
  })

  test('a number is asked for where none is known, in the form of its country', async () => {
    await load({ signer: { ...signerState().signer, phone_masked: null } })
    await toCode()
    await page.waitForSelector('#phone-country option', { state: 'attached' })
    expect(await page.inputValue('#phone-country')).toBe('FR')
    await page.fill('#phone', '12')
    await page.click('#phone-send')
    // The numbering plans come over the network when they are first needed.
    await expect.poll(() => text('#phone-error')).toContain('Exemple')
    await page.fill('#phone', '+44 7400 123456')
    await expect.poll(() => page.inputValue('#phone-country')).toBe('GB')
    await page.click('#phone-send')
    await page.waitForSelector('#code:visible')
    expect(calls('code')).toMatchObject([{ phone: '+447400123456' }])
    await page.click('#code-change')
    await page.selectOption('#phone-country', 'FR')
    await page.fill('#phone', '06 12 34 56 78')
    await page.click('#phone-send')
    await expect.poll(() => calls('code')).toHaveLength(2)
    expect(calls('code')[1]).toMatchObject({ phone: '+33612345678' })
  })

  test('a landline is called, and nothing on the page speaks of an SMS', async () => {
    await load({ signer: { ...signerState().signer, call: 'only' } })
    await toCode()
    expect(await text('#phone-send')).toBe('M’appeler')
    await page.click('#phone-send')
    await page.waitForSelector('#code:visible')
    expect(await text('#code-sent')).toContain('appuyez sur une touche')
    expect(await page.locator('#code-call').isVisible()).toBe(false)
    expect(await text('#step-code')).not.toContain('SMS')
    await page.fill('#code', '000000')
    await expect.poll(() => text('#code-error')).toContain('dernier appel')
    expect(calls('code')).toEqual([{ consent: AGREED }])
  })

  test('a mobile phone gets an SMS, then a call for whoever asks for one, and an SMS again', async () => {
    stage.resendAt = () => '2026-01-01T00:00:00.000Z'
    await load({ signer: { ...signerState().signer, call: 'possible' } })
    await toCode()
    await page.click('#phone-send')
    await page.waitForSelector('#code:visible')
    expect(await text('#code-call')).toBe('M’appeler plutôt')
    await page.click('#code-call')
    await expect.poll(() => text('#code-sent')).toContain('Nous appelons')
    await expect.poll(() => text('#code-again')).toBe('M’appeler de nouveau')
    await page.click('#code-again')
    await expect.poll(() => calls('code').length).toBe(3)
    await expect.poll(() => text('#code-call')).toBe('M’envoyer plutôt un SMS')
    await page.click('#code-call')
    await expect.poll(() => text('#code-sent')).toContain('envoyé un code')
    expect((calls('code') as Array<{ call?: boolean }>).map(({ call }) => call)).toEqual([
      undefined,
      true,
      true,
      undefined,
    ])
  })

  test('a code that is locked leaves one thing to do: ask for another', async () => {
    await load({ next: 'sign', code: sentCode({ resend_at: '2026-01-01T00:00:00.000Z' }) })
    await page.click('#read-next')
    stage.refuse('verify', 'otp_locked')
    await page.fill('#code', '000000')
    await expect.poll(() => text('#code-error')).toContain('codes erronés')
    expect(await page.locator('#code-check').isVisible()).toBe(false)
    stage.refuse('code', 'otp_rate_limited', { retryAfterSeconds: 3 })
    await page.click('#code-again')
    await expect.poll(() => text('#problem-code')).toMatch(/Trop de codes.*Réessayez à \d\d:\d\d/s)
    await expect.poll(() => text('#code-again')).toBe('Envoyer un nouveau code')
    await page.click('#code-again')
    await expect.poll(() => page.locator('#code').isEnabled()).toBe(true)
  })

  test('a picture is made small enough on the device', async () => {
    await toSign()
    await page.check('input[value="image"]')
    await page.click('#sign-submit')
    expect(await text('#sign-error')).toContain('Choisissez')
    const noise = (await page.evaluate(`(() => {
      const canvas = document.createElement('canvas')
      canvas.width = canvas.height = 2200
      const context = canvas.getContext('2d')
      const image = context.createImageData(2200, 2200)
      for (let at = 0; at < image.data.length; at += 65536) crypto.getRandomValues(image.data.subarray(at, at + 65536))
      context.putImageData(image, 0, 0)
      return canvas.toDataURL('image/jpeg', 0.9).split(',')[1]
    })()`)) as string
    const buffer = Buffer.from(noise, 'base64')
    expect(buffer.length).toBeGreaterThan(1_000_000)
    await page.setInputFiles('#picture', { name: 'a.jpg', mimeType: 'image/jpeg', buffer })
    await page.waitForSelector('#preview:visible')
    expect(await page.locator('.drop.chosen').innerText()).toContain('a.jpg')
    await page.click('#sign-submit')
    await page.waitForSelector('.outcome.success')
    const [input] = calls('signature') as Array<Record<string, string>>
    const bytes = Buffer.from(input?.image?.split(',')[1] ?? '', 'base64')
    expect(bytes.length).toBeLessThanOrEqual(500_000)
    expect(bytes.subarray(0, 2).toString('hex')).toBe('ffd8')
  })

  test('a file that is no picture is refused where it was chosen', async () => {
    await toSign()
    await page.check('input[value="image"]')
    const buffer = Buffer.from('not a picture')
    await page.setInputFiles('#picture', { name: 'a.png', mimeType: 'image/png', buffer })
    await expect.poll(() => text('#picture-error')).toContain('PNG ou un JPEG')
  })

  test('without a connection nothing is lost: the same button tries again', async () => {
    await toSign()
    await page.check('input[value="typed"]')
    await page.fill('#typed', 'C. Martin')
    await page.context().setOffline(true)
    await page.click('#sign-submit')
    await expect.poll(() => text('#problem-sign')).toContain('Rien n’est perdu')
    expect(await page.inputValue('#typed')).toBe('C. Martin')
    await page.context().setOffline(false)
    await page.click('#sign-submit')
    await page.waitForSelector('.outcome.success')
  })

  test('a connection that breaks before the hand of a typed name has come: it is signed in another', async () => {
    await toSign()
    // The document itself has come.
    await page.waitForSelector('.sheet', { state: 'attached' })
    await page.context().setOffline(true)
    await page.check('input[value="typed"]')
    await page.fill('#typed', 'C. Martin')
    await page.waitForSelector('#preview:visible')
    await page.click('#sign-submit')
    await expect.poll(() => text('#problem-sign')).toContain('Rien n’est perdu')
    await page.context().setOffline(false)
    await page.click('#sign-submit')
    await page.waitForSelector('.outcome.success')
  })

  test('an expired session asks for a code again and keeps the signature', async () => {
    await toSign()
    await page.check('input[value="typed"]')
    stage.refuse('signature', 'verification_required')
    await page.click('#sign-submit')
    await expect.poll(() => text('#problem-code')).toContain('confirmé encore une fois')
    expect(await page.locator('#step-code').isVisible()).toBe(true)
    await page.click('#phone-send')
    await page.fill('#code', '123456')
    await page.waitForSelector('#step-sign:visible')
    expect(await page.locator('input[value="typed"]').isChecked()).toBe(true)
  })

  test('a link that comes to its end meanwhile shows the page that says so', async () => {
    await load()
    await toCode()
    stage.refuse('code', 'signing_cancelled')
    stage.state = { ...stage.state, next: 'cancelled' }
    await page.click('#phone-send')
    await expect.poll(() => text('h1')).toBe('L’expéditeur a retiré ce document')
  })

  test('declining asks why, and once said it is over', async () => {
    await load()
    await page.click('#decline-open')
    await page.click('#decline-confirm')
    await expect.poll(() => text('#decline-reason-error')).toContain('Indiquez votre motif')
    await page.keyboard.press('Escape')
    expect(await page.evaluate('document.activeElement.id')).toBe('decline-open')
    await page.click('#decline-open')
    await page.fill('#decline-reason', 'Le loyer est faux.')
    await page.click('#decline-confirm')
    await expect.poll(() => text('h1')).toBe('Ce document a été refusé')
    expect(calls('decline')).toEqual([{ reason: 'Le loyer est faux.' }])
  })

  test('who has signed sees the finished document as soon as it is sealed', async () => {
    await load({ next: 'signed', others: [] })
    expect(await text('.lead')).toContain('en cours d’apposition')
    stage.state = { ...stage.state, next: 'completed' }
    const link = page.getByRole('link', { name: 'Télécharger le document signé' })
    await link.waitFor()
    expect(await link.getAttribute('href')).toBe('/sign/a-token/signed')
  })
})

test('on a desktop the document stays beside every step, with the signature in its field', async () => {
  await page.setViewportSize(DESKTOP)
  await toSign()
  await page.waitForSelector('.sheet[data-page="3"] canvas')
  await page.check('input[value="typed"]')
  await page.waitForSelector('.sign-here.filled canvas')
  const [mark, panel] = await Promise.all([
    page.locator('.sign-here').boundingBox(),
    page.locator('#panel').boundingBox(),
  ])
  expect(mark?.y).toBeGreaterThan(0)
  expect((mark?.y ?? 0) + (mark?.height ?? 0)).toBeLessThan(DESKTOP.height)
  expect((mark?.x ?? 0) + (mark?.width ?? 0)).toBeLessThan(panel?.x ?? 0)
})
