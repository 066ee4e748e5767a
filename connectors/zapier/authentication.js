/** A connection: an API key and the address of the service that gave it. */
const { callForJson } = require('./client')

module.exports = {
  type: 'custom',
  fields: [
    {
      key: 'base_url',
      label: 'Address of the service',
      type: 'string',
      required: true,
      placeholder: 'https://paraph.example.com',
      helpText: 'URL of the service, as in the address of its developer area.',
    },
    {
      key: 'api_key',
      label: 'API key',
      type: 'password',
      required: true,
      helpText: 'Create one in the developer area under "API keys". A test key uses no quota.',
    },
  ],
  test: (z, bundle) => callForJson(z, bundle, { path: '/usage' }),
  connectionLabel: (_z, { inputData: { key, plan } }) => `${key.name} (${plan.title})`,
}
