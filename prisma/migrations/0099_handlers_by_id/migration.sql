-- The history of applications names who handles them by id, not by the name they had, so that a new name shows
-- everywhere. Names that belong to nobody for certain stay.

-- The latest entry has who handles the application now.
UPDATE "application_changes" SET "changes" = jsonb_set("changes", '{handledBy,to}', to_jsonb('person:' || "handled_by"))
FROM "applications"
WHERE "applications"."id" = "application_id" AND "handled_by" IS NOT NULL AND "application_changes"."id" = (
  SELECT max("latest"."id") FROM "application_changes" AS "latest"
  WHERE "latest"."application_id" = "applications"."id" AND "latest"."changes" ? 'handledBy');

-- Whoever changed it, if it is their name, the one from their e-mail address, or that address.
CREATE FUNCTION pg_temp.handler("recorded" text, "author" text) RETURNS jsonb LANGUAGE sql AS $$
  SELECT to_jsonb(coalesce((
    SELECT "author" FROM "users"
    WHERE 'person:' || "id" = "author" AND ("recorded" IN ("name", "email")
      OR lower("recorded") = lower(regexp_replace(split_part("email", '@', 1), '[._[:space:]-]+', ' ', 'g')))
  ), "recorded"))
$$;
UPDATE "application_changes" SET "changes" = jsonb_set("changes", '{handledBy}', jsonb_build_object(
  'from', pg_temp.handler("changes" #>> '{handledBy,from}', "author"),
  'to', pg_temp.handler("changes" #>> '{handledBy,to}', "author")))
WHERE "changes" ? 'handledBy';

-- Who handled it before is whom the entry before has.
WITH "entries" AS (
  SELECT "id", lag("changes" #>> '{handledBy,to}') OVER (PARTITION BY "application_id" ORDER BY "id") AS "before"
  FROM "application_changes" WHERE "changes" ? 'handledBy'
)
UPDATE "application_changes" SET "changes" = jsonb_set("changes", '{handledBy,from}', to_jsonb("before"))
FROM "entries"
WHERE "entries"."id" = "application_changes"."id" AND "before" LIKE 'person:%'
  AND "changes" #>> '{handledBy,from}' NOT LIKE 'person:%';
