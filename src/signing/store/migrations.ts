/** The tables of signature requests. */
import type { MigrationSet } from '../../database/migrate.ts'
import { certificateFailureMigration, ownCertificatesMigration } from './certificate-orders.ts'
import { blobRefsMigration } from './migrations/blob-refs.ts'
import { bulkMigration } from './migrations/bulk.ts'
import { furtherFilesMigration, signerFilesMigration } from './migrations/files.ts'
import { openLinksMigration } from './migrations/open-links.ts'
import { requestFilesMigration } from './migrations/request-files.ts'
import {
  endedMigration,
  listsMigration,
  meaningsMigration,
  periodsMigration,
} from './migrations/requests.ts'
import { searchMigration } from './migrations/search.ts'
import {
  callsMigration,
  delegationMigration,
  formMigration,
  inputsMigration,
  keptValuesMigration,
  passkeyPhonesMigration,
  passkeysMigration,
  removedMigration,
  totpsMigration,
} from './migrations/signers.ts'

const TABLES = `
CREATE TABLE signature_requests (
  id TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  key_id TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
  status TEXT NOT NULL CHECK (status IN ('draft', 'pending', 'completed', 'declined', 'cancelled', 'expired', 'failed')),
  name TEXT NOT NULL,
  message TEXT,
  sender TEXT NOT NULL,
  external_id TEXT,
  -- JSON texts.
  metadata TEXT NOT NULL,
  reminders TEXT,
  -- The upload.
  filename TEXT NOT NULL,
  original_sha256 TEXT NOT NULL,
  original_bytes INTEGER NOT NULL,
  pages INTEGER NOT NULL,
  -- Revision 0, the newest revision, and the finished file.
  laid_out_sha256 TEXT,
  current_sha256 TEXT,
  signed_sha256 TEXT,
  level TEXT,
  -- Pages of the proof certificate inside the file; 0: it is a file of its own.
  proof_pages INTEGER NOT NULL DEFAULT 0,
  proof_sha256 TEXT,
  -- The month in which its signatures were taken from the quota.
  quota_month TEXT,
  created_at TEXT NOT NULL,
  sent_at TEXT,
  expires_at TEXT NOT NULL,
  ended_at TEXT,
  end_reason TEXT
) STRICT;
CREATE INDEX signature_requests_by_account ON signature_requests (account_id, id);
CREATE INDEX signature_requests_expiring ON signature_requests (expires_at) WHERE status IN ('draft', 'pending');
CREATE INDEX signature_requests_current ON signature_requests (current_sha256) WHERE current_sha256 IS NOT NULL;
CREATE INDEX signature_requests_signed ON signature_requests (signed_sha256) WHERE signed_sha256 IS NOT NULL;

CREATE TABLE signers (
  id TEXT NOT NULL PRIMARY KEY,
  request_id TEXT NOT NULL REFERENCES signature_requests (id),
  position INTEGER NOT NULL,
  step INTEGER NOT NULL CHECK (step > 0),
  status TEXT NOT NULL CHECK (status IN ('waiting', 'invited', 'opened', 'verified', 'signed', 'declined', 'blocked')),
  email TEXT NOT NULL,
  first_name TEXT,
  last_name TEXT,
  role TEXT,
  locale TEXT NOT NULL CHECK (locale IN ('fr', 'en')),
  phone TEXT,
  phone_from TEXT CHECK (phone_from IN ('sender', 'signer')),
  -- JSON texts: where the signature is seen; where the browser goes afterwards.
  fields TEXT NOT NULL,
  redirect_urls TEXT NOT NULL,
  -- A new number makes every earlier link invalid.
  link_version INTEGER NOT NULL DEFAULT 1,
  -- Codes that were sent and not used, since the last unblocking.
  codes_wasted INTEGER NOT NULL DEFAULT 0,
  texts_sent INTEGER NOT NULL DEFAULT 0,
  -- SHA-256 of the cookie that a right code gave, and until when it is good.
  session_hash TEXT,
  verified_until TEXT,
  -- JSON text: version, language, sha256, at, ip, ua.
  consent TEXT,
  -- JSON text of what was asked to be signed: kind, text, blob of the picture, ip, ua, at.
  intent TEXT,
  -- Serial number of the certificate under which it is being or was signed.
  serial TEXT,
  -- JSON text: what the signature is, for the proof certificate.
  signature TEXT,
  invited_at TEXT,
  opened_at TEXT,
  verified_at TEXT,
  signed_at TEXT,
  ended_at TEXT,
  end_reason TEXT,
  reminded_at TEXT,
  UNIQUE (request_id, position)
) STRICT;
CREATE INDEX signers_serial ON signers (serial) WHERE serial IS NOT NULL;

CREATE TABLE otp_codes (
  id TEXT NOT NULL PRIMARY KEY,
  signer_id TEXT NOT NULL REFERENCES signers (id),
  -- HMAC of the number: limits count per phone too.
  phone_hash TEXT NOT NULL,
  document_sha256 TEXT NOT NULL,
  -- HMAC of signer, document and code.
  code_hash TEXT NOT NULL,
  attempts_left INTEGER NOT NULL CHECK (attempts_left >= 0),
  state TEXT NOT NULL CHECK (state IN ('valid', 'used', 'replaced', 'unsent')),
  -- Epoch milliseconds.
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  -- Test mode only: the code itself.
  test_code TEXT
) STRICT;
CREATE INDEX otp_codes_by_signer ON otp_codes (signer_id, created_at);
CREATE INDEX otp_codes_by_phone ON otp_codes (phone_hash, created_at);
CREATE UNIQUE INDEX otp_codes_one_valid ON otp_codes (signer_id) WHERE state = 'valid';

CREATE TABLE idempotency_keys (
  account_id TEXT NOT NULL,
  key TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  -- NULL while the first request runs.
  status INTEGER,
  answer TEXT,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, key)
) STRICT;
`

