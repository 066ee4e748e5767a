/** Queries of Prometheus, read by the grammar of its own editor. */
import { parser } from '@prometheus-io/lezer-promql'

/** A selector such as `up{job="paraph"}`. */
export interface Selector {
  metric: string
  labels: string[]
}

/** What a query selects. @throws Error where it cannot be read */
export function selectorsIn(query: string): Selector[] {
  const found: Selector[] = []
  parser.parse(query).iterate({
    enter: ({ type, name, from, to, node }) => {
      const text = query.slice(from, to)
      if (type.isError) throw new Error(`the query cannot be read at ${from}: ${query}`)
      if (name === 'VectorSelector') found.push({ metric: '', labels: [] })
      const current = found.at(-1)
      if (current === undefined) return
      if (name === 'Identifier' && current.metric === '') current.metric = text
      const matched = node.parent?.name === 'UnquotedLabelMatcher'
      if (name === 'LabelName' && matched) current.labels.push(text)
    },
  })
  return found
}
