/**
 * The tables. `changes` is the truth, numbered without gaps in the order of commit; `drawers` is what they come to. Texts stand in
 * `drawers` alone, so that erasing one removes it. What can be read off a record is a generated column, so that nothing is kept
 * twice. `{vector}` is the schema of pgvector.
 */
export const tables = `
CREATE TABLE teams (
  team integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  last_seq bigint NOT NULL DEFAULT 0
);

CREATE TABLE members (
  role name PRIMARY KEY,
  team integer NOT NULL REFERENCES teams,
  name text NOT NULL,
  removed_at timestamptz,
  UNIQUE (team, name)
);

CREATE TABLE wings (
  team integer NOT NULL REFERENCES teams,
  wing text NOT NULL,
  includes_sensitive boolean NOT NULL DEFAULT false,
  PRIMARY KEY (team, wing)
);

CREATE TABLE wing_rights (
  team integer NOT NULL,
  wing text NOT NULL,
  role name NOT NULL REFERENCES members,
  may text NOT NULL CHECK (may IN ('owner', 'writer', 'reader')),
  PRIMARY KEY (team, wing, role),
  FOREIGN KEY (team, wing) REFERENCES wings
);

CREATE TABLE palaces (
  team integer NOT NULL REFERENCES teams,
  palace text NOT NULL,
  role name NOT NULL REFERENCES members,
  name text NOT NULL,
  seen_at timestamptz NOT NULL,
  last_number bigint NOT NULL DEFAULT 0,
  left_at timestamptz,
  PRIMARY KEY (team, palace)
);

-- The wings that a palace has pulled or pushed: it may hold drawers of these.
CREATE TABLE palace_wings (
  team integer NOT NULL,
  palace text NOT NULL,
  wing text NOT NULL,
  pulled_to bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (team, palace, wing),
  FOREIGN KEY (team, palace) REFERENCES palaces
);

CREATE TABLE drawers (
  team integer NOT NULL,
  wing text NOT NULL,
  drawer_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('live', 'gone', 'erased')),
  content_hash text,
  text text,
  record jsonb,
  author name NOT NULL,
  palace text NOT NULL,
  superseded_palace text,
  embedding {vector}.halfvec,
  embedding_scale double precision,
  embedding_model text,
  room text GENERATED ALWAYS AS (record ->> 'room') STORED,
  type text GENERATED ALWAYS AS (record ->> 'type') STORED,
  source_file text GENERATED ALWAYS AS (record ->> 'source_file') STORED,
  tier text GENERATED ALWAYS AS (record ->> 'tier') STORED,
  importance real GENERATED ALWAYS AS ((record ->> 'importance')::real) STORED,
  pinned boolean GENERATED ALWAYS AS ((record ->> 'pinned')::boolean) STORED,
  sensitive boolean GENERATED ALWAYS AS (coalesce((record ->> 'sensitive')::boolean, false)) STORED,
  archived boolean GENERATED ALWAYS AS (coalesce(jsonb_typeof(record -> 'archived') = 'object', false)) STORED,
  superseded_by text GENERATED ALWAYS AS (record ->> 'superseded_by') STORED,
  filed_at text GENERATED ALWAYS AS (record ->> 'filed_at') STORED,
  search_vector tsvector GENERATED ALWAYS AS (
    setweight(to_tsvector('pg_catalog.english', left(coalesce(text, ''), 200000)), 'A') ||
    setweight(jsonb_to_tsvector('pg_catalog.english', coalesce(record -> 'properties', '{}'), '["string"]'), 'B') ||
    setweight(jsonb_to_tsvector('pg_catalog.simple', coalesce(record -> 'tags', '[]'), '["string"]'), 'C') ||
    setweight(to_tsvector('pg_catalog.simple', translate(coalesce(record ->> 'source_file', ''), '/._-', '    ')), 'D')
  ) STORED,
  PRIMARY KEY (team, wing, drawer_id),
  FOREIGN KEY (team, wing) REFERENCES wings,
  CHECK ((state = 'live') = (text IS NOT NULL)),
  CHECK ((state = 'live') = (record IS NOT NULL)),
  CHECK (embedding IS NULL OR state = 'live'),
  CHECK (embedding IS NULL OR NOT coalesce((record ->> 'sensitive')::boolean, false))
);
CREATE INDEX drawers_words ON drawers USING gin (search_vector);
-- Of the shipped model's length; vectors of another length are kept, and not searched here.
CREATE INDEX drawers_meaning ON drawers USING hnsw ((embedding::{vector}.halfvec(384)) {vector}.halfvec_cosine_ops)
  WITH (m = 16, ef_construction = 64) WHERE {vector}.vector_dims(embedding) = 384;
CREATE INDEX drawers_superseded ON drawers (team, drawer_id) WHERE superseded_by IS NOT NULL;

-- The palaces that file a drawer: it goes when none is left.
CREATE TABLE holders (
  team integer NOT NULL,
  wing text NOT NULL,
  drawer_id text NOT NULL,
  palace text NOT NULL,
  PRIMARY KEY (team, wing, drawer_id, palace),
  FOREIGN KEY (team, wing, drawer_id) REFERENCES drawers
);

CREATE TABLE changes (
  team integer NOT NULL REFERENCES teams,
  seq bigint NOT NULL,
  wing text NOT NULL,
  drawer_id text NOT NULL,
  field text NOT NULL,
  value jsonb,
  role name NOT NULL REFERENCES members,
  palace text NOT NULL,
  palace_number bigint NOT NULL,
  at text NOT NULL,
  refused boolean NOT NULL,
  previous text,
  PRIMARY KEY (team, seq),
  UNIQUE (team, palace, palace_number),
  FOREIGN KEY (team, wing) REFERENCES wings
);
CREATE INDEX changes_of_wing ON changes (team, wing, seq);
CREATE INDEX changes_of_drawer ON changes (team, wing, drawer_id);

-- Palaces that have not confirmed yet that they hold nothing of an erased drawer.
CREATE TABLE erasures_due (
  team integer NOT NULL,
  wing text NOT NULL,
  drawer_id text NOT NULL,
  palace text NOT NULL,
  PRIMARY KEY (team, palace, drawer_id, wing)
);
`;
