/** The tools, prepared once: schemas compiled, handlers bound to the caller. */
import {
  type CallToolResult,
  fromJsonSchema,
  type JsonSchemaType,
  type McpServer,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server'
import { type Api, Unreachable } from './api.ts'
import { type ApiDescription, type OperationFacts, type Schema, shapeOf } from './description.ts'
import { type LocalFiles, ToolError } from './local-files.ts'
import { type Arguments, callOf, inputSchema } from './tool-input.ts'
import { FILE_SCHEMA, failure, fileResult, jsonResult, problemResult } from './tool-result.ts'
import type { ToolSpec } from './tool-spec.ts'
import { TOOLS } from './tool-table.ts'

/** A prepared tool that only needs a caller. */
interface ReadyTool {
  spec: ToolSpec
  operation: OperationFacts
  input: StandardSchemaWithJSON<Arguments, Arguments>
  output: StandardSchemaWithJSON
}

/** The caller the tools act for, and the files they may access. */
export interface ToolContext {
  api: Api
  files?: LocalFiles | undefined
  /** Receives internal errors; the model only learns that one occurred. */
  report(error: unknown): void
}

/**
 * The SDK's validator does not name unknown arguments, nor distinguish the arguments, which it calls `data`, from one
 * of that name: a model could not correct the error.
 */
function tellingNames<T extends StandardSchemaWithJSON<Arguments, Arguments>>(
  schema: T,
  { properties = {} }: Schema,
): T {
  const standard = schema['~standard']
  const known = Object.keys(properties)
  const validate: typeof standard.validate = async (value, options) => {
    const given = typeof value === 'object' && value !== null ? Object.keys(value) : []
    const unknown = given.filter((name) => !known.includes(name))
    if (unknown.length > 0) {
      const all = known.length === 0 ? 'none' : known.join(', ')
      return {
        issues: [{ message: `there is no argument ${unknown.join(', ')}; there are: ${all}` }],
      }
    }
    const result = await standard.validate(value, options)
    if (result.issues === undefined) return result
    const issues = result.issues.map((issue) => ({
      ...issue,
      message: issue.message.replaceAll(/(^|, )data(?=[/ ])/g, '$1arguments'),
    }))
    return { issues }
  }
  return { ...schema, '~standard': { ...standard, validate } }
}

const OBJECT: Schema = { type: 'object' }
/** Characters of the shape of a result: what a longer one says is in the result itself, and costs tokens in every conversation. */
const SHAPE_MAX = 4_000

/** A schema without some of its members. */
const without = ({ properties, ...schema }: Schema, names: readonly string[] = []): Schema => ({
  ...schema,
  ...(properties !== undefined && {
    properties: Object.fromEntries(
      Object.entries(properties).filter(([name]) => !names.includes(name)),
    ),
  }),
})

function outputSchema(
  { answersFile, answersLike, omit }: ToolSpec,
  { answer = OBJECT }: OperationFacts,
  description: ApiDescription,
): unknown {
  if (answersLike !== undefined) return OBJECT
  const whole = answersFile === undefined ? answer : FILE_SCHEMA
  const shape = shapeOf(description.alone(without(whole, omit)))
  return JSON.stringify(shape).length > SHAPE_MAX ? OBJECT : shape
}

/** Every tool, with its schemas compiled: that takes longer than a call. */
export class Toolbox {
  readonly #tools: readonly ReadyTool[]

  /** @param local whether the tools may read and write files of the user */
  constructor(description: ApiDescription, local: boolean) {
    this.#tools = TOOLS.map((spec) => {
      const operation = description.operation(spec.operation)
      const input = inputSchema(spec, description, local)
      return {
        spec,
        operation,
        input: tellingNames(fromJsonSchema<Arguments>(input as JsonSchemaType), input),
        output: fromJsonSchema(outputSchema(spec, operation, description) as JsonSchemaType),
      }
    })
  }

  /** Registers the tools on a server that acts for one caller. */
  register(server: McpServer, context: ToolContext): void {
    for (const tool of this.#tools) {
      const { name, title, hints, answersLike } = tool.spec
      const like = answersLike === undefined ? '' : ` Answers as ${answersLike} does.`
      const description = tool.spec.description + like
      const { input: inputSchema, output: outputSchema } = tool
      server.registerTool(
        name,
        { title, description, inputSchema, outputSchema, annotations: { title, ...hints } },
        async (given, { mcpReq }) => run(tool, given, context, mcpReq.signal),
      )
    }
  }
}

async function run(
  { spec, operation }: ReadyTool,
  given: Arguments,
  { api, files, report }: ToolContext,
  signal: AbortSignal,
): Promise<CallToolResult> {
  try {
    const answer = await api(await callOf(spec, operation, given, files), signal)
    if (answer.status >= 400) return problemResult(answer)
    if (spec.answersFile === undefined) return jsonResult(answer)
    const { document_id, save_to, replace } = given
    return await fileResult(answer, {
      fallback: spec.answersFile,
      saveTo: typeof save_to === 'string' ? save_to : undefined,
      replace: replace === true,
      files,
      resource: spec.link && `paraph://documents/${String(document_id)}/${spec.link}`,
    })
  } catch (error) {
    // Only errors worded for the model are passed to it.
    if (error instanceof ToolError || error instanceof Unreachable) return failure(error.message)
    report(error)
    return failure('Something went wrong inside the server; the call may be repeated once.')
  }
}
