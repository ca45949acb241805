-- The whole schema, table by table. prisma/schema.prisma says what the columns hold.

-- People, keys and orders are changed by many statements, so a trigger gives them their next version, for If-Match.
CREATE FUNCTION next_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;

-- People. These four tables are Better Auth's.

CREATE TABLE users (
  id text PRIMARY KEY,
  number bigserial,
  name text NOT NULL,
  email text NOT NULL,
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  must_change_password boolean NOT NULL DEFAULT false,
  password_expires_at timestamptz(3),
  role varchar(10) NOT NULL DEFAULT 'staff',
  disabled_at timestamptz(3),
  last_sign_in_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX users_email_key ON users (email);
CREATE UNIQUE INDEX users_number_key ON users (number);
CREATE TRIGGER users_version BEFORE UPDATE ON users FOR EACH ROW WHEN (
  (OLD.name, OLD.role, OLD.disabled_at, OLD.must_change_password, OLD.password_expires_at)
    IS DISTINCT FROM (NEW.name, NEW.role, NEW.disabled_at, NEW.must_change_password, NEW.password_expires_at)
) EXECUTE FUNCTION next_version();

CREATE TABLE sessions (
  id text PRIMARY KEY,
  token text NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  expires_at timestamptz(3) NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX sessions_token_key ON sessions (token);
CREATE INDEX sessions_user_id_idx ON sessions (user_id);
-- This index, and those like it below, find rows to remove because they are old.
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);

CREATE TABLE accounts (
  id text PRIMARY KEY,
  account_id text NOT NULL,
  provider_id text NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope text,
  password text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX accounts_user_id_idx ON accounts (user_id);

CREATE TABLE verifications (
  id text PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX verifications_identifier_idx ON verifications (identifier);
CREATE INDEX verifications_expires_at_idx ON verifications (expires_at);

-- API keys.

CREATE TABLE keys (
  id varchar(32) PRIMARY KEY,
  number bigserial,
  hash bytea NOT NULL,
  prefix varchar(20) NOT NULL,
  secret_used_at timestamptz(3),
  name varchar(100) NOT NULL,
  plan varchar(20) NOT NULL DEFAULT 'free',
  per_minute integer,
  per_day integer,
  scopes text[],
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  version integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX keys_hash_key ON keys (hash);
CREATE UNIQUE INDEX keys_number_key ON keys (number);
CREATE TRIGGER keys_version BEFORE UPDATE ON keys FOR EACH ROW WHEN (
  (OLD.hash, OLD.name, OLD.plan, OLD.per_minute, OLD.per_day, OLD.expires_at, OLD.revoked_at)
    IS DISTINCT FROM (NEW.hash, NEW.name, NEW.plan, NEW.per_minute, NEW.per_day, NEW.expires_at, NEW.revoked_at)
) EXECUTE FUNCTION next_version();

-- A key may have several earlier secrets, each with its own end.
CREATE TABLE earlier_secrets (
  hash bytea PRIMARY KEY,
  key_id varchar(32) NOT NULL REFERENCES keys (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  until timestamptz(3) NOT NULL
);
CREATE INDEX earlier_secrets_key_id_idx ON earlier_secrets (key_id);
CREATE INDEX earlier_secrets_until_idx ON earlier_secrets (until);

CREATE TABLE key_usage (
  key_id varchar(32) NOT NULL REFERENCES keys (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  day date NOT NULL,
  requests integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  deprecated integer NOT NULL DEFAULT 0,
  minute integer NOT NULL DEFAULT 0,
  minute_requests integer NOT NULL DEFAULT 0,
  PRIMARY KEY (key_id, day)
);
CREATE INDEX key_usage_day_idx ON key_usage (day);

CREATE TABLE key_bans (
  id varchar(36) PRIMARY KEY,
  key_id varchar(32) NOT NULL REFERENCES keys (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  level integer NOT NULL,
  started_at timestamptz(3) NOT NULL,
  until timestamptz(3) NOT NULL,
  lifted_at timestamptz(3)
);
CREATE INDEX key_bans_key_id_started_at_idx ON key_bans (key_id, started_at DESC);
CREATE INDEX key_bans_until_idx ON key_bans (until);

-- The answer itself is kept, so that it is the same again whatever becomes of the animal.
CREATE TABLE idempotency_keys (
  owner varchar(80) NOT NULL,
  key varchar(255) NOT NULL,
  fingerprint bytea NOT NULL,
  status smallint NOT NULL,
  body text NOT NULL,
  location text,
  etag bigint,
  change_set text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (owner, key)
);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);

CREATE TABLE window_counts (
  subject varchar(120) PRIMARY KEY,
  count integer NOT NULL,
  until timestamptz(3) NOT NULL
);
CREATE INDEX window_counts_until_idx ON window_counts (until);

-- Who signed in and out, which changes nothing. The person is null if nobody has the e-mail address that was tried.
CREATE TABLE sign_ins (
  id bigserial PRIMARY KEY,
  at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  person_id text,
  event varchar(30) NOT NULL,
  address varchar(45),
  tries integer NOT NULL DEFAULT 1
);
CREATE INDEX sign_ins_at_idx ON sign_ins (at);
CREATE INDEX sign_ins_person_id_id_idx ON sign_ins (person_id, id);

-- Work that the service does by itself, such as sending an e-mail. When a process ends, another one takes its job at the
-- end of the lease.
CREATE TABLE jobs (
  id bigserial PRIMARY KEY,
  kind varchar(20) NOT NULL,
  data jsonb NOT NULL,
  template varchar(40),
  about varchar(80),
  change_set bigint,
  status varchar(10) NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'done', 'failed')),
  progress integer NOT NULL DEFAULT 0,
  total integer NOT NULL DEFAULT 1,
  result jsonb,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  due_at timestamptz(3) NOT NULL,
  settled_at timestamptz(3),
  CONSTRAINT jobs_settled_check CHECK ((status = 'waiting') = (settled_at IS NULL))
);
CREATE INDEX jobs_status_kind_due_at_idx ON jobs (status, kind, due_at);
CREATE INDEX jobs_created_at_idx ON jobs (created_at);
CREATE INDEX jobs_about_idx ON jobs (about);

-- The shelter and its mail.

CREATE TABLE shelter (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  version bigint NOT NULL DEFAULT 1,
  name varchar(100) NOT NULL,
  street varchar(200),
  postal_code varchar(20),
  city varchar(100),
  country varchar(100),
  telephone varchar(40),
  email varchar(254),
  opening_hours jsonb,
  reply_days smallint,
  adoption_notes varchar(1000),
  about varchar(4000),
  currency varchar(3)
);
INSERT INTO shelter (name) VALUES ('Pawhaven');

-- How sending mail goes, also when the jobs were removed.
CREATE TABLE mail_health (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  last_success_at timestamptz(3),
  last_error_at timestamptz(3),
  last_error varchar(300)
);
INSERT INTO mail_health DEFAULT VALUES;

-- What animals are. Any other number is a category, too, without a name.
CREATE TABLE categories (
  id bigint PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1,
  name varchar(40) NOT NULL,
  plural varchar(40) NOT NULL,
  slug varchar(40) NOT NULL,
  picture varchar(20) NOT NULL,
  words varchar(40)[] NOT NULL
);
CREATE UNIQUE INDEX categories_slug_key ON categories (slug);
INSERT INTO categories (id, name, plural, slug, picture, words) VALUES
  (1, 'Dog', 'dogs', 'dog', 'dog', '{puppy,puppies,pup,doggy,doggie,hound,canine}'),
  (2, 'Cat', 'cats', 'cat', 'cat', '{kitten,kitty,kitties,feline,tomcat,tom}'),
  (3, 'Rabbit', 'rabbits', 'rabbit', 'rabbit', '{bunny,bunnies,hare,kit}'),
  (4, 'Guinea pig', 'guinea pigs', 'guinea-pig', 'guinea-pig', '{guineapig,guinea-pig,cavy,cavies}'),
  (5, 'Hamster', 'hamsters', 'hamster', 'hamster', '{hammy}'),
  (6, 'Bird', 'birds', 'bird', 'bird',
    '{parrot,budgie,budgerigar,canary,canaries,parakeet,cockatiel,finch,finches}'),
  (7, 'Tortoise', 'tortoises', 'tortoise', 'tortoise', '{turtle,terrapin}'),
  (8, 'Horse', 'horses', 'horse', 'horse', '{pony,ponies,foal,mare,gelding,stallion,donkey}');

-- The functions by which animals are found.

-- Names are searched without regard to case, accents and the kind of apostrophe, in every script. The result depends on no setting of the
-- database, so that it can be stored and indexed: a collation of PostgreSQL's own lowers letters (ICU's before
-- PostgreSQL 17), and accents are removed after decomposing them. Vowel signs of Indian and Thai scripts are letters.
-- Some characters fold to many: a name of 255 to 4,590. Of such a name, the first 600 are searched.
-- pets_breaks: a word begins after every character that is not a letter, a digit or a mark, as Unicode 17 has them. The
-- class lists what folded names can have of these. No class of a collation says the same: those know few marks and
-- digits.
-- pets_grams: the pieces by which a folded name is found: every three characters in a row, and the first one and two of
-- each word, after a space. They are made in one pass: taking characters from the middle of a text counts those before
-- them each time. (pg_trgm knows only the letters of the database's locale: with "C", those of English.)
-- pets_words: the words of a breed and a story, folded as names are, but not cut. (The parsers of text search know only
-- the letters of the database's locale, too.)
DO $migration$
DECLARE
  letters text;
  fold text;
  breaks text :=
    '[\u0020-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u00D7\u00F7\u02C2-\u02C5\u02D2-\u02EB\u02ED\u02EF-\u02FF'
    '\u0375\u03F6\u0482\u055A-\u055F\u0589-\u058F\u05BE\u05C0\u05C3\u05C6\u05F3-\u060F\u061B-\u061F\u066A-\u066D'
    '\u06D4\u06DD-\u06DE\u06E9\u06FD-\u06FE\u0700-\u070F\u07F6-\u07F9\u07FE-\u07FF\u0830-\u083E\u085E\u0888'
    '\u0890-\u0891\u08E2\u0964-\u0965\u0970\u09F2-\u09F3\u09FA-\u09FB\u09FD\u0A76\u0AF0-\u0AF1\u0B70\u0BF3-\u0BFA'
    '\u0C77\u0C7F\u0C84\u0D4F\u0D79\u0DF4\u0E3F\u0E4F\u0E5A-\u0E5B\u0F01-\u0F17\u0F1A-\u0F1F\u0F34\u0F36\u0F38'
    '\u0F3A-\u0F3D\u0F85\u0FBE-\u0FC5\u0FC7-\u0FDA\u104A-\u104F\u109E-\u109F\u10FB\u1360-\u1368\u1390-\u1399\u1400'
    '\u166D-\u166E\u1680\u169B-\u169C\u16EB-\u16ED\u1735-\u1736\u17D4-\u17D6\u17D8-\u17DB\u1800-\u180A\u180E'
    '\u1940-\u1945\u19DE-\u19FF\u1A1E-\u1A1F\u1AA0-\u1AA6\u1AA8-\u1AAD\u1B4E-\u1B4F\u1B5A-\u1B6A\u1B74-\u1B7F'
    '\u1BFC-\u1BFF\u1C3B-\u1C3F\u1C7E-\u1C7F\u1CC0-\u1CC7\u1CD3\u200B-\u20C1\u2104-\u212E\u213A-\u214D\u214F'
    '\u218A-\u244A\u2500-\u2775\u2794-\u2BFF\u2CE5-\u2CEA\u2CF9-\u2CFC\u2CFE-\u2CFF\u2D70\u2E00-\u2E2E\u2E30-\u3004'
    '\u3008-\u3020\u3030\u3037\u303D-\u303F\u30A0\u30FB\u3190-\u3191\u31C0-\u31EF\u327F\u4DC0-\u4DFF\uA490-\uA4C6'
    '\uA4FE-\uA4FF\uA60D-\uA60F\uA673\uA67E\uA6F2-\uA716\uA720-\uA721\uA789-\uA78A\uA828-\uA82B\uA836-\uA839'
    '\uA874-\uA877\uA8CE-\uA8CF\uA8F8-\uA8FA\uA8FC\uA92E-\uA92F\uA95F\uA9C1-\uA9CD\uA9DE-\uA9DF\uAA5C-\uAA5F'
    '\uAA77-\uAA79\uAADE-\uAADF\uAAF0-\uAAF1\uAB5B\uAB6A-\uAB6B\uABEB\uE000-\uF8FF\uFBB2-\uFDFF\uFE45-\uFE46'
    '\uFEFF-\uFFFD\U00010100-\U00010102\U00010137-\U0001013F\U00010179-\U00010189\U0001018C-\U000101FC\U0001039F'
    '\U000103D0\U0001056F\U00010857\U00010877-\U00010878\U0001091F\U0001093F\U00010A50-\U00010A58\U00010A7F\U00010AC8'
    '\U00010AF0-\U00010AF6\U00010B39-\U00010B3F\U00010B99-\U00010B9C\U00010D6E\U00010D8E-\U00010D8F\U00010EAD'
    '\U00010ED0-\U00010ED8\U00010F55-\U00010F59\U00010F86-\U00010F89\U00011047-\U0001104D\U000110BB-\U000110C1'
    '\U000110CD\U00011140-\U00011143\U00011174-\U00011175\U000111C5-\U000111C8\U000111CD\U000111DB'
    '\U000111DD-\U000111DF\U00011238-\U0001123D\U000112A9\U000113D4-\U000113D8\U0001144B-\U0001144F'
    '\U0001145A-\U0001145D\U000114C6\U000115C1-\U000115D7\U00011641-\U00011643\U00011660-\U0001166C\U000116B9'
    '\U0001173C-\U0001173F\U0001183B\U00011944-\U00011946\U000119E2\U00011A3F-\U00011A46\U00011A9A-\U00011A9C'
    '\U00011A9E-\U00011AA2\U00011B00-\U00011B09\U00011BE1\U00011C41-\U00011C45\U00011C70-\U00011C71'
    '\U00011EF7-\U00011EF8\U00011F43-\U00011F4F\U00011FD5-\U00011FFF\U00012470-\U00012474\U00012FF1-\U00012FF2'
    '\U00013430-\U0001343F\U00016A6E-\U00016A6F\U00016AF5\U00016B37-\U00016B3F\U00016B44-\U00016B45'
    '\U00016D6D-\U00016D6F\U00016E97-\U00016E9A\U00016FE2\U0001BC9C\U0001BC9F-\U0001CEF0\U0001CF50-\U0001D15D'
    '\U0001D16A-\U0001D16C\U0001D173-\U0001D17A\U0001D183-\U0001D184\U0001D18C-\U0001D1A9\U0001D1AE-\U0001D241'
    '\U0001D245\U0001D300-\U0001D356\U0001D800-\U0001D9FF\U0001DA37-\U0001DA3A\U0001DA6D-\U0001DA74'
    '\U0001DA76-\U0001DA83\U0001DA85-\U0001DA8B\U0001E14F\U0001E2FF\U0001E5FF\U0001E95E-\U0001E95F\U0001ECAC'
    '\U0001ECB0\U0001ED2E\U0001EEF0-\U0001F0F5\U0001F10D-\U0001FBFA\U000E0001-\U000E007F\U000F0000-\U0010FFFD]';
BEGIN
  SELECT collname INTO letters FROM pg_collation
  WHERE collnamespace = 'pg_catalog'::regnamespace AND collname IN ('pg_c_utf8', 'und-x-icu')
  ORDER BY collname <> 'pg_c_utf8' LIMIT 1;
  IF letters IS NULL OR getdatabaseencoding() <> 'UTF8' THEN
    RAISE EXCEPTION 'search needs a database in UTF8, on PostgreSQL 17 or newer, or one that was built with ICU';
  END IF;
  fold := format($body$
      IF octet_length(given) = char_length(given) THEN
        folded := lower(given COLLATE "C");
      ELSE
        -- Accents and vowel points, the Arabic tatweel, and what cannot be seen, such as joiners and emoji variations.
        folded := regexp_replace(normalize(given, NFKD), '[\u00AD\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]+', '', 'g');
        -- Letters that Unicode does not decompose, and apostrophes.
        folded := translate(lower(folded COLLATE %I), 'ςøđłıħŧð‘’ʼ', 'σodlihtd''''''');
        folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
        folded := normalize(folded, NFKC);
      END IF;
  $body$, letters);
  EXECUTE format($create$
    CREATE FUNCTION pets_fold(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $body$
    DECLARE
      folded text;
    BEGIN
      %s
      folded := left(folded, 600);
      IF folded ~ '^ |  | $' THEN
        folded := btrim(regexp_replace(folded, ' {2,}', ' ', 'g'), ' ');
      END IF;
      RETURN folded;
    END $body$
  $create$, fold);
  EXECUTE format('CREATE FUNCTION pets_breaks() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT %L $$', breaks);
  -- The others cannot call that function: building an index or restoring a dump finds only those of PostgreSQL.
  EXECUTE format($create$
    CREATE FUNCTION pets_grams(folded text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $body$
    DECLARE
      grams text[] := '{}';
      letters text[] := string_to_array(folded, NULL);
      place int := 1;
      word text;
    BEGIN
      FOR i IN 3 .. cardinality(letters) LOOP
        grams := grams || (letters[i - 2] || letters[i - 1] || letters[i]);
      END LOOP;
      FOREACH word IN ARRAY string_to_array(regexp_replace(folded, %L, ' ', 'g'), ' ') LOOP
        IF place <= cardinality(letters) THEN
          grams := grams || (' ' || letters[place]) || (' ' || letters[place] || coalesce(letters[place + 1], ''));
        END IF;
        place := place + char_length(word) + 1;
      END LOOP;
      RETURN grams;
    END $body$
  $create$, breaks);
  EXECUTE format($create$
    CREATE FUNCTION pets_words(given text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $body$
    DECLARE
      folded text;
    BEGIN
      %s
      RETURN array_to_tsvector(ARRAY(
        SELECT left(word, 100) FROM regexp_split_to_table(folded, %L) AS word WHERE word <> ''
      ));
    END $body$
  $create$, fold, breaks || '+');
END $migration$;

-- Animals.

CREATE TYPE "PetStatus" AS ENUM ('available', 'pending', 'sold');

-- A changed animal leaves a dead row, and lists are fast while few pages hold any: vacuum earlier than at a fifth.
CREATE TABLE pets (
  id bigserial,
  name varchar(255) NOT NULL,
  category_id bigint NOT NULL,
  status "PetStatus" NOT NULL DEFAULT 'available',
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version bigint NOT NULL DEFAULT 1,
  created_by varchar(80),
  folded text NOT NULL GENERATED ALWAYS AS (pets_fold(name)) STORED,
  -- Lists are read from an index alone, so each of them holds every column that lists show. Every addition and every
  -- change writes into each index, so the primary key is the index of the plain list, too.
  CONSTRAINT pets_pkey PRIMARY KEY (id) INCLUDE (name, category_id, status)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
-- Status and id in one direction, so that a place in the list of one status is one comparison: (status, id) <= (…, …).
CREATE INDEX pets_list_by_status_idx ON pets (status, id, name, category_id);
CREATE INDEX pets_list_by_category_idx ON pets (category_id, id, name, status);
CREATE INDEX pets_list_by_category_and_status_idx ON pets (category_id, status, id, name);
-- Names wait for their place in the search index in a list of 1 MB: sorting many of them in at once is less work for
-- each. A search reads that list too, which takes about a millisecond when it is full.
CREATE INDEX pets_grams_idx ON pets USING gin (pets_grams(folded)) WITH (fastupdate = on, gin_pending_list_limit = 1024);

-- An animal gets its id before its transaction is committed, and two transactions may be committed in any order. So a reader
-- of the newest animals may see 6 before 5 is there. This trigger and settled_id tell up to which id no more can appear.

-- Each transaction that adds animals holds a shared advisory lock, for as long as it is open, on the newest id that was given
-- before it began to: what it adds is newer. (Locks take 32 bits here; ids that are open lie close together.)
CREATE FUNCTION pets_hold_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7305005, ((coalesce(pg_sequence_last_value('pets_id_seq'), 0) << 32) >> 32)::int);
  RETURN NULL;
END $$;

CREATE TRIGGER pets_hold_id BEFORE INSERT ON pets FOR EACH STATEMENT EXECUTE FUNCTION pets_hold_id();

-- The newest id is read first, the locks after it: whoever took an id up to it holds a lock by then, or is committed. What a
-- statement after this call reads has every row up to the id that this returns.
CREATE FUNCTION settled_id(sequence regclass, lock int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  newest bigint := coalesce(pg_sequence_last_value(sequence), 0);
BEGIN
  RETURN newest - coalesce((
    SELECT max(behind) FROM (
      SELECT (newest - objid::bigint) & 4294967295 AS behind FROM pg_locks
      WHERE locktype = 'advisory' AND classid::bigint = lock AND objsubid = 2
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    ) AS held
    -- One that was taken since is ahead of the newest.
    WHERE behind < 2147483648
  ), 0);
END $$;

-- The row of a removed animal, so that it can be restored.
CREATE TABLE removed_pets (
  id bigint PRIMARY KEY,
  name varchar(255) NOT NULL,
  category_id bigint NOT NULL,
  status "PetStatus" NOT NULL,
  created_at timestamptz(3) NOT NULL,
  created_by varchar(80),
  version bigint NOT NULL
);

-- Profile, history and photos of a removed animal stay, so they have no foreign key.

CREATE TABLE pet_profiles (
  pet_id bigint PRIMARY KEY,
  story varchar(2000),
  sex varchar(6),
  born_on varchar(10),
  size varchar(11),
  good_with_children boolean,
  good_with_dogs boolean,
  good_with_cats boolean,
  breed varchar(60),
  is_cross boolean,
  is_neutered boolean,
  colour varchar(60),
  energy varchar(6),
  is_house_trained boolean,
  is_vaccinated boolean,
  special_needs varchar(200),
  adoption_fee numeric(7, 2),
  -- Another animal, which may be removed.
  bonded_with bigint,
  words tsvector GENERATED ALWAYS AS (pets_words(coalesce(breed, '') || ' ' || coalesce(story, ''))) STORED
);
CREATE INDEX pet_profiles_words_idx ON pet_profiles USING gin (words) WITH (gin_pending_list_limit = 512);
-- Filters read these facts of many animals, in the order of lists, and not their stories.
CREATE INDEX pet_profiles_facts_idx ON pet_profiles
  (pet_id, sex, born_on, size, good_with_children, good_with_dogs, good_with_cats);
CREATE INDEX pet_profiles_bonded_with_idx ON pet_profiles (bonded_with) WHERE bonded_with IS NOT NULL;

-- What only the shelter knows. Visitors' reads leave out the animals that are hidden, which are few.
CREATE TABLE pet_care (
  pet_id bigint PRIMARY KEY,
  microchip varchar(40),
  intake_on date,
  origin varchar(10),
  location varchar(100),
  notes varchar(4000),
  reference varchar(60),
  hidden varchar(10)
);
CREATE UNIQUE INDEX pet_care_reference_key ON pet_care (reference);
CREATE INDEX pet_care_intake_on_pet_id_idx ON pet_care (intake_on, pet_id);
CREATE INDEX pet_care_hidden_idx ON pet_care (pet_id) WHERE hidden IS NOT NULL;

-- The pictures that are made of a photo, under the SHA-256 of all of them: the same photo is stored once.
CREATE TABLE photo_files (
  hash bytea PRIMARY KEY,
  w96 bytea NOT NULL,
  w320 bytea NOT NULL,
  w640 bytea NOT NULL,
  w1280 bytea NOT NULL,
  card bytea NOT NULL,
  used_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
-- They are compressed already.
ALTER TABLE photo_files ALTER w96 SET STORAGE EXTERNAL, ALTER w320 SET STORAGE EXTERNAL,
  ALTER w640 SET STORAGE EXTERNAL, ALTER w1280 SET STORAGE EXTERNAL, ALTER card SET STORAGE EXTERNAL;
CREATE INDEX photo_files_used_at_idx ON photo_files (used_at);

CREATE TABLE photos (
  id bigserial PRIMARY KEY,
  pet_id bigint NOT NULL,
  hash bytea NOT NULL REFERENCES photo_files (hash) ON DELETE RESTRICT ON UPDATE CASCADE,
  position smallint NOT NULL,
  alt varchar(300) NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  removed_at timestamptz(3)
);
CREATE INDEX photos_pet_id_idx ON photos (pet_id);
CREATE INDEX photos_hash_idx ON photos (hash);
CREATE INDEX photos_removed_at_idx ON photos (removed_at);

-- Adoptions, and who did what with them.

CREATE TYPE "OrderStatus" AS ENUM ('open', 'completed', 'cancelled', 'returned');

-- An animal with an order cannot be removed.
CREATE TABLE orders (
  id bigserial PRIMARY KEY,
  pet_id bigint NOT NULL REFERENCES pets (id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  status "OrderStatus" NOT NULL DEFAULT 'open',
  ship_date timestamptz(3),
  changed_at timestamptz(3),
  return_reason varchar(2000),
  version integer NOT NULL DEFAULT 1
);
CREATE TRIGGER orders_version BEFORE UPDATE ON orders FOR EACH ROW WHEN (
  (OLD.status, OLD.ship_date, OLD.return_reason) IS DISTINCT FROM (NEW.status, NEW.ship_date, NEW.return_reason)
) EXECUTE FUNCTION next_version();
CREATE INDEX orders_pet_id_id_idx ON orders (pet_id, id);
CREATE INDEX orders_status_id_idx ON orders (status, id);
-- The current order of an animal: it has one at most, which is open while the animal is pending, and completed while it
-- is sold.
CREATE UNIQUE INDEX orders_current_key ON orders (pet_id) WHERE status IN ('open', 'completed');
-- Lists of orders by their hand-over, and by when they got their status.
CREATE INDEX orders_hand_over_idx ON orders (status, coalesce(ship_date, 'infinity'), id);
CREATE INDEX orders_changed_idx ON orders (status, coalesce(changed_at, '-infinity'), id);

-- Up to which id no more orders can appear: as for animals.
CREATE FUNCTION orders_hold_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7305055, ((coalesce(pg_sequence_last_value('orders_id_seq'), 0) << 32) >> 32)::int);
  RETURN NULL;
END $$;

CREATE TRIGGER orders_hold_id BEFORE INSERT ON orders FOR EACH STATEMENT EXECUTE FUNCTION orders_hold_id();

-- Whether an order of an animal is open. A function that may change from call to call has a snapshot of its own: called
-- after the animal was locked, it sees the orders of those who held the lock before, where the statement that calls it
-- does not.
CREATE FUNCTION pet_has_open_order(pet bigint) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM orders WHERE orders.pet_id = pet AND orders.status = 'open');
END $$;

-- Applications.

CREATE TYPE "ApplicationStatus" AS ENUM ('new', 'talking', 'visit', 'approved', 'answered', 'declined', 'withdrawn');

-- An animal that somebody has asked for cannot be removed.
CREATE TABLE applications (
  id uuid PRIMARY KEY,
  number bigserial,
  pet_id bigint NOT NULL REFERENCES pets (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  status "ApplicationStatus" NOT NULL DEFAULT 'new',
  suspicious boolean NOT NULL,
  suspicions varchar(20)[] DEFAULT ARRAY[]::varchar(20)[],
  version bigint NOT NULL DEFAULT 1,
  name varchar(100) NOT NULL,
  email varchar(254),
  telephone varchar(40),
  home varchar(1000),
  other_pets varchar(1000),
  message varchar(4000) NOT NULL,
  note varchar(2000),
  reply varchar(4000),
  handled_by text REFERENCES users (id) ON DELETE SET NULL ON UPDATE CASCADE,
  order_id bigint REFERENCES orders (id) ON DELETE SET NULL ON UPDATE CASCADE,
  visit_at varchar(16),
  to_tell boolean NOT NULL DEFAULT false,
  retry_hash bytea,
  created_at timestamptz(3) NOT NULL,
  created_by varchar(80),
  changed_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX applications_number_key ON applications (number);
-- The folders of the inbox, newest first, and their counts and pages of one status.
CREATE INDEX applications_suspicious_number_idx ON applications (suspicious, number);
CREATE INDEX applications_suspicious_status_number_idx ON applications (suspicious, status, number);
CREATE INDEX applications_pet_id_number_idx ON applications (pet_id, number);
CREATE INDEX applications_handled_by_idx ON applications (handled_by);
CREATE INDEX applications_order_id_idx ON applications (order_id);
CREATE INDEX applications_changed_at_idx ON applications (changed_at);
CREATE INDEX applications_to_tell_idx ON applications (number) WHERE to_tell;

-- The log. Every command that changes anything writes one set. The addition of an animal, or of an application, is its
-- row alone.

CREATE TABLE change_sets (
  id bigserial PRIMARY KEY,
  at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  author varchar(80) NOT NULL,
  undoes bigint,
  is_final boolean NOT NULL DEFAULT false
);
CREATE INDEX change_sets_author_id_idx ON change_sets (author, id);

-- Up to which set no more sets can appear: as for animals. A statement that changes animals numbers its sets before it
-- inserts them, so this takes the place of a trigger.
CREATE FUNCTION next_change_set() RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(
    7305065, ((coalesce(pg_sequence_last_value('change_sets_id_seq'), 0) << 32) >> 32)::int);
  RETURN nextval('change_sets_id_seq');
END $$;
ALTER TABLE change_sets ALTER id SET DEFAULT next_change_set();

-- Keys, people, the shelter, kinds, mail and deleted applications have no animal.
CREATE TABLE changes (
  set_id bigint NOT NULL,
  pet_id bigint,
  subject varchar(12) NOT NULL,
  subject_id varchar(40) NOT NULL,
  action varchar(40) NOT NULL,
  fields jsonb NOT NULL,
  version bigint,
  at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (set_id, subject, subject_id)
);
-- The histories of an animal, of its orders and of its applications.
CREATE INDEX changes_pet_id_set_id_idx ON changes (pet_id, set_id);
-- Adoptions by week, by when they took place.
CREATE INDEX changes_adopted_idx ON changes (at, pet_id) WHERE fields #>> '{status,to}' = 'sold';
-- Which sets changed applications, or adoptions and their adopters, newest first.
CREATE INDEX changes_applications_idx ON changes (set_id) WHERE subject = 'application';
CREATE INDEX changes_orders_idx ON changes (set_id) WHERE subject = 'order' OR fields ? 'adopter';
-- Changes of settings, which are few, and removed after some time.
CREATE INDEX changes_settings_idx ON changes (set_id) WHERE pet_id IS NULL;
