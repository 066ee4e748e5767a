/** The accessibility rules of axe-core, run inside a page under test. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

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
