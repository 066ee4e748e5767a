/**
 * The tools, as data in tools.json. People who work through an agent choose their mails in the console, and what a
 * request template says is left to it: such members are in `omit`. A list is only checked (`fixed`) until the user
 * has seen what was found in it. Of people who change, a tool takes what an agent needs, since it is read before
 * any conversation.
 */
import { PASSWORD_CHARACTERS_MAX } from '../http/form-spec.ts'
import { HINTS, type ToolSpec } from './tool-spec.ts'
import tools from './tools.json' with { type: 'json' }

type Row = Omit<ToolSpec, 'hints'> & { hints: keyof typeof HINTS }

const password = {
  type: 'string',
  maxLength: PASSWORD_CHARACTERS_MAX,
  description: 'Only for a PDF that asks for one when it is opened; ask the user for it',
}

/** Documents, invoices and templates; signature requests and verification; request templates and bulk sends. */
export const TOOLS: readonly ToolSpec[] = (tools as readonly Row[]).map((row) => ({
  ...row,
  hints: HINTS[row.hints],
  ...(row.files?.some(({ name }) => name === 'document.pdf') && { own: { password, ...row.own } }),
}))

/** Kinds of file of a signature request: operation, what it is. */
export const DOCUMENT_KINDS = {
  file: ['getDocumentFile', 'the PDF as it was sent in'],
  signed: ['getSignedDocument', 'the finished PDF with all signatures'],
  proof: ['getDocumentProof', 'the proof certificate'],
  evidence: ['getDocumentEvidence', 'the evidence archive (zip)'],
} as const
