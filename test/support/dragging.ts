/** Things on a page of the browser, pulled by the mouse or by a finger. */
import type { Page } from 'playwright-core'

/** Presses something, moves to a point of the window in steps, and lets go. */
export async function drag(
  page: Page,
  selector: string,
  to: { x: number; y: number },
): Promise<void> {
  const from = await page.locator(selector).boundingBox()
  if (from === null) throw new Error(`${selector} is not there`)
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x - 30, to.y - 30, { steps: 5 })
  await page.mouse.move(to.x, to.y, { steps: 5 })
  await page.mouse.up()
}

/** Puts a finger on something and pulls it. */
export async function swipe(
  page: Page,
  box: { x: number; y: number; width: number; height: number } | null,
  by: { x: number; y: number },
): Promise<void> {
  if (box === null) throw new Error('there is nothing to pull')
  const client = await page.context().newCDPSession(page)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + by.x * share, y: y + by.y * share }],
    })
  await touch('touchStart', 0)
  for (const share of [0.25, 0.5, 0.75, 1]) await touch('touchMove', share)
  await touch('touchEnd', 1)
  await client.detach()
}
