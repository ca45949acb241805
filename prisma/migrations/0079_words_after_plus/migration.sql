-- Each character before a word becomes a space. The plus sign did not: it was left out, which also made wrong pieces of
-- all later words of the name.
CREATE OR REPLACE FUNCTION pets_grams(folded text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  grams text[] := '{}';
  letters text[] := string_to_array(folded, NULL);
  place int := 1;
  word text;
BEGIN
  FOR i IN 3 .. cardinality(letters) LOOP
    grams := grams || (letters[i - 2] || letters[i - 1] || letters[i]);
  END LOOP;
  FOREACH word IN ARRAY string_to_array(translate(folded, '-''’"“„«([/.,&+', repeat(' ', 14)), ' ') LOOP
    IF place <= cardinality(letters) THEN
      grams := grams || (' ' || letters[place]) || (' ' || letters[place] || coalesce(letters[place + 1], ''));
    END IF;
    place := place + char_length(word) + 1;
  END LOOP;
  RETURN grams;
END $$;

-- The index has the pieces that the earlier function made.
REINDEX INDEX "pets_grams_idx";
