/** A file whose signer began the request at an open link, before the outside judges. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { templateId } from '../support/bulk.ts'
import { openLink, Visitor } from '../support/open-links.ts'
import { pyHankoOnAll } from '../support/pyhanko.ts'
import { Person, somebody } from '../support/signing-app.ts'
import { openStage, type Stage } from '../support/signing-conformance.ts'

const TIMEOUT_MS = 900_000
let stage: Stage
beforeAll(async () => {
  stage = await openStage()
}, TIMEOUT_MS)
afterAll(() => stage.close(), TIMEOUT_MS)

test('a file that was begun at an open link is accepted by EU DSS and pyHanko', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { signing } = stage
  const link = await openLink(signing, await templateId(signing))
  const { email, phone } = somebody()
  const began = await new Visitor(signing, link).begin(email)
  const token = began.json<{ url: string }>().url.split('/sign/')[1] ?? ''
  const person = new Person(signing.app, { token, to: email })
  await person.verify(phone)
  expect((await person.sign()).status).toBe(200)
  await signing.work()
  const { id } = (await person.state()).document
  expect((await signing.get(id)).status).toBe('completed')
  const pdf = await signing.signedFile(id)
  const [dss, [hanko]] = await Promise.all([
    stage.judges.pades(pdf, stage.roots),
    pyHankoOnAll([pdf], stage.roots),
  ])
  expect(dss.problems).toEqual([])
  expect(dss.signatures.map(({ indication }) => indication)).toEqual(
    dss.signatures.map(() => 'TOTAL_PASSED'),
  )
  expect(dss.signatures.filter(({ warnings }) => warnings.length > 0)).toEqual([])
  expect(hanko?.problem).toBeUndefined()
  expect(hanko?.signatures.filter(({ holds, docmdp }) => !holds || docmdp === false)).toEqual([])
})