/** The schema of this domain. */
export const signingMigrations: MigrationSet = {
  domain: 'signing',
  migrations: [
    { name: 'requests, signers, codes, idempotency keys', sqlite: TABLES },
    {
      name: 'what became of messages',
      // JSON text: channel, reason, at; the last message that was not delivered.
      sqlite: `
        ALTER TABLE signers ADD COLUMN delivery_failure TEXT;
        ALTER TABLE otp_codes ADD COLUMN delivery TEXT CHECK (delivery IN ('delivered', 'failed'));`,
    },
    {
      name: 'requests by the files they name',
      sqlite: `
        CREATE INDEX requests_original ON signature_requests (original_sha256);
        CREATE INDEX requests_laid_out ON signature_requests (laid_out_sha256)
          WHERE laid_out_sha256 IS NOT NULL;
        CREATE INDEX signers_picture ON signers (json_extract(intent, '$.image_sha256'))
          WHERE intent IS NOT NULL;`,
    },
    {
      name: 'what was erased',
      // What remains of a request after its retention period: no person, no file.
      sqlite: `
        CREATE TABLE erased_requests (
          id TEXT NOT NULL PRIMARY KEY,
          account_id TEXT NOT NULL,
          mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
          status TEXT NOT NULL,
          signed_sha256 TEXT,
          ended_at TEXT NOT NULL,
          erased_at TEXT NOT NULL,
          -- Set when its trail was erased too.
          trail_erased_at TEXT
        ) STRICT;
        CREATE INDEX erased_requests_signed ON erased_requests (signed_sha256)
          WHERE signed_sha256 IS NOT NULL;
        CREATE INDEX erased_requests_trails ON erased_requests (ended_at)
          WHERE trail_erased_at IS NULL;
        CREATE INDEX requests_ended ON signature_requests (status, ended_at)
          WHERE ended_at IS NOT NULL;
        CREATE INDEX requests_proof ON signature_requests (proof_sha256)
          WHERE proof_sha256 IS NOT NULL;`,
    },
    {
      name: 'what was changed about an upload',
      // JSON text: an array of codes.
      sqlite: `ALTER TABLE signature_requests ADD COLUMN upload_notices TEXT NOT NULL DEFAULT '[]';`,
    },
    {
      name: 'text messages counted when they are sent',
      sqlite: `
        CREATE TABLE text_messages (
          -- Of the code.
          id TEXT NOT NULL PRIMARY KEY,
          account_id TEXT NOT NULL,
          key_id TEXT NOT NULL,
          country TEXT NOT NULL,
          -- The number without its last four digits.
          prefix TEXT NOT NULL,
          at INTEGER NOT NULL,
          entered INTEGER NOT NULL CHECK (entered IN (0, 1))
        ) STRICT;
        CREATE INDEX text_messages_by_key ON text_messages (key_id, at);
        CREATE INDEX text_messages_by_account ON text_messages (account_id, at);
        CREATE INDEX text_messages_by_prefix ON text_messages (prefix, at);
        CREATE INDEX text_messages_by_time ON text_messages (at);
        -- The last alarm about each.
        CREATE TABLE text_alarms (
          scope TEXT NOT NULL CHECK (scope IN ('account', 'prefix')),
          subject TEXT NOT NULL,
          at INTEGER NOT NULL,
          PRIMARY KEY (scope, subject)
        ) STRICT;`,
    },
    {
      name: 'salts of telephone numbers',
      sqlite: 'ALTER TABLE signers ADD COLUMN phone_salt TEXT;',
    },
    {
      name: 'first mails, kept mails, wrong codes forgiven',
      sqlite: `
        -- One row for each person whom an account mailed for the first time, without the address; a day long.
        CREATE TABLE first_mails (account_id TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
        CREATE INDEX first_mails_by_account ON first_mails (account_id, at);
        CREATE INDEX signers_by_address ON signers (lower(email));
        -- JSON text: kind and at of the last mail that was kept instead of sent, for a test key.
        ALTER TABLE signers ADD COLUMN kept_mail TEXT;
        -- Wrong codes before this moment count no more, epoch milliseconds: the sender said so.
        ALTER TABLE signers ADD COLUMN guesses_forgiven_at INTEGER NOT NULL DEFAULT 0;`,
    },
    {
      name: 'mails to the sender',
      sqlite: `
        -- JSON text: kinds, addresses and language of the mails about this request; NULL: as the account has chosen.
        ALTER TABLE signature_requests ADD COLUMN notify TEXT;
        -- What an account has chosen; without a row: everything, and no file.
        CREATE TABLE sender_notices (
          account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id),
          -- JSON text: an array of kinds.
          kinds TEXT NOT NULL,
          attach INTEGER NOT NULL CHECK (attach IN (0, 1))
        ) STRICT;`,
    },
    {
      name: 'country of telephone numbers', // ISO 3166-1
      sqlite: `
        CREATE TABLE phone_countries (
          account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id),
          country TEXT NOT NULL
        ) STRICT;`,
    },
    {
      name: 'brands of accounts',
      sqlite: `
        CREATE TABLE brands (
          account_id TEXT NOT NULL REFERENCES accounts (id),
          mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
          name TEXT,
          color TEXT,
          reply_to TEXT,
          host TEXT,
          -- PNG, drawn anew from the upload.
          logo BLOB,
          PRIMARY KEY (account_id, mode)
        ) STRICT;`,
    },
    {
      name: 'who runs a call',
      // The instance that runs the first call with a key.
      sqlite: 'ALTER TABLE idempotency_keys ADD COLUMN owner TEXT;',
    },
    {
      name: 'renewed archive time-stamps',
      sqlite: `
        -- When the certificate of the newest archive time-stamp ends, RFC 3339; NULL: not looked at yet.
        ALTER TABLE signature_requests ADD COLUMN stamp_ends_at TEXT;
        CREATE INDEX signature_requests_stamps ON signature_requests (stamp_ends_at)
          WHERE status = 'completed';
        -- Finished files as they were handed out before their time-stamp was renewed; they begin the present ones.
        CREATE TABLE renewed_files (
          sha256 TEXT NOT NULL PRIMARY KEY,
          request_id TEXT NOT NULL
        ) STRICT;
        CREATE INDEX renewed_files_by_request ON renewed_files (request_id);`,
    },
    {
      name: 'links that the sender hands over',
      sqlite: `ALTER TABLE signers ADD COLUMN delivery TEXT NOT NULL DEFAULT 'email' CHECK (delivery IN ('email', 'none'));`,
    },
    {
      name: 'what a rendered document lacks',
      // JSON text: an array of document warnings.
      sqlite: `ALTER TABLE signature_requests ADD COLUMN document_warnings TEXT NOT NULL DEFAULT '[]';`,
    },
    {
      name: 'origins that embed signers’ pages',
      sqlite: `
        CREATE TABLE embed_origins (
          account_id TEXT NOT NULL REFERENCES accounts (id),
          -- Such as https://app.example.com.
          origin TEXT NOT NULL,
          PRIMARY KEY (account_id, origin)
        ) STRICT;`,
    },
    {
      name: 'how signers prove who they are',
      sqlite: `
        ALTER TABLE signers ADD COLUMN authentication TEXT NOT NULL DEFAULT 'sms'
          CHECK (authentication IN ('sms', 'email', 'totp', 'passkey'));
        -- JSON text: method, source, reference, verified_at; what the sender states.
        ALTER TABLE signers ADD COLUMN verified_identity TEXT;
        -- What phone_hash is the hash of, or what is tried instead of a code.
        ALTER TABLE otp_codes ADD COLUMN channel TEXT NOT NULL DEFAULT 'sms'
          CHECK (channel IN ('sms', 'email', 'totp', 'passkey'));`,
    },
    {
      name: 'more languages of signers',
      // A column's check cannot be changed: a new column without one takes its place.
      sqlite: `
        ALTER TABLE signers RENAME COLUMN locale TO locale_of_two;
        ALTER TABLE signers ADD COLUMN locale TEXT NOT NULL DEFAULT 'fr';
        UPDATE signers SET locale = locale_of_two;
        ALTER TABLE signers DROP COLUMN locale_of_two;`,
    },
    passkeysMigration,
    {
      name: 'people who get a copy',
      // JSON text: an array of email, first_name, last_name, locale.
      sqlite: `ALTER TABLE signature_requests ADD COLUMN copies TEXT NOT NULL DEFAULT '[]';`,
    },
    inputsMigration,
    passkeyPhonesMigration,
    totpsMigration,
    {
      name: 'level that a request requires',
      sqlite: 'ALTER TABLE signature_requests ADD COLUMN required_level TEXT;',
    },
    {
      name: 'what people are asked to do',
      sqlite: `
        ALTER TABLE signers ADD COLUMN action TEXT NOT NULL DEFAULT 'sign'
          CHECK (action IN ('sign', 'approve', 'witness'));
        -- The signer whose signature a witness attests.
        ALTER TABLE signers ADD COLUMN witness_of TEXT;`,
    },
    {
      name: 'outer seals of requests',
      // JSON text: whose seal the request must get, the seal once it is made, the last fault until then; NULL: none.
      sqlite: 'ALTER TABLE signature_requests ADD COLUMN outer_seal TEXT;',
    },
    { name: 'signing in person', sqlite: 'ALTER TABLE signers ADD COLUMN in_person_host TEXT;' },
    bulkMigration,
    formMigration,
    periodsMigration,
    signerFilesMigration,
    delegationMigration,
    furtherFilesMigration,
    ownCertificatesMigration,
    certificateFailureMigration,
    callsMigration,
    listsMigration,
    endedMigration,
    blobRefsMigration,
    meaningsMigration,
    requestFilesMigration,
    searchMigration,
    keptValuesMigration,
    removedMigration,
    openLinksMigration,
  ],
}
