-- Rows are removed when they are old: each of these finds them without reading the whole table.
CREATE INDEX "key_usage_day_idx" ON "key_usage"("day");
CREATE INDEX "key_bans_until_idx" ON "key_bans"("until");
CREATE INDEX "audit_at_idx" ON "audit"("at");
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");
CREATE INDEX "verifications_expires_at_idx" ON "verifications"("expires_at");
