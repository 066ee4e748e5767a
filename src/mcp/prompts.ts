/** Ready-made requests that people pick from a menu. */
import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server'

interface PromptSpec {
  name: string
  title: string
  description: string
  /** Arguments with their meaning; all but those in `optional` must be given. */
  arguments: Readonly<Record<string, string>>
  optional?: readonly string[]
  text(given: Readonly<Record<string, string | undefined>>): string
}

const PROMPTS: readonly PromptSpec[] = [
  {
    name: 'make_document',
    title: 'Make a document',
    description: 'Fills a stored Word template and gives a PDF',
    arguments: { what: 'Which document, for whom, with what in it' },
    text: ({ what }) =>
      `Make this document with Paraph: ${what}\n\nFind the template with list_templates, read get_template_fields, fill every field from what I told you, ask me for what is missing instead of guessing, then call render_document and tell me where the file is.`,
  },
  {
    name: 'make_invoice',
    title: 'Make an electronic invoice',
    description: 'Makes a Factur-X invoice and mends broken rules',
    arguments: {
      what: 'Seller, buyer, what was delivered, prices, when to pay',
      template: 'Name or id of the Word template',
    },
    optional: ['template'],
    text: ({ what, template }) =>
      `Make a Factur-X invoice with Paraph: ${what}\n\nRead get_guide factur-x first. ${template === undefined ? 'Choose an invoice template with list_templates.' : `Use the template ${template}.`} Leave amounts out so that they are computed. Check with validate_facturx, mend every finding, and ask me for identifiers, bank details and tax rates that you do not know. Show me seller, buyer, total and due date before you call render_facturx.`,
  },
  {
    name: 'send_for_signature',
    title: 'Send a contract for signature',
    description: 'Sends a document to people to be signed, after you agreed',
    arguments: {
      document: 'The PDF, or the template and what goes into it',
      signers: 'Who signs: names, e-mail addresses, in which order',
    },
    text: ({ document, signers }) =>
      `Have this signed with Paraph: ${document}\nSigners: ${signers}\n\nRead get_guide signatures first. Make a draft with create_signature_request (send: false, with an idempotency_key), show me the document's name, every signer with e-mail address and order, and when it expires. Only when I say yes call send_signature_request. Then tell me how it stands; do not poll.`,
  },
  {
    name: 'send_to_list',
    title: 'Send to a list of people',
    description: 'Sends a request template to everybody on a list, after you agreed',
    arguments: {
      template: 'Name of the request template',
      list: 'The people and what differs for each: a file, or pasted rows',
    },
    text: ({ template, list }) =>
      `Send the Paraph request template “${template}” to everybody on this list: ${list}\n\nFind it with list_request_templates, see which roles and fields need a value, and match them with what the list has; ask me instead of guessing. Check the list with create_bulk_send, which sends nothing. Show me how many rows are good, each bad row with its reason, and the first few people. Only when I say yes call start_bulk_send. Then tell me when the last one goes out; do not poll.`,
  },
  {
    name: 'make_template',
    title: 'Write a Word template',
    description: 'Words and tags for a Word template, checked until it has no error',
    arguments: { purpose: 'What the document is for and which data it shows' },
    text: ({ purpose }) =>
      `Help me write a Word template for Paraph: ${purpose}\n\nRead get_guide template-language. Give me the text with its tags as it is typed in Word and sample data as JSON. When I give you the .docx, check it with validate_template, explain each error by the paragraph it stands in, and store it with create_template once it is valid.`,
  },
]

/** Puts the prompts on a server. */
export function registerPrompts(server: McpServer): void {
  for (const { name, title, description, text, ...spec } of PROMPTS) {
    const names = Object.keys(spec.arguments)
    const argsSchema = fromJsonSchema<Record<string, string | undefined>>({
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(spec.arguments).map(([member, about]) => [
          member,
          { type: 'string', description: about },
        ]),
      ),
      required: names.filter((member) => spec.optional?.includes(member) !== true),
    })
    server.registerPrompt(name, { title, description, argsSchema }, (given) => ({
      messages: [{ role: 'user', content: { type: 'text', text: text(given) } }],
    }))
  }
}
