/** The accessibility rules of axe-core, run inside a page under test. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { DESKTOP, PHONE } from './browser.ts'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe-core finds wrong (WCAG 2.2 A and AA, and its own good practice), one line each. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // Over the debugger's channel, which the page's policy does not reach.
  await page.evaluate(SOURCE)
  const found = await page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(
    ({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
      id + ' at ' + target.join(' ') + ': ' + failureSummary)))`)
  return found as string[]
}

/** Holds a page to the rules in both themes and both sizes, in two pairs in which neither can hide a fault of the other. */
export async function expectAccessible(page: Page): Promise<void> {
  const looks = [
    { colorScheme: 'light', size: DESKTOP },
    { colorScheme: 'dark', size: PHONE },
  ] as const
  for (const { colorScheme, size } of looks) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(size)
    expect(await accessibilityFaults(page), `${page.url()} ${colorScheme}`).toEqual([])
    const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    expect(wide, `${page.url()} is wider than the window`).toBeLessThanOrEqual(0)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(DESKTOP)
}
