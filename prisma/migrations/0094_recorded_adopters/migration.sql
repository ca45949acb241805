-- An adopter whom the shelter recorded by name, without an application of their own, may have given no e-mail address.
ALTER TABLE "applications" ALTER COLUMN "email" DROP NOT NULL;
