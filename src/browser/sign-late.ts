/** The script of the page of a link that was opened too late, in a frame: tells the page around it. */

import { LATE_CODE } from '../signing/model/signer-page.ts'
import type { LateData } from '../signing/pages/sign-data.ts'
import { byId } from './sign/dom.ts'
import { Host } from './sign/host.ts'

const { embedOrigin } = JSON.parse(byId('late-data', HTMLElement).textContent ?? '') as LateData
const host = new Host(embedOrigin)
host.notify({ type: 'ready' })
host.notify({ type: 'error', code: LATE_CODE })
