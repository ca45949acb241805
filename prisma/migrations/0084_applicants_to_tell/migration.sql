-- Applicants who do not know yet that somebody else has adopted the animal, because they got no e-mail about it.
ALTER TABLE "applications" ADD COLUMN "to_tell" BOOLEAN NOT NULL DEFAULT false;
CREATE INDEX "applications_to_tell_idx" ON "applications"("number") WHERE "to_tell";
