/**
 * A turn of a conversation is found by the words of the turn that it answers, too. `drawers_turns` finds the turns beside one, and
 * `turns_beside` looks there as the owner, for the reason for which `holding` does (0005_recall.ts): it gives only what the login may
 * read anyway, and nothing that is sensitive. The source is indexed as a hash, since a path may be longer than a row of an index.
 */
export const turns = `
CREATE INDEX drawers_turns ON drawers
  (team, wing, hashtextextended(coalesce(record #>> '{source,id}', record ->> 'source_file'), 0), (record -> 'chunk_index'))
  WHERE type = 'conversation' AND state = 'live';

CREATE FUNCTION turns_beside(wings text[], ids text[], step integer)
  RETURNS TABLE (wing text, drawer_id text, beside text, text text, search_vector tsvector)
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, synapse_palace, pg_temp
  SET enable_seqscan = off
AS $$
  SELECT d.wing, d.drawer_id, o.drawer_id, o.text, o.search_vector
  FROM unnest(wings, ids) AS asked (wing, id)
  JOIN drawers d ON d.team = (SELECT my_team()) AND d.wing = asked.wing AND d.drawer_id = asked.id
  CROSS JOIN LATERAL (
    SELECT o.drawer_id, o.text, o.search_vector FROM drawers o
    WHERE o.team = d.team AND o.wing = d.wing AND o.author = d.author
      AND o.type = 'conversation' AND o.state = 'live' AND NOT o.sensitive
      AND hashtextextended(coalesce(o.record #>> '{source,id}', o.record ->> 'source_file'), 0)
        = hashtextextended(coalesce(d.record #>> '{source,id}', d.record ->> 'source_file'), 0)
      AND o.source_file = d.source_file
      AND o.record -> 'chunk_index' = CASE jsonb_typeof(d.record -> 'chunk_index')
        WHEN 'number' THEN to_jsonb((d.record ->> 'chunk_index')::numeric + step) END
      AND (step < 0 OR o.record ->> 'speaker' IS NOT NULL)
    ORDER BY o.drawer_id LIMIT 1) o
  WHERE d.wing = ANY (ARRAY(SELECT my_wings())) AND d.type = 'conversation' AND d.state = 'live' AND NOT d.sensitive
    AND (step > 0 OR d.record ->> 'speaker' IS NOT NULL)
$$;

REVOKE ALL ON FUNCTION turns_beside(text[], text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION turns_beside(text[], text[], integer) TO synapse_palace_member;
`;
