-- When a person last signed in; null for who never did, and unknown before this migration.
ALTER TABLE "users" ADD COLUMN "last_sign_in_at" TIMESTAMPTZ(3);

-- What the audit still knows of earlier sign-ins.
UPDATE "users" SET "last_sign_in_at" = "found"."at"
FROM (SELECT "subject", max("at") AS "at" FROM "audit" WHERE "action" = 'person.sign_in' GROUP BY "subject") AS "found"
WHERE "found"."subject" = "users"."email";
