/** Stored templates: the drop-down list, and the fields that a chosen one asks for. */
const { callForJson, listAll } = require('./client')
const { appendFile } = require('./files')

/** Zapier joins the names of nested fields in the same way. */
const SEPARATOR = '__'
const ROOT = 'data'
const JSON_DATA = 'json_data'

/** The hidden trigger behind drop-down lists of templates. */
const templateList = {
  key: 'template_list',
  noun: 'Template',
  display: {
    label: 'List of templates',
    description: 'Fills the drop-down list of stored templates.',
    hidden: true,
  },
  operation: {
    perform: (z, bundle) => listAll(z, bundle, { path: '/templates', member: 'templates' }),
  },
}

const typesOf = ({ type }) => [type].flat()

function scalarOf(key, schema) {
  const [first] = typesOf(schema)
  const type = { number: 'number', integer: 'integer', boolean: 'boolean' }[first] ?? 'string'
  const helpText = schema.description ?? (schema.format === 'date' ? 'YYYY-MM-DD' : undefined)
  return {
    key,
    label: key.slice(ROOT.length + SEPARATOR.length).replaceAll(SEPARATOR, ' '),
    type,
    ...(helpText && { helpText }),
  }
}

const isScalar = (schema) => !typesOf(schema).some((type) => type === 'object' || type === 'array')

/** A list of objects becomes line items; what lists hold deeper goes in as JSON. */
function listOf(key, { items = {} }) {
  if (isScalar(items)) return [{ ...scalarOf(key, items), list: true }]
  const children = Object.entries(items.properties ?? {})
    .filter(([name, schema]) => !name.includes(SEPARATOR) && isScalar(schema))
    .map(([name, schema]) => ({ ...scalarOf(`${key}${SEPARATOR}${name}`, schema), label: name }))
  return children.length === 0 ? [] : [{ key, label: scalarOf(key, items).label, children }]
}

/** Input fields for the JSON Schema of a template's data. */
function fieldsOf(schema, prefix = ROOT) {
  return Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
    const key = `${prefix}${SEPARATOR}${name}`
    if (name.includes(SEPARATOR)) return []
    if (typesOf(part).includes('array')) return listOf(key, part)
    return typesOf(part).includes('object') ? fieldsOf(part, key) : [scalarOf(key, part)]
  })
}

/** The fields that a stored template asks for. */
async function fieldsOfTemplate(z, bundle, id) {
  const path = `/templates/${encodeURIComponent(id)}/fields`
  return fieldsOf((await callForJson(z, bundle, { path })).schema)
}

/** The fields of the template that is chosen in the form. */
async function chosenFields(z, bundle) {
  const { template_id } = bundle.inputData
  return template_id ? await fieldsOfTemplate(z, bundle, template_id) : []
}

const lineOf = (key) => (line) =>
  line !== null && typeof line === 'object'
    ? Object.fromEntries(
        Object.entries(line).map(([name, value]) => [
          name.replace(`${key}${SEPARATOR}`, ''),
          value,
        ]),
      )
    : line

/** The data of a render: the JSON, and over it what was filled in field by field. */
function dataOf(z, inputData) {
  const text = inputData[JSON_DATA]
  const data = text ? z.JSON.parse(text) : {}
  for (const [key, value] of Object.entries(inputData)) {
    const [root, ...path] = key.split(SEPARATOR)
    if (root !== ROOT || path.length === 0 || value === '' || value === undefined) continue
    const last = path.pop()
    let target = data
    for (const name of path) {
      if (!Object.hasOwn(target, name)) target[name] = {}
      target = target[name]
    }
    target[last] = Array.isArray(value) ? value.map(lineOf(key)) : value
  }
  return data
}

/** Data that no form has fields for. */
const jsonInput = {
  key: JSON_DATA,
  label: 'Data as JSON',
  type: 'text',
  helpText: 'The values of the template. The fields of a stored template go over it.',
}

/** What every action asks that fills a template. */
const templateInput = [
  {
    key: 'template_id',
    label: 'Stored template',
    dynamic: 'template_list.id.name',
    altersDynamicFields: true,
  },
  { key: 'template', label: 'Word file', type: 'file', helpText: 'Instead of a stored template.' },
  jsonInput,
  chosenFields,
]

/** A form with the template and its data. */
async function templateForm(z, { inputData }) {
  const form = new FormData()
  if (inputData.template) await appendFile(z, form, 'template', inputData.template)
  else if (inputData.template_id) form.append('template_id', inputData.template_id)
  else throw new z.errors.Error('Choose a stored template or give a Word file', 'InvalidData', 422)
  form.append('data', JSON.stringify(dataOf(z, inputData)))
  return form
}

module.exports = {
  dataOf,
  fieldsOf,
  fieldsOfTemplate,
  jsonInput,
  templateForm,
  templateInput,
  templateList,
}
