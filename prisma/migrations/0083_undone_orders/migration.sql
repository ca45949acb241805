-- The last change of an order can be undone, and then made again: only placing happens once.
ALTER TYPE "OrderAction" ADD VALUE 'undone';
DROP INDEX "order_changes_once_key";
CREATE UNIQUE INDEX "order_changes_placed_key" ON "order_changes"("order_id") WHERE "action" = 'placed';
