-- Steps of the schema in their order; a released one is never edited. See CONTRIBUTING.md, "A migration".
-- migration: requests, signers, codes, idempotency keys
-- sqlite:

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

-- migration: what became of messages
-- sqlite:

        ALTER TABLE signers ADD COLUMN delivery_failure TEXT;
        ALTER TABLE otp_codes ADD COLUMN delivery TEXT CHECK (delivery IN ('delivered', 'failed'));
-- migration: requests by the files they name
-- sqlite:

        CREATE INDEX requests_original ON signature_requests (original_sha256);
        CREATE INDEX requests_laid_out ON signature_requests (laid_out_sha256)
          WHERE laid_out_sha256 IS NOT NULL;
        CREATE INDEX signers_picture ON signers (json_extract(intent, '$.image_sha256'))
          WHERE intent IS NOT NULL;
-- migration: what was erased
-- sqlite:

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
          WHERE proof_sha256 IS NOT NULL;
-- migration: what was changed about an upload
-- sqlite:
ALTER TABLE signature_requests ADD COLUMN upload_notices TEXT NOT NULL DEFAULT '[]';
-- migration: text messages counted when they are sent
-- sqlite:

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
        ) STRICT;
-- migration: salts of telephone numbers
-- sqlite:
ALTER TABLE signers ADD COLUMN phone_salt TEXT;
-- migration: first mails, kept mails, wrong codes forgiven
-- sqlite:

        -- One row for each person whom an account mailed for the first time, without the address; a day long.
        CREATE TABLE first_mails (account_id TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
        CREATE INDEX first_mails_by_account ON first_mails (account_id, at);
        CREATE INDEX signers_by_address ON signers (lower(email));
        -- JSON text: kind and at of the last mail that was kept instead of sent, for a test key.
        ALTER TABLE signers ADD COLUMN kept_mail TEXT;
        -- Wrong codes before this moment count no more, epoch milliseconds: the sender said so.
        ALTER TABLE signers ADD COLUMN guesses_forgiven_at INTEGER NOT NULL DEFAULT 0;
-- migration: mails to the sender
-- sqlite:

        -- JSON text: kinds, addresses and language of the mails about this request; NULL: as the account has chosen.
        ALTER TABLE signature_requests ADD COLUMN notify TEXT;
        -- What an account has chosen; without a row: everything, and no file.
        CREATE TABLE sender_notices (
          account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id),
          -- JSON text: an array of kinds.
          kinds TEXT NOT NULL,
          attach INTEGER NOT NULL CHECK (attach IN (0, 1))
        ) STRICT;
-- migration: country of telephone numbers
-- sqlite:

        CREATE TABLE phone_countries (
          account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id),
          country TEXT NOT NULL
        ) STRICT;
-- migration: brands of accounts
-- sqlite:

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
        ) STRICT;
-- migration: who runs a call
-- sqlite:
ALTER TABLE idempotency_keys ADD COLUMN owner TEXT;
-- migration: renewed archive time-stamps
-- sqlite:

        -- When the certificate of the newest archive time-stamp ends, RFC 3339; NULL: not looked at yet.
        ALTER TABLE signature_requests ADD COLUMN stamp_ends_at TEXT;
        CREATE INDEX signature_requests_stamps ON signature_requests (stamp_ends_at)
          WHERE status = 'completed';
        -- Finished files as they were handed out before their time-stamp was renewed; they begin the present ones.
        CREATE TABLE renewed_files (
          sha256 TEXT NOT NULL PRIMARY KEY,
          request_id TEXT NOT NULL
        ) STRICT;
        CREATE INDEX renewed_files_by_request ON renewed_files (request_id);
-- migration: links that the sender hands over
-- sqlite:
ALTER TABLE signers ADD COLUMN delivery TEXT NOT NULL DEFAULT 'email' CHECK (delivery IN ('email', 'none'));
-- migration: what a rendered document lacks
-- sqlite:
ALTER TABLE signature_requests ADD COLUMN document_warnings TEXT NOT NULL DEFAULT '[]';
-- migration: origins that embed signers’ pages
-- sqlite:

        CREATE TABLE embed_origins (
          account_id TEXT NOT NULL REFERENCES accounts (id),
          -- Such as https://app.example.com.
          origin TEXT NOT NULL,
          PRIMARY KEY (account_id, origin)
        ) STRICT;
-- migration: how signers prove who they are
-- sqlite:

        ALTER TABLE signers ADD COLUMN authentication TEXT NOT NULL DEFAULT 'sms'
          CHECK (authentication IN ('sms', 'email', 'totp', 'passkey'));
        -- JSON text: method, source, reference, verified_at; what the sender states.
        ALTER TABLE signers ADD COLUMN verified_identity TEXT;
        -- What phone_hash is the hash of, or what is tried instead of a code.
        ALTER TABLE otp_codes ADD COLUMN channel TEXT NOT NULL DEFAULT 'sms'
          CHECK (channel IN ('sms', 'email', 'totp', 'passkey'));
-- migration: more languages of signers
-- sqlite:

        ALTER TABLE signers RENAME COLUMN locale TO locale_of_two;
        ALTER TABLE signers ADD COLUMN locale TEXT NOT NULL DEFAULT 'fr';
        UPDATE signers SET locale = locale_of_two;
        ALTER TABLE signers DROP COLUMN locale_of_two;
-- migration: passkeys of signers
-- sqlite:

        CREATE TABLE signer_passkeys (
          -- The credential id that the authenticator chose, base64url.
          id TEXT NOT NULL PRIMARY KEY,
          account_id TEXT NOT NULL REFERENCES accounts (id),
          mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
          -- In lower case.
          email TEXT NOT NULL,
          -- Of the signers' pages: browsers bind passkeys to it.
          host TEXT NOT NULL,
          -- COSE_Key (RFC 9052).
          public_key BLOB NOT NULL,
          counter INTEGER NOT NULL,
          transports TEXT NOT NULL,
          -- Masked number of the telephone whose code was entered before.
          phone TEXT NOT NULL,
          created_at TEXT NOT NULL,
          last_used_at TEXT
        ) STRICT;
        CREATE INDEX signer_passkeys_by_owner ON signer_passkeys (account_id, mode, email);
        CREATE INDEX signer_passkeys_by_address ON signer_passkeys (email);
        -- JSON text: the passkey by which the person was verified.
        ALTER TABLE signers ADD COLUMN verified_by TEXT;
        -- Until when a passkey may be registered, after a right code.
        ALTER TABLE signers ADD COLUMN registering_until TEXT;
-- migration: people who get a copy
-- sqlite:
ALTER TABLE signature_requests ADD COLUMN copies TEXT NOT NULL DEFAULT '[]';
-- migration: fields that signers fill in
-- sqlite:
ALTER TABLE signers ADD COLUMN inputs TEXT NOT NULL DEFAULT '[]';
-- migration: telephones of passkeys
-- sqlite:
ALTER TABLE signer_passkeys ADD COLUMN phone_hash TEXT NOT NULL DEFAULT '';
-- migration: authenticator apps of signers
-- sqlite:

        CREATE TABLE signer_totps (
          id TEXT NOT NULL PRIMARY KEY,
          account_id TEXT NOT NULL REFERENCES accounts (id),
          mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
          -- In lower case.
          email TEXT NOT NULL,
          -- Sealed for the id.
          secret BLOB NOT NULL,
          -- The newest step of 30 seconds whose code was taken.
          last_step INTEGER NOT NULL,
          -- Masked number of the telephone whose code was entered before, and its keyed hash.
          phone TEXT NOT NULL,
          phone_hash TEXT NOT NULL,
          created_at TEXT NOT NULL,
          last_used_at TEXT
        ) STRICT;
        CREATE INDEX signer_totps_by_owner ON signer_totps (account_id, mode, email);
        CREATE INDEX signer_totps_by_address ON signer_totps (email);
        -- Of the app that is being registered, sealed for the signer.
        ALTER TABLE signers ADD COLUMN totp_secret BLOB;
-- migration: level that a request requires
-- sqlite:
ALTER TABLE signature_requests ADD COLUMN required_level TEXT;
-- migration: what people are asked to do
-- sqlite:

        ALTER TABLE signers ADD COLUMN action TEXT NOT NULL DEFAULT 'sign'
          CHECK (action IN ('sign', 'approve', 'witness'));
        -- The signer whose signature a witness attests.
        ALTER TABLE signers ADD COLUMN witness_of TEXT;
