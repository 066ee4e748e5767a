/** Reads every TypeScript file of a source folder with the compiler and lists what is measured in it. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import {
  getTextOfJSDocComment,
  isAsExpression,
  isCallExpression,
  isExportDeclaration,
  isFunctionLikeDeclaration,
  isIdentifier,
  isImportDeclaration,
  isImportTypeNode,
  isJSDoc,
  isLiteralTypeNode,
  isPropertyAccessExpression,
  isStringLiteral,
  isTypeAssertion,
  isTypeReferenceNode,
  isVariableStatement,
  type JSDoc,
  ModifierFlags,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast'
import { API } from 'typescript/unstable/sync'

/** A place in a file, for people: `path:line name`; the path is relative to the repository. */
export interface Spot {
  readonly path: string
  readonly line: number
  readonly name: string
}

/** A function with a body of its own; `lines` are those that are not blank, of inner functions too. */
export interface MeasuredFunction extends Spot {
  readonly lines: number
}

/** What one file holds. */
export interface MeasuredFile {
  /** Relative to the repository, such as `src/pdf/budget.ts`. */
  readonly path: string
  readonly lines: number
  /** Route plugins are left out: the handlers in them are here. */
  readonly functions: readonly MeasuredFunction[]
  /** `value as Type` and `<Type>value`, not `as const`. */
  readonly assertions: readonly Spot[]
  readonly exports: number
  readonly undocumented: readonly Spot[]
  /** Files of the same folder tree that it imports, for types or values, at once or later. */
  readonly imports: readonly string[]
}

const VERBS = new Set(['get', 'head', 'post', 'put', 'patch', 'delete', 'all', 'route'])

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesUnder(join(folder, entry.name)) : [join(folder, entry.name)],
  )
}

const writtenFiles = (root: string): string[] => filesUnder(join(root, 'src'))

/** Lines of a text file, as `wc -l` counts them. */
const linesOf = (text: string): number => text.split('\n').length - 1

/** Lines of everything under src/ that people wrote, in whichever language; data files are no code. */
export function linesOfAll(root: string): number {
  return writtenFiles(root)
    .filter((path) => /\.(ts|tsx|mts|mjs|py|sh|css)$/.test(path))
    .reduce((sum, path) => sum + linesOf(readFileSync(path, 'utf8')), 0)
}

/** Measures each TypeScript file under `root`/src. */
export function measureFiles(root: string): MeasuredFile[] {
  const api = new API({ cwd: root })
  try {
    const configs = ['tsconfig.json', 'src/browser/tsconfig.json'].map((path) => join(root, path))
    const projects = api.updateSnapshot({ openProjects: configs }).getProjects()
    return writtenFiles(root)
      .filter((path) => /\.tsx?$/.test(path))
      .sort()
      .map((path) => {
        const sources = projects.map(({ program }) => program.getSourceFile(path))
        const source = sources.find((found) => found !== undefined)
        if (source === undefined) throw new RangeError(`${path} is in no tsconfig.json`)
        return measureFile(root, path, source)
      })
  } finally {
    api.close()
  }
}

function measureFile(root: string, path: string, source: SourceFile): MeasuredFile {
  const own = relative(root, path)
  const lineOf = (position: number): number => linesOf(source.text.slice(0, position)) + 1
  const spot = (node: Node, name: string): Spot => ({
    path: own,
    line: lineOf(node.getStart(source)),
    name,
  })
  const functions: MeasuredFunction[] = []
  const assertions: Spot[] = []
  const imports = new Set<string>()
  const visit = (node: Node): void => {
    const target = importedBy(node)
    if (target?.startsWith('.')) imports.add(relative(root, resolve(dirname(path), target)))
    if (isAssertion(node)) assertions.push(spot(node, shortText(node, source)))
    if (isMeasured(node)) {
      const text = source.text.slice(node.getStart(source), node.end)
      const lines = text.split('\n').filter((line) => line.trim() !== '').length
      functions.push({ ...spot(node, nameOf(node, source)), lines })
    }
    node.forEachChild(visit)
  }
  source.forEachChild(visit)
  const exported = withoutOverloads(
    source.statements.flatMap((statement) => exportsOf(statement, source)),
  )
  return {
    path: own,
    lines: linesOf(source.text),
    functions,
    assertions,
    exports: exported.length,
    undocumented: exported
      .filter(({ isDocumented }) => !isDocumented)
      .map(({ node, name }) => spot(node, name)),
    imports: [...imports].sort(),
  }
}

