/** The script of the page to which a provider sends the browser back: takes what it says to the document's page. */
import { LEFT_KEY, RETURNED_KEY, type ReturnedOrder } from './sign/certificate-visit.ts'
import { byId } from './sign/dom.ts'

const path = sessionStorage.getItem(LEFT_KEY) ?? ''
const query = new URLSearchParams(location.search)

if (/^(?:\/[\w.~-]+)*\/sign\/[a-z0-9-]+$/.test(path)) {
  const [code, error] = [query.get('code'), query.get('error')]
  // Without a state it belongs to no order, which the document's page says.
  const returned: ReturnedOrder = {
    state: query.get('state') ?? 'none',
    ...(code !== null && { code }),
    ...(error !== null && /^[a-z_]{1,60}$/.test(error) && { error }),
  }
  sessionStorage.removeItem(LEFT_KEY)
  sessionStorage.setItem(RETURNED_KEY, JSON.stringify(returned))
  // In place of this page: its address has the code.
  location.replace(path)
} else {
  history.replaceState(null, '', location.pathname)
  byId('returning', HTMLElement).hidden = true
  byId('lost', HTMLElement).hidden = false
}
