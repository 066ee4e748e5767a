/** The script of the page to which a provider sends the browser back: takes what it says to the document's page. */
import { LEFT_KEY, RETURNED_KEY, type ReturnedOrder } from './sign/certificate-visit.ts'
import { byId } from './sign/dom.ts'

const path = sessionStorage.getItem(LEFT_KEY) ?? ''
const query = new URLSearchParams(location.search)
const state = query.get('state')

if (/^\/sign\/[a-z0-9-]+$/.test(path) && state !== null) {
  const code = query.get('code')
  const returned: ReturnedOrder = { state, ...(code !== null && { code }) }
  sessionStorage.removeItem(LEFT_KEY)
  sessionStorage.setItem(RETURNED_KEY, JSON.stringify(returned))
  // In place of this page: its address has the code.
  location.replace(path)
} else {
  history.replaceState(null, '', location.pathname)
  byId('returning', HTMLElement).hidden = true
  byId('lost', HTMLElement).hidden = false
}