-- migration: outer seals of requests
-- sqlite:
ALTER TABLE signature_requests ADD COLUMN outer_seal TEXT;
-- migration: signing in person
-- sqlite:
ALTER TABLE signers ADD COLUMN in_person_host TEXT;
-- migration: request templates and bulk sends
-- sqlite:

        CREATE TABLE request_templates (
          id TEXT NOT NULL PRIMARY KEY,
          account_id TEXT NOT NULL REFERENCES accounts (id),
          mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
          name TEXT NOT NULL,
          -- JSON text: roles and defaults.
          definition TEXT NOT NULL,
          -- A stored Word template and its version; null: the PDF of the next columns, or the current version.
          template_id TEXT,
          template_version INTEGER,
          file_sha256 TEXT,
          filename TEXT,
          size_bytes INTEGER NOT NULL,
          pages INTEGER NOT NULL,
          created_at TEXT NOT NULL,
          updated_at TEXT NOT NULL
        ) STRICT;
        CREATE INDEX request_templates_by_account ON request_templates (account_id, mode, id);
        CREATE INDEX request_templates_by_file ON request_templates (file_sha256);
        CREATE TABLE bulk_sends (
          id TEXT NOT NULL PRIMARY KEY,
          account_id TEXT NOT NULL REFERENCES accounts (id),
          mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
          -- The key that is charged; or the console's own, which is in no table.
          key_id TEXT NOT NULL,
          -- 1: a person in the console, who may use templates of both modes.
          by_owner INTEGER NOT NULL,
          -- JSON text: who ordered it, for the trails.
          actor TEXT NOT NULL,
          request_template_id TEXT NOT NULL,
          -- The template as it was then.
          definition TEXT NOT NULL,
          template_id TEXT,
          template_version INTEGER,
          file_sha256 TEXT,
          filename TEXT,
          name TEXT NOT NULL,
          status TEXT NOT NULL,
          -- JSON text: code, detail, and when it goes on by itself.
          paused TEXT,
          separator TEXT NOT NULL,
          -- JSON text: what may be a mistake in the list.
          warnings TEXT NOT NULL,
          created_at TEXT NOT NULL,
          started_at TEXT,
          ended_at TEXT
        ) STRICT;
        CREATE INDEX bulk_sends_by_account ON bulk_sends (account_id, mode, id);
        CREATE INDEX bulk_sends_by_file ON bulk_sends (file_sha256);
        CREATE TABLE bulk_rows (
          bulk_id TEXT NOT NULL REFERENCES bulk_sends (id) ON DELETE CASCADE,
          -- From 1, in the order of the list.
          number INTEGER NOT NULL,
          -- Where the row begins in the file.
          line INTEGER NOT NULL,
          status TEXT NOT NULL,
          -- JSON text: who signs, and the data; null once the request has it.
          payload TEXT,
          external_id TEXT,
          document_id TEXT,
          -- JSON text: what is wrong.
          errors TEXT,
          tries INTEGER NOT NULL DEFAULT 0,
          PRIMARY KEY (bulk_id, number)
        ) STRICT;
        CREATE INDEX bulk_rows_by_status ON bulk_rows (bulk_id, status, number);
-- migration: forms of uploads that signers fill in
-- sqlite:
ALTER TABLE signature_requests ADD COLUMN form_notes TEXT NOT NULL DEFAULT '[]';
-- migration: retention periods of accounts
-- sqlite:

        CREATE TABLE retention_periods (
          account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id),
          -- Days after the end; NULL: as long as the operator keeps them.
          completed_days INTEGER,
          unsigned_days INTEGER,
          -- What counted before; 0: without limit. Whichever is longer counts until then.
          earlier_completed_days INTEGER,
          earlier_unsigned_days INTEGER,
          alone_from TEXT NOT NULL
        ) STRICT;
-- migration: files of signers
-- sqlite:

        CREATE TABLE signer_files (
          id TEXT NOT NULL PRIMARY KEY,
          request_id TEXT NOT NULL,
          signer_id TEXT NOT NULL,
          -- The sender's name of the field.
          field TEXT NOT NULL,
          -- Of the file as it is stored.
          sha256 TEXT NOT NULL,
          name TEXT NOT NULL,
          media_type TEXT NOT NULL,
          size INTEGER NOT NULL,
          uploaded_at TEXT NOT NULL,
          UNIQUE (signer_id, field)
        ) STRICT;
        CREATE INDEX signer_files_by_request ON signer_files (request_id);
        CREATE INDEX signer_files_by_file ON signer_files (sha256);
-- migration: delegation by signers
-- sqlite:

        ALTER TABLE signers ADD COLUMN allow_delegation INTEGER NOT NULL DEFAULT 0
          CHECK (allow_delegation IN (0, 1));
        -- JSON text: who delegated to this person, why, and what has become of their link.
        ALTER TABLE signers ADD COLUMN delegation TEXT;
-- migration: several files in one request
-- sqlite:

    -- JSON text: the files after the first one, each with what the columns of the request say of the first.
    ALTER TABLE signature_requests ADD COLUMN further_files TEXT NOT NULL DEFAULT '[]';
    -- Their uploads together.
    ALTER TABLE signature_requests ADD COLUMN further_bytes INTEGER NOT NULL DEFAULT 0;
    -- The blobs that further_files names, by which files are recognised and kept.
    CREATE TABLE further_blobs (
      request_id TEXT NOT NULL REFERENCES signature_requests (id),
      sha256 TEXT NOT NULL,
      -- 1: a finished file, or a revision that somebody has signed.
      handed_out INTEGER NOT NULL CHECK (handed_out IN (0, 1)),
      PRIMARY KEY (request_id, sha256)
    ) STRICT;
    CREATE INDEX further_blobs_by_hash ON further_blobs (sha256);
    -- Finished further files of erased requests.
    CREATE TABLE erased_files (
      sha256 TEXT NOT NULL PRIMARY KEY,
      request_id TEXT NOT NULL
    ) STRICT;
    CREATE INDEX erased_files_by_request ON erased_files (request_id);
