-- The pictures that are made of a photo, under the SHA-256 of all of them: the same photo is stored once.
CREATE TABLE "photo_files" (
    "hash" BYTEA NOT NULL,
    "w320" BYTEA NOT NULL,
    "w640" BYTEA NOT NULL,
    "w1280" BYTEA NOT NULL,
    "card" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "photo_files_pkey" PRIMARY KEY ("hash")
);
CREATE INDEX "photo_files_used_at_idx" ON "photo_files" ("used_at");
-- They are compressed already.
ALTER TABLE "photo_files" ALTER COLUMN "w320" SET STORAGE EXTERNAL, ALTER COLUMN "w640" SET STORAGE EXTERNAL,
  ALTER COLUMN "w1280" SET STORAGE EXTERNAL, ALTER COLUMN "card" SET STORAGE EXTERNAL;

-- A removed photo stays for a while, so that its removal can be undone; those of a removed animal stay with it. So there
-- is no foreign key to the animals.
CREATE TABLE "photos" (
    "id" BIGSERIAL NOT NULL,
    "pet_id" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,
    "position" SMALLINT NOT NULL,
    "alt" VARCHAR(300) NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "photos_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "photos_pet_id_idx" ON "photos" ("pet_id");
CREATE INDEX "photos_hash_idx" ON "photos" ("hash");
CREATE INDEX "photos_removed_at_idx" ON "photos" ("removed_at");
ALTER TABLE "photos" ADD CONSTRAINT "photos_hash_fkey" FOREIGN KEY ("hash") REFERENCES "photo_files" ("hash") ON DELETE RESTRICT ON UPDATE CASCADE;
