-- Steps of the schema in their order; a released one is never edited. See CONTRIBUTING.md, "A migration".
-- migration: endpoints, secrets, events, deliveries
-- sqlite:

CREATE TABLE webhook_endpoints (
  id TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  -- Set when a request brought the address along: then only its events go there.
  document_id TEXT,
  url TEXT NOT NULL,
  description TEXT,
  -- JSON array of event types; null: all.
  events TEXT,
  status TEXT NOT NULL CHECK (status IN ('active', 'disabled')),
  disabled_reason TEXT CHECK (disabled_reason IN ('requested', 'gone', 'failing')),
  disabled_at TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  last_success_at TEXT,
  last_failure_at TEXT,
  -- Failures since the last success; the time of the first of them, epoch milliseconds.
  failures INTEGER NOT NULL DEFAULT 0,
  failing_since INTEGER,
  -- Nothing is sent before: the circuit is open, or the receiver asked for it. Epoch milliseconds.
  paused_until INTEGER,
  -- When there is something to be sent; null: nothing. Epoch milliseconds.
  due_at INTEGER,
  CHECK ((status = 'disabled') = (disabled_reason IS NOT NULL))
) STRICT;
CREATE INDEX webhook_endpoints_by_account ON webhook_endpoints (account_id, id);
CREATE INDEX webhook_endpoints_by_document ON webhook_endpoints (document_id) WHERE document_id IS NOT NULL;
CREATE INDEX webhook_endpoints_due ON webhook_endpoints (due_at) WHERE due_at IS NOT NULL;

-- Signing secrets, encrypted; of an endpoint or, for addresses that requests bring along, of an account.
CREATE TABLE webhook_secrets (
  id INTEGER PRIMARY KEY,
  owner_id TEXT NOT NULL,
  sealed BLOB NOT NULL,
  created_at TEXT NOT NULL,
  -- Set by a rotation: until then both sign. Epoch milliseconds.
  expires_at INTEGER
) STRICT;
CREATE INDEX webhook_secrets_by_owner ON webhook_secrets (owner_id);

CREATE TABLE webhook_events (
  id TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL,
  document_id TEXT,
  type TEXT NOT NULL,
  at TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX webhook_events_by_age ON webhook_events (at);

CREATE TABLE webhook_deliveries (
  -- The order of sending.
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  endpoint_id TEXT NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
  event_id TEXT NOT NULL REFERENCES webhook_events (id),
  event_type TEXT NOT NULL,
  -- Deliveries of one lane (a document) go one after the other.
  lane TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  -- Epoch milliseconds; null while it waits for the one before in its lane, and at the end.
  next_at INTEGER,
  response_status INTEGER,
  error TEXT,
  excerpt TEXT,
  duration_ms INTEGER,
  replay_of TEXT,
  created_at TEXT NOT NULL,
  last_attempt_at TEXT,
  completed_at TEXT
) STRICT;
CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id, position);
CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (event_id);
CREATE INDEX webhook_deliveries_lane ON webhook_deliveries (endpoint_id, lane, position) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_next ON webhook_deliveries (endpoint_id, next_at) WHERE next_at IS NOT NULL;

-- migration: what the last attempt was signed with
-- sqlite:
ALTER TABLE webhook_deliveries ADD COLUMN headers TEXT
-- migration: endpoints of test keys apart
-- sqlite:

        ALTER TABLE webhook_endpoints ADD COLUMN mode TEXT NOT NULL DEFAULT 'live'
          CHECK (mode IN ('live', 'test'));
        UPDATE webhook_endpoints SET mode = 'test' WHERE document_id IN
          (SELECT id FROM signature_requests WHERE mode = 'test'
            UNION ALL SELECT id FROM erased_requests WHERE mode = 'test');
-- migration: events by document
-- sqlite:
CREATE INDEX webhook_events_by_document ON webhook_events (document_id)
        WHERE document_id IS NOT NULL
-- migration: deliveries by when they ended
-- sqlite:
CREATE INDEX webhook_deliveries_ended ON webhook_deliveries (completed_at)
        WHERE completed_at IS NOT NULL
-- migration: events of an account in their order
-- sqlite:

        ALTER TABLE webhook_events ADD COLUMN mode TEXT CHECK (mode IN ('live', 'test'));
        ALTER TABLE webhook_events ADD COLUMN position INTEGER;
        CREATE INDEX webhook_events_listed ON webhook_events (account_id, mode, position)
          WHERE position IS NOT NULL;
        CREATE INDEX webhook_events_by_type ON webhook_events (account_id, mode, type, position)
          WHERE position IS NOT NULL;
