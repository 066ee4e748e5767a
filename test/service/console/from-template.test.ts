/** Signature requests made from a template in the console. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConsoleForms, pdfFile } from '../../support/console-forms.ts'
import { csrfIn, member, textOf } from '../../support/console-visitor.ts'
import { p } from '../../support/docx-builder.ts'
import { docxOf } from '../../support/docx-package.ts'
import { type SigningApp, startSigningApp } from '../../support/signing-app.ts'

let service: SigningApp
let forms: ConsoleForms

beforeAll(async () => {
  service = await startSigningApp()
  await service.services.jobs.start()
  forms = new ConsoleForms(service)
})
afterAll(() => service.close())

test('a request made from a template shows what the document lacks, in the language of the reader', async () => {
  const sender = await member(forms.visited)
  const template = docxOf({
    body: `<w:p><w:hyperlink r:id="rId7"><w:r><w:t>x</w:t></w:r></w:hyperlink></w:p>${p('{signature:signer1}')}`,
    rels: [{ id: 'rId7', type: 'hyperlink', target: 'ftp://a.example/', mode: 'External' }],
  })
  const { secret: key } = await service.services.accounts.keys.createKey({
    accountId: sender.accountId,
    name: 'templates',
    plan: 'free',
    mode: 'live',
  })
  const stored = await service.app.call('POST', '/templates', {
    key,
    form: [['template', pdfFile(template, 'contract.docx')]],
  })
  const { id } = stored.json<{ id: string }>()
  const url = `/console/requests/from-template?template=${id}`
  const page = (await sender.visitor.get(url)).bytes.toString()
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1]
  const answer = await forms.upload(
    sender.visitor,
    '/console/requests/from-template',
    [
      ['csrf', csrfIn(page)],
      ['form', hidden('form') ?? ''],
      ['key', (await forms.keysOffered(sender))[0]?.id ?? ''],
      ['template', id],
      ['data', '{}'],
      ['intent', 'draft'],
      ['signer-0-email', 'a@example.com'],
      ['signer-0-locale', 'fr'],
      ['signer-0-order', '1'],
    ],
    { accept: 'text/html' },
  )
  expect(answer.status, textOf(answer)).toBe(303)
  const made = String(answer.headers.location)
  const shown = async (language: string) =>
    textOf(await sender.visitor.get(`${made}?lang=${language}`))
  expect(await shown('en')).toContain('A link to ftp://a.example/ is replaced with its text')
  expect(await shown('fr')).toContain('Un lien vers ftp://a.example/ est remplacé par son texte')
})
