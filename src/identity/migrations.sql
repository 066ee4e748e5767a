-- Steps of the schema in their order; a released one is never edited. See CONTRIBUTING.md, "A migration".
-- migration: users, sign-ups, resets, sessions and security events
-- sqlite:

-- What a person adds to an account: an account made on the command line has no row until its first reset.
CREATE TABLE users (
  account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id),
  -- Argon2id as a PHC string.
  password TEXT NOT NULL,
  password_at TEXT NOT NULL,
  locale TEXT CHECK (locale IN ('fr', 'en'))
) STRICT;

-- An address that is not confirmed yet is no account: nobody can occupy somebody else's.
CREATE TABLE signups (
  id TEXT NOT NULL PRIMARY KEY,
  email TEXT NOT NULL,
  password TEXT NOT NULL,
  locale TEXT NOT NULL CHECK (locale IN ('fr', 'en')),
  -- SHA-256 of the cookie of the browser that signed up.
  browser_hash BLOB NOT NULL CHECK (length(browser_hash) = 32),
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  used_at TEXT
) STRICT;
CREATE INDEX signups_by_email ON signups (email, created_at);

-- Also for addresses without an account: who asks must not see the difference.
CREATE TABLE password_resets (
  id TEXT NOT NULL PRIMARY KEY,
  email TEXT NOT NULL,
  locale TEXT NOT NULL CHECK (locale IN ('fr', 'en')),
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  used_at TEXT
) STRICT;
CREATE INDEX password_resets_by_email ON password_resets (email, created_at);

CREATE TABLE user_sessions (
  id TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  created_at TEXT NOT NULL,
  seen_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  ip TEXT NOT NULL,
  ua TEXT NOT NULL
) STRICT;
CREATE INDEX user_sessions_by_account ON user_sessions (account_id, id);

CREATE TABLE security_events (
  id TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  type TEXT NOT NULL,
  at TEXT NOT NULL,
  ip TEXT NOT NULL,
  ua TEXT NOT NULL,
  -- What it was about, such as the name of a key; never a secret.
  subject TEXT
) STRICT;
CREATE INDEX security_events_by_account ON security_events (account_id, id);

-- migration: second factors
-- sqlite:

-- When whoever is at the browser last proved who they are; what is delicate asks again some minutes later.
ALTER TABLE user_sessions ADD COLUMN confirmed_at TEXT;

-- The authenticator app of an account (RFC 6238): until it is confirmed by a code it asks nobody for one.
CREATE TABLE totp_secrets (
  account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id),
  -- AES-256-GCM under a key that is not in the database.
  secret BLOB NOT NULL,
  created_at TEXT NOT NULL,
  confirmed_at TEXT,
  -- The time step of the code used last: each code works once (RFC 6238, 5.2).
  last_step INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE passkeys (
  -- The credential id that the authenticator chose, base64url.
  id TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  name TEXT NOT NULL,
  -- COSE_Key (RFC 9052).
  public_key BLOB NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_used_at TEXT
) STRICT;
CREATE INDEX passkeys_by_account ON passkeys (account_id, created_at);

CREATE TABLE recovery_codes (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  -- HMAC-SHA256 under a key that is not in the database.
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  used_at TEXT,
  PRIMARY KEY (account_id, hash)
) STRICT;

-- Log-ins whose password was right and whose second factor is still to come, and passkeys being added.
CREATE TABLE factor_challenges (
  -- SHA-256 of the token in the browser's cookie.
  token_hash BLOB NOT NULL PRIMARY KEY CHECK (length(token_hash) = 32),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  purpose TEXT NOT NULL,
  challenge TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT;

-- migration: organisations, members and invitations
-- sqlite:

-- An account is an organisation. Its row is also the log-in of the person who made it (docs/adr/0026).
CREATE TABLE organisations (
  account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id),
  -- NULL: named by the address that stands for it.
  name TEXT,
  -- The member whose address stands for it and gets its mails; NULL: the first owner.
  contact_id TEXT REFERENCES accounts (id),
  -- none: the row is a log-in only and never was an organisation.
  state TEXT NOT NULL CHECK (state IN ('open', 'closed', 'none'))
) STRICT;

