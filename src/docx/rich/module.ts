/**
 * The docxtemplater module of the rich tags: recognises `{%…}`, `{%%…}`, `{~…}`, `{signature:…}` and `{field:…}`,
 * determines the context of each, and writes its value there.
 */

import { membersOf } from '../../kernel/type-guards.ts'
import { DocxError } from '../docx-error.ts'
import { type FilterContext, FilterError } from '../language/filter-contract.ts'
import type { OwnModule } from '../tags/engine-tokens.ts'
import { mainDocumentPath, PackageParts, type Zip } from './package-parts.ts'
import { narrowestRoom, type Room } from './page-room.ts'
import { toPicture } from './pictures.ts'
import { placeRichTokens } from './placement-reader.ts'
import { fieldPlace, SignatureTagError, type SignerPlace, signaturePlace } from './signature.ts'
import { isRichToken, MODULE, type RichKind, type TagContext, type Token } from './tokens.ts'
import { isRich } from './values.ts'
import { Writer } from './writer.ts'

/** How the module behaves. */
export interface RichOptions {
  /** `blank` leaves room for a signature; `mark` also leaves a mark that is found in the PDF before signing. */
  signatures?: 'blank' | 'mark'
}

/** What docxtemplater passes to `render`. */
interface RenderScope {
  filePath: string
  scopeManager: { getValue(tag: string, meta: { part: Token }): unknown }
  nullGetter(part: Token): unknown
}

/** Runs before the loops are cut out (their module has 0), so that it sees whole parts. */
const PRIORITY = 100
const RESERVED_PRIORITY = 1_000
const MISSING_RUN = { color: 'C00000', shade: 'FFFF00' } as const

/** The same shape as docxtemplater's own parser errors, so that one mapping covers all. */
function templateError(token: Token, cause: unknown, id: string): Error {
  const message = cause instanceof Error ? cause.message : String(cause)
  return Object.assign(new Error(message, { cause }), {
    name: 'ScopeParserError',
    properties: {
      id,
      explanation: message,
      rootError: cause,
      tag: token.value,
      xtag: token.raw ?? token.value,
      offset: token.offset,
    },
  })
}

/** Unwraps what a parser threw from docxtemplater's error. */
function rootOf(error: unknown): unknown {
  const { properties } = membersOf(error)
  return membersOf(properties).rootError ?? error
}

/** Last name of a path: the description of a picture that has none. */
const nameOf = (tag: string): string => /^[^|]*?([\p{L}\p{N}_]+)\s*(?:\||$)/u.exec(tag)?.[1] ?? ''

/** @throws FilterError where only text can stand, unless a picture of the template is replaced */
function checkPlace({ kind }: Token, { textTag, replaced }: TagContext): void {
  if (textTag === 'w:t' || kind === 'markup') return
  if (kind === 'picture' && replaced !== undefined) return
  throw new FilterError(
    `${kind === 'break' ? 'a break' : `a ${kind}`} cannot stand here (${textTag || 'outside text'}): only in the text of the document, its headers, footers and notes`,
  )
}

/** Pattern of a tag, the module's name, and the members of its token. */
type Matcher = readonly [RegExp, string, (values: string[]) => object]

class RichModule {
  readonly name = 'ParaphRichModule'
  readonly priority = PRIORITY
  readonly supportedFileTypes = ['docx']
  readonly #context: FilterContext
  readonly #marked: boolean
  #zip: Zip | null = null
  #parts: PackageParts | null = null
  #outer: Room | null = null

  constructor(context: FilterContext, options: RichOptions) {
    this.#context = context
    this.#marked = options.signatures === 'mark'
  }

  set(value: { zip?: Zip }): void {
    if (value.zip === undefined) return
    this.#zip = value.zip
    this.#parts = new PackageParts(value.zip)
  }

  matchers(): Matcher[] {
    const tag =
      (kind: RichKind, more: object = {}) =>
      ([, value = '']: string[]): object => ({ kind, ...more, value: value.trim() || ' ' })
    const reserved = { priority: RESERVED_PRIORITY, type: 'content', position: 'insidetag' }
    return [
      [/^\s*%%([\s\S]*)$/, MODULE, tag('picture', { centred: true })],
      [/^\s*%(?!%)([\s\S]*)$/, MODULE, tag('picture')],
      [/^\s*~([\s\S]*)$/, MODULE, tag('markup')],
      [/^\s*~\s*(pagebreak|columnbreak|linebreak)\s*$/, MODULE, tag('break', reserved)],
      [/^\s*signature\s*:([\s\S]*)$/, MODULE, tag('signature', reserved)],
      [/^\s*field\s*:([\s\S]*)$/i, MODULE, tag('field', reserved)],
    ]
  }

