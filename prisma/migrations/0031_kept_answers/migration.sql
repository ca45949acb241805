-- The answer itself is kept, so that it is the same again whatever becomes of the animal.
ALTER TABLE "idempotency_keys" ADD COLUMN "status" SMALLINT, ADD COLUMN "body" TEXT, ADD COLUMN "location" TEXT;

-- Written as the service writes it; animals could not be changed so far, so this is what was answered.
UPDATE "idempotency_keys" SET "status" = 201, "location" = '/v1/pets/' || "pets"."id",
  "body" = '{"id":' || "pets"."id" || ',"name":' || to_json("pets"."name"::text) || ',"categoryId":' || "pets"."category_id"
    || ',"status":"' || "pets"."status" || '"}'
FROM "pets" WHERE "pets"."id" = "idempotency_keys"."pet_id";
DELETE FROM "idempotency_keys" WHERE "body" IS NULL;

ALTER TABLE "idempotency_keys" ALTER COLUMN "status" SET NOT NULL, ALTER COLUMN "body" SET NOT NULL, DROP COLUMN "pet_id";
