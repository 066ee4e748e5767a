/** The guides on webhooks name every event, in both languages. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { EVENT_TYPES } from '../../../src/webhooks/events.ts'

test.each(['webhooks.md', 'fr/webhooks.md'])('docs/%s names every event', (name) => {
  const guide = readFileSync(resolve(import.meta.dirname, '../../../docs', name), 'utf8')
  // As `document.created`, `.sent`; each short one belongs to the last whole one.
  const list = /`document\.created`[\s\S]*?\.\n\n/.exec(guide)?.[0] ?? ''
  let domain = ''
  const named = [...list.matchAll(/`(document|signer|batch)?(\.[a-z_]+)`/g)].map(
    ([, begun, type]) => {
      domain = begun ?? domain
      return `${domain}${type}`
    },
  )
  expect(named).toEqual([...EVENT_TYPES])
})
