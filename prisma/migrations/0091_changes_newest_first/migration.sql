-- The changes of all animals, applications and adoptions, newest first, and those of one author.
CREATE UNIQUE INDEX "pet_changes_id_key" ON "pet_changes"("id");
CREATE INDEX "pet_changes_author_id_idx" ON "pet_changes"("author", "id");
CREATE INDEX "application_changes_author_id_idx" ON "application_changes"("author", "id");
CREATE INDEX "order_changes_author_id_idx" ON "order_changes"("author", "id");
