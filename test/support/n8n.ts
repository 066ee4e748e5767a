/**
 * A built n8n node as n8n runs it: n8n's own library resolves parameters, defaults, expressions and credentials; calls go out by
 * real HTTP. The engine around it (`n8n-core`) is not installed: it brings 420 packages.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ROOT } from './client-place.ts'
import { queryOf } from './make-app.ts'

const FOLDER = join(ROOT, 'connectors/n8n')
const load = createRequire(join(FOLDER, 'package.json'))

type Json = Record<string, unknown>

/** A file of an item, as n8n keeps it in memory. */
export interface Binary {
  data: string
  mimeType: string
  fileName?: string
}

/** An item between two nodes. */
export interface Item {
  json: Json
  binary?: Record<string, Binary>
  pairedItem?: unknown
}

interface Input {
  method?: string
  baseURL?: string
  url: string
  qs?: Json
  headers?: Record<string, string>
  body?: unknown
}

interface Expression {
  getParameterValue(...parts: unknown[]): unknown
  getSimpleParameterValue(...parts: unknown[]): unknown
}

interface Library {
  Workflow: new (
    input: Json,
  ) => { expression: Expression; getNode(name: string): { parameters: Json } }
  WorkflowDataProxy: new (...parts: unknown[]) => { getDataProxy(): Json }
}

interface NodeType {
  description: Json
  methods?: { loadOptions: Record<string, (this: unknown) => Promise<Json[]>> }
  webhookMethods?: { default: Record<string, (this: unknown) => Promise<boolean>> }
  execute?(this: unknown): Promise<Item[][]>
  webhook?(this: unknown): Promise<{ workflowData?: Item[][] }>
}

interface Credential {
  authenticate: { properties: { headers: Record<string, string> } }
  test: { request: { baseURL: string; url: string } }
}

const of = <T>(path: string, name: string): T => {
  const exported = load(path) as Record<string, new () => T>
  const Made = exported[name]
  if (Made === undefined) throw new Error(`${path} has no ${name}`)
  return new Made()
}

/** A workflow of one node with one connection to the service. */
export class N8n {
  readonly #library = load('n8n-workflow') as Library
  readonly #credential = of<Credential>('./dist/credentials/ParaphApi.credentials.js', 'ParaphApi')
  readonly #credentials: { baseUrl: string; apiKey: string }
  /** What a workflow keeps of its trigger. */
  readonly kept: Json = {}
  /** Of the execution; n8n gives the same to each try. */
  executionId = '1'

  constructor(baseUrl: string, apiKey: string) {
    this.#credentials = { baseUrl, apiKey }
  }

  /** Runs the action node; answers its items. */
  async run(parameters: Json, input: Item[] = [{ json: {} }], continueOnFail = false) {
    const type = of<NodeType>('./dist/nodes/Paraph/Paraph.node.js', 'Paraph')
    const context = {
      ...this.#context(type, parameters, input),
      continueOnFail: () => continueOnFail,
    }
    return (await type.execute?.call(context))?.[0] ?? []
  }

  /** What a drop-down list of the action node shows while these parameters are set. */
  async options(method: string, parameters: Json = {}): Promise<Json[]> {
    const type = of<NodeType>('./dist/nodes/Paraph/Paraph.node.js', 'Paraph')
    const context = {
      ...this.#context(type, parameters, []),
      getCurrentNodeParameter: (name: string) => parameters[name],
    }
    return (await type.methods?.loadOptions[method]?.call(context)) ?? []
  }

  /** The events that the trigger offers. */
  triggerEvents(): string[] {
    const type = of<NodeType>('./dist/nodes/ParaphTrigger/ParaphTrigger.node.js', 'ParaphTrigger')
    const [events] = type.description.properties as { options: { value: string }[] }[]
    return (events?.options ?? []).map(({ value }) => value)
  }

  /** A step of the trigger's life, while its workflow is switched on or off. */
  async hook(step: 'checkExists' | 'create' | 'delete', url: string, events: string[]) {
    const type = of<NodeType>('./dist/nodes/ParaphTrigger/ParaphTrigger.node.js', 'ParaphTrigger')
    const context = this.#context(type, { events }, [])
    return await type.webhookMethods?.default[step]?.call({
      ...context,
      getNodeWebhookUrl: () => url,
    })
  }

