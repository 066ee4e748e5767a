/** The built program as its next version could be: with one migration more, of which the present build knows nothing. */
import { appendFileSync, cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')
/** What an expanding migration may do: tables and columns that the present build never names. */
const MIGRATION = `-- migration: of the next build
-- sqlite:
CREATE TABLE next_build (id INTEGER NOT NULL PRIMARY KEY, note TEXT) STRICT;
ALTER TABLE signature_requests ADD COLUMN next_note TEXT;
ALTER TABLE signers ADD COLUMN next_level INTEGER NOT NULL DEFAULT 0;
`

/** Makes the next build of dist in a folder; what it does not build is that of the present one. */
export function makeNextBuild(folder: string): string {
  const root = join(folder, 'next')
  mkdirSync(root)
  for (const name of readdirSync(ROOT).filter((one) => one !== 'dist'))
    symlinkSync(join(ROOT, name), join(root, name))
  cpSync(join(ROOT, 'dist'), join(root, 'dist'), { recursive: true })
  appendFileSync(join(root, 'dist/signing/migrations.sql'), MIGRATION)
  return root
}
