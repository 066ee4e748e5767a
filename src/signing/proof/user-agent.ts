/** A browser's user agent in a few words. The trail retains the full string. */

const BROWSERS: ReadonlyArray<readonly [name: string, pattern: RegExp]> = [
  ['Edge', /\bEdgA?(?:iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+(?:\.\d+)?).*\bSafari\//],
]
const SYSTEMS: ReadonlyArray<readonly [name: string, pattern: RegExp]> = [
  ['Android', /\bAndroid(?: (\d+))?/],
  ['iPhone iOS', /\biPhone OS (\d+)/],
  ['iPad iOS', /\biPad; CPU OS (\d+)/],
  ['Windows', /\bWindows NT\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

function firstOf(known: ReadonlyArray<readonly [name: string, pattern: RegExp]>, text: string) {
  for (const [name, pattern] of known) {
    const found = pattern.exec(text)
    if (found !== null) return found[1] === undefined ? name : `${name} ${found[1]}`
  }
  return undefined
}

/** `Chrome 131, Android 14`; an unknown user agent is returned unchanged. */
export function shortUserAgent(userAgent: string): string {
  const browser = firstOf(BROWSERS, userAgent)
  if (browser === undefined) return userAgent
  const system = firstOf(SYSTEMS, userAgent)
  return system === undefined ? browser : `${browser}, ${system}`
}
