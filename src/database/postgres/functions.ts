/**
 * The functions of SQLite that the stores' statements use and PostgreSQL does not have, or has under another name. With
 * them one set of statements runs on both; whatever else differs is in this folder.
 */

/** Created before the first migration; replaced at every start, so an addition needs no migration. */
export const FUNCTIONS = `
CREATE OR REPLACE FUNCTION iif(condition boolean, yes anycompatible, no anycompatible) RETURNS anycompatible
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT CASE WHEN condition THEN yes ELSE no END';
CREATE OR REPLACE FUNCTION max(one bigint, other bigint) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT CASE WHEN one IS NULL OR other IS NULL THEN NULL ELSE greatest(one, other) END';
CREATE OR REPLACE FUNCTION min(one bigint, other bigint) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT CASE WHEN one IS NULL OR other IS NULL THEN NULL ELSE least(one, other) END';
CREATE OR REPLACE FUNCTION instr(whole text, part text) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS 'SELECT strpos(whole, part)';
CREATE OR REPLACE FUNCTION instr(whole bytea, part bytea) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS 'SELECT position(part IN whole)';
-- Of a member of the outermost object, which is all that is asked for.
CREATE OR REPLACE FUNCTION json_extract(document text, path text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS 'SELECT document::json ->> substr(path, 3)';
CREATE OR REPLACE FUNCTION unixepoch(moment text, modifier text) RETURNS numeric
  LANGUAGE sql STABLE PARALLEL SAFE STRICT AS 'SELECT extract(epoch FROM moment::timestamptz)';
`
