/** How readable a label is, as a browser paints it: axe-core skips what is disabled or busy. */
import type { Page } from 'playwright-core'

/** Contrast of an element's text on its own background (WCAG 2.2, 1.4.3): 1 to 21. */
export const contrastOf = (page: Page, selector: string): Promise<number> =>
  page.evaluate(`(() => {
    const element = document.querySelector(${JSON.stringify(selector)})
    const style = getComputedStyle(element)
    const luminance = (color) => {
      const canvas = document.createElement('canvas')
      canvas.width = canvas.height = 1
      const context = canvas.getContext('2d')
      context.fillStyle = color
      context.fillRect(0, 0, 1, 1)
      const [r, g, b] = [...context.getImageData(0, 0, 1, 1).data].map((value) => {
        const share = value / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const [one, other] = [luminance(style.color), luminance(style.backgroundColor)]
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
  })()`) as Promise<number>
