/** Proves that dropping or repeating a section keeps the XML well-formed, whatever the data. */
import { isPlaceholder, type Token } from '../tags/engine-tokens.ts'

const TAG = /<(\/?)([^\s/>!?]+)[^>]*?(\/?)>/g

/** What a piece of XML closes and opens beyond its own ends. */
type Effect = Record<'closes' | 'opens', string[]>

function apply(effect: Effect, xml: string): boolean {
  for (const [, slash, name = '', selfClosing] of xml.matchAll(TAG)) {
    if (selfClosing === '/') continue
    if (slash === '') effect.opens.push(name)
    else if (effect.opens.length === 0) effect.closes.push(name)
    else if (effect.opens.pop() !== name) return false
  }
  return true
}

/** A section may close what it is in only if it opens the same elements again. */
function isNeutral(tokens: readonly Token[]): boolean {
  const effect: Effect = { closes: [], opens: [] }
  for (const token of tokens) {
    if (!isPlaceholder(token) && !apply(effect, token.value)) return false
  }
  const { closes, opens } = effect
  return (
    closes.length === opens.length &&
    closes.every((name, index) => opens[opens.length - 1 - index] === name)
  )
}

/** Sections, at any depth, that would break the document. */
export function unbalancedSections(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token) => {
    if (!isPlaceholder(token) || token.subparsed === undefined) return []
    const inner = unbalancedSections(token.subparsed)
    return isNeutral(token.subparsed) ? inner : [token, ...inner]
  })
}
