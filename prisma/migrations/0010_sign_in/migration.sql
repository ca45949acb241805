-- AlterTable
ALTER TABLE "users" ADD COLUMN     "password_expires_at" TIMESTAMPTZ(3);

-- One-time passwords that are out already get as long as new ones.
UPDATE "users" SET "password_expires_at" = now() + interval '72 hours' WHERE "must_change_password";

-- CreateTable
CREATE TABLE "sign_in_counts" (
    "subject" VARCHAR(120) NOT NULL,
    "count" INTEGER NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_counts_pkey" PRIMARY KEY ("subject")
);

-- CreateIndex
CREATE INDEX "sign_in_counts_until_idx" ON "sign_in_counts"("until");
