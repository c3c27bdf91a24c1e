/**
 * What a change does to the drawers. Members can't call these functions: `push` does, which knows who asks and what they may.
 * Each gives what stands in the log afterwards.
 */
export const applying = `
CREATE TYPE outcome AS (value jsonb, refused boolean, previous text);

CREATE FUNCTION as_set(tags jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE
  SET search_path = pg_catalog, pg_temp
AS $$
  SELECT coalesce(jsonb_agg(DISTINCT tag ORDER BY tag), '[]') FROM jsonb_array_elements_text(coalesce(tags, '[]')) AS tag
$$;

-- Texts hold control characters as \\x01 and four digits (storedText.ts); such a text's hash can't be checked here.
CREATE FUNCTION is_text_of(hash text, content text) RETURNS boolean LANGUAGE sql IMMUTABLE
  SET search_path = pg_catalog, pg_temp
AS $$
  SELECT content IS NOT NULL AND hash IS NOT NULL
    AND (position(E'\\x01' IN content) > 0 OR encode(sha256(convert_to(content, 'UTF8')), 'hex') = hash)
$$;

CREATE FUNCTION apply_add(t integer, p text, w text, id text, shared jsonb) RETURNS outcome LANGUAGE plpgsql
  SET search_path = pg_catalog, synapse_palace, pg_temp
AS $$
DECLARE
  fresh jsonb := (shared -> 'record') || '{"superseded_by": null}';
  hash text := fresh ->> 'content_hash';
  is_sensitive boolean := coalesce((fresh ->> 'sensitive')::boolean, false);
  vector jsonb := nullif(shared -> 'vector', 'null');
  known drawers%ROWTYPE;
BEGIN
  SELECT * INTO known FROM drawers WHERE team = t AND wing = w AND drawer_id = id FOR UPDATE;
  IF known.state = 'erased'
    OR (known.state = 'live' AND known.content_hash <> hash)
    OR NOT is_text_of(hash, shared ->> 'text')
    OR (is_sensitive AND NOT (SELECT includes_sensitive FROM wings WHERE team = t AND wing = w)) THEN
    RETURN ROW(NULL, true, NULL)::outcome;
  END IF;
  IF is_sensitive THEN vector := NULL; END IF;
  IF known.state = 'live' THEN
    IF known.embedding IS NULL AND vector IS NOT NULL AND NOT known.sensitive THEN
      UPDATE drawers SET embedding = (vector ->> 'data')::{vector}.halfvec,
        embedding_scale = (vector ->> 'scale')::double precision, embedding_model = vector ->> 'model'
      WHERE team = t AND wing = w AND drawer_id = id;
    END IF;
  ELSE
    INSERT INTO drawers (team, wing, drawer_id, state, content_hash, text, record, author, palace,
      embedding, embedding_scale, embedding_model)
    VALUES (t, w, id, 'live', hash, shared ->> 'text', jsonb_set(fresh, '{tags}', as_set(fresh -> 'tags')), session_user, p,
      (vector ->> 'data')::{vector}.halfvec, (vector ->> 'scale')::double precision, vector ->> 'model')
    ON CONFLICT (team, wing, drawer_id) DO UPDATE SET state = 'live', content_hash = excluded.content_hash,
      text = excluded.text, record = excluded.record, author = excluded.author, palace = excluded.palace,
      embedding = excluded.embedding, embedding_scale = excluded.embedding_scale, embedding_model = excluded.embedding_model;
  END IF;
  INSERT INTO holders VALUES (t, w, id, p) ON CONFLICT DO NOTHING;
  RETURN ROW(NULL, false, NULL)::outcome;
END
$$;

-- Leaves nothing of a drawer but that it was there.
CREATE FUNCTION empty_drawer(t integer, w text, id text, as_state text) RETURNS void LANGUAGE sql
  SET search_path = pg_catalog, synapse_palace, pg_temp
AS $$
  DELETE FROM holders WHERE team = t AND wing = w AND drawer_id = id;
  UPDATE drawers SET state = as_state, content_hash = NULL, text = NULL, record = NULL, superseded_palace = NULL,
    embedding = NULL, embedding_scale = NULL, embedding_model = NULL
  WHERE team = t AND wing = w AND drawer_id = id;
$$;

CREATE FUNCTION apply_remove(t integer, p text, w text, id text) RETURNS outcome LANGUAGE plpgsql
  SET search_path = pg_catalog, synapse_palace, pg_temp
AS $$
DECLARE
  is_gone boolean;
BEGIN
  DELETE FROM holders WHERE team = t AND wing = w AND drawer_id = id AND palace = p;
  IF FOUND AND NOT EXISTS (SELECT FROM holders WHERE team = t AND wing = w AND drawer_id = id) THEN
    PERFORM empty_drawer(t, w, id, 'gone');
  END IF;
  SELECT NOT EXISTS (SELECT FROM drawers WHERE team = t AND wing = w AND drawer_id = id AND state = 'live') INTO is_gone;
  RETURN ROW(to_jsonb(is_gone), false, NULL)::outcome;
END
$$;

CREATE FUNCTION apply_erase(t integer, p text, w text, id text) RETURNS outcome LANGUAGE plpgsql
  SET search_path = pg_catalog, synapse_palace, pg_temp
AS $$
BEGIN
  -- Unknown yet, it stays erased for whoever brings it later.
  INSERT INTO drawers (team, wing, drawer_id, state, author, palace) VALUES (t, w, id, 'gone', session_user, p)
  ON CONFLICT DO NOTHING;
  IF EXISTS (SELECT FROM drawers WHERE team = t AND wing = w AND drawer_id = id AND state <> 'erased') THEN
    PERFORM empty_drawer(t, w, id, 'erased');
    UPDATE changes SET value = NULL WHERE team = t AND wing = w AND drawer_id = id;
    INSERT INTO erasures_due
      SELECT t, w, id, palace FROM palace_wings WHERE team = t AND wing = w AND palace <> p
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN ROW(NULL, false, NULL)::outcome;
END
$$;

CREATE FUNCTION closes_circle(t integer, id text, successor text) RETURNS boolean LANGUAGE sql STABLE
  SET search_path = pg_catalog, synapse_palace, pg_temp
AS $$
  WITH RECURSIVE chain (next) AS (
    SELECT successor
    UNION
    SELECT d.superseded_by FROM chain JOIN drawers d ON d.team = t AND d.drawer_id = chain.next
      WHERE d.superseded_by IS NOT NULL
  )
  SELECT EXISTS (SELECT FROM chain WHERE next = id)
$$;

CREATE FUNCTION apply_field(t integer, p text, w text, id text, field text, value jsonb) RETURNS outcome LANGUAGE plpgsql
  SET search_path = pg_catalog, synapse_palace, pg_temp
AS $$
DECLARE
  known drawers%ROWTYPE;
  tags jsonb;
  previous text;
BEGIN
  SELECT * INTO known FROM drawers d WHERE d.team = t AND d.wing = w AND d.drawer_id = id FOR UPDATE;
  IF known.state = 'erased' THEN RETURN ROW(NULL, false, NULL)::outcome; END IF;
  IF known.state IS DISTINCT FROM 'live' OR field = 'settled' THEN RETURN ROW(value, false, NULL)::outcome; END IF;
  IF field IN ('tag', 'untag') THEN
    tags := coalesce(known.record -> 'tags', '[]');
    tags := CASE field WHEN 'tag' THEN as_set(tags || value) ELSE tags - (value #>> '{}') END;
    known.record := jsonb_set(known.record, '{tags}', tags);
  ELSE
    IF field = 'superseded_by' THEN
      IF closes_circle(t, id, value #>> '{}') THEN RETURN ROW(value, true, known.superseded_by)::outcome; END IF;
      IF value <> 'null' AND known.superseded_by <> value #>> '{}' AND known.superseded_palace <> p THEN
        previous := known.superseded_by;
      END IF;
      known.superseded_palace := p;
    END IF;
    known.record := jsonb_set(known.record, ARRAY[field], value);
  END IF;
  UPDATE drawers d SET record = known.record, superseded_palace = known.superseded_palace
    WHERE d.team = t AND d.wing = w AND d.drawer_id = id;
  RETURN ROW(value, false, previous)::outcome;
END
$$;
`;
