-- AlterTable
ALTER TABLE "applications" ADD COLUMN     "reply" VARCHAR(4000),
ADD COLUMN     "suspicions" VARCHAR(20)[] DEFAULT ARRAY[]::VARCHAR(20)[];
