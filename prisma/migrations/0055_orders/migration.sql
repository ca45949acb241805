-- Adoptions, and who did what with them.
CREATE TYPE "OrderStatus" AS ENUM ('open', 'completed', 'cancelled', 'returned');
CREATE TYPE "OrderAction" AS ENUM ('placed', 'completed', 'cancelled', 'returned');

CREATE TABLE "orders" (
    "id" BIGSERIAL NOT NULL,
    "pet_id" BIGINT NOT NULL,
    "status" "OrderStatus" NOT NULL DEFAULT 'open',
    "ship_date" TIMESTAMPTZ(3),

    CONSTRAINT "orders_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "orders_pet_id_id_idx" ON "orders"("pet_id", "id");
CREATE INDEX "orders_status_id_idx" ON "orders"("status", "id");
-- An animal has one open order at most.
CREATE UNIQUE INDEX "orders_open_key" ON "orders"("pet_id") WHERE "status" = 'open';
-- An animal with an order cannot be removed.
ALTER TABLE "orders" ADD CONSTRAINT "orders_pet_id_fkey" FOREIGN KEY ("pet_id") REFERENCES "pets"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

CREATE TABLE "order_changes" (
    "id" BIGSERIAL NOT NULL,
    "order_id" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "author" VARCHAR(80) NOT NULL,
    "action" "OrderAction" NOT NULL,

    CONSTRAINT "order_changes_pkey" PRIMARY KEY ("id")
);
-- An order goes through each of these once.
CREATE UNIQUE INDEX "order_changes_order_id_action_key" ON "order_changes"("order_id", "action");
ALTER TABLE "order_changes" ADD CONSTRAINT "order_changes_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- Up to which id no more orders can appear, as pets_settled_id tells it for animals (0020_settled_ids): an order gets
-- its id before its transaction is committed, and transactions may be committed in any order. Each of them holds a
-- shared lock on the newest id that was given before it began to add.
CREATE FUNCTION orders_hold_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7305055, ((coalesce(pg_sequence_last_value('orders_id_seq'), 0) << 32) >> 32)::int);
  RETURN NULL;
END $$;

CREATE TRIGGER orders_hold_id BEFORE INSERT ON "orders" FOR EACH STATEMENT EXECUTE FUNCTION orders_hold_id();

-- The newest id is read first, the locks after it. What a statement after this call reads has every order up to the id
-- that this returns.
CREATE FUNCTION orders_settled_id() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  newest bigint := coalesce(pg_sequence_last_value('orders_id_seq'), 0);
BEGIN
  RETURN newest - coalesce((
    SELECT max(behind) FROM (
      SELECT (newest - objid::bigint) & 4294967295 AS behind FROM pg_locks
      WHERE locktype = 'advisory' AND classid = 7305055 AND objsubid = 2
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    ) AS held
    -- One that was taken since is ahead of the newest.
    WHERE behind < 2147483648
  ), 0);
END $$;
