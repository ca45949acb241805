-- What people want to know about an animal. NULL means "not known". The profile of a removed animal stays, because the
-- animal can be restored: so there is no foreign key.
CREATE TABLE "pet_profiles" (
    "pet_id" BIGINT NOT NULL,
    "story" VARCHAR(2000),
    "sex" VARCHAR(6),
    "born_on" VARCHAR(10),
    "size" VARCHAR(11),
    "good_with_children" BOOLEAN,
    "good_with_dogs" BOOLEAN,
    "good_with_cats" BOOLEAN,

    CONSTRAINT "pet_profiles_pkey" PRIMARY KEY ("pet_id")
);

-- Filters read these facts of many animals, in the order of lists, and not their stories.
CREATE INDEX "pet_profiles_facts_idx" ON "pet_profiles" ("pet_id", "sex", "born_on", "size", "good_with_children", "good_with_dogs", "good_with_cats");
