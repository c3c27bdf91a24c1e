/**
 * A short commit is found with the one that it belongs to. `drawers_commits` finds the commits right before and after one, in the
 * same repository of the same member, and `commits_beside` looks there as the owner, for the reason for which `holding` does
 * (0005_recall.ts): it gives only the keys of what the login may read anyway. Times are compared as the texts that they are: whoever
 * asks says how far apart is too far. The source is indexed as a hash, as in 0006_turns.ts.
 */
export const commits = `
CREATE INDEX drawers_commits ON drawers
  (team, wing, hashtextextended(coalesce(record #>> '{source,id}', record ->> 'source_file'), 0),
    (left(record ->> 'filed_at', 40) COLLATE "C"))
  WHERE type = 'git_commit' AND state = 'live';

CREATE FUNCTION commits_beside(wings text[], ids text[])
  RETURNS TABLE (wing text, drawer_id text) LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, synapse_palace, pg_temp
  SET enable_seqscan = off
AS $$
  SELECT DISTINCT d.wing, o.drawer_id
  FROM unnest(wings, ids) AS asked (wing, id)
  JOIN drawers d ON d.team = (SELECT my_team()) AND d.wing = asked.wing AND d.drawer_id = asked.id
  CROSS JOIN LATERAL (
    (SELECT o.drawer_id FROM drawers o
      WHERE o.team = d.team AND o.wing = d.wing AND o.author = d.author AND o.source_file = d.source_file
        AND o.type = 'git_commit' AND o.state = 'live' AND NOT o.sensitive AND NOT o.archived
        AND hashtextextended(coalesce(o.record #>> '{source,id}', o.record ->> 'source_file'), 0)
          = hashtextextended(coalesce(d.record #>> '{source,id}', d.record ->> 'source_file'), 0)
        AND left(o.record ->> 'filed_at', 40) COLLATE "C" < left(d.record ->> 'filed_at', 40) COLLATE "C"
      ORDER BY left(o.record ->> 'filed_at', 40) COLLATE "C" DESC, o.drawer_id LIMIT 2)
    UNION ALL
    (SELECT o.drawer_id FROM drawers o
      WHERE o.team = d.team AND o.wing = d.wing AND o.author = d.author AND o.source_file = d.source_file
        AND o.type = 'git_commit' AND o.state = 'live' AND NOT o.sensitive AND NOT o.archived
        AND hashtextextended(coalesce(o.record #>> '{source,id}', o.record ->> 'source_file'), 0)
          = hashtextextended(coalesce(d.record #>> '{source,id}', d.record ->> 'source_file'), 0)
        AND left(o.record ->> 'filed_at', 40) COLLATE "C" >= left(d.record ->> 'filed_at', 40) COLLATE "C"
        AND o.drawer_id <> d.drawer_id
      ORDER BY left(o.record ->> 'filed_at', 40) COLLATE "C", o.drawer_id LIMIT 2)) o
  WHERE d.wing = ANY (ARRAY(SELECT my_wings())) AND d.type = 'git_commit' AND d.state = 'live' AND NOT d.sensitive
$$;

REVOKE ALL ON FUNCTION commits_beside(text[], text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION commits_beside(text[], text[]) TO synapse_palace_member;
`;
