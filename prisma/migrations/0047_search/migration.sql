-- Names are searched without regard to case and accents, in every script. The result depends on no setting of the
-- database, so that it can be stored and indexed: a collation of PostgreSQL's own lowers letters (ICU's before
-- PostgreSQL 17), and accents are removed after decomposing them. Vowel signs of Indian and Thai scripts are letters.
DO $migration$
DECLARE
  letters text;
BEGIN
  SELECT collname INTO letters FROM pg_collation
  WHERE collnamespace = 'pg_catalog'::regnamespace AND collname IN ('pg_c_utf8', 'und-x-icu')
  ORDER BY collname <> 'pg_c_utf8' LIMIT 1;
  IF letters IS NULL OR getdatabaseencoding() <> 'UTF8' THEN
    RAISE EXCEPTION 'search needs a database in UTF8, on PostgreSQL 17 or newer, or one that was built with ICU';
  END IF;
  EXECUTE format($create$
    CREATE FUNCTION pets_fold(name text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $body$
    DECLARE
      folded text;
    BEGIN
      IF octet_length(name) = char_length(name) THEN
        folded := lower(name COLLATE "C");
      ELSE
        -- Accents and vowel points, the Arabic tatweel, and what cannot be seen, such as joiners and emoji variations.
        folded := regexp_replace(normalize(name, NFKD), '[\u00AD\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]+', '', 'g');
        -- Letters that Unicode does not decompose.
        folded := translate(lower(folded COLLATE %I), 'ςøđłıħŧð', 'σodlihtd');
        folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
        folded := normalize(folded, NFKC);
      END IF;
      IF folded ~ '^ |  | $' THEN
        folded := btrim(regexp_replace(folded, ' {2,}', ' ', 'g'), ' ');
      END IF;
      RETURN folded;
    END $body$
  $create$, letters);
END $migration$;

-- The pieces by which a folded name is found: every three characters in a row, and the first one and two of each word,
-- after a space. (pg_trgm knows only the letters of the database's locale: with "C", those of English.)
CREATE FUNCTION pets_grams(folded text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  grams text[] := '{}';
  place int := 1;
  word text;
BEGIN
  FOR i IN 1 .. char_length(folded) - 2 LOOP
    grams := grams || substr(folded, i, 3);
  END LOOP;
  FOREACH word IN ARRAY string_to_array(translate(folded, '-''’"“„«([/.,&+', '             '), ' ') LOOP
    IF place <= char_length(folded) THEN
      grams := grams || (' ' || substr(folded, place, 1));
      grams := grams || (' ' || substr(folded, place, 2));
    END IF;
    place := place + char_length(word) + 1;
  END LOOP;
  RETURN grams;
END $$;

ALTER TABLE "pets" ADD COLUMN "folded" TEXT NOT NULL GENERATED ALWAYS AS (pets_fold("name")) STORED;

-- Additions are gathered in a short list that a search reads along; putting each into its place would cost three times
-- as much.
CREATE INDEX "pets_grams_idx" ON "pets" USING gin (pets_grams("folded")) WITH (fastupdate = on, gin_pending_list_limit = 256);
