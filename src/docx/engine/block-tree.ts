/** Tables, rows, cells and paragraphs as a tree over the flat tokens of a part, and back. */
import type { Token } from '../tags/engine-tokens.ts'

/** A table, row, cell or paragraph. */
export interface Block {
  tag: string
  open: Token
  close: Token
  children: Array<Token | Block>
}

const BLOCKS: ReadonlySet<string> = new Set(['w:tbl', 'w:tr', 'w:tc', 'w:p'])

/** Whether a child is a block with children rather than a token. */
export const isBlock = (child: Token | Block): child is Block => 'children' in child

class TreeBuilder {
  readonly root: Array<Token | Block> = []
  readonly stack: Array<{ open: Token; children: Array<Token | Block> }> = []

  get children(): Array<Token | Block> {
    return this.stack.at(-1)?.children ?? this.root
  }

  /** Takes an end tag; false when it does not match the open element. */
  close(token: Token): boolean {
    const top = this.stack.pop()
    if (top === undefined || top.open.tag !== token.tag) return false
    this.children.push({
      tag: token.tag ?? '',
      open: top.open,
      close: token,
      children: top.children,
    })
    return true
  }
}

/** Builds the tree; null when the blocks of the part are not nested properly. */
export function buildTree(tokens: readonly Token[]): Array<Token | Block> | null {
  const builder = new TreeBuilder()
  for (const token of tokens) {
    const block = token.type === 'tag' && BLOCKS.has(token.tag ?? '')
    if (block && token.position === 'start') builder.stack.push({ open: token, children: [] })
    else if (!block || token.position !== 'end') builder.children.push(token)
    else if (!builder.close(token)) return null
  }
  return builder.stack.length === 0 ? builder.root : null
}

/** All tokens of a tree in document order. */
export function flatten(children: ReadonlyArray<Token | Block>, into: Token[] = []): Token[] {
  for (const child of children) {
    if (!isBlock(child)) into.push(child)
    else {
      into.push(child.open)
      flatten(child.children, into)
      into.push(child.close)
    }
  }
  return into
}