  postparse(
    tokens: Token[],
    options: { basePart?: Token },
  ): { postparsed: Token[]; errors: Error[] } {
    if (options.basePart !== undefined || this.#zip === null) {
      return { postparsed: tokens, errors: [] }
    }
    this.#outer ??= narrowestRoom(this.#zip.files[mainDocumentPath(this.#zip)]?.asText() ?? '')
    const errors = tokens.filter(isRichToken).flatMap((token) => signerPlaceErrors(token))
    return { postparsed: placeRichTokens(tokens, this.#outer), errors }
  }

  render(token: Token, scope: RenderScope): { value?: string[]; errors?: unknown[] } | null {
    if (!isRichToken(token)) return null
    try {
      return { value: this.#write(token, scope) }
    } catch (error) {
      const cause = rootOf(error)
      if (cause instanceof FilterError || cause instanceof DocxError) {
        return { errors: [templateError(token, cause, 'rich_value_unusable')] }
      }
      if (error instanceof Error && 'properties' in error) return { errors: [error] }
      throw error
    }
  }

  #write(token: Token, scope: RenderScope): string[] {
    const context = token.tagContext
    if (context === undefined || this.#parts === null) return []
    const writer = new Writer(this.#parts, scope.filePath, context)
    checkPlace(token, context)
    if (token.kind === 'break') return writer.pause(token.value)
    const place = signerPlaceOf(token)
    if (place !== undefined) return writer.signerPlace(place, this.#marked)
    const value = scope.scopeManager.getValue(token.value, { part: token })
    if (value === null || value === undefined || value === '') {
      const text = value === '' ? '' : String(scope.nullGetter(token) ?? '')
      return context.replaced === undefined ? this.#missing(text, writer) : [text]
    }
    return token.kind === 'picture'
      ? this.#picture(token, value, writer)
      : this.#markup(token, value, writer, context)
  }

  /** The null getter decides on the missing policy: it may throw, or return a text to print visibly. */
  #missing(text: string, writer: Writer): string[] {
    return writer.inlines(text === '' ? [] : [{ kind: 'text', text, marks: MISSING_RUN }])
  }

  #picture(token: Token, value: unknown, writer: Writer): string[] {
    if (isRich(value) && value.rich !== 'picture') {
      throw new FilterError(
        `{%…} takes a picture, and this is ${value.rich}; write {~${token.value}} instead`,
      )
    }
    const picture = toPicture(value, this.#context)
    if (picture === null) return []
    return writer.picture({ ...picture, alt: picture.alt ?? nameOf(token.value) })
  }

  #markup(token: Token, value: unknown, writer: Writer, place: TagContext): string[] {
    if (!isRich(value)) {
      throw new FilterError(
        `{~…} needs to know what the text is: {~${token.value} | html}, {~${token.value} | markdown} or {~${token.value} | link:"text"}`,
      )
    }
    if (place.textTag !== 'w:t') return writer.plain(value)
    if (value.rich === 'picture') {
      return writer.picture({ ...value, alt: value.alt ?? nameOf(token.value) })
    }
    if (value.rich === 'markup') return writer.markup(value.blocks)
    return writer.inlines([{ kind: 'text', text: value.text, marks: { link: value.address } }])
  }

  on(event: string): void {
    if (event === 'synced-zip' && this.#zip !== null) this.#parts?.write()
  }
}

/** The room that a tag leaves for a signer; undefined for any other tag. */
function signerPlaceOf({ kind, value }: Token): SignerPlace | undefined {
  if (kind === 'signature') return signaturePlace(value)
  return kind === 'field' ? fieldPlace(value) : undefined
}

function signerPlaceErrors(token: Token): Error[] {
  try {
    signerPlaceOf(token)
    return []
  } catch (error) {
    if (error instanceof SignatureTagError)
      return [templateError(token, error, `${token.kind}_invalid`)]
    throw error
  }
}

/**
 * The docxtemplater modules of the rich tags. Create new ones for each document: they collect what its package needs.
 */
export const richModules = (context: FilterContext, options: RichOptions = {}): OwnModule[] => [
  new RichModule(context, options),
]
