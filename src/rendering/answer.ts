/** The responses that all render calls share: the finished file, or one of the common problems. */
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { callsIn } from '../http/calls.ts'
import { attachment } from '../http/disposition.ts'
import { fileAnswer } from '../http/schemas.ts'
import { WARNINGS_HEADER, warningsField } from '../http/warnings-field.ts'
import { asBuffer } from '../kernel/bytes.ts'
import type { DocumentWarning } from '../kernel/document-warnings.ts'
import type { ErrorCode } from '../kernel/errors.ts'
import words from './calls.json' with { type: 'json' }
import type { RenderedFile } from './service.ts'

/** A finished file, and headers besides those of any file. */
export interface Answer {
  file: RenderedFile
  headers?: Readonly<Record<string, string>>
}

const timingOf = (times: RenderedFile['times']) => {
  const steps = Object.entries(times).map(([step, ms]) => `${step};dur=${ms.toFixed(1)}`)
  // What was made before has no steps in this call.
  return steps.length === 0 ? {} : { 'Server-Timing': steps.join(', ') }
}

/** Sets `Paraph-Warnings`, when there are any. */
export const withWarnings = (reply: FastifyReply, warnings: readonly DocumentWarning[]) =>
  warnings.length === 0 ? reply : reply.header(WARNINGS_HEADER, warningsField(warnings))

/** Headers of a response that says what a document lacks, for the description. */
export const warningHeaders = {
  [WARNINGS_HEADER]: Type.Optional(
    Type.String({
      description:
        'What is missing from the document or shown differently than in Word: a List of codes (RFC 9651) with the parameters text, by, part and count, at most 2,048 bytes; absent if there are no warnings',
    }),
  ),
}

/** Declares a rendered file as the response of an operation. */
export const renderedFile = (description: string, ...mediaTypes: readonly string[]) => ({
  ...fileAnswer(description, ...mediaTypes),
  headers: warningHeaders,
})

/** Sends the file under its name, with the time of each step and the warnings. */
export const sendFile = (reply: FastifyReply, { file, headers = {} }: Answer) =>
  withWarnings(reply.headers({ ...timingOf(file.times), ...headers }), file.documentWarnings)
    .type(file.mediaType)
    .header('Content-Disposition', attachment(file.filename))
    .header('Cache-Control', 'no-store')
    .send(asBuffer(file.bytes))

/** What can go wrong when a template is filled and converted. */
export const TEMPLATE_PROBLEMS = [
  'template_not_found',
  'version_not_found',
  'template_not_docx',
  'template_unsafe',
  'template_too_complex',
  'template_invalid',
  'data_invalid',
  'data_missing',
  'image_invalid',
  'document_has_warnings',
  'render_limit_exceeded',
  'render_failed',
  'renderer_unavailable',
] as const satisfies readonly ErrorCode[]

const { callsOf } = callsIn(words, { template: TEMPLATE_PROBLEMS })
/** Describes calls on documents, and on electronic invoices. */
export const documentCall = callsOf('Documents')
export const invoiceCall = callsOf('Electronic invoices')
