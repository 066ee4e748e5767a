/** Definition of a tool: an API operation, described so that a model chooses it and fills it in correctly. */
import type { Schema } from './description.ts'

/** What a host may tell the user before it lets the model call. */
interface ToolHints {
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
  part: 'file' | 'template' | 'rows'
  /** What it is, for the description of the arguments. */
  what: string
  /** Name when none is given. */
  name: string
  mediaType: string
  /** A text: given as it is instead of in base64, as the argument `<part>`. */
  isText?: true
}

/** One tool. */
export interface ToolSpec {
  name: string
  title: string
  description: string
  /** operationId of what it calls. */
  operation: string
  hints: ToolHints
  /** Renames parameters whose names are unclear outside the URL. */
  rename?: Readonly<Record<string, string>>
  /** Members of the body and of the answer that a model need not see, such as aliases. */
  omit?: readonly string[]
  /** Members of the body that a file replaces. */
  optional?: readonly string[]
  /** Members that only the form has, or that replace those of the body. */
  own?: Readonly<Record<string, Schema>>
  /** Replaces a member's description where the one in openapi.yaml is written for readers of the web page. */
  words?: Readonly<Record<string, string>>
  /** Of several, a caller gives one. */
  files?: readonly FileArgument[]
  /** What the files after the first one are, where the form takes several: parts `files`. */
  moreFiles?: string
  /** Members of the form that are always the same. */
  fixed?: Readonly<Record<string, string>>
  /** The tool that answers the same: its schema is not repeated, since every conversation pays for it. */
  answersLike?: string
  /** Set if it returns a file: the name if the response has none. */
  answersFile?: string
  /** The resource by which the returned file can be read again: a kind of {@link DOCUMENT_KINDS}. */
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
  asksPeopleOnce: { ...none, idempotentHint: true, openWorldHint: true },
  ends: { ...none, destructiveHint: true, idempotentHint: true, openWorldHint: true },
} as const satisfies Record<string, ToolHints>