/** The module that a node imports or exports from, as it is written. */
function importedBy(node: Node): string | undefined {
  if (isImportDeclaration(node) || isExportDeclaration(node)) return stringIn(node.moduleSpecifier)
  if (isImportTypeNode(node) && isLiteralTypeNode(node.argument))
    return stringIn(node.argument.literal)
  if (isCallExpression(node) && node.expression.kind === SyntaxKind.ImportKeyword)
    return stringIn(node.arguments[0])
  return undefined
}

const stringIn = (node: Node | undefined): string | undefined =>
  node !== undefined && isStringLiteral(node) ? node.text : undefined

function isAssertion(node: Node): boolean {
  if (!isAsExpression(node) && !isTypeAssertion(node)) return false
  const { type } = node
  return !(
    isTypeReferenceNode(type) &&
    isIdentifier(type.typeName) &&
    type.typeName.text === 'const'
  )
}

/** A function with a block that is not merely a list of routes; `x => x.y` is an expression. */
function isMeasured(node: Node): boolean {
  if (!isFunctionLikeDeclaration(node) || node.body?.kind !== SyntaxKind.Block) return false
  const parameters = node.parameters.flatMap(({ name }) => (isIdentifier(name) ? [name.text] : []))
  return !hasRouteOn(node.body, new Set(parameters))
}

/** Whether `app.get(path, …, handler)` stands in this block itself, `app` being a parameter of its function. */
function hasRouteOn(block: Node, parameters: ReadonlySet<string>): boolean {
  let isFound = false
  const visit = (node: Node): void => {
    if (isFunctionLikeDeclaration(node)) return
    isFound ||= isRoute(node, parameters)
    node.forEachChild(visit)
  }
  block.forEachChild(visit)
  return isFound
}

function isRoute(node: Node, parameters: ReadonlySet<string>): boolean {
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return false
  const { expression, name } = node.expression
  return (
    isIdentifier(expression) &&
    parameters.has(expression.text) &&
    VERBS.has(name.text) &&
    (node.arguments.length > 1 || name.text === 'route')
  )
}

/** Its own name, else that of what it is given to: `app.post('/templates', …)`. */
function nameOf(node: Node, source: SourceFile): string {
  const named = [node, node.parent].find((one) => 'name' in one && one.name !== undefined)
  if (named !== undefined) return shortText((named as Node & { name: Node }).name, source)
  return shortText(node.parent, source)
}

const SHOWN = 60

function shortText(node: Node, source: SourceFile): string {
  const text = source.text.slice(node.getStart(source), node.end).replace(/\s+/g, ' ')
  return text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text
}

interface Exported {
  readonly node: Node
  readonly name: string
  readonly isDocumented: boolean
}

/** Every declaration with `export` in front; what is only passed on (`export … from`) is documented at its source. */
function exportsOf(statement: Node, source: SourceFile): Exported[] {
  const { modifierFlags = 0 } = statement as { modifierFlags?: number }
  if ((modifierFlags & ModifierFlags.Export) === 0) return []
  const isDocumented = (statement.jsDoc ?? []).some(
    (comment) => isJSDoc(comment) && [comment, ...(comment.tags ?? [])].some(saysSomething),
  )
  const named = isVariableStatement(statement)
    ? [...statement.declarationList.declarations]
    : [statement]
  return named.map((node) => ({ node, name: nameOf(node, source), isDocumented }))
}

/** A comment, or one of its tags (`@returns`, `@throws` …), with words in it. */
const saysSomething = ({ comment }: { readonly comment?: JSDoc['comment'] }): boolean =>
  (getTextOfJSDocComment(comment) ?? '').trim() !== ''

/** The signatures of an overloaded function are one export, documented where one of them is. */
function withoutOverloads(exported: readonly Exported[]): Exported[] {
  const byName = new Map<string, Exported>()
  for (const one of exported) if (!byName.get(one.name)?.isDocumented) byName.set(one.name, one)
  return [...byName.values()]
}
