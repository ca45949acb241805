-- Lists of a kind, of all statuses and of one, are read from an index alone, like the others.
CREATE INDEX "pets_list_by_kind_idx" ON "pets" ("category_id", "id", "name", "status");
CREATE INDEX "pets_list_by_kind_and_status_idx" ON "pets" ("category_id", "status", "id", "name");
