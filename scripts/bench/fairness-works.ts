/** The kinds of work that accounts share, each with what one account asks for now and then and what another floods with. */

import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import type { openWorkers } from '../../src/app/workers.ts'
import { conversionCost } from '../../src/docx/cost/conversion-cost.ts'
import { lintDocx } from '../../src/docx/lint/lint.ts'
import { makeDocx } from '../../src/office/sample.ts'
import { KeyPool } from '../../src/pki/key-pool.ts'
import { makeRsaKey, makeRsaKeyQuietly } from '../../src/pki/keys.ts'
import { largeSigned } from '../../test/support/large-pdf.ts'
import { FRENCH } from '../../test/support/merging.ts'
import { signedSteps, startAuthority } from '../../test/support/signing.ts'

/** What the service does its heavy work with. */
export type Workers = ReturnType<typeof openWorkers>

/** One kind of work. */
export interface Work {
  readonly name: string
  /** Done by one account, again and again, one at a time. */
  readonly own: () => Promise<unknown>
  /** What another account floods with, by a name for it. */
  readonly floods: Readonly<Record<string, () => Promise<unknown>>>
  /** Times in each turn; 6 where left out. */
  readonly times?: number
  /** Between two of one's own, milliseconds. */
  readonly pauseMs?: number
}

const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
const letter = makeDocx(paragraph('Bonjour').repeat(40))
const rows = (count: number): string =>
  Array.from(
    { length: count },
    (_, n) => `<w:tr>${`<w:tc>${paragraph(`${n}`)}</w:tc>`.repeat(6)}</w:tr>`,
  ).join('')
const table = (count: number) => makeDocx(`<w:tbl>${rows(count)}</w:tbl>${paragraph('')}`)

function office({ office }: Workers): Work {
  const conversion = (docx: Uint8Array) => {
    const cost = conversionCost(lintDocx(docx).parts)
    return () => office.convert({ docx, kind: 'pdf', cost })
  }
  return {
    name: 'office: a letter',
    own: conversion(letter),
    floods: { 'tables of 1,000 rows': conversion(table(1_000)), letters: conversion(letter) },
  }
}

function merge({ merger }: Workers): Work {
  const templates = resolve(import.meta.dirname, '../../templates')
  const merging = (name: string, change: (data: Record<string, unknown>) => void = () => {}) => {
    const template = readFileSync(join(templates, `${name}.docx`))
    const data = JSON.parse(readFileSync(join(templates, `${name}.json`), 'utf8'))
    change(data)
    return () => merger.merge({ template, data, ...FRENCH, missing: 'blank', converts: true })
  }
  const lines = (count: number) => (data: Record<string, unknown>) => {
    const items = Object.entries(data).find(([, value]) => Array.isArray(value))
    if (items === undefined) throw new Error('the invoice has no list')
    const [field, list] = items as [string, unknown[]]
    data[field] = Array.from({ length: count }, (_, n) => list[n % list.length])
  }
  return {
    name: 'merge: a letter',
    own: merging('letter'),
    floods: {
      'invoices of 5,000 lines': merging('invoice', lines(5_000)),
      'invoices of 1,000 lines': merging('invoice', lines(1_000)),
      letters: merging('letter'),
    },
  }
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

async function documents({ pdfs }: Workers): Promise<Work> {
  const marking = (pdf: Uint8Array) => () => pdfs.markTest(pdf)
  const [one, some, many] = await Promise.all([1, 60, 1_500].map(written))
  return {
    name: 'finished PDFs: the mark of a test, 1 page',
    own: marking(one as Uint8Array),
    floods: {
      '1,500 pages': marking(many as Uint8Array),
      '60 pages': marking(some as Uint8Array),
      '1 page': marking(one as Uint8Array),
    },
  }
}

async function verification({ verifiers }: Workers): Promise<Work> {
  const authority = await startAuthority()
  try {
    const small = await largeSigned(authority, 0)
    const large = await largeSigned(authority, 20_000_000)
    const many = (await signedSteps(authority, await written(2), { signers: 12 })).at(-1)
    const roots = [(await authority.pki.authority.key('root')).facts.certificate.der]
    const verifying = (pdf: Uint8Array) => () =>
      verifiers.verify(pdf, { roots, stampRoots: roots }, Date.now())
    return {
      name: 'verification: two signatures and a seal',
      own: verifying(small),
      floods: {
        'twelve signatures': verifying(many as Uint8Array),
        '20 MB': verifying(large),
        'the same file': verifying(small),
      },
    }
  } finally {
    await authority.close()
  }
}

async function detection({ searchers }: Workers): Promise<Work> {
  const [one, some, many] = await Promise.all([1, 5, 250].map(written))
  const searching = (pdf: Uint8Array) => () => searchers.detect(pdf)
  return {
    name: 'detection: 1 page',
    own: searching(one as Uint8Array),
    floods: {
      '250 pages': searching(many as Uint8Array),
      '5 pages': searching(some as Uint8Array),
      '1 page': searching(one as Uint8Array),
    },
  }
}

/** Keys of signers: with as many ready as by default, and with none. */
function keys(): Work[] {
  const taking = (size: number) => {
    const pool = new KeyPool({ size, makeKey: makeRsaKey, makeAhead: makeRsaKeyQuietly })
    pool.start()
    return async () => (await pool.take()).destroy()
  }
  const kept = taking(4)
  const none = taking(0)
  return [
    { name: "signers' keys, none ready", own: none, floods: { keys: none }, times: 1 },
    {
      name: "signers' keys, four ready",
      own: kept,
      floods: { keys: kept },
      times: 1,
      pauseMs: 4_000,
    },
  ]
}

/** The kinds by the name by which one is chosen. */
export const WORKS: Readonly<Record<string, (workers: Workers) => Promise<readonly Work[]>>> = {
  office: async (workers) => [office(workers)],
  merge: async (workers) => [merge(workers)],
  documents: async (workers) => [await documents(workers)],
  verification: async (workers) => [await verification(workers)],
  detection: async (workers) => [await detection(workers)],
  keys: async () => keys(),
}
