import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { mergeDocx } from '../../src/docx/merge.ts'
import type { JsonObject } from '../../src/kernel/json.ts'
import { protectPdf } from '../../src/pdf/protect.ts'
import { makeAccessible } from '../../src/pdf/tagged/accessible.ts'
import { FEATURE_DATA, featurePicture, featureTemplate } from '../support/feature-template.ts'
import { openOffice } from './office-fixture.ts'

const file = (name: string): Buffer => readFileSync(resolve('templates', name))
const sample = (name: string): [Uint8Array, JsonObject] => [
  file(`${name}.docx`),
  JSON.parse(file(`${name}.json`).toString()) as JsonObject,
]
const DOCUMENTS: Record<string, [Uint8Array, JsonObject]> = {
  letter: sample('letter'),
  invoice: sample('invoice'),
  contract: sample('contract'),
  features: [featureTemplate(), FEATURE_DATA],
}

const document = (name: string) => DOCUMENTS[name] as [Uint8Array, JsonObject]

const merged = ([template, data]: [Uint8Array, JsonObject]): Uint8Array =>
  mergeDocx({
    template,
    data,
    pictures: new Map([['photo.png', featurePicture()]]),
    locale: 'fr-FR',
    timezone: 'Europe/Paris',
    missing: 'error',
  }).docx

/** Everything that may not change: pixels of every page, text in both orders. */
function appearance(folder: string, name: string, pdf: Uint8Array) {
  const path = join(folder, `${name}.pdf`)
  writeFileSync(path, pdf)
  const run = (command: string, args: string[]): string =>
    execFileSync(command, args, { encoding: 'utf8', maxBuffer: 64e6 })
  run('pdftoppm', ['-r', '72', path, join(folder, name)])
  const pictures = readdirSync(folder).filter((each) => each.startsWith(`${name}-`))
  return {
    check: run('qpdf', ['--check', path]),
    facts: {
      pages: pictures.map((each) => readFileSync(join(folder, each)).toString('base64')),
      layout: run('pdftotext', ['-layout', path, '-']),
      content: run('pdftotext', ['-raw', path, '-']),
    },
  }
}

const PASSWORD = 's3cret'

/** What programs read in it besides its pages: title, author, bookmarks, fields, structure with its texts. */
function readings(folder: string, name: string, pdf: Uint8Array, secret?: string) {
  const path = join(folder, `${name}.pdf`)
  writeFileSync(path, pdf)
  const run = (command: string, args: string[]): string =>
    execFileSync(command, args, { encoding: 'utf8', maxBuffer: 64e6 })
  const upw = secret === undefined ? [] : ['-upw', secret]
  const own = secret === undefined ? [] : [`--password=${secret}`]
  const keys = ['outlines', 'acroform'].map((key) => `--json-key=${key}`)
  const info = run('pdfinfo', [...upw, path]).split('\n')
  const member = (label: string) => info.find((line) => line.startsWith(label))
  const parts = JSON.parse(run('qpdf', [...own, '--json', ...keys, path]))
  return {
    check: run('qpdf', [...own, '--check', path]),
    facts: {
      about: ['Title:', 'Author:', 'Subject:', 'Keywords:', 'Creator:'].map(member),
      outlines: titlesIn(parts.outlines),
      values: parts.acroform.fields.map((field: { fullname: string; value: unknown }) => [
        field.fullname,
        field.value,
      ]),
      structure: run('pdfinfo', [...upw, '-struct-text', path]),
    },
  }
}

interface Bookmark {
  title: string
  kids: Bookmark[]
}
const titlesIn = (outlines: Bookmark[]): unknown[] =>
  outlines.map(({ title, kids }) => [title, titlesIn(kids)])

describe.each(Object.keys(DOCUMENTS))('%s', (name) => {
  test('looks and reads the same when it is made accessible', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'paraph-accessible-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const office = await openOffice()
    const docx = merged(document(name))
    const { pdf } = await office.convert({ docx, kind: 'pdfua' })
    const was = appearance(folder, 'was', pdf)
    const is = appearance(folder, 'is', await makeAccessible(pdf, 'fr-FR'))
    expect(is.facts.pages.length).toBeGreaterThan(0)
    expect(is.facts).toEqual(was.facts)
    expect(is.check).toContain('No syntax or stream encoding errors found')
  })
})

test('a document with all features says the same of itself behind a password', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-protected-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const office = await openOffice()
  const { pdf } = await office.convert({ docx: merged(document('features')), kind: 'pdfua' })
  const plain = await makeAccessible(pdf, 'fr-FR')
  const was = readings(folder, 'was', plain)
  const is = readings(folder, 'is', await protectPdf(plain, PASSWORD), PASSWORD)
  expect(was.facts.outlines).not.toEqual([])
  expect(was.facts.structure).toContain('Figure')
  expect(is.facts).toEqual(was.facts)
  expect(is.check).toContain('No syntax or stream encoding errors found')
})
