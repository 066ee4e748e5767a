/**
 * Writes src/schema.ts from openapi.yaml. Files are `Blob`s, and the parts of forms that hold JSON are
 * values: the client writes them. Takes src/embed.ts from the scripts for browsers, of which the service makes /embed.js.
 */
import { copyFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString, transformSchemaObject } from 'openapi-typescript'
import ts from 'typescript'

const source = new URL('../../openapi.yaml', import.meta.url)
const target = new URL('../src/schema.ts', import.meta.url)
const named = (name, ...types) =>
  ts.factory.createTypeReferenceNode(ts.factory.createIdentifier(name), types)
const keyword = (kind) => ts.factory.createKeywordTypeNode(kind)
const jsonObject = () =>
  named('Record', keyword(ts.SyntaxKind.StringKeyword), keyword(ts.SyntaxKind.UnknownKeyword))

const nodes = await openapiTS(source, {
  alphabetize: false,
  transform(schema, options) {
    if (schema.format === 'binary') return named('Blob')
    if (schema.type !== 'string' || schema.contentMediaType !== 'application/json') return undefined
    return schema.contentSchema === undefined
      ? jsonObject()
      : transformSchemaObject(schema.contentSchema, options)
  },
})
const text = `/** Types of the interface, generated from openapi.yaml by \`npm run generate\`. */\n${astToString(nodes)}`
writeFileSync(target, text)
copyFileSync(
  new URL('../../src/browser/embed.ts', import.meta.url),
  new URL('../src/embed.ts', import.meta.url),
)
