/** The Postman collection in an order in which each request finds what it is about. */

interface Item {
  id?: string
  name: string
  item?: Item[]
  request?: { body?: { formdata?: { key: string; src?: unknown }[] } }
}
/** The parts of a collection that are rearranged. */
export interface Collection {
  item: Item[]
}

const JSON_WAY = ':application/json'
/** Ids of requests; `createTemplate=file` stores another template than the example does. */
export const RUN = [
  ['healthLive', 'healthReady', 'metrics', 'getInvoiceSchema', 'getVerifyPage'],
  ['createTemplate', 'listTemplates', 'getTemplate', 'renameTemplate', 'addTemplateVersion'],
  ['listTemplateVersions', 'getTemplateVersionFile', 'restoreTemplateVersion'],
  ['getTemplateFields', 'validateTemplate', 'detectSignatureFields'],
  ['uploadFont', 'listFonts', 'deleteFont'],
  ['render', `render${JSON_WAY}`, 'renderDocument', `renderDocument${JSON_WAY}`],
  ['deleteTemplate', 'createTemplate=facturx-invoice.docx'],
  ['renderFacturx', `renderFacturx${JSON_WAY}`, 'validateFacturx', `validateFacturx${JSON_WAY}`],
  ['createCreditNote'],
  ['createTemplate=contract.docx', 'createSignatureRequest'],
  [`createSignatureRequest${JSON_WAY}`, 'sendDocument', 'cancelDocument'],
  ['createDocument', 'listDocuments', 'getDocument', 'getDocumentFile', 'getDocumentAudit'],
  ['updateSigner', 'verifyDocument', 'postVerifyPage'],
  ['createWebhook', 'listWebhooks', 'getWebhook', 'changeWebhook', 'testWebhook'],
  ['listWebhookDeliveries', 'replayWebhookDelivery', 'replayWebhookDeliveries'],
  ['rotateWebhookSecret', 'getWebhookDefaultSecret', 'rotateWebhookDefaultSecret'],
  ['deleteWebhook', 'getUsage', 'setBrand', 'getBrand', 'getAuthorityFile', 'getRootCertificate'],
  ['getCertificatePolicy', 'getCertificateStatus'],
].flat()

/** These need a person who signs, ten minutes since the last mail, or bytes that no text file holds. */
export const NOT_RUN = [
  ['remindSigners'],
  [
    'getSignedDocument',
    'getDocumentProof',
    'getDocumentEvidence',
    'unblockSigner',
    'getTestCode',
    'getTestLink',
  ],
  ['signerState', 'openDocument', 'signerFile', 'requestCode', 'enterCode', 'signDocument'],
  ['declineDocument', 'signerSigned', 'stampTime', 'askCertificateStatus'],
].flat()

const flat = (items: Item[]): Item[] => items.flatMap((one) => (one.item ? flat(one.item) : [one]))

/** Every request of a collection. */
export const requestsOf = ({ item }: Collection): string[] => flat(item).map(({ id = '' }) => id)

/** The collection with the requests of {@link RUN}, in that order. */
export function inOrder(collection: Collection): Collection {
  const known = flat(collection.item)
  const item = RUN.map((input) => {
    const [id = '', file] = input.split('=')
    const found = known.find((one) => one.id === id)
    if (found === undefined) throw new Error(`the collection has no request ${id}`)
    return { ...(file === undefined ? found : withTemplate(found, file)), id: input }
  })
  return { ...collection, item }
}

function withTemplate(item: Item, file: string): Item {
  const copy = structuredClone(item)
  for (const part of copy.request?.body?.formdata ?? [])
    if (part.key === 'template') part.src = file
  return copy
}
