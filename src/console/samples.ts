/** Sample templates: curl commands that fetch and send them, which work as pasted, and the data of an editor's first look. */
import { createHash } from 'node:crypto'
import type { Caller } from '../accounts/caller.ts'
import { CONTRACT_LOCALE, type SampleName, sampleTemplate, sampleText } from '../pages/samples.ts'
import type { Template, Version } from '../templates/schemas.ts'
import type { TemplateService } from '../templates/service.ts'

const KEY = '-H "X-API-Key: $PARAPH_KEY"'

/** For all templates. */
export const templateCurls = (baseUrl: string) => ({
  list: `curl --fail-with-body -sS ${baseUrl}/templates ${KEY}`,
  create: `curl -fsSO ${baseUrl}/samples/invoice.docx
curl --fail-with-body -sS ${baseUrl}/templates ${KEY} \\
  -F template=@invoice.docx -F name=Invoice`,
})

/** For the fonts of the account. */
export const fontCurl = (baseUrl: string) => ({
  list: `curl --fail-with-body -sS ${baseUrl}/fonts ${KEY}`,
  add: `curl --fail-with-body -sS ${baseUrl}/fonts ${KEY} -F font=@font.ttf`,
})

/** For one template. */
export const templateCurl = (baseUrl: string, id: string) => {
  const at = `${baseUrl}/templates/${id}`
  return {
    versions: `curl --fail-with-body -sS ${at}/versions ${KEY}`,
    addVersion: `curl --fail-with-body -sS ${at}/versions ${KEY} \\
  -F template=@template.docx -F note="what changed"`,
    restore: (version: number) =>
      `curl --fail-with-body -sS -X POST ${at}/versions/${version}/restore ${KEY}`,
    file: (version: number) =>
      `curl --fail-with-body -sS ${at}/versions/${version}/file ${KEY} -o template.docx`,
    fields: `curl --fail-with-body -sS ${at}/fields ${KEY}`,
    rename: `curl --fail-with-body -sS -X PATCH ${at} ${KEY} \\
  -H 'Content-Type: application/json' -d '{"name": "Another name"}'`,
    remove: `curl --fail-with-body -sS -X DELETE ${at} ${KEY}`,
    /** A pattern: names in braces are chosen on the page. */
    render: `curl --fail-with-body -sS ${baseUrl}/render-document ${KEY} \\
  -F template_id=${id}{version} -F data=@data.json \\
  -F format={format} -F 'options={"locale":"{locale}","missing":"{missing}"{changes}{contents}{strict}}' \\
  -o document.{extension}`,
  }
}

/** The commands, for a service address and a key, or the shell's variable. */
export const curlLines = (baseUrl: string, key = '$PARAPH_KEY') => ({
  usage: `curl --fail-with-body -sS ${baseUrl}/usage -H "X-API-Key: ${key}"`,
  render: `curl -fsSO ${baseUrl}/console/samples/invoice.docx \\
  -fsSO ${baseUrl}/console/samples/invoice.json
curl --fail-with-body -sS ${baseUrl}/render -H "X-API-Key: ${key}" \\
  -F template=@invoice.docx -F data=@invoice.json -o invoice.pdf`,
  signature: (email: string) => `curl -fsSO ${baseUrl}/console/samples/contract.docx \\
  -fsSO ${baseUrl}/console/samples/contract.json
curl --fail-with-body -sS ${baseUrl}/create-signature-request -H "X-API-Key: ${key}" \\
  -F template=@contract.docx -F data=@contract.json -F options='{"locale": "${CONTRACT_LOCALE}"}' \\
  -F signers='[{"email": ${quoted(email)}, "role": "provider"},
               {"email": "client@example.com", "role": "client", "order": 2}]'`,
})

/** JSON text inside single quotes of a shell. */
const quoted = (text: string): string => JSON.stringify(text).replaceAll("'", "'\\''")

/** The samples that a new template may begin with, in the order suited to a new user. */
export const SAMPLE_CHOICES: readonly SampleName[] = [
  'invoice',
  'letter',
  'contract',
  'facturx-invoice',
]

const shipped = new Map<string, string>()

/** The data shipped with a sample, by the hash of its Word file. */
function shippedData(sha256: string): string | undefined {
  if (shipped.size === 0)
    for (const name of SAMPLE_CHOICES) {
      const hash = createHash('sha256').update(sampleTemplate(name)).digest('hex')
      shipped.set(hash, sampleText(name).trim())
    }
  return shipped.get(sha256)
}

/** Data that the current version renders: the sample's own, or generated from the tags. */
export async function sampleOf(
  templates: TemplateService,
  caller: Caller,
  { id, current_version }: Template,
  versions: readonly Version[],
): Promise<string> {
  const sha256 = versions.find(({ version }) => version === current_version)?.sha256 ?? ''
  const known = shippedData(sha256)
  if (known !== undefined) return known
  const { sample } = await templates.fields(caller, id, current_version)
  return JSON.stringify(sample, null, 2)
}