-- migration: signers with a certificate of their own
-- sqlite:

    -- JSON text: the service at which it is; NULL: the signer gets one of ours.
    ALTER TABLE signers ADD COLUMN certificate TEXT;
    CREATE TABLE certificate_orders (
      id TEXT NOT NULL PRIMARY KEY,
      signer_id TEXT NOT NULL UNIQUE,
      request_id TEXT NOT NULL,
      step TEXT NOT NULL CHECK (step IN ('service', 'choice', 'credential')),
      session_hash TEXT NOT NULL,
      state_hash TEXT,
      -- Encrypted JSON text.
      secrets BLOB NOT NULL,
      -- JSON text: the order, the certificates listed, the signature begun.
      data TEXT NOT NULL,
      file_sha256 TEXT,
      picture_sha256 TEXT,
      expires_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX certificate_orders_by_request ON certificate_orders (request_id);
-- migration: why a signer with a certificate of their own has not signed yet
-- sqlite:
ALTER TABLE signers ADD COLUMN certificate_failure TEXT;
-- migration: codes spoken in telephone calls
-- sqlite:

    -- offered: codes may be spoken in a call; used: the code that was entered was; NULL: by text message only.
    ALTER TABLE signers ADD COLUMN voice TEXT;
    -- asked: a call was asked for; spoken: the code was spoken in it; NULL: no call.
    ALTER TABLE otp_codes ADD COLUMN call_state TEXT;
    -- Keyed hash of the number that was called; NULL: a text message, or the call could not be made.
    ALTER TABLE text_messages ADD COLUMN called TEXT;
    CREATE INDEX text_messages_by_called ON text_messages (called, at) WHERE called IS NOT NULL;
-- migration: requests by what lists are asked for
-- sqlite:

        CREATE INDEX requests_listed ON signature_requests (account_id, mode, id);
        CREATE INDEX requests_by_state ON signature_requests (account_id, mode, status, id);
        CREATE INDEX requests_by_reference ON signature_requests (account_id, mode, external_id, id)
          WHERE external_id IS NOT NULL;
        -- What an account uses: of what it never sent, and of everything.
        CREATE INDEX requests_unsent ON signature_requests (account_id, mode) WHERE sent_at IS NULL;
        CREATE INDEX requests_bytes ON signature_requests (account_id, mode, original_bytes, further_bytes);
-- migration: ended requests of an account, and those never sent
-- sqlite:

    CREATE INDEX requests_ended_of ON signature_requests (account_id, status, ended_at)
      WHERE ended_at IS NOT NULL;
    CREATE INDEX requests_ended_unsent ON signature_requests (status, ended_at)
      WHERE ended_at IS NOT NULL AND sent_at IS NULL;
-- migration: references to files
-- sqlite:

  CREATE TABLE blob_refs (
    sha256 TEXT NOT NULL,
    -- Table and column that name the file.
    kind TEXT NOT NULL,
    -- The row.
    owner TEXT NOT NULL,
    PRIMARY KEY (sha256, kind, owner)
  ) STRICT, WITHOUT ROWID;
  -- Kinds of which rows with a greater owner than this one are not recorded yet.
  CREATE TABLE blob_ref_gaps (kind TEXT NOT NULL PRIMARY KEY, after TEXT NOT NULL) STRICT;
  CREATE TRIGGER blob_refs_signature_requests_original_sha256_insert AFTER INSERT ON signature_requests BEGIN
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.original_sha256, 'signature_requests.original_sha256', NEW.id WHERE NEW.original_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_signature_requests_original_sha256_update AFTER UPDATE OF original_sha256, id ON signature_requests
    WHEN NOT (OLD.id = NEW.id AND OLD.original_sha256 IS NEW.original_sha256) BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.original_sha256 AND kind = 'signature_requests.original_sha256' AND owner = OLD.id;
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.original_sha256, 'signature_requests.original_sha256', NEW.id WHERE NEW.original_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_signature_requests_original_sha256_delete AFTER DELETE ON signature_requests BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.original_sha256 AND kind = 'signature_requests.original_sha256' AND owner = OLD.id;
  END;
  CREATE TRIGGER blob_refs_signature_requests_laid_out_sha256_insert AFTER INSERT ON signature_requests BEGIN
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.laid_out_sha256, 'signature_requests.laid_out_sha256', NEW.id WHERE NEW.laid_out_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_signature_requests_laid_out_sha256_update AFTER UPDATE OF laid_out_sha256, id ON signature_requests
    WHEN NOT (OLD.id = NEW.id AND OLD.laid_out_sha256 IS NEW.laid_out_sha256) BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.laid_out_sha256 AND kind = 'signature_requests.laid_out_sha256' AND owner = OLD.id;
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.laid_out_sha256, 'signature_requests.laid_out_sha256', NEW.id WHERE NEW.laid_out_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_signature_requests_laid_out_sha256_delete AFTER DELETE ON signature_requests BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.laid_out_sha256 AND kind = 'signature_requests.laid_out_sha256' AND owner = OLD.id;
  END;
  CREATE TRIGGER blob_refs_signature_requests_current_sha256_insert AFTER INSERT ON signature_requests BEGIN
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.current_sha256, 'signature_requests.current_sha256', NEW.id WHERE NEW.current_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_signature_requests_current_sha256_update AFTER UPDATE OF current_sha256, id ON signature_requests
    WHEN NOT (OLD.id = NEW.id AND OLD.current_sha256 IS NEW.current_sha256) BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.current_sha256 AND kind = 'signature_requests.current_sha256' AND owner = OLD.id;
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.current_sha256, 'signature_requests.current_sha256', NEW.id WHERE NEW.current_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_signature_requests_current_sha256_delete AFTER DELETE ON signature_requests BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.current_sha256 AND kind = 'signature_requests.current_sha256' AND owner = OLD.id;
  END;
  CREATE TRIGGER blob_refs_signature_requests_signed_sha256_insert AFTER INSERT ON signature_requests BEGIN
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.signed_sha256, 'signature_requests.signed_sha256', NEW.id WHERE NEW.signed_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_signature_requests_signed_sha256_update AFTER UPDATE OF signed_sha256, id ON signature_requests
    WHEN NOT (OLD.id = NEW.id AND OLD.signed_sha256 IS NEW.signed_sha256) BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.signed_sha256 AND kind = 'signature_requests.signed_sha256' AND owner = OLD.id;
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.signed_sha256, 'signature_requests.signed_sha256', NEW.id WHERE NEW.signed_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_signature_requests_signed_sha256_delete AFTER DELETE ON signature_requests BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.signed_sha256 AND kind = 'signature_requests.signed_sha256' AND owner = OLD.id;
  END;
  CREATE TRIGGER blob_refs_signature_requests_proof_sha256_insert AFTER INSERT ON signature_requests BEGIN
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.proof_sha256, 'signature_requests.proof_sha256', NEW.id WHERE NEW.proof_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_signature_requests_proof_sha256_update AFTER UPDATE OF proof_sha256, id ON signature_requests
    WHEN NOT (OLD.id = NEW.id AND OLD.proof_sha256 IS NEW.proof_sha256) BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.proof_sha256 AND kind = 'signature_requests.proof_sha256' AND owner = OLD.id;
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.proof_sha256, 'signature_requests.proof_sha256', NEW.id WHERE NEW.proof_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_signature_requests_proof_sha256_delete AFTER DELETE ON signature_requests BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.proof_sha256 AND kind = 'signature_requests.proof_sha256' AND owner = OLD.id;
  END;
  CREATE TRIGGER blob_refs_further_blobs_sha256_insert AFTER INSERT ON further_blobs BEGIN
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.sha256, 'further_blobs.sha256', NEW.request_id WHERE NEW.sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_further_blobs_sha256_update AFTER UPDATE OF sha256, request_id ON further_blobs
    WHEN NOT (OLD.request_id = NEW.request_id AND OLD.sha256 IS NEW.sha256) BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.sha256 AND kind = 'further_blobs.sha256' AND owner = OLD.request_id;
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.sha256, 'further_blobs.sha256', NEW.request_id WHERE NEW.sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_further_blobs_sha256_delete AFTER DELETE ON further_blobs BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.sha256 AND kind = 'further_blobs.sha256' AND owner = OLD.request_id;
  END;
  CREATE TRIGGER blob_refs_request_templates_file_sha256_insert AFTER INSERT ON request_templates BEGIN
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.file_sha256, 'request_templates.file_sha256', NEW.id WHERE NEW.file_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_request_templates_file_sha256_update AFTER UPDATE OF file_sha256, id ON request_templates
    WHEN NOT (OLD.id = NEW.id AND OLD.file_sha256 IS NEW.file_sha256) BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.file_sha256 AND kind = 'request_templates.file_sha256' AND owner = OLD.id;
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.file_sha256, 'request_templates.file_sha256', NEW.id WHERE NEW.file_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_request_templates_file_sha256_delete AFTER DELETE ON request_templates BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.file_sha256 AND kind = 'request_templates.file_sha256' AND owner = OLD.id;
  END;
  CREATE TRIGGER blob_refs_bulk_sends_file_sha256_insert AFTER INSERT ON bulk_sends BEGIN
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.file_sha256, 'bulk_sends.file_sha256', NEW.id WHERE NEW.file_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_bulk_sends_file_sha256_update AFTER UPDATE OF file_sha256, id ON bulk_sends
    WHEN NOT (OLD.id = NEW.id AND OLD.file_sha256 IS NEW.file_sha256) BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.file_sha256 AND kind = 'bulk_sends.file_sha256' AND owner = OLD.id;
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.file_sha256, 'bulk_sends.file_sha256', NEW.id WHERE NEW.file_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_bulk_sends_file_sha256_delete AFTER DELETE ON bulk_sends BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.file_sha256 AND kind = 'bulk_sends.file_sha256' AND owner = OLD.id;
  END;
  CREATE TRIGGER blob_refs_signer_files_sha256_insert AFTER INSERT ON signer_files BEGIN
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.sha256, 'signer_files.sha256', NEW.id WHERE NEW.sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_signer_files_sha256_update AFTER UPDATE OF sha256, id ON signer_files
    WHEN NOT (OLD.id = NEW.id AND OLD.sha256 IS NEW.sha256) BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.sha256 AND kind = 'signer_files.sha256' AND owner = OLD.id;
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.sha256, 'signer_files.sha256', NEW.id WHERE NEW.sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_signer_files_sha256_delete AFTER DELETE ON signer_files BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.sha256 AND kind = 'signer_files.sha256' AND owner = OLD.id;
  END;
  CREATE TRIGGER blob_refs_certificate_orders_file_sha256_insert AFTER INSERT ON certificate_orders BEGIN
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.file_sha256, 'certificate_orders.file_sha256', NEW.id WHERE NEW.file_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_certificate_orders_file_sha256_update AFTER UPDATE OF file_sha256, id ON certificate_orders
    WHEN NOT (OLD.id = NEW.id AND OLD.file_sha256 IS NEW.file_sha256) BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.file_sha256 AND kind = 'certificate_orders.file_sha256' AND owner = OLD.id;
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.file_sha256, 'certificate_orders.file_sha256', NEW.id WHERE NEW.file_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_certificate_orders_file_sha256_delete AFTER DELETE ON certificate_orders BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.file_sha256 AND kind = 'certificate_orders.file_sha256' AND owner = OLD.id;
  END;
  CREATE TRIGGER blob_refs_certificate_orders_picture_sha256_insert AFTER INSERT ON certificate_orders BEGIN
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.picture_sha256, 'certificate_orders.picture_sha256', NEW.id WHERE NEW.picture_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_certificate_orders_picture_sha256_update AFTER UPDATE OF picture_sha256, id ON certificate_orders
    WHEN NOT (OLD.id = NEW.id AND OLD.picture_sha256 IS NEW.picture_sha256) BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.picture_sha256 AND kind = 'certificate_orders.picture_sha256' AND owner = OLD.id;
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.picture_sha256, 'certificate_orders.picture_sha256', NEW.id WHERE NEW.picture_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_certificate_orders_picture_sha256_delete AFTER DELETE ON certificate_orders BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.picture_sha256 AND kind = 'certificate_orders.picture_sha256' AND owner = OLD.id;
  END;
  CREATE TRIGGER blob_refs_signers_intent_insert AFTER INSERT ON signers BEGIN
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT json_extract(NEW.intent, '$.image_sha256'), 'signers.intent', NEW.id WHERE json_extract(NEW.intent, '$.image_sha256') IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_signers_intent_update AFTER UPDATE OF intent, id ON signers
    WHEN NOT (OLD.id = NEW.id AND json_extract(OLD.intent, '$.image_sha256') IS json_extract(NEW.intent, '$.image_sha256')) BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = json_extract(OLD.intent, '$.image_sha256') AND kind = 'signers.intent' AND owner = OLD.id;
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT json_extract(NEW.intent, '$.image_sha256'), 'signers.intent', NEW.id WHERE json_extract(NEW.intent, '$.image_sha256') IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_signers_intent_delete AFTER DELETE ON signers BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = json_extract(OLD.intent, '$.image_sha256') AND kind = 'signers.intent' AND owner = OLD.id;
  END;
  INSERT INTO blob_ref_gaps (kind, after)
    SELECT 'signature_requests.original_sha256', '' WHERE EXISTS (SELECT 1 FROM signature_requests);
INSERT INTO blob_ref_gaps (kind, after)
    SELECT 'signature_requests.laid_out_sha256', '' WHERE EXISTS (SELECT 1 FROM signature_requests);
INSERT INTO blob_ref_gaps (kind, after)
    SELECT 'signature_requests.current_sha256', '' WHERE EXISTS (SELECT 1 FROM signature_requests);
INSERT INTO blob_ref_gaps (kind, after)
    SELECT 'signature_requests.signed_sha256', '' WHERE EXISTS (SELECT 1 FROM signature_requests);
INSERT INTO blob_ref_gaps (kind, after)
    SELECT 'signature_requests.proof_sha256', '' WHERE EXISTS (SELECT 1 FROM signature_requests);
INSERT INTO blob_ref_gaps (kind, after)
    SELECT 'further_blobs.sha256', '' WHERE EXISTS (SELECT 1 FROM further_blobs);
INSERT INTO blob_ref_gaps (kind, after)
    SELECT 'request_templates.file_sha256', '' WHERE EXISTS (SELECT 1 FROM request_templates);
INSERT INTO blob_ref_gaps (kind, after)
    SELECT 'bulk_sends.file_sha256', '' WHERE EXISTS (SELECT 1 FROM bulk_sends);
INSERT INTO blob_ref_gaps (kind, after)
    SELECT 'signer_files.sha256', '' WHERE EXISTS (SELECT 1 FROM signer_files);
INSERT INTO blob_ref_gaps (kind, after)
    SELECT 'certificate_orders.file_sha256', '' WHERE EXISTS (SELECT 1 FROM certificate_orders);
INSERT INTO blob_ref_gaps (kind, after)
    SELECT 'certificate_orders.picture_sha256', '' WHERE EXISTS (SELECT 1 FROM certificate_orders);
INSERT INTO blob_ref_gaps (kind, after)
    SELECT 'signers.intent', '' WHERE EXISTS (SELECT 1 FROM signers);

-- postgres:

  CREATE TABLE blob_refs (
    sha256 TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    owner TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (sha256, kind, owner)
  );
  CREATE TABLE blob_ref_gaps (kind TEXT COLLATE "C" NOT NULL PRIMARY KEY, after TEXT COLLATE "C" NOT NULL);
  CREATE FUNCTION blob_refs_signature_requests_original_sha256() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND OLD.id = NEW.id AND OLD.original_sha256 IS NOT DISTINCT FROM NEW.original_sha256 THEN RETURN NULL; END IF;
    IF TG_OP <> 'INSERT' THEN DELETE FROM blob_refs
    WHERE sha256 = OLD.original_sha256 AND kind = 'signature_requests.original_sha256' AND owner = OLD.id; END IF;
    IF TG_OP <> 'DELETE' THEN INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.original_sha256, 'signature_requests.original_sha256', NEW.id WHERE NEW.original_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING; END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER blob_refs_signature_requests_original_sha256 AFTER INSERT OR DELETE OR UPDATE OF original_sha256, id ON signature_requests
    FOR EACH ROW EXECUTE FUNCTION blob_refs_signature_requests_original_sha256();
  CREATE FUNCTION blob_refs_signature_requests_laid_out_sha256() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND OLD.id = NEW.id AND OLD.laid_out_sha256 IS NOT DISTINCT FROM NEW.laid_out_sha256 THEN RETURN NULL; END IF;
    IF TG_OP <> 'INSERT' THEN DELETE FROM blob_refs
    WHERE sha256 = OLD.laid_out_sha256 AND kind = 'signature_requests.laid_out_sha256' AND owner = OLD.id; END IF;
    IF TG_OP <> 'DELETE' THEN INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.laid_out_sha256, 'signature_requests.laid_out_sha256', NEW.id WHERE NEW.laid_out_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING; END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER blob_refs_signature_requests_laid_out_sha256 AFTER INSERT OR DELETE OR UPDATE OF laid_out_sha256, id ON signature_requests
    FOR EACH ROW EXECUTE FUNCTION blob_refs_signature_requests_laid_out_sha256();
  CREATE FUNCTION blob_refs_signature_requests_current_sha256() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND OLD.id = NEW.id AND OLD.current_sha256 IS NOT DISTINCT FROM NEW.current_sha256 THEN RETURN NULL; END IF;
    IF TG_OP <> 'INSERT' THEN DELETE FROM blob_refs
    WHERE sha256 = OLD.current_sha256 AND kind = 'signature_requests.current_sha256' AND owner = OLD.id; END IF;
    IF TG_OP <> 'DELETE' THEN INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.current_sha256, 'signature_requests.current_sha256', NEW.id WHERE NEW.current_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING; END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER blob_refs_signature_requests_current_sha256 AFTER INSERT OR DELETE OR UPDATE OF current_sha256, id ON signature_requests
    FOR EACH ROW EXECUTE FUNCTION blob_refs_signature_requests_current_sha256();
  CREATE FUNCTION blob_refs_signature_requests_signed_sha256() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND OLD.id = NEW.id AND OLD.signed_sha256 IS NOT DISTINCT FROM NEW.signed_sha256 THEN RETURN NULL; END IF;
    IF TG_OP <> 'INSERT' THEN DELETE FROM blob_refs
    WHERE sha256 = OLD.signed_sha256 AND kind = 'signature_requests.signed_sha256' AND owner = OLD.id; END IF;
    IF TG_OP <> 'DELETE' THEN INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.signed_sha256, 'signature_requests.signed_sha256', NEW.id WHERE NEW.signed_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING; END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER blob_refs_signature_requests_signed_sha256 AFTER INSERT OR DELETE OR UPDATE OF signed_sha256, id ON signature_requests
    FOR EACH ROW EXECUTE FUNCTION blob_refs_signature_requests_signed_sha256();
  CREATE FUNCTION blob_refs_signature_requests_proof_sha256() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND OLD.id = NEW.id AND OLD.proof_sha256 IS NOT DISTINCT FROM NEW.proof_sha256 THEN RETURN NULL; END IF;
    IF TG_OP <> 'INSERT' THEN DELETE FROM blob_refs
    WHERE sha256 = OLD.proof_sha256 AND kind = 'signature_requests.proof_sha256' AND owner = OLD.id; END IF;
    IF TG_OP <> 'DELETE' THEN INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.proof_sha256, 'signature_requests.proof_sha256', NEW.id WHERE NEW.proof_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING; END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER blob_refs_signature_requests_proof_sha256 AFTER INSERT OR DELETE OR UPDATE OF proof_sha256, id ON signature_requests
    FOR EACH ROW EXECUTE FUNCTION blob_refs_signature_requests_proof_sha256();
  CREATE FUNCTION blob_refs_further_blobs_sha256() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND OLD.request_id = NEW.request_id AND OLD.sha256 IS NOT DISTINCT FROM NEW.sha256 THEN RETURN NULL; END IF;
    IF TG_OP <> 'INSERT' THEN DELETE FROM blob_refs
    WHERE sha256 = OLD.sha256 AND kind = 'further_blobs.sha256' AND owner = OLD.request_id; END IF;
    IF TG_OP <> 'DELETE' THEN INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.sha256, 'further_blobs.sha256', NEW.request_id WHERE NEW.sha256 IS NOT NULL
    ON CONFLICT DO NOTHING; END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER blob_refs_further_blobs_sha256 AFTER INSERT OR DELETE OR UPDATE OF sha256, request_id ON further_blobs
    FOR EACH ROW EXECUTE FUNCTION blob_refs_further_blobs_sha256();
  CREATE FUNCTION blob_refs_request_templates_file_sha256() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND OLD.id = NEW.id AND OLD.file_sha256 IS NOT DISTINCT FROM NEW.file_sha256 THEN RETURN NULL; END IF;
    IF TG_OP <> 'INSERT' THEN DELETE FROM blob_refs
    WHERE sha256 = OLD.file_sha256 AND kind = 'request_templates.file_sha256' AND owner = OLD.id; END IF;
    IF TG_OP <> 'DELETE' THEN INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.file_sha256, 'request_templates.file_sha256', NEW.id WHERE NEW.file_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING; END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER blob_refs_request_templates_file_sha256 AFTER INSERT OR DELETE OR UPDATE OF file_sha256, id ON request_templates
    FOR EACH ROW EXECUTE FUNCTION blob_refs_request_templates_file_sha256();
  CREATE FUNCTION blob_refs_bulk_sends_file_sha256() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND OLD.id = NEW.id AND OLD.file_sha256 IS NOT DISTINCT FROM NEW.file_sha256 THEN RETURN NULL; END IF;
    IF TG_OP <> 'INSERT' THEN DELETE FROM blob_refs
    WHERE sha256 = OLD.file_sha256 AND kind = 'bulk_sends.file_sha256' AND owner = OLD.id; END IF;
    IF TG_OP <> 'DELETE' THEN INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.file_sha256, 'bulk_sends.file_sha256', NEW.id WHERE NEW.file_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING; END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER blob_refs_bulk_sends_file_sha256 AFTER INSERT OR DELETE OR UPDATE OF file_sha256, id ON bulk_sends
    FOR EACH ROW EXECUTE FUNCTION blob_refs_bulk_sends_file_sha256();
  CREATE FUNCTION blob_refs_signer_files_sha256() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND OLD.id = NEW.id AND OLD.sha256 IS NOT DISTINCT FROM NEW.sha256 THEN RETURN NULL; END IF;
    IF TG_OP <> 'INSERT' THEN DELETE FROM blob_refs
    WHERE sha256 = OLD.sha256 AND kind = 'signer_files.sha256' AND owner = OLD.id; END IF;
    IF TG_OP <> 'DELETE' THEN INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.sha256, 'signer_files.sha256', NEW.id WHERE NEW.sha256 IS NOT NULL
    ON CONFLICT DO NOTHING; END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER blob_refs_signer_files_sha256 AFTER INSERT OR DELETE OR UPDATE OF sha256, id ON signer_files
    FOR EACH ROW EXECUTE FUNCTION blob_refs_signer_files_sha256();
  CREATE FUNCTION blob_refs_certificate_orders_file_sha256() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND OLD.id = NEW.id AND OLD.file_sha256 IS NOT DISTINCT FROM NEW.file_sha256 THEN RETURN NULL; END IF;
    IF TG_OP <> 'INSERT' THEN DELETE FROM blob_refs
    WHERE sha256 = OLD.file_sha256 AND kind = 'certificate_orders.file_sha256' AND owner = OLD.id; END IF;
    IF TG_OP <> 'DELETE' THEN INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.file_sha256, 'certificate_orders.file_sha256', NEW.id WHERE NEW.file_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING; END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER blob_refs_certificate_orders_file_sha256 AFTER INSERT OR DELETE OR UPDATE OF file_sha256, id ON certificate_orders
    FOR EACH ROW EXECUTE FUNCTION blob_refs_certificate_orders_file_sha256();
  CREATE FUNCTION blob_refs_certificate_orders_picture_sha256() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND OLD.id = NEW.id AND OLD.picture_sha256 IS NOT DISTINCT FROM NEW.picture_sha256 THEN RETURN NULL; END IF;
    IF TG_OP <> 'INSERT' THEN DELETE FROM blob_refs
    WHERE sha256 = OLD.picture_sha256 AND kind = 'certificate_orders.picture_sha256' AND owner = OLD.id; END IF;
    IF TG_OP <> 'DELETE' THEN INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.picture_sha256, 'certificate_orders.picture_sha256', NEW.id WHERE NEW.picture_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING; END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER blob_refs_certificate_orders_picture_sha256 AFTER INSERT OR DELETE OR UPDATE OF picture_sha256, id ON certificate_orders
    FOR EACH ROW EXECUTE FUNCTION blob_refs_certificate_orders_picture_sha256();
  CREATE FUNCTION blob_refs_signers_intent() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND OLD.id = NEW.id AND json_extract(OLD.intent, '$.image_sha256') IS NOT DISTINCT FROM json_extract(NEW.intent, '$.image_sha256') THEN RETURN NULL; END IF;
    IF TG_OP <> 'INSERT' THEN DELETE FROM blob_refs
    WHERE sha256 = json_extract(OLD.intent, '$.image_sha256') AND kind = 'signers.intent' AND owner = OLD.id; END IF;
    IF TG_OP <> 'DELETE' THEN INSERT INTO blob_refs (sha256, kind, owner)
    SELECT json_extract(NEW.intent, '$.image_sha256'), 'signers.intent', NEW.id WHERE json_extract(NEW.intent, '$.image_sha256') IS NOT NULL
    ON CONFLICT DO NOTHING; END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER blob_refs_signers_intent AFTER INSERT OR DELETE OR UPDATE OF intent, id ON signers
    FOR EACH ROW EXECUTE FUNCTION blob_refs_signers_intent();
  INSERT INTO blob_ref_gaps (kind, after)
    SELECT 'signature_requests.original_sha256', '' WHERE EXISTS (SELECT 1 FROM signature_requests);
INSERT INTO blob_ref_gaps (kind, after)
    SELECT 'signature_requests.laid_out_sha256', '' WHERE EXISTS (SELECT 1 FROM signature_requests);
INSERT INTO blob_ref_gaps (kind, after)
    SELECT 'signature_requests.current_sha256', '' WHERE EXISTS (SELECT 1 FROM signature_requests);
INSERT INTO blob_ref_gaps (kind, after)
    SELECT 'signature_requests.signed_sha256', '' WHERE EXISTS (SELECT 1 FROM signature_requests);
INSERT INTO blob_ref_gaps (kind, after)
    SELECT 'signature_requests.proof_sha256', '' WHERE EXISTS (SELECT 1 FROM signature_requests);
INSERT INTO blob_ref_gaps (kind, after)
    SELECT 'further_blobs.sha256', '' WHERE EXISTS (SELECT 1 FROM further_blobs);
INSERT INTO blob_ref_gaps (kind, after)
    SELECT 'request_templates.file_sha256', '' WHERE EXISTS (SELECT 1 FROM request_templates);
INSERT INTO blob_ref_gaps (kind, after)
    SELECT 'bulk_sends.file_sha256', '' WHERE EXISTS (SELECT 1 FROM bulk_sends);
INSERT INTO blob_ref_gaps (kind, after)
    SELECT 'signer_files.sha256', '' WHERE EXISTS (SELECT 1 FROM signer_files);
INSERT INTO blob_ref_gaps (kind, after)
    SELECT 'certificate_orders.file_sha256', '' WHERE EXISTS (SELECT 1 FROM certificate_orders);
INSERT INTO blob_ref_gaps (kind, after)
    SELECT 'certificate_orders.picture_sha256', '' WHERE EXISTS (SELECT 1 FROM certificate_orders);
INSERT INTO blob_ref_gaps (kind, after)
    SELECT 'signers.intent', '' WHERE EXISTS (SELECT 1 FROM signers);

-- migration: revisions of drafts, methods and challenges of codes, seals that are missing
-- sqlite:

  -- Changes of the signers of a draft: what was prepared from an earlier state is not sent.
  ALTER TABLE signature_requests ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX requests_unsealed ON signature_requests (account_id, status)
    WHERE outer_seal IS NOT NULL AND json_extract(outer_seal, '$.made') IS NULL;
  -- How the code reaches the person, or what is tried instead; NULL: written by a build that has only channel and call_state.
  ALTER TABLE otp_codes ADD COLUMN method TEXT;
  -- What a passkey or an app is asked for, and the challenge; NULL: a code.
  ALTER TABLE otp_codes ADD COLUMN purpose TEXT;
  ALTER TABLE otp_codes ADD COLUMN challenge TEXT;
  CREATE TRIGGER signers_revise_draft AFTER UPDATE ON signers WHEN (OLD.status = 'waiting' AND NEW.status = 'waiting') BEGIN
    UPDATE signature_requests SET revision = revision + 1
    WHERE id = NEW.request_id AND status = 'draft';
  END;
-- postgres:

  -- Changes of the signers of a draft: what was prepared from an earlier state is not sent.
  ALTER TABLE signature_requests ADD COLUMN revision BIGINT NOT NULL DEFAULT 0;
  CREATE INDEX requests_unsealed ON signature_requests (account_id, status)
    WHERE outer_seal IS NOT NULL AND json_extract(outer_seal, '$.made') IS NULL;
  -- How the code reaches the person, or what is tried instead; NULL: written by a build that has only channel and call_state.
  ALTER TABLE otp_codes ADD COLUMN method TEXT COLLATE "C";
  -- What a passkey or an app is asked for, and the challenge; NULL: a code.
  ALTER TABLE otp_codes ADD COLUMN purpose TEXT COLLATE "C";
  ALTER TABLE otp_codes ADD COLUMN challenge TEXT COLLATE "C";
  CREATE FUNCTION signers_revise_draft() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE signature_requests SET revision = revision + 1
    WHERE id = NEW.request_id AND status = 'draft';
    RETURN NULL;
  END $$;
  CREATE TRIGGER signers_revise_draft AFTER UPDATE ON signers
    FOR EACH ROW WHEN (OLD.status = 'waiting' AND NEW.status = 'waiting') EXECUTE FUNCTION signers_revise_draft();
-- migration: a table of the files of requests
-- sqlite:

  CREATE TABLE request_files (
    -- Request and number: what blob_refs tells its references apart by.
    id TEXT NOT NULL PRIMARY KEY,
    request_id TEXT NOT NULL REFERENCES signature_requests (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0),
    filename TEXT NOT NULL,
    original_sha256 TEXT NOT NULL,
    original_bytes INTEGER NOT NULL,
    pages INTEGER NOT NULL,
    -- JSON text.
    upload_notices TEXT NOT NULL,
    -- Revision 0, the newest revision, and the finished file.
    laid_out_sha256 TEXT,
    current_sha256 TEXT,
    signed_sha256 TEXT,
    proof_pages INTEGER NOT NULL,
    UNIQUE (request_id, number)
  ) STRICT;
  CREATE INDEX request_files_current ON request_files (current_sha256) WHERE current_sha256 IS NOT NULL;
  CREATE INDEX request_files_signed ON request_files (signed_sha256) WHERE signed_sha256 IS NOT NULL;
CREATE TRIGGER blob_refs_request_files_original_sha256_insert AFTER INSERT ON request_files BEGIN
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.original_sha256, 'request_files.original_sha256', NEW.id WHERE NEW.original_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_request_files_original_sha256_update AFTER UPDATE OF original_sha256, id ON request_files
    WHEN NOT (OLD.id = NEW.id AND OLD.original_sha256 IS NEW.original_sha256) BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.original_sha256 AND kind = 'request_files.original_sha256' AND owner = OLD.id;
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.original_sha256, 'request_files.original_sha256', NEW.id WHERE NEW.original_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_request_files_original_sha256_delete AFTER DELETE ON request_files BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.original_sha256 AND kind = 'request_files.original_sha256' AND owner = OLD.id;
  END;
  CREATE TRIGGER blob_refs_request_files_laid_out_sha256_insert AFTER INSERT ON request_files BEGIN
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.laid_out_sha256, 'request_files.laid_out_sha256', NEW.id WHERE NEW.laid_out_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_request_files_laid_out_sha256_update AFTER UPDATE OF laid_out_sha256, id ON request_files
    WHEN NOT (OLD.id = NEW.id AND OLD.laid_out_sha256 IS NEW.laid_out_sha256) BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.laid_out_sha256 AND kind = 'request_files.laid_out_sha256' AND owner = OLD.id;
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.laid_out_sha256, 'request_files.laid_out_sha256', NEW.id WHERE NEW.laid_out_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_request_files_laid_out_sha256_delete AFTER DELETE ON request_files BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.laid_out_sha256 AND kind = 'request_files.laid_out_sha256' AND owner = OLD.id;
  END;
  CREATE TRIGGER blob_refs_request_files_current_sha256_insert AFTER INSERT ON request_files BEGIN
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.current_sha256, 'request_files.current_sha256', NEW.id WHERE NEW.current_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_request_files_current_sha256_update AFTER UPDATE OF current_sha256, id ON request_files
    WHEN NOT (OLD.id = NEW.id AND OLD.current_sha256 IS NEW.current_sha256) BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.current_sha256 AND kind = 'request_files.current_sha256' AND owner = OLD.id;
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.current_sha256, 'request_files.current_sha256', NEW.id WHERE NEW.current_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_request_files_current_sha256_delete AFTER DELETE ON request_files BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.current_sha256 AND kind = 'request_files.current_sha256' AND owner = OLD.id;
  END;
  CREATE TRIGGER blob_refs_request_files_signed_sha256_insert AFTER INSERT ON request_files BEGIN
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.signed_sha256, 'request_files.signed_sha256', NEW.id WHERE NEW.signed_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_request_files_signed_sha256_update AFTER UPDATE OF signed_sha256, id ON request_files
    WHEN NOT (OLD.id = NEW.id AND OLD.signed_sha256 IS NEW.signed_sha256) BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.signed_sha256 AND kind = 'request_files.signed_sha256' AND owner = OLD.id;
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.signed_sha256, 'request_files.signed_sha256', NEW.id WHERE NEW.signed_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_request_files_signed_sha256_delete AFTER DELETE ON request_files BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.signed_sha256 AND kind = 'request_files.signed_sha256' AND owner = OLD.id;
  END;
  
  CREATE TRIGGER request_files_insert AFTER INSERT ON signature_requests BEGIN
    INSERT INTO request_files (id, request_id, number, filename, original_sha256, original_bytes, pages, upload_notices, laid_out_sha256, current_sha256, signed_sha256, proof_pages)
    SELECT NEW.id || '/1', NEW.id, 1, NEW.filename, NEW.original_sha256, NEW.original_bytes, NEW.pages, NEW.upload_notices, NEW.laid_out_sha256, NEW.current_sha256, NEW.signed_sha256, NEW.proof_pages
    UNION ALL
    SELECT NEW.id || '/' || each.number, NEW.id, each.number, each.value ->> 'filename', each.value ->> 'original_sha256', CAST(each.value ->> 'original_bytes' AS BIGINT), CAST(each.value ->> 'pages' AS BIGINT), each.value ->> 'upload_notices', each.value ->> 'laid_out_sha256', each.value ->> 'current_sha256', each.value ->> 'signed_sha256', CAST(each.value ->> 'proof_pages' AS BIGINT) FROM (SELECT key + 2 AS number, value FROM json_each(NEW.further_files)) AS each
    WHERE true
    ON CONFLICT (id) DO UPDATE SET filename = excluded.filename, original_sha256 = excluded.original_sha256, original_bytes = excluded.original_bytes, pages = excluded.pages, upload_notices = excluded.upload_notices, laid_out_sha256 = excluded.laid_out_sha256, current_sha256 = excluded.current_sha256, signed_sha256 = excluded.signed_sha256, proof_pages = excluded.proof_pages;
  END;
  CREATE TRIGGER request_files_update AFTER UPDATE OF filename, original_sha256, original_bytes, pages, upload_notices, laid_out_sha256, current_sha256, signed_sha256, proof_pages, further_files ON signature_requests BEGIN
    INSERT INTO request_files (id, request_id, number, filename, original_sha256, original_bytes, pages, upload_notices, laid_out_sha256, current_sha256, signed_sha256, proof_pages)
    SELECT NEW.id || '/1', NEW.id, 1, NEW.filename, NEW.original_sha256, NEW.original_bytes, NEW.pages, NEW.upload_notices, NEW.laid_out_sha256, NEW.current_sha256, NEW.signed_sha256, NEW.proof_pages
    UNION ALL
    SELECT NEW.id || '/' || each.number, NEW.id, each.number, each.value ->> 'filename', each.value ->> 'original_sha256', CAST(each.value ->> 'original_bytes' AS BIGINT), CAST(each.value ->> 'pages' AS BIGINT), each.value ->> 'upload_notices', each.value ->> 'laid_out_sha256', each.value ->> 'current_sha256', each.value ->> 'signed_sha256', CAST(each.value ->> 'proof_pages' AS BIGINT) FROM (SELECT key + 2 AS number, value FROM json_each(NEW.further_files)) AS each
    WHERE true
    ON CONFLICT (id) DO UPDATE SET filename = excluded.filename, original_sha256 = excluded.original_sha256, original_bytes = excluded.original_bytes, pages = excluded.pages, upload_notices = excluded.upload_notices, laid_out_sha256 = excluded.laid_out_sha256, current_sha256 = excluded.current_sha256, signed_sha256 = excluded.signed_sha256, proof_pages = excluded.proof_pages;
  END;
  INSERT INTO blob_ref_gaps (kind, after)
    SELECT 'request_files', '' WHERE EXISTS (SELECT 1 FROM signature_requests);
-- postgres:

  CREATE TABLE request_files (
    -- Request and number: what blob_refs tells its references apart by.
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    request_id TEXT COLLATE "C" NOT NULL REFERENCES signature_requests (id) ON DELETE CASCADE,
    number BIGINT NOT NULL CHECK (number > 0),
    filename TEXT COLLATE "C" NOT NULL,
    original_sha256 TEXT COLLATE "C" NOT NULL,
    original_bytes BIGINT NOT NULL,
    pages BIGINT NOT NULL,
    -- JSON text.
    upload_notices TEXT COLLATE "C" NOT NULL,
    -- Revision 0, the newest revision, and the finished file.
    laid_out_sha256 TEXT COLLATE "C",
    current_sha256 TEXT COLLATE "C",
    signed_sha256 TEXT COLLATE "C",
    proof_pages BIGINT NOT NULL,
    UNIQUE (request_id, number)
  );
  CREATE INDEX request_files_current ON request_files (current_sha256) WHERE current_sha256 IS NOT NULL;
  CREATE INDEX request_files_signed ON request_files (signed_sha256) WHERE signed_sha256 IS NOT NULL;
CREATE FUNCTION blob_refs_request_files_original_sha256() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND OLD.id = NEW.id AND OLD.original_sha256 IS NOT DISTINCT FROM NEW.original_sha256 THEN RETURN NULL; END IF;
    IF TG_OP <> 'INSERT' THEN DELETE FROM blob_refs
    WHERE sha256 = OLD.original_sha256 AND kind = 'request_files.original_sha256' AND owner = OLD.id; END IF;
    IF TG_OP <> 'DELETE' THEN INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.original_sha256, 'request_files.original_sha256', NEW.id WHERE NEW.original_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING; END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER blob_refs_request_files_original_sha256 AFTER INSERT OR DELETE OR UPDATE OF original_sha256, id ON request_files
    FOR EACH ROW EXECUTE FUNCTION blob_refs_request_files_original_sha256();
  CREATE FUNCTION blob_refs_request_files_laid_out_sha256() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND OLD.id = NEW.id AND OLD.laid_out_sha256 IS NOT DISTINCT FROM NEW.laid_out_sha256 THEN RETURN NULL; END IF;
    IF TG_OP <> 'INSERT' THEN DELETE FROM blob_refs
    WHERE sha256 = OLD.laid_out_sha256 AND kind = 'request_files.laid_out_sha256' AND owner = OLD.id; END IF;
    IF TG_OP <> 'DELETE' THEN INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.laid_out_sha256, 'request_files.laid_out_sha256', NEW.id WHERE NEW.laid_out_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING; END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER blob_refs_request_files_laid_out_sha256 AFTER INSERT OR DELETE OR UPDATE OF laid_out_sha256, id ON request_files
    FOR EACH ROW EXECUTE FUNCTION blob_refs_request_files_laid_out_sha256();
  CREATE FUNCTION blob_refs_request_files_current_sha256() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND OLD.id = NEW.id AND OLD.current_sha256 IS NOT DISTINCT FROM NEW.current_sha256 THEN RETURN NULL; END IF;
    IF TG_OP <> 'INSERT' THEN DELETE FROM blob_refs
    WHERE sha256 = OLD.current_sha256 AND kind = 'request_files.current_sha256' AND owner = OLD.id; END IF;
    IF TG_OP <> 'DELETE' THEN INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.current_sha256, 'request_files.current_sha256', NEW.id WHERE NEW.current_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING; END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER blob_refs_request_files_current_sha256 AFTER INSERT OR DELETE OR UPDATE OF current_sha256, id ON request_files
    FOR EACH ROW EXECUTE FUNCTION blob_refs_request_files_current_sha256();
  CREATE FUNCTION blob_refs_request_files_signed_sha256() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND OLD.id = NEW.id AND OLD.signed_sha256 IS NOT DISTINCT FROM NEW.signed_sha256 THEN RETURN NULL; END IF;
    IF TG_OP <> 'INSERT' THEN DELETE FROM blob_refs
    WHERE sha256 = OLD.signed_sha256 AND kind = 'request_files.signed_sha256' AND owner = OLD.id; END IF;
    IF TG_OP <> 'DELETE' THEN INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.signed_sha256, 'request_files.signed_sha256', NEW.id WHERE NEW.signed_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING; END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER blob_refs_request_files_signed_sha256 AFTER INSERT OR DELETE OR UPDATE OF signed_sha256, id ON request_files
    FOR EACH ROW EXECUTE FUNCTION blob_refs_request_files_signed_sha256();
  
  CREATE FUNCTION request_files_record() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO request_files (id, request_id, number, filename, original_sha256, original_bytes, pages, upload_notices, laid_out_sha256, current_sha256, signed_sha256, proof_pages)
    SELECT NEW.id || '/1', NEW.id, 1, NEW.filename, NEW.original_sha256, NEW.original_bytes, NEW.pages, NEW.upload_notices, NEW.laid_out_sha256, NEW.current_sha256, NEW.signed_sha256, NEW.proof_pages
    UNION ALL
    SELECT NEW.id || '/' || each.number, NEW.id, each.number, each.value ->> 'filename', each.value ->> 'original_sha256', CAST(each.value ->> 'original_bytes' AS BIGINT), CAST(each.value ->> 'pages' AS BIGINT), each.value ->> 'upload_notices', each.value ->> 'laid_out_sha256', each.value ->> 'current_sha256', each.value ->> 'signed_sha256', CAST(each.value ->> 'proof_pages' AS BIGINT) FROM (SELECT position + 1 AS number, value FROM json_array_elements(NEW.further_files::json) WITH ORDINALITY AS listed (value, position)) AS each
    WHERE true
    ON CONFLICT (id) DO UPDATE SET filename = excluded.filename, original_sha256 = excluded.original_sha256, original_bytes = excluded.original_bytes, pages = excluded.pages, upload_notices = excluded.upload_notices, laid_out_sha256 = excluded.laid_out_sha256, current_sha256 = excluded.current_sha256, signed_sha256 = excluded.signed_sha256, proof_pages = excluded.proof_pages;
    RETURN NULL;
  END $$;
  CREATE TRIGGER request_files_record AFTER INSERT OR UPDATE OF filename, original_sha256, original_bytes, pages, upload_notices, laid_out_sha256, current_sha256, signed_sha256, proof_pages, further_files ON signature_requests
    FOR EACH ROW EXECUTE FUNCTION request_files_record();
  INSERT INTO blob_ref_gaps (kind, after)
    SELECT 'request_files', '' WHERE EXISTS (SELECT 1 FROM signature_requests);
-- migration: what requests are found by, and tags
-- sqlite:

  ALTER TABLE signature_requests ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';
  CREATE TABLE request_search (
    request_id TEXT NOT NULL PRIMARY KEY REFERENCES signature_requests (id) ON DELETE CASCADE,
    account_id TEXT NOT NULL,
    mode TEXT NOT NULL,
    -- Changes of what is searched: words of an earlier state are not written over a newer one.
    revision INTEGER NOT NULL DEFAULT 1,
    -- Of the newest entry of the trail.
    updated_at TEXT NOT NULL,
    -- NULL: not written since the last change.
    name_key TEXT,
    words TEXT
  ) STRICT;
  CREATE INDEX request_search_listed ON request_search (account_id, mode, request_id);
  CREATE INDEX request_search_names ON request_search (account_id, mode, name_key, request_id);
  CREATE INDEX request_search_updates ON request_search (account_id, mode, updated_at, request_id);
  CREATE INDEX request_search_stale ON request_search (account_id, mode) WHERE words IS NULL;
  CREATE INDEX requests_by_expiry ON signature_requests (account_id, mode, expires_at, id);
  CREATE TABLE request_tags (
    account_id TEXT NOT NULL,
    mode TEXT NOT NULL,
    -- The tag as tags are compared.
    folded TEXT NOT NULL,
    request_id TEXT NOT NULL REFERENCES signature_requests (id) ON DELETE CASCADE,
    -- As it was written.
    tag TEXT NOT NULL,
    PRIMARY KEY (account_id, mode, folded, request_id)
  ) STRICT;
  CREATE INDEX request_tags_of ON request_tags (request_id);
  INSERT INTO request_search (request_id, account_id, mode, updated_at)
    SELECT id, account_id, mode, coalesce(ended_at, sent_at, created_at) FROM signature_requests;

  CREATE TRIGGER request_search_added AFTER INSERT ON signature_requests BEGIN
    INSERT INTO request_search (request_id, account_id, mode, updated_at)
      VALUES (NEW.id, NEW.account_id, NEW.mode,
        coalesce((SELECT max(at) FROM audit_entries WHERE trail_id = NEW.id), NEW.created_at));
  END;
  CREATE TRIGGER request_search_renamed AFTER UPDATE OF name, external_id ON signature_requests BEGIN
    UPDATE request_search SET words = NULL, name_key = NULL, revision = revision + 1 WHERE request_id = NEW.id;
  END;
  CREATE TRIGGER request_search_signer_added AFTER INSERT ON signers BEGIN
    UPDATE request_search SET words = NULL, name_key = NULL, revision = revision + 1 WHERE request_id = NEW.request_id;
  END;
  CREATE TRIGGER request_search_signer_changed AFTER UPDATE OF email, first_name, last_name ON signers BEGIN
    UPDATE request_search SET words = NULL, name_key = NULL, revision = revision + 1 WHERE request_id = NEW.request_id;
  END;
  CREATE TRIGGER request_search_signer_removed AFTER DELETE ON signers BEGIN
    UPDATE request_search SET words = NULL, name_key = NULL, revision = revision + 1 WHERE request_id = OLD.request_id;
  END;
  CREATE TRIGGER request_search_updated AFTER INSERT ON audit_entries BEGIN
    UPDATE request_search SET updated_at = NEW.at WHERE request_id = NEW.trail_id;
  END;
-- postgres:

  ALTER TABLE signature_requests ADD COLUMN tags TEXT COLLATE "C" NOT NULL DEFAULT '[]';
  CREATE TABLE request_search (
    request_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES signature_requests (id) ON DELETE CASCADE,
    account_id TEXT COLLATE "C" NOT NULL,
    mode TEXT COLLATE "C" NOT NULL,
    -- Changes of what is searched: words of an earlier state are not written over a newer one.
    revision BIGINT NOT NULL DEFAULT 1,
    -- Of the newest entry of the trail.
    updated_at TEXT COLLATE "C" NOT NULL,
    -- NULL: not written since the last change.
    name_key TEXT COLLATE "C",
    words TEXT COLLATE "C"
  );
  CREATE INDEX request_search_listed ON request_search (account_id, mode, request_id);
  CREATE INDEX request_search_names ON request_search (account_id, mode, name_key, request_id);
  CREATE INDEX request_search_updates ON request_search (account_id, mode, updated_at, request_id);
  CREATE INDEX request_search_stale ON request_search (account_id, mode) WHERE words IS NULL;
  CREATE INDEX requests_by_expiry ON signature_requests (account_id, mode, expires_at, id);
  CREATE TABLE request_tags (
    account_id TEXT COLLATE "C" NOT NULL,
    mode TEXT COLLATE "C" NOT NULL,
    -- The tag as tags are compared.
    folded TEXT COLLATE "C" NOT NULL,
    request_id TEXT COLLATE "C" NOT NULL REFERENCES signature_requests (id) ON DELETE CASCADE,
    -- As it was written.
    tag TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (account_id, mode, folded, request_id)
  );
  CREATE INDEX request_tags_of ON request_tags (request_id);
  INSERT INTO request_search (request_id, account_id, mode, updated_at)
    SELECT id, account_id, mode, coalesce(ended_at, sent_at, created_at) FROM signature_requests;

  CREATE FUNCTION request_search_added() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO request_search (request_id, account_id, mode, updated_at)
      VALUES (NEW.id, NEW.account_id, NEW.mode,
        coalesce((SELECT max(at) FROM audit_entries WHERE trail_id = NEW.id), NEW.created_at));
    RETURN NULL;
  END $$;
  CREATE TRIGGER request_search_added AFTER INSERT ON signature_requests FOR EACH ROW EXECUTE FUNCTION request_search_added();
  CREATE FUNCTION request_search_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE request_search SET words = NULL, name_key = NULL, revision = revision + 1 WHERE request_id = NEW.id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER request_search_renamed AFTER UPDATE OF name, external_id ON signature_requests FOR EACH ROW EXECUTE FUNCTION request_search_renamed();
  CREATE FUNCTION request_search_signer_added() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE request_search SET words = NULL, name_key = NULL, revision = revision + 1 WHERE request_id = NEW.request_id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER request_search_signer_added AFTER INSERT ON signers FOR EACH ROW EXECUTE FUNCTION request_search_signer_added();
  CREATE FUNCTION request_search_signer_changed() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE request_search SET words = NULL, name_key = NULL, revision = revision + 1 WHERE request_id = NEW.request_id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER request_search_signer_changed AFTER UPDATE OF email, first_name, last_name ON signers FOR EACH ROW EXECUTE FUNCTION request_search_signer_changed();
  CREATE FUNCTION request_search_signer_removed() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE request_search SET words = NULL, name_key = NULL, revision = revision + 1 WHERE request_id = OLD.request_id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER request_search_signer_removed AFTER DELETE ON signers FOR EACH ROW EXECUTE FUNCTION request_search_signer_removed();
  CREATE FUNCTION request_search_updated() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE request_search SET updated_at = NEW.at WHERE request_id = NEW.trail_id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER request_search_updated AFTER INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION request_search_updated();
-- migration: values of half-filled forms
-- sqlite:
ALTER TABLE signers ADD COLUMN kept_values BLOB;
-- migration: signers whom the sender has removed
-- sqlite:

    -- NULL: one of the signers.
    ALTER TABLE signers ADD COLUMN removed_at TEXT;
-- migration: open links of request templates
-- sqlite:

        CREATE TABLE open_links (
          id TEXT NOT NULL PRIMARY KEY,
          account_id TEXT NOT NULL REFERENCES accounts (id),
          mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
          -- The key that is charged; or the console's own, which is in no table.
          key_id TEXT NOT NULL,
          -- 1: a person in the console, who may use templates of both modes.
          by_owner INTEGER NOT NULL,
          request_template_id TEXT NOT NULL REFERENCES request_templates (id) ON DELETE CASCADE,
          -- Which role the visitor takes.
          role TEXT NOT NULL,
          -- JSON text: language, metadata and data of its requests.
          request TEXT NOT NULL,
          max_total INTEGER,
          max_per_day INTEGER,
          max_per_network_per_day INTEGER,
          expires_at TEXT,
          -- Keyed hash of the code that visitors must know; NULL: none.
          invitation_hash TEXT,
          -- Requests that were begun: counted here, since requests may be erased.
          started INTEGER NOT NULL,
          created_at TEXT NOT NULL,
          closed_at TEXT
        ) STRICT;
        CREATE INDEX open_links_by_template ON open_links (request_template_id, id);
        -- Who has asked for a code; deleted after an hour.
        CREATE TABLE open_link_starts (
          id TEXT NOT NULL PRIMARY KEY,
          link_id TEXT NOT NULL REFERENCES open_links (id) ON DELETE CASCADE,
          email TEXT NOT NULL,
          -- Keyed hash of the address: limits count for all links.
          email_hash TEXT NOT NULL,
          first_name TEXT,
          last_name TEXT,
          language TEXT NOT NULL,
          attempts_left INTEGER NOT NULL CHECK (attempts_left >= 0),
          state TEXT NOT NULL CHECK (state IN ('valid', 'used', 'unsent')),
          -- Epoch milliseconds.
          created_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX open_link_starts_by_address ON open_link_starts (email_hash, created_at);
        CREATE INDEX open_link_starts_by_age ON open_link_starts (created_at);
        CREATE INDEX open_link_starts_by_link ON open_link_starts (link_id);
        CREATE TABLE open_link_requests (
          document_id TEXT NOT NULL PRIMARY KEY REFERENCES signature_requests (id) ON DELETE CASCADE,
          link_id TEXT NOT NULL REFERENCES open_links (id) ON DELETE CASCADE,
          -- Keyed hash of the visitor's network, for a day; then NULL.
          network TEXT,
          at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX open_link_requests_by_link ON open_link_requests (link_id, at);
        -- JSON text: the link, its signer, and when their address was confirmed; NULL: a sender began the request.
        ALTER TABLE signature_requests ADD COLUMN open_link TEXT;
-- migration: several files of request templates and bulk sends
-- sqlite:

  -- Those after the first one. A bulk send keeps its own: its template may be deleted.
  CREATE TABLE template_files (
    -- Whose, and number.
    id TEXT NOT NULL PRIMARY KEY,
    request_template_id TEXT REFERENCES request_templates (id) ON DELETE CASCADE,
    bulk_send_id TEXT REFERENCES bulk_sends (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    filename TEXT NOT NULL,
    original_sha256 TEXT NOT NULL,
    original_bytes INTEGER NOT NULL,
    pages INTEGER NOT NULL,
    CHECK ((request_template_id IS NULL) <> (bulk_send_id IS NULL))
  ) STRICT;
  CREATE INDEX template_files_by_template ON template_files (request_template_id, number);
  CREATE INDEX template_files_by_bulk_send ON template_files (bulk_send_id, number);
  CREATE TRIGGER blob_refs_template_files_original_sha256_insert AFTER INSERT ON template_files BEGIN
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.original_sha256, 'template_files.original_sha256', NEW.id WHERE NEW.original_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_template_files_original_sha256_update AFTER UPDATE OF original_sha256, id ON template_files
    WHEN NOT (OLD.id = NEW.id AND OLD.original_sha256 IS NEW.original_sha256) BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.original_sha256 AND kind = 'template_files.original_sha256' AND owner = OLD.id;
    INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.original_sha256, 'template_files.original_sha256', NEW.id WHERE NEW.original_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER blob_refs_template_files_original_sha256_delete AFTER DELETE ON template_files BEGIN
    DELETE FROM blob_refs
    WHERE sha256 = OLD.original_sha256 AND kind = 'template_files.original_sha256' AND owner = OLD.id;
  END;
-- postgres:

  CREATE TABLE template_files (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    request_template_id TEXT COLLATE "C" REFERENCES request_templates (id) ON DELETE CASCADE,
    bulk_send_id TEXT COLLATE "C" REFERENCES bulk_sends (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    filename TEXT COLLATE "C" NOT NULL,
    original_sha256 TEXT COLLATE "C" NOT NULL,
    original_bytes BIGINT NOT NULL,
    pages BIGINT NOT NULL,
    CHECK ((request_template_id IS NULL) <> (bulk_send_id IS NULL))
  );
  CREATE INDEX template_files_by_template ON template_files (request_template_id, number);
  CREATE INDEX template_files_by_bulk_send ON template_files (bulk_send_id, number);
  CREATE FUNCTION blob_refs_template_files_original_sha256() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND OLD.id = NEW.id AND OLD.original_sha256 IS NOT DISTINCT FROM NEW.original_sha256 THEN RETURN NULL; END IF;
    IF TG_OP <> 'INSERT' THEN DELETE FROM blob_refs
    WHERE sha256 = OLD.original_sha256 AND kind = 'template_files.original_sha256' AND owner = OLD.id; END IF;
    IF TG_OP <> 'DELETE' THEN INSERT INTO blob_refs (sha256, kind, owner)
    SELECT NEW.original_sha256, 'template_files.original_sha256', NEW.id WHERE NEW.original_sha256 IS NOT NULL
    ON CONFLICT DO NOTHING; END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER blob_refs_template_files_original_sha256 AFTER INSERT OR DELETE OR UPDATE OF original_sha256, id ON template_files
    FOR EACH ROW EXECUTE FUNCTION blob_refs_template_files_original_sha256();
-- migration: links by text message
-- sqlite:

    -- A constraint of a column cannot be changed: the column is made anew.
    ALTER TABLE signers ADD COLUMN link_delivery TEXT NOT NULL DEFAULT 'email'
      CHECK (link_delivery IN ('email', 'sms', 'email_and_sms', 'none'));
    UPDATE signers SET link_delivery = delivery WHERE delivery <> 'email';
    ALTER TABLE signers DROP COLUMN delivery;
    ALTER TABLE signers RENAME COLUMN link_delivery TO delivery;
    -- Whose link it is; NULL: a code.
    ALTER TABLE text_messages ADD COLUMN signer_id TEXT;
    CREATE INDEX text_messages_by_signer ON text_messages (signer_id) WHERE signer_id IS NOT NULL;
-- postgres:

    ALTER TABLE signers DROP CONSTRAINT signers_delivery_check;
    ALTER TABLE signers ADD CONSTRAINT signers_delivery_check
      CHECK (delivery IN ('email', 'sms', 'email_and_sms', 'none'));
    -- Whose link it is; NULL: a code.
    ALTER TABLE text_messages ADD COLUMN signer_id TEXT COLLATE "C";
    CREATE INDEX text_messages_by_signer ON text_messages (signer_id) WHERE signer_id IS NOT NULL;
-- migration: sessions of the editor in frames
-- sqlite:

  CREATE TABLE editor_sessions (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
    -- With whose rights people edit and send.
    key_id TEXT NOT NULL,
    -- Hash of what follows /editor/ in the address.
    token_hash TEXT NOT NULL UNIQUE,
    -- Of the page that shows the frame.
    origin TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('document', 'request_template')),
    -- NULL: nothing has been saved yet.
    target_id TEXT,
    may_send INTEGER NOT NULL,
    language TEXT,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX editor_sessions_by_end ON editor_sessions (expires_at);
-- migration: codes before a document is opened
-- sqlite:

    -- 1: nothing of the document is shown without a code.
    ALTER TABLE signature_requests ADD COLUMN code_to_open INTEGER NOT NULL DEFAULT 0 CHECK (code_to_open IN (0, 1));
    -- 1: requests of the account ask for such a code unless they say otherwise.
    ALTER TABLE sender_notices ADD COLUMN code_to_open INTEGER NOT NULL DEFAULT 0 CHECK (code_to_open IN (0, 1));
-- migration: documents returned for correction
-- sqlite:

    -- 1: signers may return the document to its sender.
    ALTER TABLE signature_requests ADD COLUMN allow_return INTEGER NOT NULL DEFAULT 0 CHECK (allow_return IN (0, 1));
    -- JSON: who has returned it, and why; NULL: nobody, or it was sent again since.
    ALTER TABLE signature_requests ADD COLUMN returned TEXT;
    -- Who gets mails about requests gets this one, too.
    UPDATE sender_notices SET kinds = replace(kinds, ']', ',"returned"]') WHERE kinds <> '[]';
-- migration: requests with recipients of copies by their account
-- sqlite:

    -- Each new address is looked for among them: few requests have any.
    CREATE INDEX signature_requests_with_copies ON signature_requests (account_id) WHERE copies <> '[]';
