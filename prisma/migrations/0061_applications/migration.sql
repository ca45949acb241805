CREATE TYPE "ApplicationStatus" AS ENUM ('new', 'talking', 'visit', 'approved', 'declined', 'withdrawn');

CREATE TABLE "applications" (
    "id" UUID NOT NULL,
    "number" BIGSERIAL NOT NULL,
    "pet_id" BIGINT NOT NULL,
    "status" "ApplicationStatus" NOT NULL DEFAULT 'new',
    "suspicious" BOOLEAN NOT NULL,
    "version" BIGINT NOT NULL DEFAULT 1,
    "name" VARCHAR(100) NOT NULL,
    "email" VARCHAR(254) NOT NULL,
    "telephone" VARCHAR(40),
    "home" VARCHAR(1000),
    "other_pets" VARCHAR(1000),
    "message" VARCHAR(4000) NOT NULL,
    "note" VARCHAR(2000),
    "handled_by" TEXT,
    "order_id" BIGINT,
    "secret_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "applications_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "application_changes" (
    "id" BIGSERIAL NOT NULL,
    "application_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "author" VARCHAR(80) NOT NULL,
    "changes" JSONB NOT NULL,

    CONSTRAINT "application_changes_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "applications_number_key" ON "applications"("number");
-- The folders of the inbox, newest first.
CREATE INDEX "applications_suspicious_number_idx" ON "applications"("suspicious", "number");
CREATE INDEX "applications_pet_id_number_idx" ON "applications"("pet_id", "number");
CREATE INDEX "applications_handled_by_idx" ON "applications"("handled_by");
CREATE INDEX "applications_order_id_idx" ON "applications"("order_id");
-- What is removed when it is old.
CREATE INDEX "applications_changed_at_idx" ON "applications"("changed_at");
CREATE INDEX "application_changes_application_id_id_idx" ON "application_changes"("application_id", "id");

-- An animal that somebody has asked for cannot be removed.
ALTER TABLE "applications" ADD CONSTRAINT "applications_pet_id_fkey" FOREIGN KEY ("pet_id") REFERENCES "pets"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "applications" ADD CONSTRAINT "applications_handled_by_fkey" FOREIGN KEY ("handled_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "application_changes" ADD CONSTRAINT "application_changes_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE CASCADE ON UPDATE CASCADE;
