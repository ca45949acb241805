-- Arrivals are found by id, which grows with time: one index fewer for each addition and change to write into.
DROP INDEX "pets_created_at_idx";

-- Names wait for their place in the search index in a list of 1 MB: sorting more of them in at once is less work for
-- each. A search reads that list too, which takes about a millisecond when it is full.
ALTER INDEX "pets_grams_idx" SET (gin_pending_list_limit = 1024);
