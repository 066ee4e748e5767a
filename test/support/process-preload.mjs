/**
 * Loaded before a server under test: its RSA keys come from the tests' cache, since making one takes seconds, and
 * its clock runs ahead by what the environment says, so that what waits for a minute need not be waited for.
 */
import crypto from 'node:crypto'
import { readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'

const { TEST_KEYS_FOLDER, TEST_CLOCK_AHEAD_MS = '0' } = process.env

const realNow = Date.now
const aheadMs = Number(TEST_CLOCK_AHEAD_MS)
Date.now = () => realNow() + aheadMs

const generate = crypto.generateKeyPair
let next = process.pid
crypto.generateKeyPair = (type, options, done) => {
  if (type !== 'rsa' || options.modulusLength !== 4096 || TEST_KEYS_FOLDER === undefined)
    return generate(type, options, done)
  next += 1
  const pem = readFileSync(join(TEST_KEYS_FOLDER, `rsa-4096-${next % 8}.pem`))
  const key = crypto.createPrivateKey(pem)
  setImmediate(() => done(null, crypto.createPublicKey(key), key))
}
syncBuiltinESMExports()
