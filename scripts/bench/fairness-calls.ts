/** The calls of `fairness.ts`: what one account asks for now and then, and what another floods with. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { invariant } from '../../src/kernel/invariant.ts'
import { makeDocx } from '../../src/office/sample.ts'
import { pagesTimes } from '../../test/support/hostile-pdf-kinds.ts'
import { largeSigned } from '../../test/support/large-pdf.ts'
import { signedSteps, startAuthority } from '../../test/support/signing.ts'
import { smallPdf } from '../../test/support/signing-app.ts'
import { letter, letterData } from '../templates/letter.ts'
import { type Form, multipart } from './contender.ts'

/** A call, made beforehand. */
export interface Made {
  readonly name: string
  readonly path: string
  readonly form: Form
  /** Of the right answer. */
  readonly status: number
}

const TEMPLATES = join(import.meta.dirname, '..', 'templates')

function rendering(name: string, template: Uint8Array, data: object, format = 'pdf'): Made {
  const form = multipart([
    ['template', template, 'template.docx'],
    ['data', JSON.stringify(data)],
    ['format', format],
  ])
  return { name, path: '/render-document', form, status: 200 }
}

function aLetter(name: string, format?: string): Made {
  const drawn = (file: string): string =>
    readFileSync(join(TEMPLATES, `${file}.png`)).toString('base64')
  return rendering(name, letter(), letterData(drawn('logo'), drawn('signature')), format)
}

/** A table with a row for each item. */
function aTable(name: string, rows: number, format?: string): Made {
  const cell = (text: string): string => `<w:tc><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`
  const columns = ['a', 'b', 'c', 'd', 'e', 'f']
  const cells = columns.map((column, at) =>
    cell(`${at === 0 ? '{#rows}' : ''}{${column}}${at === columns.length - 1 ? '{/rows}' : ''}`),
  )
  const template = makeDocx(`<w:tbl><w:tr>${cells.join('')}</w:tr></w:tbl><w:p/>`)
  const data = { rows: Array.from({ length: rows }, (_, n) => rowOf(columns, n)) }
  return rendering(name, template, data, format)
}
const rowOf = (columns: readonly string[], n: number): Record<string, string> =>
  Object.fromEntries(columns.map((column) => [column, `${column} ${n}`]))

function ofFile(name: string, path: string, pdf: Uint8Array): Made {
  return { name, path, form: multipart([['file', pdf, 'file.pdf']]), status: 200 }
}

async function aDraft(name: string): Promise<Made> {
  const signers = [{ email: 'zoe@example.com', phone: '+33611000000', last_name: 'Łukasz' }]
  const form = multipart([
    ['file', await smallPdf(), 'contract.pdf'],
    ['signers', JSON.stringify(signers)],
    ['send', 'false'],
  ])
  return { name, path: '/api/v1/documents', form, status: 201 }
}

/** Pages full of text. */
async function written(pages: number): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (let number = 0; number < pages; number++) {
    const page = document.addPage([595, 842])
    for (let line = 0; line < 50; line++)
      page.drawText(`Signature of page ${number}, line ${line}: ____________`, {
        x: 60,
        y: 800 - line * 15,
        size: 10,
        font,
      })
  }
  return await document.save()
}

async function verifications() {
  const authority = await startAuthority()
  try {
    const few = await largeSigned(authority, 0)
    const large = await largeSigned(authority, 20_000_000)
    const many = (await signedSteps(authority, await written(2), { signers: 12 })).at(-1)
    invariant(many !== undefined, 'twelve people have signed')
    const verifying = (name: string, pdf: Uint8Array): Made => ofFile(name, '/api/v1/verify', pdf)
    return {
      few: verifying('verification of three signatures', few),
      many: verifying('verification of thirteen', many),
      large: verifying('verification of 20 MB', large),
      endless: verifying('verification of one page listed a million times', pagesTimes(1_000_000)),
    }
  } finally {
    await authority.close()
  }
}

/** Each call of one account with the floods of another beside which it is measured. */
export async function fairnessCalls(): Promise<readonly { call: Made; floods: readonly Made[] }[]> {
  const render = aLetter('letter as PDF')
  const draft = await aDraft('draft to be signed')
  const verify = await verifications()
  const detection = async (name: string, pages: number) =>
    ofFile(name, '/detect-signature-fields', await written(pages))
  const detect = await detection('detection, 1 page', 1)
  const every = [render, verify.few, draft]
  return [
    { call: render, floods: [...every, aTable('tables of 300 rows', 300)] },
    { call: verify.few, floods: [...every, verify.many, verify.large, verify.endless] },
    { call: draft, floods: every },
    {
      call: aLetter('letter as DOCX', 'docx'),
      floods: [aLetter('the same', 'docx'), aTable('tables of 2,000 rows', 2_000, 'docx')],
    },
    { call: detect, floods: [detect, await detection('detection, 60 pages', 60)] },
  ]
}
