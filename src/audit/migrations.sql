-- Steps of the schema in their order; a released one is never edited. See CONTRIBUTING.md, "A migration".
-- migration: trails, entries, time-stamps, readers
-- sqlite:

-- One trail: about one subject, such as a signature request.
CREATE TABLE audit_trails (
  id TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL,
  -- Canonical JSON; its hash is the prev_hash of the first entry.
  header TEXT NOT NULL,
  opened_at TEXT NOT NULL
) STRICT;

CREATE TABLE audit_entries (
  -- Order over all trails: what readers remember.
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  trail_id TEXT NOT NULL REFERENCES audit_trails (id),
  seq INTEGER NOT NULL CHECK (seq > 0),
  type TEXT NOT NULL,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  ip TEXT,
  ua TEXT,
  -- Canonical JSON.
  data TEXT NOT NULL,
  prev_hash TEXT NOT NULL CHECK (length(prev_hash) = 64),
  hash TEXT NOT NULL CHECK (length(hash) = 64),
  UNIQUE (trail_id, seq)
) STRICT;

-- RFC 3161 time-stamps over the hash of the entry that was the head.
CREATE TABLE audit_stamps (
  trail_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  token BLOB NOT NULL,
  stamped_at TEXT NOT NULL,
  PRIMARY KEY (trail_id, seq),
  FOREIGN KEY (trail_id, seq) REFERENCES audit_entries (trail_id, seq)
) STRICT;

-- How far each reader has come.
CREATE TABLE audit_readers (
  name TEXT NOT NULL PRIMARY KEY,
  position INTEGER NOT NULL
) STRICT;

CREATE TRIGGER audit_trails_no_update BEFORE UPDATE ON audit_trails
BEGIN SELECT RAISE(ABORT, 'the audit trail is only ever added to'); END;
CREATE TRIGGER audit_trails_no_delete BEFORE DELETE ON audit_trails
BEGIN SELECT RAISE(ABORT, 'the audit trail is only ever added to'); END;
CREATE TRIGGER audit_entries_no_update BEFORE UPDATE ON audit_entries
BEGIN SELECT RAISE(ABORT, 'the audit trail is only ever added to'); END;
CREATE TRIGGER audit_entries_no_delete BEFORE DELETE ON audit_entries
BEGIN SELECT RAISE(ABORT, 'the audit trail is only ever added to'); END;
CREATE TRIGGER audit_stamps_no_update BEFORE UPDATE ON audit_stamps
BEGIN SELECT RAISE(ABORT, 'the audit trail is only ever added to'); END;
CREATE TRIGGER audit_stamps_no_delete BEFORE DELETE ON audit_stamps
BEGIN SELECT RAISE(ABORT, 'the audit trail is only ever added to'); END;

-- migration: nothing is replaced, nothing is put in between
-- sqlite:

CREATE TRIGGER audit_trails_once BEFORE INSERT ON audit_trails
WHEN EXISTS (SELECT 1 FROM audit_trails WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'the audit trail is only ever added to'); END;
CREATE TRIGGER audit_entries_in_turn BEFORE INSERT ON audit_entries
WHEN NEW.seq <> 1 + coalesce((SELECT max(seq) FROM audit_entries WHERE trail_id = NEW.trail_id), 0)
  OR EXISTS (SELECT 1 FROM audit_entries WHERE position = NEW.position)
BEGIN SELECT RAISE(ABORT, 'the audit trail is only ever added to'); END;
CREATE TRIGGER audit_stamps_once BEFORE INSERT ON audit_stamps
WHEN EXISTS (SELECT 1 FROM audit_stamps WHERE trail_id = NEW.trail_id AND seq = NEW.seq)
BEGIN SELECT RAISE(ABORT, 'the audit trail is only ever added to'); END;

-- migration: whole trails are erased, with a mark
-- sqlite:

CREATE TABLE audit_erasures (
  trail_id TEXT NOT NULL PRIMARY KEY,
  -- The entry that tells of it.
  mark_trail_id TEXT NOT NULL,
  mark_seq INTEGER NOT NULL,
  CHECK (trail_id <> mark_trail_id),
  FOREIGN KEY (mark_trail_id, mark_seq) REFERENCES audit_entries (trail_id, seq)
) STRICT;

CREATE TRIGGER audit_erasures_no_update BEFORE UPDATE ON audit_erasures
BEGIN SELECT RAISE(ABORT, 'the audit trail is only ever added to'); END;
CREATE TRIGGER audit_erasures_no_delete BEFORE DELETE ON audit_erasures
BEGIN SELECT RAISE(ABORT, 'the audit trail is only ever added to'); END;
CREATE TRIGGER audit_erasures_marked BEFORE INSERT ON audit_erasures
WHEN NOT EXISTS (SELECT 1 FROM audit_entries AS mark
  WHERE mark.trail_id = NEW.mark_trail_id AND mark.seq = NEW.mark_seq AND mark.type = 'trail.erased'
    AND json_extract(mark.data, '$.trail_id') = NEW.trail_id
    AND json_extract(mark.data, '$.head') = (SELECT hash FROM audit_entries
      WHERE trail_id = NEW.trail_id ORDER BY seq DESC LIMIT 1))
BEGIN SELECT RAISE(ABORT, 'a trail is erased only with an entry that names its head'); END;
CREATE TRIGGER audit_trails_not_again BEFORE INSERT ON audit_trails
WHEN EXISTS (SELECT 1 FROM audit_erasures WHERE trail_id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'this trail was erased'); END;
DROP TRIGGER audit_trails_no_delete;
CREATE TRIGGER audit_trails_no_delete BEFORE DELETE ON audit_trails
WHEN NOT EXISTS (SELECT 1 FROM audit_erasures WHERE trail_id = OLD.id)
BEGIN SELECT RAISE(ABORT, 'the audit trail is only ever added to'); END;
DROP TRIGGER audit_entries_no_delete;
CREATE TRIGGER audit_entries_no_delete BEFORE DELETE ON audit_entries
WHEN NOT EXISTS (SELECT 1 FROM audit_erasures WHERE trail_id = OLD.trail_id)
BEGIN SELECT RAISE(ABORT, 'the audit trail is only ever added to'); END;
DROP TRIGGER audit_stamps_no_delete;
CREATE TRIGGER audit_stamps_no_delete BEFORE DELETE ON audit_stamps
WHEN NOT EXISTS (SELECT 1 FROM audit_erasures WHERE trail_id = OLD.trail_id)
BEGIN SELECT RAISE(ABORT, 'the audit trail is only ever added to'); END;

