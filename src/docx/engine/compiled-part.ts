/**
 * The compiled parts of a template, and the rendering of one. docxtemplater would compile for every render; here a
 * part is compiled once, and each render works on a view that receives all writes.
 */
import Docxtemplater from 'docxtemplater'
import { invariant } from '../../kernel/invariant.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Scopes } from '../language/expression.ts'
import { isPlaceholder, LOOP_MODULE, type Token } from '../tags/engine-tokens.ts'
import { joinPlainMembers } from './plain-members.ts'
import type { RenderRun } from './render-run.ts'
import { type ScopeLists, scopesOf } from './text-module.ts'

/** A module with all of its hooks. */
export interface EngineModule {
  name: string
  set(value: object): void
  on(event: string): void
}

/** docxtemplater's object for a part, as far as we use it. */
export interface CompiledPart {
  postparsed: readonly Token[]
  allErrors: Error[]
  content?: Uint8Array
  render(to: string): unknown
}

/** State of a single render. */
interface RenderSession {
  modules: readonly EngineModule[]
  run: RenderRun
  data: JsonObject
}

/** Resolves the values of sections and rich tags for docxtemplater. */
function parserFor(run: RenderRun) {
  return (_tag: string, meta?: { tag?: Token }) => {
    const token = meta?.tag
    return {
      get(_scope: unknown, context: ScopeLists & { num: number }): unknown {
        // The engine evaluates again for each outer scope; our paths have already looked there.
        if (token === undefined || context.num !== context.scopeList.length - 1) return undefined
        const scopes: Scopes = scopesOf(context)
        return token.module === LOOP_MODULE
          ? run.section(token, scopes)
          : run.evaluate(token, scopes)
      },
    }
  }
}

/**
 * Called for rich tags and sections without a value; a section may go without one. What it returns is printed
 * visibly.
 */
function nullGetterFor(run: RenderRun) {
  return (token: Token, manager: ScopeLists): unknown => {
    if (token.module !== LOOP_MODULE && token.source?.expression !== '' && !run.failed(token)) {
      run.note(token.source, scopesOf(manager))
      if (run.policy === 'mark') return token.source?.tag
    }
    return undefined
  }
}

/** The engine's own modules that do something when a part is rendered. */
const RENDERING_MODULES: readonly string[] = ['LoopModule', 'SpacePreserveModule', 'ParaphFinish']

/** Takes the modules that renders share out of a document's modules, and detaches them from the document. */
export function sealModules(modules: readonly EngineModule[]): readonly EngineModule[] {
  const kept = modules.filter(({ name }) => RENDERING_MODULES.includes(name))
  invariant(kept.length === RENDERING_MODULES.length, 'the engine has the modules it had')
  for (const module of kept) {
    Object.freeze(Object.assign(module, { ...NOTHING_OF_THE_DOCUMENT }))
  }
  return Object.freeze(kept)
}

const NOTHING_OF_THE_DOCUMENT = {
  zip: undefined,
  docxtemplater: undefined,
  xmlDocuments: undefined,
  modules: undefined,
}

/** By-products of compiling that rendering does not need, some many times the size of the part. */
const LEFT_OVERS = { content: undefined, xmllexed: undefined, lexed: undefined, parsed: undefined }

/** Joins and freezes the tokens of a part: from here on it is read-only. */
export function sealPart(part: CompiledPart): void {
  Object.assign(part, LEFT_OVERS, {
    modules: [],
    postparsed: freezeTokens(joinPlainMembers(part.postparsed)),
  })
}

function freezeTokens(tokens: Token[]): readonly Token[] {
  for (const token of tokens) {
    if (token.subparsed !== undefined) freezeTokens(token.subparsed)
    Object.freeze(token)
  }
  return Object.freeze(tokens)
}

/** Whether renders of the part can differ. */
export const hasTags = (part: CompiledPart): boolean => part.postparsed.some(isPlaceholder)

const { getScopeManager } = Docxtemplater.prototype as unknown as {
  getScopeManager(
    this: { scopeManagers: object; parser: unknown },
    to: string,
    part: { cachedParsers: object },
    data: unknown,
  ): unknown
}

/** Renders a part: its new content, or what its modules reported as wrong. */
export function renderPart(
  part: CompiledPart,
  name: string,
  { modules, run, data }: RenderSession,
): { content: Uint8Array; errors: Error[] } {
  const own = { modules, parser: parserFor(run), nullGetter: nullGetterFor(run), cachedParsers: {} }
  const scopeManager = getScopeManager.call(
    { scopeManagers: {}, parser: own.parser },
    name,
    own,
    data,
  )
  const view: CompiledPart = Object.assign(Object.create(part), own, {
    scopeManager,
    allErrors: [],
  })
  view.render(name)
  return { content: view.content ?? new Uint8Array(), errors: view.allErrors }
}
