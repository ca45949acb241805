-- AlterTable
ALTER TABLE "keys" ADD COLUMN     "previous_hash" BYTEA,
ADD COLUMN     "previous_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "disabled_at" TIMESTAMPTZ(3),
ADD COLUMN     "role" VARCHAR(10) NOT NULL DEFAULT 'staff';

-- CreateTable
CREATE TABLE "key_usage" (
    "key_id" VARCHAR(32) NOT NULL,
    "day" DATE NOT NULL,
    "requests" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "deprecated" INTEGER NOT NULL DEFAULT 0,
    "minute" INTEGER NOT NULL DEFAULT 0,
    "minute_requests" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "key_usage_pkey" PRIMARY KEY ("key_id","day")
);

-- CreateTable
CREATE TABLE "key_bans" (
    "id" VARCHAR(36) NOT NULL,
    "key_id" VARCHAR(32) NOT NULL,
    "level" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "lifted_at" TIMESTAMPTZ(3),

    CONSTRAINT "key_bans_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT NOT NULL,
    "action" VARCHAR(40) NOT NULL,
    "subject" TEXT NOT NULL,
    "details" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "audit_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "key_bans_key_id_started_at_idx" ON "key_bans"("key_id", "started_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "keys_previous_hash_key" ON "keys"("previous_hash");

-- CreateIndex
CREATE INDEX "keys_created_at_id_idx" ON "keys"("created_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "key_usage" ADD CONSTRAINT "key_usage_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "keys"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "key_bans" ADD CONSTRAINT "key_bans_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "keys"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Somebody has to be able to give roles: the first account.
UPDATE "users" SET "role" = 'admin' WHERE "id" = (SELECT "id" FROM "users" ORDER BY "created_at", "id" LIMIT 1);
