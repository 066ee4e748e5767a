/** Files of requests that are replaced, and edits while people sign. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '../../support/app.ts'
import { editsOf, type Faults } from '../../support/edits.ts'
import { annex, pdfOf, sha256 } from '../../support/several-files.ts'
import { SigningApp, smallPdf, somebody, startSigningApp } from '../../support/signing-app.ts'

let signing: SigningApp
beforeAll(async () => {
  signing = await startSigningApp({ PARAPH_UPLOADS_MAX: '500' })
})
afterAll(() => signing.close())
beforeEach(async () => {
  signing = new SigningApp(signing.app, await signing.app.newKey('signature_business'))
})

const { codeOf, edit, ok, replace, updatesOf, usedBy, verdict } = editsOf(() => signing)

describe('a replaced file', () => {
  const fields = [
    { page: 2, x: 60, y: 500 },
    { type: 'text', name: 'town', page: 1, x: 60, y: 100 },
  ]

  test('keeps its fields by their places, and is the one that is signed', async () => {
    const who = somebody({ fields })
    const { id } = await signing.create([who], { pdf: await pdfOf(2) })
    const old = (await (await signing.person(who)).state()).document.sha256
    const bytes = await pdfOf(3)
    const changed = ok(await replace(id, bytes))
    expect(changed).toMatchObject({ filename: 'neu.pdf', pages: 3, sha256: sha256(bytes) })
    expect(changed.signers[0]?.fields).toEqual([
      expect.objectContaining({ page: 2, x: 60, y: 500 }),
      expect.objectContaining({ name: 'town', page: 1 }),
    ])
    const person = await signing.person(who)
    await person.verify()
    const stale = await person.call('POST', '/signature', {
      document_sha256: old,
      kind: 'typed',
      text: 'Z',
      values: { town: 'Lyon' },
    })
    expect(codeOf(stale)).toBe('document_changed')
    expect((await person.sign({ kind: 'typed', text: 'Z', values: { town: 'Lyon' } })).status).toBe(
      200,
    )
    await signing.work()
    const { valid, signatures } = await verdict(await signing.signedFile(id))
    expect(valid).toBe(true)
    expect(signatures.length).toBeGreaterThanOrEqual(2)
    const [data] = await updatesOf(id)
    expect(data).toMatchObject({
      changed: ['files'],
      after: { files: [{ sha256: sha256(bytes) }] },
    })
  })

  test('with fewer pages names the field, the page and what to send', async () => {
    const who = somebody({ fields })
    const { id, signers } = await signing.create([who], { pdf: await pdfOf(2) })
    const refused = await replace(id, await pdfOf(1))
    expect(codeOf(refused)).toBe('validation_failed')
    const [finding] = refused.json<Faults>().errors
    expect(finding).toMatchObject({
      pointer: `/signers/${signers[0]?.id}/fields`,
      code: 'place_outside',
      detail: expect.stringContaining('page 2'),
      fix: expect.stringContaining('"fields"'),
    })
    expect((await signing.get(id)).signers[0]?.status).toBe('invited')
    expect(await updatesOf(id)).toEqual([])
    const given = [{ id: signers[0]?.id, fields: [{ page: 1, x: 60, y: 60 }] }]
    const changed = ok(await replace(id, await pdfOf(1), { changes: { signers: given } }))
    expect(changed.signers[0]?.fields).toHaveLength(1)
    expect((await signing.finish(id, [who])).status).toBe('completed')
  })

  test('has its texts looked for anew where fields came from an anchor', async () => {
    const who = somebody({ fields: [{ anchor: 'prestation', dx: 0, dy: 30 }] })
    const { id } = await signing.create([who])
    const refused = await replace(id, await pdfOf(2))
    expect(codeOf(refused)).toBe('validation_failed')
    expect(refused.json<Faults>().errors[0]?.detail).toContain('prestation')
    ok(await replace(id, await smallPdf(), { changes: { name: 'Same text' } }))
    expect((await signing.finish(id, [who])).status).toBe('completed')
  })

  test('of several is named by its number, and the others stay', async () => {
    const who = somebody({
      fields: [
        { page: 1, x: 60, y: 60 },
        { file_number: 2, page: 2, x: 60, y: 60 },
      ],
    })
    const { id } = await signing.create([who], { files: [await annex(2)] })
    const bytes = await pdfOf(4)
    expect(codeOf(await replace(id, bytes, { file_number: '3' }))).toBe('validation_failed')
    const changed = ok(await replace(id, bytes, { file_number: '2' }))
    expect(changed.files?.map(({ pages }) => pages)).toEqual([1, 4])
    expect((await signing.finish(id, [who])).status).toBe('completed')
    const second = (await signing.act('GET', id, '/signed?file_number=2')).bytes
    expect((await verdict(second)).valid).toBe(true)
  })

  test('that cannot be signed costs nothing and changes nothing', async () => {
    const who = somebody()
    const { id } = await signing.create([who])
    const before = await signing.get(id)
    expect(codeOf(await replace(id, Buffer.from('no pdf')))).toBe('pdf_invalid')
    expect(await signing.get(id)).toEqual(before)
    expect(await usedBy()).toBe(1)
  })
})

describe('an edit while somebody signs', () => {
  test('either wins: the signature is of the file that was seen, or the person is told', async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < 4; round += 1) {
      const who = somebody()
      const { id } = await signing.create([who])
      const person = await signing.person(who)
      await person.verify()
      const { sha256: shown } = (await person.state()).document
      const body = { document_sha256: shown, kind: 'typed', text: 'Z' }
      const sign = () => person.call('POST', '/signature', body)
      const change = () => edit(id, { name: `Round ${round}` })
      const [signed, edited] =
        round % 2 === 0
          ? await Promise.all([sign(), change()])
          : await Promise.all([change(), sign()].reverse() as [Promise<Answer>, Promise<Answer>])
      outcomes.add(`${signed.status} ${edited.status}`)
      expect([signed.status === 200, edited.status === 200].filter(Boolean)).toHaveLength(1)
      if (signed.status !== 200) expect(codeOf(signed)).toBe('document_changed')
      else expect(codeOf(edited)).toBe('document_state_conflict')
      await signing.work()
      const { status } = await signing.get(id)
      expect(status).toBe(signed.status === 200 ? 'completed' : 'pending')
    }
    expect(outcomes.size).toBeGreaterThan(0)
  })

  test('two edits at once: one is told that the document has changed', async () => {
    const who = somebody()
    const { id } = await signing.create([who])
    const answers = await Promise.all([edit(id, { name: 'A' }), edit(id, { name: 'B' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await updatesOf(id)).toHaveLength(1)
  })
})
