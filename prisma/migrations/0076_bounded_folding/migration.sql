-- Some characters fold to many: a name of 255 to 4,590. Of such a name, the first 600 are searched, and its pieces are
-- made in one pass: taking characters from the middle of a text counts those before them each time.
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
    CREATE OR REPLACE FUNCTION pets_fold(name text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $body$
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
      folded := left(folded, 600);
      IF folded ~ '^ |  | $' THEN
        folded := btrim(regexp_replace(folded, ' {2,}', ' ', 'g'), ' ');
      END IF;
      RETURN folded;
    END $body$
  $create$, letters);
END $migration$;

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
  FOREACH word IN ARRAY string_to_array(translate(folded, '-''’"“„«([/.,&+', '             '), ' ') LOOP
    IF place <= cardinality(letters) THEN
      grams := grams || (' ' || letters[place]) || (' ' || letters[place] || coalesce(letters[place + 1], ''));
    END IF;
    place := place + char_length(word) + 1;
  END LOOP;
  RETURN grams;
END $$;

UPDATE "pets" SET "name" = "name" WHERE char_length("folded") > 600;
