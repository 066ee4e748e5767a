/** Bodies: what holds a file goes as a form, everything else as JSON. */

const isFile = (value: unknown): value is Blob => value instanceof Blob
const isFiles = (value: unknown): value is Blob[] =>
  Array.isArray(value) && value.length > 0 && value.every(isFile)

/** The body as `fetch` takes it; forms set their own Content-Type. */
export function serializeBody(body: unknown): FormData | string {
  if (body instanceof FormData) return body
  const members = Object.entries((body ?? {}) as Record<string, unknown>)
  if (!members.some(([, value]) => isFile(value) || isFiles(value))) return JSON.stringify(body)
  const form = new FormData()
  for (const [name, value] of members) {
    if (value === undefined || value === null) continue
    for (const part of isFiles(value) ? value : [value])
      form.append(name, isFile(part) ? part : asText(part))
  }
  return form
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)
