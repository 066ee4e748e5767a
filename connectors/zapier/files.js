/** Files that come from other steps, and files for them. */
const { call } = require('./client')

/** The name in an answer's headers. */
function nameIn(response) {
  const header = response.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  if (encoded !== undefined) return decodeURIComponent(encoded)
  return /filename="([^"]+)"/.exec(header)?.[1]
}

/** Puts a file of another step into a form. @param url where Zapier keeps it */
async function appendFile(z, form, part, url) {
  const response = await z.request({ url, raw: true })
  const name = nameIn(response) ?? decodeURIComponent(new URL(url).pathname.split('/').at(-1))
  form.append(part, new Blob([await response.arrayBuffer()]), name || part)
}

/** The file of an answer, kept by Zapier for the next steps. */
async function kept(z, response) {
  const filename = nameIn(response) ?? 'document'
  const content_type = response.headers.get('content-type')
  const bytes = Buffer.from(await response.arrayBuffer())
  const file = await z.stashFile(bytes, bytes.length, filename, content_type)
  return { file, filename, content_type, size_bytes: bytes.length }
}

/** Fetches a file of a signature request, or of what `of` names, once a step asks for it. */
async function download(z, bundle) {
  const { id, file, of = 'documents' } = bundle.inputData
  const path = `/api/v1/${of}/${encodeURIComponent(id)}/${file}`
  return (await kept(z, await call(z, bundle, { path, raw: true }))).file
}

/** A signature request with the files that it has by now, each fetched when a step uses it. */
function withFiles(z, document) {
  const later = (file) => z.dehydrateFile(download, { id: document.id, file })
  const finished = document.status === 'completed'
  return {
    ...document,
    original_file: later('file'),
    ...(finished && {
      signed_file: later('signed'),
      proof_file: later('proof'),
      evidence_file: later('evidence'),
    }),
  }
}

/** A bulk send with its results, fetched when a step uses them. */
function withResults(z, bulk) {
  const wish = { of: 'bulk-sends', id: bulk.id, file: 'results' }
  return { ...bulk, results_file: z.dehydrateFile(download, wish) }
}

module.exports = { appendFile, download, kept, withFiles, withResults }
