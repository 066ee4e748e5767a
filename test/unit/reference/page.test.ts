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
  const { content } = paths['/documents'].post.requestBody
  const schema = {
    type: 'object',
    properties: {
      file: FILE,
      signers: { type: 'string', example: '[{}]' },
      name: { type: 'string', example: '' },
      pictures: { ...PICTURES, example: [] },
    },
  }
  const form = { ...content['multipart/form-data'], schema }
  const requestBody = { content: { ...content, 'multipart/form-data': form } }
  expect(forPage(described())).toEqual({
    paths: { '/documents': { ...paths['/documents'], post: { requestBody } } },
    servers: [{ url: '/' }],
    components,
  })
})

test('the form comes first, which takes a file', () => {
  const description = described()
  const { requestBody } = description.paths['/documents'].post
  const { 'application/json': json, ...form } = requestBody.content
  requestBody.content = { 'application/json': json, ...form }
  const shown = forPage(description) as typeof description
  const { content } = shown.paths['/documents'].post.requestBody
  expect(Object.keys(content)).toEqual(['multipart/form-data', 'application/json'])
})

test('the description itself stays as it is', () => {
  const description = described()
  forPage(description)
  expect(description).toEqual(described())
})
