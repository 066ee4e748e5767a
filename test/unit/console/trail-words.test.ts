import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { TrailEntry } from '../../../src/audit/chain.ts'
import { entrySentence, trailTypes } from '../../../src/console/pages/trail-words.ts'
import { LOCALES } from '../../../src/kernel/languages.ts'
import { JOBS } from '../../../src/signing/model/job-kinds.ts'
import { REQUEST_STATES } from '../../../src/signing/model/states.ts'
import { TRAIL_EVENTS } from '../../../src/webhooks/events.ts'

const SIGNING = resolve(import.meta.dirname, '../../../src/signing')

/** Every type of entry that the sources of signing write down. */
function writtenTypes(): string[] {
  const texts = readdirSync(SIGNING)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(SIGNING, name), 'utf8'))
    // Names of spans are not entries.
    .map((text) => text.replaceAll(/traced\('[^']+'/g, ''))
  const named = texts.flatMap((text) =>
    [...text.matchAll(/'((?:document|signer|signature|signing)\.[a-z_]+)'/g)].map(
      ([, type]) => type ?? '',
    ),
  )
  const jobs = new Set<string>(Object.values(JOBS))
  const mails = /^signing\.(?:invitation|reminder|completed|ended|sender|code|copy|delegator)$/
  return [...new Set(named)].filter(
    (type) => !jobs.has(type) && !mails.test(type) && !type.endsWith('.pdf'),
  )
}

const entry = (type: string, data: TrailEntry['data']): TrailEntry => ({
  seq: 1,
  type,
  at: '2026-11-21T10:00:00.000Z',
  actor: 'service',
  ip: null,
  ua: null,
  data,
  prev_hash: '',
  hash: '',
})

test('every entry that can be written down has words in every language', () => {
  const ends = REQUEST_STATES.filter((state) => !['draft', 'pending'].includes(state))
  const types = [...writtenTypes(), ...TRAIL_EVENTS, ...ends.map((state) => `document.${state}`)]
  expect(types.filter((type) => !trailTypes().includes(type))).toEqual([])
  for (const type of trailTypes())
    for (const locale of LOCALES)
      expect(entrySentence(locale, entry(type, { signers: 2 }), 'Ada'), type).not.toBe(type)
})

test('an entry of an unknown kind is shown under its own name', () => {
  for (const type of ['signer.teleported', '__proto__', 'constructor'])
    expect(entrySentence('en', entry(type, {}), 'Ada')).toBe(type)
})

test('reasons and phones are shown, in the language of the reader', () => {
  const declined = entry('signer.declined', { reason: 'Le prix est faux' })
  expect(entrySentence('en', declined, 'Ada')).toBe('Ada declined: Le prix est faux')
  expect(entrySentence('fr', declined, 'Ada')).toBe('Ada a refusé : Le prix est faux')
})
