/** The fields that a signer fills in, on a phone. */
import { expect, test } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { SHA256, sentCode, signerState } from '../support/sign-stage.ts'
import { type SignerPages, signerPages } from '../support/signer-pages.ts'

/** Where pictures of the page are kept, to be looked at. */
const { SHOTS } = process.env
const look = async (name: string): Promise<void> => {
  if (SHOTS !== undefined)
    await page.locator('#inputs').screenshot({ path: `${SHOTS}/${name}.png` })
}
let page: SignerPages['page']
const { text, calls, load } = signerPages((opened) => {
  page = opened.page
})

const place = { page: 1, x: 40, y: 40, width: 120, height: 20 }
const common = { required: true, places: [place] }
const INPUTS = [
  { ...common, type: 'text', name: 'city', label: 'Ville <b>de naissance</b>' },
  { ...common, type: 'number', name: 'share', label: 'Part', min: 1, max: 100 },
  { ...common, type: 'date', name: 'start', label: 'Premier jour' },
  { ...common, type: 'checkbox', name: 'terms', label: 'J’accepte les conditions' },
  { ...common, type: 'radio', name: 'pay', label: 'Paiement', options: ['Carte', 'Virement'] },
  { ...common, type: 'select', name: 'plan', label: 'Offre', options: ['Base', 'Plus'] },
  { ...common, type: 'company', name: 'company', label: 'Société', required: false },
  { ...common, type: 'text', name: 'ref', label: 'Référence', value: 'R-1', read_only: true },
] as const

const toInputs = async (wanted: readonly object[] = INPUTS): Promise<void> => {
  const { signer } = signerState()
  const inputs = wanted.map((input) => ({ ...input, places: [place] }))
  await load({
    next: 'sign',
    verified_until: sentCode().expires_at,
    signer: { ...signer, inputs: inputs as unknown as typeof signer.inputs },
  })
  await page.click('#read-next')
}

test('the fields are asked for before the signature, and what will not do is told in words', async () => {
  await toInputs()
  expect(await text('#inputs')).toContain('Ville <b>de naissance</b>')
  await expectAccessible(page)
  await page.check('input[value="typed"]')
  await page.click('#sign-submit')
  expect(await text('#input-0-error')).toBe('Remplissez ce champ.')
  expect(await text('#input-3-error')).toBe('Cochez cette case pour continuer.')
  expect(await text('#input-4-error')).toBe('Choisissez l’une des options.')
  expect(await page.evaluate('document.activeElement.id')).toBe('input-0')
  expect(calls('signature')).toEqual([])

  await page.fill('#input-0', 'Lyon')
  await page.fill('#input-1', '101')
  await page.fill('#input-2', '2026-11-24')
  await page.check('#input-3')
  await page.check('#input-4 input[value="Virement"]')
  await page.selectOption('#input-5', 'Plus')
  await page.click('#sign-submit')
  expect(await text('#input-1-error')).toBe('Saisissez une valeur d’au plus 100.')
  await page.fill('#input-1', '12,5')
  await page.click('#sign-submit')
  await page.waitForSelector('.outcome.success')
  expect(calls('signature')).toMatchObject([
    {
      values: {
        ...{ city: 'Lyon', share: '12,5', start: '2026-11-24', terms: true },
        ...{ pay: 'Virement', plan: 'Plus', company: '' },
      },
    },
  ])
})

test('with several files, the fields of each are under its name', async () => {
  const { document, signer } = signerState()
  const file = { pages: 3, proof_pages: 1, sha256: SHA256, base_sha256: SHA256 }
  const files = [
    { ...file, number: 1, filename: 'bail.pdf' },
    { ...file, number: 2, filename: 'état des lieux <b>.pdf' },
  ]
  const inputs = INPUTS.slice(0, 4).map((input, index) => ({
    ...input,
    places: [index < 1 ? place : { ...place, file_number: 2 }],
  }))
  inputs[3]?.places.unshift(place)
  await load({
    next: 'sign',
    verified_until: sentCode().expires_at,
    document: { ...document, files },
    signer: { ...signer, inputs: inputs as unknown as typeof signer.inputs },
  })
  await page.click('#read-next')
  const lines = await page.locator('#inputs h4, #inputs label').allTextContents()
  expect(lines).toEqual([
    ...['1. bail.pdf', 'Ville <b>de naissance</b>'],
    ...['2. état des lieux <b>.pdf', 'Part', 'Premier jour'],
    ...['1. bail.pdf · 2. état des lieux <b>.pdf', 'J’accepte les conditions'],
  ])
  await expectAccessible(page)
})

