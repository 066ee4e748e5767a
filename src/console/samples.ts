/** Curl commands that work as pasted: they fetch the sample documents that they send. */
import { CONTRACT_LOCALE } from '../pages/samples.ts'

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
