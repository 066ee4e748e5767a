/** Flattens blocks to one line of text, for a tag inside a sentence. */
import type { Block, Inline, ListItem } from './values.ts'

const text = (value: string): Inline => ({ kind: 'text', text: value, marks: {} })

class Counter {
  readonly #next = new Map<number, number>()

  label({ ordered, list, start, continued }: ListItem): string {
    if (continued) return ''
    if (!ordered) return '• '
    const number = this.#next.get(list) ?? start
    this.#next.set(list, number + 1)
    return `${number}. `
  }
}

function lineOf(block: Block, counter: Counter): Inline[][] {
  if (block.kind === 'rule') return []
  if (block.kind === 'paragraph') {
    const label = block.item === undefined ? '' : counter.label(block.item)
    return [label === '' ? block.inlines : [text(label), ...block.inlines]]
  }
  return block.rows.map((row) =>
    row.flatMap((cell, index) => [
      ...(index === 0 ? [] : [text('\t')]),
      ...flattenBlocks(cell.blocks, text(' ')),
    ]),
  )
}

/** The pieces of all blocks, with `between` (a line break by default) between them. */
export function flattenBlocks(
  blocks: readonly Block[],
  between: Inline = { kind: 'break' },
): Inline[] {
  const counter = new Counter()
  return blocks
    .flatMap((block) => lineOf(block, counter))
    .flatMap((line, index) => (index === 0 ? line : [between, ...line]))
}
