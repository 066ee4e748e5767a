/** `check.sh`, the script that checks evidence with openssl: the same for all documents of an operator. */
import { readFileSync } from 'node:fs'
import { codeFile } from '../../kernel/program-files.ts'

const PLACEHOLDER = '@ROOT_SHA256@'

/** @param rootSha256 of the operator's root certificate, in hexadecimal */
export const checkScript = (rootSha256: string): string =>
  readFileSync(codeFile('signing/evidence/check.sh'), 'utf8').replace(PLACEHOLDER, rootSha256)
