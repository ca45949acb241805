-- A key may have several earlier secrets, each with its own end.
CREATE TABLE "earlier_secrets" (
    "hash" BYTEA NOT NULL,
    "key_id" VARCHAR(32) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "earlier_secrets_pkey" PRIMARY KEY ("hash")
);
CREATE INDEX "earlier_secrets_key_id_idx" ON "earlier_secrets"("key_id");
CREATE INDEX "earlier_secrets_until_idx" ON "earlier_secrets"("until");
ALTER TABLE "earlier_secrets" ADD CONSTRAINT "earlier_secrets_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "keys"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

INSERT INTO "earlier_secrets" ("hash", "key_id", "until")
SELECT "previous_hash", "id", "previous_until" FROM "keys" WHERE "previous_hash" IS NOT NULL AND "previous_until" IS NOT NULL;

-- Whether the present secrets were used is not known: a rotation must not take one in use for a lost one.
ALTER TABLE "keys" ADD COLUMN "secret_used_at" TIMESTAMPTZ(3);
UPDATE "keys" SET "secret_used_at" = COALESCE("last_used_at", CURRENT_TIMESTAMP);

DROP INDEX "keys_previous_hash_key";
ALTER TABLE "keys" DROP COLUMN "previous_hash", DROP COLUMN "previous_until";
