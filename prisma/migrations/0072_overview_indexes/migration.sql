-- Counts by status in the folders of the inbox, and its pages of one status.
CREATE INDEX "applications_suspicious_status_number_idx" ON "applications"("suspicious", "status", "number");
-- Arrivals by week.
CREATE INDEX "pets_created_at_idx" ON "pets"("created_at");
-- Adoptions by week.
CREATE INDEX "pet_changes_adopted_idx" ON "pet_changes"("at", "pet_id") WHERE changes #>> '{status,to}' = 'sold';
