-- Why an animal came back, as the shelter wrote it; null for orders that were not returned, or without a reason.
ALTER TABLE "orders" ADD COLUMN "return_reason" VARCHAR(2000);
