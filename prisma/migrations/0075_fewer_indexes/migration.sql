-- Every addition and every change writes into each index, so the primary key is the index of the plain list, too.
ALTER TABLE "orders" DROP CONSTRAINT "orders_pet_id_fkey";
ALTER TABLE "applications" DROP CONSTRAINT "applications_pet_id_fkey";
ALTER TABLE "pets" DROP CONSTRAINT "pets_pkey",
  ADD CONSTRAINT "pets_pkey" PRIMARY KEY ("id") INCLUDE ("name", "category_id", "status");
DROP INDEX "pets_list_idx";
ALTER TABLE "orders" ADD CONSTRAINT "orders_pet_id_fkey" FOREIGN KEY ("pet_id") REFERENCES "pets" ("id") ON DELETE RESTRICT ON UPDATE RESTRICT;
ALTER TABLE "applications" ADD CONSTRAINT "applications_pet_id_fkey" FOREIGN KEY ("pet_id") REFERENCES "pets" ("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A change is looked up by its animal alone.
ALTER TABLE "pet_changes" DROP CONSTRAINT "pet_changes_pkey", ADD CONSTRAINT "pet_changes_pkey" PRIMARY KEY ("pet_id", "id");
DROP INDEX "pet_changes_pet_id_id_idx";
