/**
 * Rewrites one of our templates for Carbone: its tags for values and loops; everything Carbone's
 * community edition cannot do (pictures from data, Markdown, links) or that would cost it time
 * (conditions) is put in place beforehand. So Carbone has less to merge than we have.
 */
import PizZip from 'pizzip'
import { picture } from '../word/markup.ts'

export interface StillPicture {
  readonly png: Uint8Array
  readonly widthCm: number
  readonly heightCm: number
}
type Scope = Readonly<Record<string, unknown>>

function lookUp(scope: Scope, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Scope | undefined)?.[name], scope)
}

const FORMATTERS: readonly (readonly [RegExp, string])[] = [
  [/^currency/, ':formatC(2)'],
  [/^number/, ':formatN(1)'],
  [/^date/, ':formatD(LL)'],
]

class Rewriter {
  readonly #data: Scope
  readonly #stills: ReadonlyMap<string, StillPicture>
  readonly used: string[] = []

  constructor(data: Scope, stills: ReadonlyMap<string, StillPicture>) {
    this.#data = data
    this.#stills = stills
  }

  /** The tags of a part, loops over rows and paragraphs first, from the inside to the outside. */
  part(xml: string): string {
    const rows = xml.replace(/<w:tr>(?:(?!<w:tr>).)*?<\/w:tr>/gs, (row) => this.#row(row))
    if (!rows.includes('{#')) return this.#inline(rows, this.#data, 'd.')
    const paragraph = '<w:p>(?:(?!</w:p>).)*?'
    const loop = new RegExp(
      `${paragraph}\\{#([^}]+)\\}</w:t></w:r></w:p>((?:(?!\\{[#/]).)*?(?:\\{#[^}]*\\}(?:(?!\\{#).)*?\\{/[^}]*\\}(?:(?!\\{[#/]).)*?)*)${paragraph}\\{/[^}]*\\}</w:t></w:r></w:p>`,
      'gs',
    )
    return this.#inline(
      rows.replace(loop, (_whole, name: string, inner: string) => this.#block(name, inner)),
      this.#data,
      'd.',
    )
  }

  #row(row: string): string {
    const name = /\{#([\w.]+)\}/.exec(row)?.[1]
    const list = name ? lookUp(this.#data, name) : undefined
    if (!name || !Array.isArray(list)) return row
    const close = Math.max(row.lastIndexOf('{/}'), row.lastIndexOf(`{/${name}}`))
    const bare =
      row.slice(0, close).replace(`{#${name}}`, '') + row.slice(close).replace(/\{\/[^}]*\}/, '')
    return this.#twice(bare, name, list)
  }

  #block(name: string, inner: string): string {
    const value = lookUp(this.#data, name.split(' ')[0] ?? '')
    if (Array.isArray(value)) return this.#twice(inner, name, value)
    const [yes = '', no = ''] = inner.split(
      /<w:p>(?:(?!<\/w:p>).)*?\{:else\}<\/w:t><\/w:r><\/w:p>/s,
    )
    return value ? yes : no
  }

  /** Carbone repeats what lies between `[i]` and `[i+1]`. */
  #twice(xml: string, name: string, list: readonly unknown[]): string {
    const item = { ...this.#data, ...(list[0] as Scope) }
    return ['i', 'i+1'].map((i) => this.#inline(xml, item, `d.${name}[${i}].`)).join('')
  }

  #inline(xml: string, scope: Scope, prefix: string): string {
    const inner = /\{#([\w.]+)\}((?:(?!\{[#/]).)*?)\{\/[^}]*\}/s
    let text = xml
    for (let found = inner.exec(text); found; found = inner.exec(text)) {
      const [whole, name = '', content = ''] = found
      const value =
        lookUp(scope, name) ??
        (Array.isArray(lookUp(scope, 'payment.means'))
          ? lookUp(scope, `payment.means.0.${name}`)
          : undefined)
      const [yes = '', no = ''] = content.split('{:else}')
      text = text.replace(whole, () => (value ? yes : no))
    }
    return text.replace(/\{([^{}]+)\}/g, (tag, body: string) =>
      this.#value(tag, body, scope, prefix),
    )
  }

  #value(tag: string, escaped: string, scope: Scope, prefix: string): string {
    if (/^[dc]\./.test(escaped)) return tag
    const body = escaped.replaceAll('&quot;', '"')
    const still = this.#stills.get(body)
    if (still) {
      this.used.push(body)
      const id = this.used.length
      return `</w:t></w:r>${picture(`still-${id}`, 900 + id, still.widthCm, still.heightCm, '')}<w:r><w:t>`
    }
    if (body.startsWith('signature:') || body.includes('?')) return ''
    const [path = '', ...filters] = body
      .replace(/^[~%]+/, '')
      .split('|')
      .map((piece) => piece.trim())
    if (body.startsWith('~')) return String(lookUp(this.#data, path) ?? '').replace(/[*]/g, '')
    if (/[-*]/.test(path)) return '0'
    const formatter = FORMATTERS.find(([pattern]) => pattern.test(filters[0] ?? ''))?.[1] ?? ''
    const own = prefix === 'd.' || lookUp(scope, path) === lookUp(this.#data, path)
    const known =
      lookUp(this.#data, path) === undefined &&
      lookUp(this.#data, `payment.means.0.${path}`) !== undefined
    return `{${known && own ? 'd.payment.means[0].' : prefix}${path}${formatter}}`
  }
}

/** The rewritten template. `stills` maps the inner text of a picture tag to the picture put in its place. */
export function carboneTemplate(
  docx: Uint8Array,
  data: object,
  stills: ReadonlyMap<string, StillPicture>,
): Buffer {
  const zip = new PizZip(docx)
  for (const name of Object.keys(zip.files)) {
    if (!/^word\/(document|header\d|footer\d)\.xml$/.test(name)) continue
    const rewriter = new Rewriter(data as Scope, stills)
    zip.file(name, rewriter.part(zip.file(name)?.asText() ?? ''))
    if (rewriter.used.length === 0) continue
    const relations = name.replace('word/', 'word/_rels/').concat('.rels')
    const added = rewriter.used.map((tag, index) => {
      const file = `still-${index + 1}.png`
      zip.file(`word/media/${file}`, (stills.get(tag) as StillPicture).png, { binary: true })
      return `<Relationship Id="still-${index + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/${file}"/>`
    })
    const before = zip.file(relations)?.asText() ?? ''
    zip.file(relations, before.replace('</Relationships>', `${added.join('')}</Relationships>`))
  }
  return zip.generate({ type: 'nodebuffer', compression: 'DEFLATE' })
}
