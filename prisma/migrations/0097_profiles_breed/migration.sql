-- AlterTable
ALTER TABLE "pet_profiles" ADD COLUMN     "breed" VARCHAR(60);
