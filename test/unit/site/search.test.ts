import { beforeAll, describe, expect, test } from 'vitest'
import { loadPlans } from '../../../src/accounts/plans.ts'
import { Guides } from '../../../src/site/guides.ts'
import { GuideSearch, RESULTS_MAX } from '../../../src/site/search.ts'

let search: GuideSearch
beforeAll(() => {
  search = new GuideSearch(new Guides('https://paraph.example.com', loadPlans()))
})
const found = async (question: string, locale: 'en' | 'fr' = 'en') =>
  (await search.find(question, locale)).map(({ guide, id }) => `${guide.name}#${id}`)

describe('the search in the guides', () => {
  test('finds the section that a reader means, in each language', async () => {
    expect((await found('test-code'))[0]).toBe('signatures#trying-it')
    expect((await found('currency'))[0]).toMatch(/^template-language#/)
    expect((await found('code de test', 'fr')).length).toBeGreaterThan(0)
    expect((await found('webhook', 'fr'))[0]).toMatch(/^webhooks#/)
  })

  test('takes accents and capitals as it gets them', async () => {
    expect(await found('TELEPHONE', 'fr')).toEqual(await found('téléphone', 'fr'))
    expect(await found('téléphone', 'fr')).not.toEqual([])
  })

  test('every word is in a section, and the words are marked in its excerpt', async () => {
    const sections = await search.find('retry webhook', 'en')
    expect(sections).not.toEqual([])
    for (const { heading, guide, excerpt } of sections) {
      const marked = excerpt.filter((_piece, at) => at % 2 === 1).map((one) => one.toLowerCase())
      expect(new Set([...marked, 'retry', 'webhook']).size).toBe(2)
      expect(`${guide.title} ${heading} ${excerpt.join('')}`).not.toMatch(/<\w|&#\d/)
    }
  })

  test('what no guide says finds nothing, and signs are letters like any other', async () => {
    expect(await found('xylophone')).toEqual([])
    expect(await found('   ')).toEqual([])
    for (const question of ['(', 'a|b', '[x', '\\d+', '-fsS', '*', '{signature:client}', '$&'])
      expect((await found(question)).length, question).toBeLessThanOrEqual(RESULTS_MAX)
    expect(await found('a'.repeat(10_000))).toEqual([])
  })
})
