/**
 * Loaded before a server under test: its RSA keys come from the tests' cache, since making one takes seconds, and
 * its clock runs ahead by what the environment says, so that what waits for a minute need not be waited for.
 */
import childProcess from 'node:child_process'
import crypto from 'node:crypto'
import { readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'

const { TEST_KEYS_FOLDER, TEST_KEYS_COUNT, TEST_CLOCK_AHEAD_MS = '0' } = process.env

const realNow = Date.now
const aheadMs = Number(TEST_CLOCK_AHEAD_MS)
Date.now = () => realNow() + aheadMs

let next = process.pid
/** The next key of the cache, as PEM. */
function nextKey() {
  next += 1
  return readFileSync(join(TEST_KEYS_FOLDER, `rsa-4096-${next % Number(TEST_KEYS_COUNT)}.pem`))
}

const generate = crypto.generateKeyPair
crypto.generateKeyPair = (type, options, done) => {
  if (type !== 'rsa' || options.modulusLength !== 4096 || TEST_KEYS_FOLDER === undefined)
    return generate(type, options, done)
  const key = crypto.createPrivateKey(nextKey())
  setImmediate(() => done(null, crypto.createPublicKey(key), key))
}

// Keys made ahead are made in a process of their own; it survives a kill and uses a CPU for seconds.
const run = childProcess.execFile
childProcess.execFile = (file, args, ...rest) => {
  if (!String(args?.[1]).includes('generateKeyPairSync') || TEST_KEYS_FOLDER === undefined)
    return run(file, args, ...rest)
  const der = ['-e', 'process.stdout.write(Buffer.from(process.argv[1], "base64"))']
  const base64 = nextKey()
    .toString('latin1')
    .replace(/-----[^-]+-----|\s/g, '')
  return run(file, [...der, base64], ...rest)
}
syncBuiltinESMExports()
