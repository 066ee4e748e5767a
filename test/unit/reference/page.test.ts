/** The description as the page at /docs gets it. */
import { expect, test } from 'vitest'
import { forPage } from '../../../src/reference/page.ts'

const FILE = { type: 'string', format: 'binary', contentMediaType: 'application/pdf' }
const SIGNERS = { type: 'string', contentMediaType: 'application/json' }
const PICTURES = { type: 'array', items: FILE }

const described = () => ({
  servers: [{ url: 'https://paraph.example.com' }],
  paths: {
    '/documents': {
      post: {
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: { $ref: '#/components/schemas/Form' },
              example: { file: 'contract.pdf', signers: '[{}]' },
            },
            'application/json': { schema: { $ref: '#/components/schemas/Other' } },
          },
        },
      },
      get: {},
    },
  },
  components: {
    schemas: {
      Form: {
        type: 'object',
        properties: { file: FILE, signers: SIGNERS, name: { type: 'string' }, pictures: PICTURES },
      },
      Other: { type: 'object', properties: { signers: SIGNERS } },
    },
    securitySchemes: {},
  },
})

test('of a form, files are chosen and texts are written: the example, or nothing', () => {
  const { paths, components } = described()
  expect(forPage(described())).toEqual({
    paths,
    servers: [{ url: '/' }],
    components: {
      ...components,
      schemas: {
        ...components.schemas,
        Form: {
          type: 'object',
          properties: {
            file: FILE,
            signers: { type: 'string', example: '[{}]' },
            name: { type: 'string', example: '' },
            pictures: { ...PICTURES, example: [] },
          },
        },
      },
    },
  })
})

test('the description itself stays as it is', () => {
  const description = described()
  forPage(description)
  expect(description).toEqual(described())
})
