/**
 * The compiled parts of a template, and the rendering of one. docxtemplater would compile for every
 * render; a part is compiled once here, and each render works on a view of it that takes every write.
 */
import Docxtemplater from 'docxtemplater'
import { invariant } from '../../kernel/invariant.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Scopes } from '../language/expression.ts'
import { isPlaceholder, LOOP_MODULE, type Token } from './engine-tokens.ts'
import { joinPlainMembers } from './plain-members.ts'
import type { RenderRun } from './render-run.ts'
import { type ScopeLists, scopesOf } from './text-module.ts'

/** A module with all of its hooks. */
export interface EngineModule {
  name: string
  set(value: object): void
  on(event: string): void
}

/** docxtemplater's object for a part, as far as it is used here. */
export interface CompiledPart {
  postparsed: readonly Token[]
  allErrors: Error[]
  content?: Uint8Array
  render(to: string): unknown
}

/** What is of one render alone. */
export interface RenderSession {
  modules: readonly EngineModule[]
  run: RenderRun
  data: JsonObject
}

interface EngineContext extends ScopeLists {
  num: number
}

/** What docxtemplater asks for the values of sections and rich tags. */
function parserFor(run: RenderRun) {
  return (_tag: string, meta?: { tag?: Token }) => {
    const token = meta?.tag
    return {
      get(_scope: unknown, context: EngineContext): unknown {
        // The engine asks again for each outer scope; our paths have looked there already.
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
 * Called for rich tags and sections without a value; sections may do without. What it returns is
 * printed in plain sight.
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

/** Takes out of a document's modules those that renders share, and cuts them off from the document. */
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

/** What compiling made and rendering does not need, some of it many times as large as the part. */
const LEFT_OVERS = { content: undefined, xmllexed: undefined, lexed: undefined, parsed: undefined }

/** Joins and freezes the tokens of a part: from here on it is only read. */
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

type GetScopeManager = (
  this: { scopeManagers: object; parser: unknown },
  to: string,
  part: { cachedParsers: object },
  data: unknown,
) => unknown

const { getScopeManager } = Docxtemplater.prototype as unknown as {
  getScopeManager: GetScopeManager
}

/** Renders a part: its new content, or what its modules found wrong. */
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
