-- Which adopters the shelter recorded and corrected, newest first.
CREATE INDEX "application_changes_adopter_idx" ON "application_changes"("id") WHERE "changes" ? 'adopter';
