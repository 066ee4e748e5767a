/** Calls of the service on behalf of a connection. */
const baseOf = ({ authData }) => String(authData.base_url ?? '').replace(/\/+$/, '')

/** Adds the key to calls of the service, and to no other: files come from other hosts. */
function withKey(request, _z, bundle) {
  const base = baseOf(bundle)
  if (base !== '' && request.url.startsWith(`${base}/`))
    request.headers['X-API-Key'] = bundle.authData.api_key
  return request
}

/** A refusal becomes an error with every finding. Zapier itself waits after a 429. */
async function readable(response, z) {
  if (response.status < 400 || response.status === 429) return response
  const text = response.request.raw ? await response.text() : response.content
  let problem
  try {
    problem = JSON.parse(text)
  } catch {
    throw new z.errors.Error(`The service answered ${response.status}`, 'Error', response.status)
  }
  const findings = (problem.errors ?? []).map(({ pointer, detail }) =>
    pointer === undefined ? detail : `${pointer} ${detail}`,
  )
  const message = [problem.detail, ...findings].join('\n')
  const code = response.status === 401 ? 'AuthenticationError' : problem.code
  throw new z.errors.Error(message, code, response.status)
}

/** One call. A form goes as bytes, which core can send through its own middleware. */
async function call(z, bundle, { method = 'GET', path, params, json, form, raw = false }) {
  const encoded = form && new Response(form)
  return await z.request({
    ...{ method, url: `${baseOf(bundle)}${path}`, raw },
    ...(params && { params }),
    ...(json && { body: json }),
    ...(encoded && {
      body: Buffer.from(await encoded.arrayBuffer()),
      headers: { 'Content-Type': encoded.headers.get('content-type') },
    }),
  })
}

/** One call that answers JSON. */
async function callForJson(z, bundle, wish) {
  return (await call(z, bundle, wish)).data
}

/** Every page of a list, up to so many entries. */
async function listAll(z, bundle, { path, member, params = {}, limit = 1_000 }) {
  const found = []
  let cursor = {}
  do {
    const page = { ...params, ...cursor, limit: Math.min(100, limit - found.length) }
    const answer = await callForJson(z, bundle, { path, params: page })
    found.push(...answer[member])
    cursor = answer.next_cursor === undefined ? {} : { cursor: answer.next_cursor }
  } while (cursor.cursor !== undefined && found.length < limit)
  return found
}

module.exports = { call, callForJson, listAll, readable, withKey }
