-- What the shelter says about itself: one row.
CREATE TABLE "shelter" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "version" BIGINT NOT NULL DEFAULT 1,
    "name" VARCHAR(100) NOT NULL,
    "street" VARCHAR(200),
    "postal_code" VARCHAR(20),
    "city" VARCHAR(100),
    "country" VARCHAR(100),
    "telephone" VARCHAR(40),
    "email" VARCHAR(254),
    "opening_hours" VARCHAR(1000),
    "reply_days" SMALLINT,
    "about" VARCHAR(4000),

    CONSTRAINT "shelter_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "shelter_id_check" CHECK ("id" = 1)
);

-- The name that the pages have had so far.
INSERT INTO "shelter" ("name") VALUES ('Pawhaven');
