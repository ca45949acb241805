-- The history of an animal also says when its hand-over was moved. That does not change the animal, so it makes no
-- version.
ALTER TABLE "pet_changes" ALTER COLUMN "version" DROP NOT NULL;
