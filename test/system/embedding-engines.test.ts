/** The sample page of the guide to embedding in the other engines, with cookies of third parties blocked. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddingStage, startEmbeddingStage } from '../support/embedding-stage.ts'
import { ENGINES, type Engine } from '../support/engines.ts'

let stage: EmbeddingStage
beforeAll(async () => {
  stage = await startEmbeddingStage()
})
afterAll(() => stage.close())

const PATIENCE = { timeout: 60_000, interval: 250 }

describe.each(ENGINES)('$name', ({ start }) => {
  let engine: Engine
  const inFrame = (expression: string) => engine.evaluate('frame', expression).catch(() => false)
  const inPage = (expression: string) => engine.evaluate('page', expression)
  /** Presses what a person would, as soon as it can be seen. */
  const press = async (id: string): Promise<void> => {
    const seen = `(document.getElementById('${id}')?.checkVisibility() ?? false)`
    await expect.poll(() => inFrame(seen), { ...PATIENCE, message: id }).toBe(true)
    await inFrame(`document.getElementById('${id}').click()`)
  }
  const says = (text: string) =>
    expect.poll(() => inPage(`document.getElementById('status').innerText`), PATIENCE).toBe(text)
  const visit = async (address: string, url: string) => {
    stage.given = url
    await engine.open(address)
  }

  test('a person signs in the frame; foreign pages get none', async () => {
    engine = await start()
    try {
      const { id, url } = await stage.request()
      await visit(`${stage.home}/`, url)
      await says('Take your time to read.')
      const drawn = `(document.querySelector('.sheet canvas') !== null)`
      await expect.poll(() => inFrame(drawn), PATIENCE).toBe(true)
      for (const button of ['read-next', 'agree-next', 'phone-send']) await press(button)
      const code = `(/\\b\\d{6}\\b/.exec(document.getElementById('code-sent').innerText)?.[0] ?? '')`
      await expect.poll(() => inFrame(code), PATIENCE).toMatch(/^\d{6}$/)
      await inFrame(
        `(document.getElementById('code').value = ${code}, document.getElementById('code').dispatchEvent(new Event('input')))`,
      )
      // The name, typed: nobody draws here.
      const typed = `document.querySelector('input[name="way"][value="typed"]')`
      await expect.poll(() => inFrame(`(${typed}.checkVisibility())`), PATIENCE).toBe(true)
      await inFrame(`(${typed}.checked = true, ${typed}.dispatchEvent(new Event('change')))`)
      await press('sign-submit')
      await says('Thank you, you have signed.')
      const told = await inPage('told.map(({ type, origin }) => [type, origin])')
      expect(told).toContainEqual(['signed', stage.browsed.origin])
      expect(await inFrame('document.cookie')).toBe('')
      const { service } = stage.browsed
      await expect
        .poll(
          async () =>
            (await service.services.signing.parts.trails.read(id))?.entries.map(({ type }) => type),
          PATIENCE,
        )
        .toContain('document.completed')

      const other = await stage.request()
      await visit(`${stage.foreign}/`, other.url)
      await says('The document cannot be shown. Try again later.')
      expect(await inPage('told')).toEqual([])
    } finally {
      await engine.close()
    }
  })
})