  /** A delivery to the trigger: the status of its answer and the items that the workflow starts with. */
  async deliver(headers: Json, body: string): Promise<{ status: number; items: Item[] }> {
    const type = of<NodeType>('./dist/nodes/ParaphTrigger/ParaphTrigger.node.js', 'ParaphTrigger')
    let status = 200
    const response = {
      status(code: number) {
        status = code
        return response
      },
      end: () => response,
    }
    const answer = await type.webhook?.call({
      ...this.#context(type, {}, []),
      getRequestObject: () => ({ headers, rawBody: Buffer.from(body) }),
      getResponseObject: () => response,
    })
    return { status, items: answer?.workflowData?.[0] ?? [] }
  }

  /** The status that the connection's test gets. */
  async testConnection(): Promise<number> {
    const type = of<NodeType>('./dist/nodes/Paraph/Paraph.node.js', 'Paraph')
    const { request } = this.#credential.test
    const context = this.#context(type, {}, [])
    const input = {
      baseURL: context.resolve(request.baseURL) as string,
      url: context.resolve(request.url) as string,
    }
    return (await context.helpers.httpRequestWithAuthentication('paraphApi', input)).statusCode
  }

  #context(type: NodeType, parameters: Json, input: Item[]) {
    const name = 'Paraph'
    const node = {
      ...{ id: '0b9d9e6c-7d3d-4a44-8f0e-3c1e5d1f9a11', name, type: 'n8n-nodes-paraph.paraph' },
      ...{ typeVersion: 1, position: [0, 0], parameters },
    }
    const found = {
      getByNameAndVersion: () => type,
      getByName: () => type,
      getKnownTypes: () => ({}),
    }
    const workflow = new this.#library.Workflow({
      ...{ id: 'w1', name: 'Contracts', nodes: [node], connections: {}, active: false },
      nodeTypes: found,
    })
    // With the defaults of the description, as n8n fills them in.
    const { parameters: filled } = workflow.getNode(name)
    const resolve = (value: unknown) =>
      workflow.expression.getSimpleParameterValue(node, value, 'internal', {
        $credentials: this.#credentials,
      })
    const headers = () =>
      Object.fromEntries(
        Object.entries(this.#credential.authenticate.properties.headers).map(([key, value]) => [
          key,
          resolve(value) as string,
        ]),
      )
    return {
      resolve,
      getInputData: () => input,
      getNode: () => node,
      getWorkflow: () => ({ id: 'w1', name: 'Contracts', active: false }),
      getInstanceId: () => 'f'.repeat(64),
      getExecutionId: () => this.executionId,
      getWorkflowStaticData: () => this.kept,
      getCredentials: async () => this.#credentials,
      getWorkflowDataProxy: (index: number) =>
        new this.#library.WorkflowDataProxy(
          ...[workflow, null, 0, index, name, input, {}, 'manual', {}],
        ).getDataProxy(),
      getNodeParameter: (parameter: string, index: unknown = 0, fallback?: unknown) => {
        const value = filled[parameter] ?? fallback
        if (value === undefined) throw new Error(`there is no parameter ${parameter}`)
        return workflow.expression.getParameterValue(
          ...[value, null, 0, index, name, input, 'manual', {}],
        )
      },
      helpers: {
        returnJsonArray: (json: Json | Json[]): Item[] =>
          [json].flat().map((one) => ({ json: one })),
        assertBinaryData: (index: number, field: string) => binaryOf(input, index, field),
        getBinaryDataBuffer: async (index: number, field: string) =>
          Buffer.from(binaryOf(input, index, field).data, 'base64'),
        prepareBinaryData: async (bytes: Buffer, fileName: string, mimeType: string) => ({
          ...{ data: bytes.toString('base64'), fileName, mimeType },
        }),
        httpRequestWithAuthentication: async (_type: string, input: Input) =>
          await send({ ...input, headers: { ...input.headers, ...headers() } }),
      },
    }
  }
}

function binaryOf(input: Item[], index: number, field: string): Binary {
  const binary = input[index]?.binary?.[field]
  if (binary === undefined) throw new Error(`the item has no file in ${field}`)
  return binary
}

/** As the client of n8n does it: an empty object is no body, and what is posted without one is called a form. */
async function send({ method = 'GET', baseURL = '', url, qs = {}, headers = {}, body }: Input) {
  const query = queryOf(qs)
  const isBytes = Buffer.isBuffer(body)
  const isEmpty = !isBytes && Object.keys(body ?? {}).length === 0
  const type = isEmpty ? 'application/x-www-form-urlencoded' : 'application/json'
  const answer = await fetch(`${baseURL}${url}${query.size > 0 ? `?${query}` : ''}`, {
    method,
    headers: { ...(method === 'POST' && { 'Content-Type': type }), ...headers },
    ...(!isEmpty && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
  })
  return {
    statusCode: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: Buffer.from(await answer.arrayBuffer()),
  }
}
