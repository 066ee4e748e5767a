import { describe, expect, test } from 'vitest'
import { ConfigError, loadConfig } from '../../../src/config/config.ts'
import { parseStorageUrl, storagePlace } from '../../../src/files/storage-url.ts'

describe('where files lie', () => {
  test('is the data folder by default', () => {
    expect(parseStorageUrl('')).toBeUndefined()
    expect(parseStorageUrl(' ')).toBeUndefined()
    expect(storagePlace(undefined)).toBe('the data folder')
    expect(loadConfig({}).storage).toEqual({ address: undefined, credentials: undefined })
  })

  test('is a bucket of Amazon with only its name', () => {
    expect(parseStorageUrl('s3://acme-files')).toEqual({
      bucket: 'acme-files',
      prefix: '',
      endpoint: undefined,
      region: undefined,
      pathStyle: false,
      encryption: undefined,
    })
  })

  test('is any other server by its endpoint, then with the bucket in the path', () => {
    const address = parseStorageUrl('s3://acme/live/eu?endpoint=https://s3.example.com:9000/')
    expect(address).toMatchObject({
      bucket: 'acme',
      prefix: 'live/eu',
      endpoint: 'https://s3.example.com:9000',
      region: 'us-east-1',
      pathStyle: true,
    })
    expect(storagePlace(address)).toBe('s3://acme/live/eu at https://s3.example.com:9000')
  })

  test('has its parameters from the URL', () => {
    const text =
      's3://acme/?region=eu-west-3&path_style=false&sse=aws:kms&kms_key=arn:aws:kms:eu-west-3:1:key/2&endpoint=http://[::1]:9000'
    expect(parseStorageUrl(text)).toMatchObject({
      region: 'eu-west-3',
      pathStyle: false,
      endpoint: 'http://[::1]:9000',
      encryption: { algorithm: 'aws:kms', key: 'arn:aws:kms:eu-west-3:1:key/2' },
    })
    expect(parseStorageUrl('s3://acme?sse=AES256')?.encryption).toEqual({
      algorithm: 'AES256',
      key: undefined,
    })
  })
})

test.each([
  ['https://bucket.example.com', 'must be empty (files in the data folder) or begin with s3://'],
  ['gs://bucket', 'or begin with s3://'],
  ['acme', 'or begin with s3://'],
  ['s3://', 'needs the name of a bucket'],
  ['s3://ab', 'needs the name of a bucket'],
  ['s3://Acme_Files', 'needs the name of a bucket'],
  ['s3://acme:9000', 'must be a URL such as'],
  ['s3://acme/a//b', 'single / after the bucket'],
  ['s3://acme/a%20b', 'single / after the bucket'],
  ['s3://acme?regoin=eu-west-3', 'has the unknown parameter "regoin"; known are endpoint, region'],
  ['s3://acme?region=a&region=b', 'has the parameter "region" twice'],
  ['s3://acme?region=', 'has the empty parameter "region"'],
  ['s3://acme?endpoint=s3.example.com', 'needs as "endpoint" an http(s) origin'],
  ['s3://acme?endpoint=https://u:p@s3.example.com', 'needs as "endpoint" an http(s) origin'],
  ['s3://acme?endpoint=https://s3.example.com/x', 'needs as "endpoint" an http(s) origin'],
  ['s3://acme?path_style=yes', 'needs as "path_style" true or false'],
  ['s3://acme?sse=aes', 'needs as "sse" AES256 or aws:kms'],
  ['s3://acme?kms_key=x', 'has "kms_key", which needs sse=aws:kms'],
])('%s is refused with what to do', (text, problem) => {
  expect(() => loadConfig({ PARAPH_STORAGE_URL: text })).toThrow(ConfigError)
  expect(() => loadConfig({ PARAPH_STORAGE_URL: text })).toThrow(`PARAPH_STORAGE_URL`)
  expect(() => loadConfig({ PARAPH_STORAGE_URL: text })).toThrow(problem)
})

test('secrets are never part of the URL, and never of the refusal', () => {
  const load = () => loadConfig({ PARAPH_STORAGE_URL: 's3://AKIA123:s3cret@acme' })
  expect(load).toThrow('must not contain credentials: set AWS_ACCESS_KEY_ID')
  expect(load).not.toThrow('s3cret')
})

test('the key and its secret belong together, where they are used', () => {
  const url = { PARAPH_STORAGE_URL: 's3://acme' }
  expect(() => loadConfig({ ...url, AWS_ACCESS_KEY_ID: 'a' })).toThrow(
    'AWS_SECRET_ACCESS_KEY is required with AWS_ACCESS_KEY_ID',
  )
  expect(() => loadConfig({ ...url, AWS_SECRET_ACCESS_KEY: 'b' })).toThrow(
    'AWS_ACCESS_KEY_ID is required with AWS_SECRET_ACCESS_KEY',
  )
  expect(loadConfig({ AWS_ACCESS_KEY_ID: 'a' }).storage.address).toBeUndefined()
  const all = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_SESSION_TOKEN: 'c' }
  expect(loadConfig({ ...url, ...all }).storage.credentials).toEqual({
    accessKeyId: 'a',
    secretAccessKey: 'b',
    sessionToken: 'c',
  })
})
