-- What adopters should know before they apply, such as the fee.
ALTER TABLE "shelter" ADD COLUMN "adoption_notes" VARCHAR(1000);
