-- Mail is written here in the transaction that causes it, and sent afterwards.
CREATE TABLE "mail" (
    "id" UUID NOT NULL,
    "recipient" VARCHAR(254) NOT NULL,
    "template" VARCHAR(40) NOT NULL,
    "data" JSONB NOT NULL,
    "about" VARCHAR(80),
    "status" VARCHAR(10) NOT NULL DEFAULT 'waiting',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "next_try_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),
    "error" VARCHAR(300),

    CONSTRAINT "mail_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "mail_status_check" CHECK ("status" IN ('waiting', 'sent', 'failed')),
    CONSTRAINT "mail_settled_check" CHECK (("status" = 'waiting') = ("settled_at" IS NULL))
);

-- What to send next, and how much of what there is.
CREATE INDEX "mail_status_next_try_at_idx" ON "mail"("status", "next_try_at");
-- What to remove.
CREATE INDEX "mail_created_at_idx" ON "mail"("created_at");
CREATE INDEX "mail_about_idx" ON "mail"("about");

-- One row: how sending goes, also when the mail itself was removed.
CREATE TABLE "mail_health" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "last_success_at" TIMESTAMPTZ(3),
    "last_error_at" TIMESTAMPTZ(3),
    "last_error" VARCHAR(300),

    CONSTRAINT "mail_health_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "mail_health_id_check" CHECK ("id" = 1)
);
INSERT INTO "mail_health" DEFAULT VALUES;
