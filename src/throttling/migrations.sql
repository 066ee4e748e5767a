-- Steps of the schema in their order; a released one is never edited. See CONTRIBUTING.md, "A migration".
-- migration: tries, rates and running calls of several instances
-- sqlite:

-- postgres:

-- Tries of a key (hashed) in a window that begins with the first one; milliseconds since the epoch.
CREATE UNLOGGED TABLE throttle_tries (
  name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  used BIGINT NOT NULL,
  begun_at BIGINT NOT NULL,
  ends_at BIGINT NOT NULL
) WITH (fillfactor = 70);

-- Calls of the last minute: how many in each second, and when the last one of it was.
CREATE UNLOGGED TABLE throttle_rates (
  name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  times BIGINT[] NOT NULL,
  counts BIGINT[] NOT NULL,
  ends_at BIGINT NOT NULL
) WITH (fillfactor = 50);

-- Running calls. Their instance renews them; those of one that died end by themselves.
CREATE UNLOGGED TABLE throttle_leases (
  owner TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  ends_at BIGINT NOT NULL,
  PRIMARY KEY (owner, id)
) WITH (fillfactor = 70);

CREATE FUNCTION throttle_now() RETURNS BIGINT LANGUAGE sql VOLATILE AS
  'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

-- Whether a window holds now. One that began much later than now is from before the clock was set back.
CREATE FUNCTION throttle_holds(begun BIGINT, ends BIGINT, moment BIGINT) RETURNS BOOLEAN
  LANGUAGE sql IMMUTABLE AS 'SELECT ends > moment AND begun <= moment + 5000';

-- The lock of a key, until the statement ends. The two numbers keep it apart from the lock of whoever writes.
CREATE FUNCTION throttle_lock(name TEXT) RETURNS VOID LANGUAGE sql VOLATILE AS
  'SELECT pg_advisory_xact_lock(hashtext(current_schema() || '' throttling''), hashtext(name))';

CREATE FUNCTION throttle_try(key TEXT, most BIGINT, span BIGINT,
  OUT wait_ms BIGINT, OUT used BIGINT, OUT rest_ms BIGINT) LANGUAGE plpgsql AS $$
DECLARE
  moment BIGINT;
  known throttle_tries;
BEGIN
  PERFORM throttle_lock(key);
  moment := throttle_now();
  SELECT * INTO known FROM throttle_tries AS t
    WHERE t.name = key AND throttle_holds(t.begun_at, t.ends_at, moment);
  IF FOUND AND known.used >= most THEN
    used := known.used;
    rest_ms := known.ends_at - moment;
    wait_ms := rest_ms;
    RETURN;
  END IF;
  INSERT INTO throttle_tries AS t (name, used, begun_at, ends_at)
    VALUES (key, 1, moment, moment + span)
    ON CONFLICT (name) DO UPDATE SET
      used = CASE WHEN throttle_holds(t.begun_at, t.ends_at, moment) THEN t.used + 1 ELSE 1 END,
      begun_at = CASE WHEN throttle_holds(t.begun_at, t.ends_at, moment) THEN t.begun_at ELSE excluded.begun_at END,
      ends_at = CASE WHEN throttle_holds(t.begun_at, t.ends_at, moment) THEN t.ends_at ELSE excluded.ends_at END
    RETURNING t.* INTO known;
  wait_ms := 0;
  used := known.used;
  rest_ms := known.ends_at - moment;
END $$;

CREATE FUNCTION throttle_enter(who TEXT, slots BIGINT, lease TEXT, lease_ms BIGINT,
  rate TEXT, rate_limit BIGINT, bar TEXT, bar_max BIGINT,
  OUT refused TEXT, OUT wait_ms BIGINT, OUT used BIGINT) LANGUAGE plpgsql AS $$
DECLARE
  moment BIGINT;
  late BIGINT[];
  many BIGINT[];
  last INTEGER;
BEGIN
  PERFORM throttle_lock(who);
  moment := throttle_now();
  SELECT t.ends_at - moment INTO wait_ms FROM throttle_tries AS t
    WHERE t.name = bar AND t.used >= bar_max AND throttle_holds(t.begun_at, t.ends_at, moment);
  IF FOUND THEN refused := 'bar'; RETURN; END IF;
  wait_ms := 0;
  used := 0;
  IF slots <= (SELECT count(*) FROM throttle_leases AS l WHERE l.owner = who AND l.ends_at > moment) THEN
    refused := 'slots';
    RETURN;
  END IF;
  IF rate IS NOT NULL THEN
    SELECT array_agg(one.at ORDER BY one.at), array_agg(one.n ORDER BY one.at), coalesce(sum(one.n), 0)
      INTO late, many, used
      FROM throttle_rates AS r, unnest(r.times, r.counts) AS one (at, n)
      WHERE r.name = rate AND one.at > moment - 60000 AND one.at <= moment + 5000;
    IF used >= rate_limit THEN
      refused := 'rate';
      wait_ms := late[1] + 60000 - moment;
      RETURN;
    END IF;
    used := used + 1;
    last := coalesce(array_length(late, 1), 0);
    IF last > 0 AND late[last] / 1000 >= moment / 1000 THEN
      late[last] := greatest(late[last], moment);
      many[last] := many[last] + 1;
    ELSE
      late := array_append(late, moment);
      many := array_append(many, 1::bigint);
    END IF;
    wait_ms := late[1] + 60000 - moment;
    INSERT INTO throttle_rates AS r (name, times, counts, ends_at) VALUES (rate, late, many, moment + 60000)
      ON CONFLICT (name) DO UPDATE
      SET times = excluded.times, counts = excluded.counts, ends_at = excluded.ends_at;
  END IF;
  IF slots IS NOT NULL THEN
    INSERT INTO throttle_leases (owner, id, ends_at) VALUES (who, lease, moment + lease_ms);
  END IF;
END $$;

CREATE FUNCTION throttle_sweep() RETURNS VOID LANGUAGE sql VOLATILE AS $$
  DELETE FROM throttle_tries WHERE name IN
    (SELECT name FROM throttle_tries WHERE ends_at <= throttle_now() FOR UPDATE SKIP LOCKED);
  DELETE FROM throttle_rates WHERE name IN
    (SELECT name FROM throttle_rates WHERE ends_at <= throttle_now() FOR UPDATE SKIP LOCKED);
  DELETE FROM throttle_leases WHERE (owner, id) IN
    (SELECT owner, id FROM throttle_leases WHERE ends_at <= throttle_now() FOR UPDATE SKIP LOCKED);
$$;