CREATE TABLE members (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  -- The account that the person logs in with.
  person_id TEXT NOT NULL REFERENCES accounts (id),
  role TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (account_id, person_id)
) STRICT;
CREATE INDEX members_by_person ON members (person_id, account_id);

CREATE TABLE invitations (
  id TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  email TEXT NOT NULL,
  role TEXT NOT NULL,
  locale TEXT NOT NULL CHECK (locale IN ('fr', 'en')),
  invited_by TEXT NOT NULL REFERENCES accounts (id),
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  sent INTEGER NOT NULL,
  -- Accepted or revoked.
  used_at TEXT
) STRICT;
CREATE INDEX invitations_by_account ON invitations (account_id, id);

-- The organisation that the browser has open; NULL: the person's own.
ALTER TABLE user_sessions ADD COLUMN organisation_id TEXT;
-- Where it happened; account_id is who did it.
ALTER TABLE security_events ADD COLUMN organisation_id TEXT;
CREATE INDEX security_events_by_organisation ON security_events (organisation_id, id);
UPDATE security_events SET organisation_id = account_id;

INSERT INTO organisations (account_id, state)
  SELECT id, 'open' FROM accounts WHERE email NOT LIKE 'closed-%@invalid';
INSERT INTO members (account_id, person_id, role, created_at)
  SELECT id, id, 'owner', created_at FROM accounts WHERE email NOT LIKE 'closed-%@invalid';

-- migration: log-in by OpenID Connect
-- sqlite:

-- A log-in begun at the provider of the operator: its answer is taken once, from the same browser.
CREATE TABLE oidc_attempts (
  state_hash BLOB NOT NULL PRIMARY KEY CHECK (length(state_hash) = 32),
  browser_hash BLOB NOT NULL CHECK (length(browser_hash) = 32),
  nonce TEXT NOT NULL,
  verifier TEXT NOT NULL,
  next TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT;

-- Whose log-in a subject of a provider is.
CREATE TABLE oidc_people (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  created_at TEXT NOT NULL,
  PRIMARY KEY (issuer, subject)
) STRICT;
CREATE INDEX oidc_people_by_account ON oidc_people (account_id);

-- A subject whose address has a log-in with a password, which the person has yet to prove.
CREATE TABLE oidc_links (
  token_hash BLOB NOT NULL PRIMARY KEY CHECK (length(token_hash) = 32),
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  expires_at TEXT NOT NULL
) STRICT;

-- migration: chains of logs
-- sqlite:

-- Its place in the chain of the organisation's log (identity/log-chain.ts); NULL: written by an earlier version, or in
-- no organisation. What the salts hide goes with the row, what origin_salt hides with the person.
ALTER TABLE security_events ADD COLUMN salt TEXT;
ALTER TABLE security_events ADD COLUMN origin_salt TEXT;
ALTER TABLE security_events ADD COLUMN chain_seq INTEGER;
CREATE INDEX security_events_by_place ON security_events (organisation_id, chain_seq);

-- migration: more languages of people
-- sqlite:

ALTER TABLE users RENAME COLUMN locale TO locale_of_two;
ALTER TABLE users ADD COLUMN locale TEXT;
UPDATE users SET locale = locale_of_two;
ALTER TABLE users DROP COLUMN locale_of_two;
ALTER TABLE signups RENAME COLUMN locale TO locale_of_two;
ALTER TABLE signups ADD COLUMN locale TEXT NOT NULL DEFAULT 'en';
UPDATE signups SET locale = locale_of_two;
ALTER TABLE signups DROP COLUMN locale_of_two;
ALTER TABLE password_resets RENAME COLUMN locale TO locale_of_two;
ALTER TABLE password_resets ADD COLUMN locale TEXT NOT NULL DEFAULT 'en';
UPDATE password_resets SET locale = locale_of_two;
ALTER TABLE password_resets DROP COLUMN locale_of_two;
ALTER TABLE invitations RENAME COLUMN locale TO locale_of_two;
ALTER TABLE invitations ADD COLUMN locale TEXT NOT NULL DEFAULT 'en';
UPDATE invitations SET locale = locale_of_two;
ALTER TABLE invitations DROP COLUMN locale_of_two;

