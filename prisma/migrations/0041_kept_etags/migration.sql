-- A kept answer is repeated with its ETag. Those that are kept now are additions, which are version 1.
ALTER TABLE "idempotency_keys" ADD COLUMN "etag" BIGINT;
UPDATE "idempotency_keys" SET "etag" = 1 WHERE "location" LIKE '/v1/pets/%';
