/** The Zapier app: what it can do, by the key under which Zapier knows it. */
const core = require('zapier-platform-core')
const { version } = require('./package.json')
const authentication = require('./authentication')
const { createBulkSend, findBulkSend } = require('./bulk-sends')
const { readable, withKey } = require('./client')
const { createCreditNote, renderDocument, renderFacturx } = require('./documents')
const { download } = require('./files')
const { createFromRequestTemplate, requestTemplateList } = require('./request-templates')
const searches = require('./searches')
const { createSignatureRequest } = require('./signature-requests')
const { templateList } = require('./templates')
const triggers = require('./triggers')

const keyed = (...parts) => Object.fromEntries(parts.map((part) => [part.key, part]))

module.exports = {
  version,
  platformVersion: core.version,
  authentication,
  beforeRequest: [withKey],
  afterResponse: [readable],
  hydrators: { download },
  triggers: keyed(templateList, requestTemplateList, ...triggers),
  searches: keyed(...searches, findBulkSend),
  creates: keyed(
    renderDocument,
    renderFacturx,
    createCreditNote,
    createSignatureRequest,
    createFromRequestTemplate,
    createBulkSend,
  ),
}
