-- Steps of the schema in their order; a released one is never edited. See CONTRIBUTING.md, "A migration".
-- migration: keys, certificates and revocation lists
-- sqlite:

-- A private key of the authority itself, encrypted. Keys of signers are never stored.
CREATE TABLE pki_keys (
  label TEXT NOT NULL PRIMARY KEY,
  role TEXT NOT NULL CHECK (role IN ('root', 'issuing', 'timestamp', 'seal', 'ocsp')),
  sealed TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- Set by rotation: it signs nothing new but revocation lists.
  retired_at TEXT
) STRICT;
CREATE UNIQUE INDEX pki_keys_in_use ON pki_keys (role) WHERE retired_at IS NULL;

-- A serial number is recorded before anything is signed under it.
CREATE TABLE pki_certificates (
  serial TEXT NOT NULL PRIMARY KEY CHECK (length(serial) = 32),
  -- Label of the key that signs it.
  issuer TEXT NOT NULL,
  profile TEXT NOT NULL,
  subject TEXT NOT NULL,
  reserved_at TEXT NOT NULL,
  not_after TEXT NOT NULL,
  -- NULL until it is issued.
  der BLOB,
  -- For the authority's own.
  label TEXT UNIQUE REFERENCES pki_keys (label),
  revoked_at TEXT,
  -- CRLReason (RFC 5280, 5.3.1).
  revoked_reason INTEGER
) STRICT;
CREATE INDEX pki_certificates_revoked ON pki_certificates (issuer) WHERE revoked_at IS NOT NULL;

CREATE TABLE pki_list_numbers (
  issuer TEXT NOT NULL PRIMARY KEY REFERENCES pki_keys (label),
  number INTEGER NOT NULL CHECK (number > 0)
) STRICT;

-- What the keys are encrypted under: one row, so that another passphrase is noticed at start.
CREATE TABLE pki_vault (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  parameters TEXT NOT NULL
) STRICT;

CREATE TRIGGER pki_certificates_stay BEFORE DELETE ON pki_certificates
BEGIN SELECT RAISE(ABORT, 'issued certificates are never deleted'); END;

-- migration: certificates of roots by each other
-- sqlite:
CREATE INDEX pki_certificates_cross ON pki_certificates (reserved_at) WHERE profile = 'cross';
