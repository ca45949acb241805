-- When a step of an adoption took place, if it was recorded later, in the histories of orders and animals.
ALTER TABLE "order_changes" ADD COLUMN "took_place_at" TIMESTAMPTZ(3);
ALTER TABLE "pet_changes" ADD COLUMN "took_place_at" TIMESTAMPTZ(3);
-- Adoptions by week, by when they took place.
CREATE INDEX "pet_changes_adopted_at_idx" ON "pet_changes"(coalesce("took_place_at", "at"), "pet_id")
  WHERE changes #>> '{status,to}' = 'sold';
DROP INDEX "pet_changes_adopted_idx";
