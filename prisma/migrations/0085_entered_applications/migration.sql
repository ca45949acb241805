-- Who entered an application, as lib/author.ts writes it. It is not known of those that are already there.
ALTER TABLE "applications" ADD COLUMN "created_by" VARCHAR(80);
