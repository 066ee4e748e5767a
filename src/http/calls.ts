/** Describes calls whose words and own errors are data: the calls.json of a domain, where a code may name a group of codes. */
import { ERRORS, type ErrorCode } from '../kernel/errors.ts'
import { invariant } from '../kernel/invariant.ts'
import { describing, JSON_BODY_CODES, problems, publicProblems } from './schemas.ts'

interface Words {
  summary: string
  description?: string
  codes: readonly string[]
}

interface Config {
  access: unknown
}

interface Call {
  config?: Config
  response: object
}

/** The options of the route of each call. */
type Described<Common extends { config: Config }, Calls> = {
  readonly [Id in keyof Calls]: {
    config: Calls[Id] extends { config: infer Own extends Config } ? Own : Common['config']
    schema: Omit<Common, 'config'> & Omit<Calls[Id], 'config'>
  }
}

type Groups = Readonly<Record<string, readonly string[]>>

const isCode = (name: string): name is ErrorCode => Object.hasOwn(ERRORS, name)

/** The calls of a domain. @param more groups of codes that the program names, besides those of the file */
export function callsIn<Name extends string>(
  words: { groups: Groups; calls: Readonly<Record<Name, Words>> },
  more: Groups = {},
) {
  const groups: Groups = { json_body: JSON_BODY_CODES, ...words.groups, ...more }
  const codesOf = (names: readonly string[]): ErrorCode[] =>
    names.flatMap((name) => {
      const group = groups[name]
      if (group !== undefined) return codesOf(group)
      invariant(isCode(name), `calls.json names an unknown error: ${name}`)
      return [name]
    })

  /** Describes the calls of a tag. @param access `public`: without a key, the link is the credential */
  const callsOf = (tag: string, access?: 'public') => {
    const operation = describing(tag, access === 'public' ? { security: [] } : {})
    const failures = access === 'public' ? publicProblems : problems
    return <Answers extends object, Rest extends object>(
      id: Name,
      { response, ...rest }: Rest & { response: Answers },
    ) => {
      const { codes, ...said } = words.calls[id]
      return operation(id, {
        ...said,
        ...rest,
        response: { ...response, ...failures(...codesOf(codes)) },
      })
    }
  }
  /** Describes calls by their ids, each as the options of its route. @param common what each has unless it says otherwise */
  const tableOf = <Common extends { config: Config }>(
    tag: string,
    { config: usual, ...common }: Common,
  ) => {
    const describe = callsOf(tag, usual.access === 'public' ? 'public' : undefined)
    return <const Calls extends { readonly [Id in Name]?: Call }>(calls: Calls) =>
      Object.fromEntries(
        Object.entries<Call>(calls as Readonly<Record<string, Call>>).map(
          ([id, { config = usual, ...call }]) => [
            id,
            { config, schema: describe(id as Name, { ...common, ...call }) },
          ],
        ),
      ) as unknown as Described<Common, Calls>
  }
  return { callsOf, tableOf, codesOf }
}
