/**
 * PostgreSQL takes `setup.py`, `src/config/init.py` and `request.user` for one word each, as the names of hosts and files, and
 * `Map<string>` for markup that it leaves out. A palace reads the words in them, and asks for these. So the characters that join them
 * are blanks to `search_vector` now. An expression can't be changed in place: the table is written anew, with all of its indexes.
 */
export const parts = `
ALTER TABLE drawers DROP COLUMN search_vector;
ALTER TABLE drawers ADD COLUMN search_vector tsvector GENERATED ALWAYS AS (
  setweight(to_tsvector('pg_catalog.english', translate(left(coalesce(text, ''), 200000), './@<>&', '      ')), 'A') ||
  setweight(jsonb_to_tsvector('pg_catalog.english', coalesce(record -> 'properties', '{}'), '["string"]'), 'B') ||
  setweight(jsonb_to_tsvector('pg_catalog.simple', coalesce(record -> 'tags', '[]'), '["string"]'), 'C') ||
  setweight(to_tsvector('pg_catalog.simple', translate(coalesce(record ->> 'source_file', ''), '/._-', '    ')), 'D')
) STORED;
CREATE INDEX drawers_words ON drawers USING gin (search_vector);
`;
