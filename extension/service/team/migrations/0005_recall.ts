/**
 * What a search and a greeting need at a size of a million drawers. Row-level security lets an index answer only for operators that
 * can't leak a row, and `@@` is not marked as one, so members look words up in `holding`, which runs as the owner and gives only
 * what the login may read anyway. How many drawers a wing holds is kept, not counted for each greeting.
 */
export const recall = `
CREATE FUNCTION holding(asked tsquery, most integer, without text[], only_wings text[], only_rooms text[], only_types text[],
    only_tiers text[], with_archived boolean)
  RETURNS TABLE (wing text, drawer_id text, search_vector tsvector) LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, synapse_palace, pg_temp
  -- While the rows of a new database are not counted yet, reading all of them looks cheap.
  SET enable_seqscan = off
AS $$
  SELECT d.wing, d.drawer_id, d.search_vector FROM drawers d
  WHERE d.team = (SELECT my_team()) AND d.wing = ANY (ARRAY(SELECT my_wings())) AND d.wing <> ALL (without)
    AND d.state = 'live' AND NOT d.sensitive AND (with_archived OR NOT d.archived)
    AND (only_wings IS NULL OR d.wing = ANY (only_wings)) AND (only_rooms IS NULL OR d.room = ANY (only_rooms))
    AND (only_types IS NULL OR d.type = ANY (only_types)) AND (only_tiers IS NULL OR d.tier = ANY (only_tiers))
    AND d.search_vector @@ asked
  LIMIT most
$$;

CREATE TABLE wing_sizes (
  team integer NOT NULL,
  wing text NOT NULL,
  drawers bigint NOT NULL,
  PRIMARY KEY (team, wing)
);
INSERT INTO wing_sizes SELECT team, wing, count(*) FROM drawers WHERE state = 'live' GROUP BY team, wing;

CREATE FUNCTION keep_size() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, synapse_palace, pg_temp
AS $$
BEGIN
  INSERT INTO wing_sizes AS s VALUES (NEW.team, NEW.wing, 1)
  ON CONFLICT (team, wing) DO UPDATE SET drawers = s.drawers + CASE NEW.state WHEN 'live' THEN 1 ELSE -1 END;
  RETURN NULL;
END
$$;
CREATE TRIGGER comes AFTER INSERT ON drawers FOR EACH ROW WHEN (NEW.state = 'live') EXECUTE FUNCTION keep_size();
CREATE TRIGGER changes_state AFTER UPDATE OF state ON drawers FOR EACH ROW
  WHEN ((NEW.state = 'live') <> (OLD.state = 'live')) EXECUTE FUNCTION keep_size();

CREATE OR REPLACE FUNCTION hello(p text, called text) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, synapse_palace, pg_temp
AS $$
DECLARE
  t integer := demand_team();
BEGIN
  INSERT INTO palaces AS known (team, palace, role, name, seen_at) VALUES (t, p, session_user, called, now())
  ON CONFLICT (team, palace) DO UPDATE SET role = session_user, name = called, seen_at = now(), left_at = NULL
    WHERE known.role = session_user OR EXISTS (SELECT FROM members m WHERE m.role = known.role AND m.removed_at IS NOT NULL);
  IF NOT FOUND THEN
    RAISE EXCEPTION USING ERRCODE = '42501', MESSAGE = 'This palace is connected by another member.';
  END IF;
  RETURN jsonb_build_object(
    'number', t,
    'team', (SELECT name FROM teams WHERE team = t),
    'member', (SELECT name FROM members WHERE role = session_user),
    'lastSeq', (SELECT last_seq FROM teams WHERE team = t),
    'lastNumber', (SELECT last_number FROM palaces WHERE team = t AND palace = p),
    'wings', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', wing, 'right', may, 'includesSensitive', includes_sensitive,
        'drawers', coalesce((SELECT drawers FROM wing_sizes s WHERE s.team = t AND s.wing = r.wing), 0)) ORDER BY wing), '[]')
      FROM wing_rights r JOIN wings USING (team, wing) WHERE team = t AND role = session_user),
    'palaces', (SELECT coalesce(jsonb_agg(jsonb_build_object('palace', palace, 'member', m.name, 'name', q.name,
        'seenAt', to_char(seen_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'pulledTo', (SELECT coalesce(min(pulled_to), 0) FROM palace_wings pw WHERE pw.team = t AND pw.palace = q.palace))
        ORDER BY palace), '[]')
      FROM palaces q JOIN members m USING (role) WHERE q.team = t AND left_at IS NULL),
    'erasuresDue', (SELECT count(DISTINCT (wing, drawer_id)) FROM erasures_due
      WHERE team = t AND wing IN (SELECT my_wings())));
END
$$;

REVOKE ALL ON FUNCTION holding(tsquery, integer, text[], text[], text[], text[], text[], boolean), keep_size() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION holding(tsquery, integer, text[], text[], text[], text[], text[], boolean) TO synapse_palace_member;
`;
