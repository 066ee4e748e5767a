/** The curl equivalents of the console's actions on signature requests and webhooks. */
import type { RequestFile } from '../account-requests.ts'

const KEY = '-H "X-API-Key: $PARAPH_KEY"'

/** JSON text inside single quotes of a shell. */
const json = (value: unknown): string => `'${JSON.stringify(value).replaceAll("'", "'\\''")}'`

const post = (url: string, body?: unknown): string =>
  body === undefined
    ? `curl --fail-with-body -sS -X POST ${url} ${KEY}`
    : `curl --fail-with-body -sS -X POST ${url} ${KEY} \\
  -H "Content-Type: application/json" -d ${json(body)}`

/** Commands for requests. */
export const requestCurl = (baseUrl: string) => {
  const all = `${baseUrl}/api/v1/documents`
  return {
    list: `curl --fail-with-body -sS "${all}?limit=25" ${KEY}`,
    create: `curl --fail-with-body -sS ${all} ${KEY} \\
  -F file=@contract.pdf -F name="Contract" \\
  -F signers='[{"email": "ada@example.com", "phone": "+33612345678",
               "fields": [{"page": 1, "x": 60, "y": 640, "width": 180, "height": 60}]}]'`,
    fromTemplate: (id: string, roles: readonly string[]) => {
      const signers = roles.map((role) => ({ email: `${role}@example.com`, role }))
      const whom = roles.length > 0 ? signers : [{ email: 'ada@example.com' }]
      return `curl --fail-with-body -sS ${baseUrl}/create-signature-request ${KEY} \\
  -F template_id=${id} -F data=@data.json -F signers=${json(whom)}`
    },
    get: (id: string) => `curl --fail-with-body -sS ${all}/${id} ${KEY}`,
    edit: (id: string, name: string) =>
      `curl --fail-with-body -sS -X PATCH ${all}/${id} ${KEY} \\
  -H "Content-Type: application/json" -d ${json({ name })}`,
    reactivate: (id: string) => post(`${all}/${id}/reactivate`, {}),
    send: (id: string) => post(`${all}/${id}/send`),
    remind: (id: string) => post(`${all}/${id}/remind`),
    cancel: (id: string) => post(`${all}/${id}/cancel`, { reason: 'A new version follows' }),
    delete: (id: string) => `curl --fail-with-body -sS -X DELETE ${all}/${id} ${KEY}`,
    update: (id: string, signer: string, email: string) =>
      `curl --fail-with-body -sS -X PATCH ${all}/${id}/signers/${signer} ${KEY} \\
  -H "Content-Type: application/json" -d ${json({ email })}`,
    unblock: (id: string, signer: string) => post(`${all}/${id}/signers/${signer}/unblock`),
    file: (id: string, file: RequestFile) =>
      `curl --fail-with-body -sS ${all}/${id}/${file} ${KEY} -o ${FILES[file]}`,
  }
}

const FILES: Readonly<Record<RequestFile, string>> = {
  file: 'document.pdf',
  signed: 'signed.pdf',
  proof: 'proof.pdf',
  audit: 'audit.json',
  evidence: 'evidence.zip',
}

/** Commands for webhooks. */
export const webhookCurl = (baseUrl: string) => {
  const all = `${baseUrl}/api/v1/webhooks`
  return {
    create: post(all, { url: 'https://example.com/hooks' }),
    change: (id: string, change: unknown) =>
      `curl --fail-with-body -sS -X PATCH ${all}/${id} ${KEY} \\
  -H "Content-Type: application/json" -d ${json(change)}`,
    remove: (id: string) => `curl --fail-with-body -sS -X DELETE ${all}/${id} ${KEY}`,
    rotate: (id: string) => post(`${all}/${id}/rotate-secret`),
    test: (id: string) => post(`${all}/${id}/test`),
    deliveries: (id: string) =>
      `curl --fail-with-body -sS "${all}/${id}/deliveries?limit=25" ${KEY}`,
    replay: (id: string, delivery: string) => post(`${all}/${id}/deliveries/${delivery}/replay`),
  }
}
