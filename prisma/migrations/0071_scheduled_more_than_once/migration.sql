-- An order goes through each of these once; only the date of its hand-over may change again.
DROP INDEX "order_changes_order_id_action_key";
CREATE UNIQUE INDEX "order_changes_once_key" ON "order_changes"("order_id", "action") WHERE "action" <> 'scheduled';
CREATE INDEX "order_changes_order_id_id_idx" ON "order_changes"("order_id", "id");
