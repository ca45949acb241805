-- Lists of orders by their hand-over, and by when they got their status.
ALTER TABLE "orders" ADD COLUMN "changed_at" TIMESTAMPTZ(3);
UPDATE "orders" SET "changed_at" = (
  SELECT max("at") FROM "order_changes"
  WHERE "order_id" = "orders"."id" AND "action"::text = CASE "status" WHEN 'open' THEN 'placed' ELSE "status"::text END
);
CREATE INDEX "orders_hand_over_idx" ON "orders"("status", coalesce("ship_date", 'infinity'), "id");
CREATE INDEX "orders_changed_idx" ON "orders"("status", coalesce("changed_at", '-infinity'), "id");
