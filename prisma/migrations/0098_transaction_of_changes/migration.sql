-- The default comes in a statement of its own, so earlier entries have none: they belong to no known transaction.
ALTER TABLE "pet_changes" ADD COLUMN "transaction_id" xid8;
ALTER TABLE "pet_changes" ALTER COLUMN "transaction_id" SET DEFAULT pg_current_xact_id();
ALTER TABLE "order_changes" ADD COLUMN "transaction_id" xid8;
ALTER TABLE "order_changes" ALTER COLUMN "transaction_id" SET DEFAULT pg_current_xact_id();
ALTER TABLE "application_changes" ADD COLUMN "transaction_id" xid8;
ALTER TABLE "application_changes" ALTER COLUMN "transaction_id" SET DEFAULT pg_current_xact_id();
