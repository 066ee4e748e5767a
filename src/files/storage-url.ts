/** The setting that says where files lie: `s3://bucket/prefix?endpoint=…&region=…`. */

/** A bucket, and how it is reached. */
export type BucketAddress = NonNullable<ReturnType<typeof parseStorageUrl>>

const EXAMPLE = 's3://bucket/prefix?endpoint=https://s3.example.com&region=eu-west-3'
const PARAMETERS = ['endpoint', 'region', 'path_style', 'sse', 'kms_key'] as const
/** Names of S3's general purpose buckets. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
/** Nothing that servers treat differently in a key. */
const PREFIX = /^[\w.-]+(\/[\w.-]+)*$/
const REGION_OF_OTHERS = 'us-east-1'

/** Without the value itself, which may hold a secret. */
const bad = (problem: string): never => {
  throw new Error(problem)
}

function parsed(text: string): URL {
  if (!/^s3:\/\//i.test(text))
    return bad(`must be empty (files in the data folder) or begin with s3://, such as ${EXAMPLE}`)
  return URL.canParse(text) ? new URL(text) : bad(`must be a URL such as ${EXAMPLE}`)
}

function parametersOf(url: URL): Partial<Record<(typeof PARAMETERS)[number], string>> {
  for (const name of url.searchParams.keys()) {
    if (!PARAMETERS.some((known) => known === name))
      bad(`has the unknown parameter "${name}"; known are ${PARAMETERS.join(', ')}`)
    if (url.searchParams.getAll(name).length > 1) bad(`has the parameter "${name}" twice`)
    if (url.searchParams.get(name) === '') bad(`has the empty parameter "${name}"`)
  }
  return Object.fromEntries(url.searchParams)
}

function originOf(endpoint: string): string {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  const isOrigin = url !== undefined && url.pathname === '/' && url.search === '' && !url.username
  if (isOrigin && ['http:', 'https:'].includes(url.protocol)) return url.origin
  return bad('needs as "endpoint" an http(s) origin such as https://s3.example.com')
}

function encryptionOf(sse: string | undefined, key: string | undefined) {
  const algorithm = (['AES256', 'aws:kms'] as const).find((known) => known === sse)
  if (algorithm === undefined && sse !== undefined) return bad('needs as "sse" AES256 or aws:kms')
  if (key !== undefined && algorithm !== 'aws:kms')
    return bad('has "kms_key", which needs sse=aws:kms')
  return algorithm === undefined ? undefined : { algorithm, key }
}

/**
 * Reads the setting; undefined for an empty one: files in the data folder.
 * @throws Error whose message continues the setting's name
 */
export function parseStorageUrl(text: string) {
  if (text.trim() === '') return undefined
  const url = parsed(text.trim())
  if (url.username !== '' || url.password !== '')
    bad('must not contain credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  if (url.port !== '' || url.hash !== '') bad(`must be a URL such as ${EXAMPLE}`)
  if (!BUCKET.test(url.hostname))
    bad('needs the name of a bucket after s3://: 3 to 63 lower-case letters, digits, - and .')
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '')
  if (prefix !== '' && (!PREFIX.test(prefix) || prefix.split('/').includes('..')))
    bad('may have only letters, digits, _, -, . and single / after the bucket')
  const given = parametersOf(url)
  const { path_style: style } = given
  if (style !== undefined && style !== 'true' && style !== 'false')
    bad('needs as "path_style" true or false')
  const endpoint = given.endpoint === undefined ? undefined : originOf(given.endpoint)
  return {
    bucket: url.hostname,
    /** What every key begins with, without slashes at its ends; may be empty. */
    prefix,
    /** Origin of the server; undefined: that of Amazon in the region. */
    endpoint,
    /** Undefined: as the SDK finds it (`AWS_REGION`, profile). */
    region: given.region ?? (endpoint === undefined ? undefined : REGION_OF_OTHERS),
    /** Whether the bucket is part of the path, not of the host name. */
    pathStyle: style === undefined ? endpoint !== undefined : style === 'true',
    /** How the server encrypts what it stores; undefined: as the bucket says. */
    encryption: encryptionOf(given.sse, given.kms_key),
  }
}

/** Where files lie, for people: without parameters. */
export const storagePlace = (address: BucketAddress | undefined): string => {
  if (address === undefined) return 'the data folder'
  const { bucket, prefix, endpoint } = address
  const where = `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`
  return endpoint === undefined ? where : `${where} at ${endpoint}`
}
