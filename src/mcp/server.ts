/** The Model Context Protocol server, created the same way for every caller and transport. */
import { McpServer, type McpServerFactory } from '@modelcontextprotocol/server'
import { ApiDescription, type OpenApi } from './description.ts'
import { registerPrompts } from './prompts.ts'
import { registerGuideTool, registerResources } from './resources.ts'
import { Toolbox, type ToolContext } from './tools.ts'

const INSTRUCTIONS = `Paraph makes documents (PDF, PDF/A, PDF/UA, Word, Factur-X invoices) from Word templates and JSON, and has PDFs signed by people (advanced electronic signatures, eIDAS).
A document: list_templates → get_template_fields → render_document. An invoice: get_guide factur-x → validate_facturx → render_facturx. A signature: create_signature_request → get_signature_request → download_signed_file. A document that was prepared with roles: list_request_templates → use_request_template, or for a list of people create_bulk_send → start_bulk_send → get_bulk_send_results.
Errors list every finding at once with what to do: mend all of them before calling again. Generated files are kept by nobody but you. Signature requests reach real people: have the user confirm first.`

/** Creates servers; everything independent of the caller is created once. */
export class McpServers {
  readonly #description: ApiDescription
  readonly #tools: Toolbox
  readonly #version: string

  /** @param local whether the tools may read and write files of the user */
  constructor(document: OpenApi, { version, local }: { version: string; local: boolean }) {
    this.#description = new ApiDescription(document)
    this.#tools = new Toolbox(this.#description, local)
    this.#version = version
  }

  /** Creates servers that act for one caller. */
  factory(context: ToolContext): McpServerFactory {
    return () => {
      const server = new McpServer(
        { name: 'paraph', title: 'Paraph', version: this.#version },
        { instructions: INSTRUCTIONS },
      )
      this.#tools.register(server, context)
      registerGuideTool(server, context.api)
      registerResources(server, context.api, this.#description)
      registerPrompts(server)
      return server
    }
  }
}
