-- Lists are read from an index alone: it holds every column that they show. (INCLUDE would do, but schema.prisma cannot say it.)
CREATE INDEX "pets_list_idx" ON "pets" ("id", "name", "category_id", "status");

-- Status and id in one direction, so that a place in the list of one status is one comparison: (status, id) <= (…, …).
DROP INDEX "pets_status_id_idx";
CREATE INDEX "pets_list_by_status_idx" ON "pets" ("status", "id", "name", "category_id");
