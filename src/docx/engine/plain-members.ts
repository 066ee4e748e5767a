/**
 * Joins the static XML between tags into few large tokens after compilation. docxtemplater walks every token in every
 * iteration of a loop: with one token per cell instead of a dozen, a table of 2,000 rows renders several times
 * faster.
 */

import {
  EMPTY_BLOCK_MARK,
  isPlaceholder,
  isTextTag,
  LOOP_MODULE,
  type Token,
} from '../tags/engine-tokens.ts'
import { type Block, buildTree, isBlock } from './block-tree.ts'

/** Members docxtemplater sets on loops whose end it edits token by token. */
interface LoopToken extends Token {
  hasPageBreak?: boolean
  hasPageBreakBeginning?: boolean
  addNextPage?: unknown
  addContinuousType?: boolean
  sectPrCount?: number
  lastParagrapSectPr?: string
}

const isEdited = (token: LoopToken): boolean =>
  token.hasPageBreak === true ||
  token.hasPageBreakBeginning === true ||
  token.addNextPage !== undefined ||
  token.addContinuousType === true ||
  (token.sectPrCount ?? 0) > 0

/** Whether nothing in a token is decided, dropped or repaired after rendering. */
function isPlain(token: Token): boolean {
  if (isPlaceholder(token)) return isTextTag(token)
  return (
    token.tag !== 'w:sectPr' &&
    !token.value.startsWith('<?') &&
    !token.value.endsWith(`${EMPTY_BLOCK_MARK}>`)
  )
}

const isStatic = (block: Block): boolean =>
  isPlain(block.open) &&
  block.children.every((child) => (isBlock(child) ? isStatic(child) : isPlain(child)))

class Joiner {
  readonly tokens: Token[] = []
  current: Token | undefined

  take(token: Token): void {
    if (isPlaceholder(token)) {
      this.current = undefined
      this.tokens.push(token)
    } else if (this.current === undefined) {
      this.current = { ...token }
      this.tokens.push(this.current)
    } else this.current.value += token.value
  }

  /** Keeps the next token separate: the engine looks for tags at the start of tokens. */
  cut(): void {
    this.current = undefined
  }

  block(block: Block): void {
    this.take(block.open)
    this.children(block.children)
    this.take(block.close)
  }

  children(children: ReadonlyArray<Token | Block>): void {
    for (const child of children) {
      if (isBlock(child)) this.block(child)
      else this.take(child)
    }
  }

  /** Joins static content and leaves everything else unchanged. */
  outer(children: ReadonlyArray<Token | Block>): void {
    for (const child of children) {
      this.cut()
      if (!isBlock(child)) this.tokens.push(joinInside(child))
      else if (!isStatic(child)) {
        this.tokens.push(child.open)
        this.outer(child.children)
        this.tokens.push(child.close)
      } else if (child.tag === 'w:p') {
        // The engine may put a page break before the last </w:p> of a loop.
        this.take(child.open)
        this.children(child.children)
        this.cut()
        this.tokens.push(child.close)
      } else this.block(child)
    }
  }
}

/** Disables its handling of page breaks between sections; `page-sections.ts` does that, knowing all of them. */
function leaveSections(token: LoopToken): void {
  token.sectPrCount = 0
  token.lastParagrapSectPr = ''
}

function joinInside(token: Token): Token {
  if (token.module === LOOP_MODULE) leaveSections(token)
  if (token.module === LOOP_MODULE && token.subparsed !== undefined && !isEdited(token)) {
    token.subparsed = joinPlainMembers(token.subparsed)
  }
  return token
}

/** The tokens of a compiled part, or of a loop, with their static pieces joined. */
export function joinPlainMembers(tokens: readonly Token[]): Token[] {
  const tree = buildTree(tokens)
  if (tree === null) return tokens.map(joinInside)
  const joiner = new Joiner()
  joiner.outer(tree)
  return joiner.tokens
}
