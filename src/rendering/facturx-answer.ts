/** The answer of the calls that make an electronic invoice. */
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { FACTURX_VERSION, PROFILE_FACTS } from '../facturx/model/profiles.ts'
import { sendFile, warningHeaders } from './answer.ts'
import type { RenderedInvoice } from './service.ts'

/** Headers of the file, for the description. */
export const facturxHeaders = {
  'X-Facturx-Profile': Type.String({ description: 'Profile of the XML, as in XMP' }),
  'X-Facturx-Version': Type.String({ description: 'Version of Factur-X' }),
  'X-Facturx-Warnings': Type.Integer({
    description: 'Number of warnings; POST /validate-facturx lists them',
  }),
  ...warningHeaders,
  'Server-Timing': Type.String({
    description: 'Duration of rules, merge, queue, convert and embed, in milliseconds',
  }),
}

/** Sends the file with the facts of its XML. */
export const sendInvoice = (reply: FastifyReply, file: RenderedInvoice) =>
  sendFile(
    reply
      .header('X-Facturx-Profile', PROFILE_FACTS[file.profile].conformanceLevel)
      .header('X-Facturx-Version', FACTURX_VERSION)
      .header('X-Facturx-Warnings', String(file.warnings.length)),
    file,
  )
