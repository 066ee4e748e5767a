/** Request templates: the drop-down list, the people and values that a chosen one asks for, and a request made from it. */
const { callForJson, listAll } = require('./client')
const { withFiles } = require('./files')
const { outputFields, sample } = require('./signature-requests')
const { dataOf, fieldsOfTemplate, jsonInput } = require('./templates')

const PATH = '/api/v1/request-templates'
const PERSON = { email: 'e-mail', first_name: 'first name', last_name: 'last name', phone: 'phone' }
const TEXTS = ['name', 'message', 'sender', 'external_id', 'expires_at']

/** The hidden trigger behind drop-down lists of request templates. */
const requestTemplateList = {
  key: 'request_template_list',
  noun: 'Request Template',
  display: {
    label: 'List of request templates',
    description: 'Fills the drop-down list of request templates.',
    hidden: true,
  },
  operation: {
    perform: (z, bundle) => listAll(z, bundle, { path: PATH, member: 'request_templates' }),
  },
}

/** Which request template. */
const requestTemplateInput = {
  key: 'request_template_id',
  label: 'Request template',
  required: true,
  dynamic: 'request_template_list.id.name',
}

const chosen = (z, bundle) => {
  const id = encodeURIComponent(bundle.inputData.request_template_id)
  return callForJson(z, bundle, { path: `${PATH}/${id}` })
}

/** The key of an input field: of a person, or of a value by which a field of the role is filled in. */
const personKey = (role, member) => `role__${role}__${member}`
const valueKey = (role, name) => `role__${role}__value__${name}`

const inputsOf = ({ fields = [] }) =>
  fields.filter(({ name, type = 'signature' }) => name !== undefined && type !== 'signature')

function valueField(role, { name, label = name, type, options }) {
  return {
    key: valueKey(role, name),
    label: `${role}: ${label}`,
    type: { checkbox: 'boolean', number: 'number' }[type] ?? 'string',
    ...(options && { choices: options }),
    ...(type === 'date' && { helpText: 'YYYY-MM-DD' }),
  }
}

/** Who signs in each role that is not always the same person, and what is filled in for them. */
const roleFields = (role) => [
  ...(role.email === undefined
    ? Object.entries(PERSON).map(([member, label]) => ({
        key: personKey(role.role, member),
        label: `${role.role}: ${label}`,
        required: member === 'email',
      }))
    : []),
  ...inputsOf(role).map((field) => valueField(role.role, field)),
]

async function chosenFields(z, bundle) {
  if (!bundle.inputData.request_template_id) return []
  const { roles, template_id } = await chosen(z, bundle)
  const fields = roles.flatMap(roleFields)
  if (template_id === undefined) return fields
  return [...fields, jsonInput, ...(await fieldsOfTemplate(z, bundle, template_id))]
}

const isGiven = (value) => value !== undefined && value !== null && value !== ''

/** The person of a role; undefined where nothing was filled in. */
function signerOf(inputData, role) {
  const pick = (names, keyOf) =>
    Object.fromEntries(
      names.map((name) => [name, inputData[keyOf(role.role, name)]]).filter(([, v]) => isGiven(v)),
    )
  const person = pick(Object.keys(PERSON), personKey)
  const names = inputsOf(role).map(({ name }) => name)
  const values = pick(names, valueKey)
  const hasValues = Object.keys(values).length > 0
  if (!hasValues && Object.keys(person).length === 0) return undefined
  return { role: role.role, ...person, ...(hasValues && { values }) }
}

const createFromRequestTemplate = {
  key: 'create_from_request_template',
  noun: 'Signature Request',
  display: {
    label: 'Create Signature Request From Request Template',
    description: 'Sends a document that was prepared with roles.',
  },
  operation: {
    inputFields: [
      { ...requestTemplateInput, altersDynamicFields: true },
      chosenFields,
      { key: 'name', label: 'Name', helpText: 'Name of the document as signers see it.' },
      { key: 'message', label: 'Message', type: 'text', helpText: 'Message to the signers.' },
      { key: 'sender', label: 'Sender', helpText: 'Sender name shown to signers.' },
      { key: 'external_id', label: 'Your own identifier' },
      { key: 'expires_at', label: 'Expires at', type: 'datetime' },
      { key: 'send', label: 'Invite at once', type: 'boolean', default: 'true' },
    ],
    async perform(z, bundle) {
      const { inputData } = bundle
      const { id, roles, source } = await chosen(z, bundle)
      const json = {
        signers: roles.map((role) => signerOf(inputData, role)).filter(Boolean),
        ...(source === 'word' && { data: dataOf(z, inputData) }),
        ...Object.fromEntries(
          TEXTS.filter((name) => inputData[name]).map((name) => [name, inputData[name]]),
        ),
        ...(inputData.send !== undefined && { send: String(inputData.send) === 'true' }),
      }
      const path = `${PATH}/${encodeURIComponent(id)}/documents`
      return withFiles(z, await callForJson(z, bundle, { method: 'POST', path, json }))
    },
    sample,
    outputFields,
  },
}

module.exports = { createFromRequestTemplate, requestTemplateInput, requestTemplateList }