test('a file is sent as soon as it is chosen, can be removed, and is named when it is signed', async () => {
  await toInputs([
    { ...common, type: 'file', name: 'identity', label: 'Pièce d’identité' },
    { ...common, type: 'file', name: 'other', label: 'Autre pièce', required: false },
  ])
  await page.check('input[value="typed"]')
  await page.click('#sign-submit')
  expect(await text('#input-0-error')).toBe('Ajoutez un fichier.')
  const picture = await page.screenshot()
  const chosen = { name: 'carte.png', mimeType: 'image/png', buffer: picture }
  await page.setInputFiles('#input-0', chosen)
  await page.waitForSelector('#input-0-remove:visible')
  expect(await text('.drop:has(#input-0) .drop-text span')).toMatch(/^carte\.png \(\d+\sko\)$/)
  expect(await page.isVisible('#input-0-error')).toBe(false)
  await expectAccessible(page)

  await page.click('#input-0-remove')
  await page.waitForSelector('#input-0-remove', { state: 'hidden' })
  await page.waitForFunction('document.activeElement.id === "input-0"')
  expect(calls('remove')).toHaveLength(1)
  await page.setInputFiles('#input-1', {
    ...{ name: 'film.mp4', mimeType: 'video/mp4' },
    buffer: Buffer.from('no picture'),
  })
  expect(await text('#input-1-error')).toContain('type de fichier')
  await page.setInputFiles('#input-0', chosen)
  await page.waitForSelector('#input-0-remove:visible')
  await page.click('#sign-submit')
  await page.waitForSelector('.outcome.success')
  expect(calls('files')).toHaveLength(2)
  expect(calls('signature')).toMatchObject([{ values: { identity: SHA256, other: '' } }])
})

const when = { visible_if: { conditions: [{ field: 'pet', operator: 'checked' }] } }
const RULED = [
  { ...common, type: 'checkbox', name: 'pet', label: 'J’ai un animal', required: false },
  { ...common, type: 'text', name: 'kind', label: 'Espèce', ...when },
  { ...common, type: 'number', name: 'rent', label: 'Loyer' },
  { ...common, type: 'number', name: 'months', label: 'Mois' },
  {
    ...{ ...common, type: 'number', name: 'total', label: 'Total', decimals: 2 },
    formula: 'round([rent] * [months], 2)',
  },
  { ...common, type: 'number', name: 'part', label: 'Part', formula: '[rent] / ([months] - 3)' },
] as const

test('a field appears when another is ticked, and what is calculated follows as it is typed', async () => {
  await toInputs(RULED)
  expect(await page.isVisible('#input-1')).toBe(false)
  await page.check('#input-0')
  expect(await page.isVisible('#input-1')).toBe(true)
  await page.fill('#input-2', '912,5')
  expect(await page.inputValue('#input-4')).toBe('')
  await page.fill('#input-3', '3')
  expect(await page.inputValue('#input-4')).toBe('2737,50')
  expect(await text('#input-5-error')).toBe('Calcul impossible : il faudrait diviser par zéro.')
  await expectAccessible(page)
  await look('rules')
  await page.check('input[value="typed"]')
  await page.click('#sign-submit')
  expect(await text('#input-1-error')).toBe('Remplissez ce champ.')
  expect(calls('signature')).toEqual([])

  await page.uncheck('#input-0')
  expect(await page.isVisible('#input-1')).toBe(false)
  await page.fill('#input-3', '12')
  expect(await page.isVisible('#input-5-error')).toBe(false)
  await page.click('#sign-submit')
  await page.waitForSelector('.outcome.success')
  const values = { pet: false, rent: '912,5', months: '12', total: 10_950, part: 101.388889 }
  expect(calls('signature')).toMatchObject([{ values }])
  expect(Object.keys((calls('signature')[0] as { values: object }).values)).not.toContain('kind')
})

test('initials are drawn once for all places, and typed letters go with them', async () => {
  await toInputs([
    { ...common, type: 'initials', name: 'first', label: 'Paraphe' },
    { ...common, type: 'initials', name: 'second', label: 'Paraphe de l’annexe' },
  ])
  await page.fill('#input-0', 'ZŁ')
  expect(await page.inputValue('#input-1')).toBe('ZŁ')
  await page.check('input[value="typed"]')
  await page.click('#initials-way')
  await page.click('#sign-submit')
  expect(await page.isVisible('#initials-error')).toBe(true)
  const pad = await page.locator('#initials-pad').boundingBox()
  if (pad === null) throw new Error('there is no pad')
  await page.mouse.move(pad.x + 30, pad.y + 80)
  await page.mouse.down()
  await page.mouse.move(pad.x + 90, pad.y + 20, { steps: 5 })
  await page.mouse.move(pad.x + 140, pad.y + 90, { steps: 5 })
  await page.mouse.up()
  expect(await page.isVisible('#initials-error')).toBe(false)
  await expectAccessible(page)
  await look('initials')
  await page.click('#sign-submit')
  await page.waitForSelector('.outcome.success')
  expect(calls('signature')).toMatchObject([
    {
      values: { first: 'ZŁ', second: 'ZŁ' },
      initials_strokes: [expect.arrayContaining([expect.any(Number)])],
    },
  ])
})

test('what is typed is saved, and is there again on another device', async () => {
  await toInputs(RULED)
  await page.check('#input-0')
  await page.fill('#input-1', 'Chat')
  await expect
    .poll(() => text('#inputs-saved'))
    .toBe('Enregistré. Vous pouvez continuer sur un autre appareil.')
  expect(calls('values').at(-1)).toEqual({
    values: { pet: true, kind: 'Chat', rent: '', months: '' },
  })
  await page.reload()
  await page.click('#read-next')
  await expect.poll(() => text('#inputs-saved')).toBe('Ce que vous aviez rempli est de nouveau là.')
  expect(await page.inputValue('#input-1')).toBe('Chat')
  expect(await page.isVisible('#input-1')).toBe(true)
  await look('resumed')
})
