/** What a tool is: an operation of the interface, told so that a model chooses and fills it rightly. */
import type { Schema } from './description.ts'

/** What a host may tell the user before it lets the model call. */
export interface ToolHints {
  /** Changes nothing. */
  readOnlyHint: boolean
  /** May end or replace something. */
  destructiveHint: boolean
  /** Calling it twice does no more than calling it once. */
  idempotentHint: boolean
  /** Reaches people outside, such as signers. */
  openWorldHint: boolean
}

/** A file that the tool sends along. */
export interface FileArgument {
  /** Form part; the arguments are named after it: `<part>_base64`, `<part>_name`, `<part>_path`. */
  part: 'file' | 'template'
  /** What it is, for the description of the arguments. */
  what: string
  /** Name when none is given. */
  name: string
  mediaType: string
}

/** One tool. */
export interface ToolSpec {
  name: string
  title: string
  description: string
  /** operationId of what it calls. */
  operation: string
  hints: ToolHints
  /** Names of the operation's parameters that would say nothing outside its address. */
  rename?: Readonly<Record<string, string>>
  /** Members of the body that a model needs not see, such as second names. */
  omit?: readonly string[]
  /** Members of the body that a file replaces. */
  optional?: readonly string[]
  /** Members that only the form has. */
  own?: Readonly<Record<string, Schema>>
  /** Other words for a member, where openapi.yaml has a reader with the page open in mind. */
  words?: Readonly<Record<string, string>>
  /** Of several, a caller gives one. */
  files?: readonly FileArgument[]
  /** Answers a file: its name when the answer has none. */
  answersFile?: string
  /** Where the answered file can be had again, by resource: a kind of {@link DOCUMENT_KINDS}. */
  link?: string
  /** A call that creates, and takes an Idempotency-Key. */
  creates?: boolean
}

const none = { readOnlyHint: false, destructiveHint: false, openWorldHint: false }
/** Hints by what a tool does. */
export const HINTS = {
  reads: { ...none, readOnlyHint: true, idempotentHint: true },
  makes: { ...none, idempotentHint: false },
  changes: { ...none, idempotentHint: true },
  asksPeople: { ...none, idempotentHint: false, openWorldHint: true },
  ends: { ...none, destructiveHint: true, idempotentHint: true, openWorldHint: true },
} as const satisfies Record<string, ToolHints>
