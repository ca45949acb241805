-- An animal gets its id before its transaction is committed, and two transactions may be committed in any order. So a reader
-- of the newest animals may see 6 before 5 is there. These functions tell up to which id no more animals can appear.

-- Each transaction that adds animals holds a shared advisory lock, for as long as it is open, on the newest id that was given
-- before it began to: what it adds is newer. (Locks take 32 bits here; ids that are open lie close together.)
CREATE FUNCTION pets_hold_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7305005, ((coalesce(pg_sequence_last_value('pets_id_seq'), 0) << 32) >> 32)::int);
  RETURN NULL;
END $$;

CREATE TRIGGER pets_hold_id BEFORE INSERT ON "pets" FOR EACH STATEMENT EXECUTE FUNCTION pets_hold_id();

-- The newest id is read first, the locks after it: whoever took an id up to it holds a lock by then, or is committed. What a
-- statement after this call reads has every animal up to the id that this returns.
CREATE FUNCTION pets_settled_id() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  newest bigint := coalesce(pg_sequence_last_value('pets_id_seq'), 0);
BEGIN
  RETURN newest - coalesce((
    SELECT max(behind) FROM (
      SELECT (newest - objid::bigint) & 4294967295 AS behind FROM pg_locks
      WHERE locktype = 'advisory' AND classid = 7305005 AND objsubid = 2
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    ) AS held
    -- One that was taken since is ahead of the newest.
    WHERE behind < 2147483648
  ), 0);
END $$;
