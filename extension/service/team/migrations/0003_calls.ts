/**
 * What members call. Each function runs as the schema's owner, so it asks by itself who is there (`session_user`, which no
 * `SET ROLE` changes) and what they may.
 */
export const calls = `
CREATE FUNCTION my_team() RETURNS integer LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, synapse_palace, pg_temp
AS $$ SELECT team FROM members WHERE role = session_user AND removed_at IS NULL $$;

CREATE FUNCTION my_wings() RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, synapse_palace, pg_temp
AS $$ SELECT wing FROM wing_rights WHERE role = session_user AND team = my_team() $$;

CREATE FUNCTION demand_team() RETURNS integer LANGUAGE plpgsql STABLE
  SET search_path = pg_catalog, synapse_palace, pg_temp
AS $$
BEGIN
  IF my_team() IS NULL THEN
    RAISE EXCEPTION USING ERRCODE = '42501', MESSAGE = 'This login is no member of a team here.';
  END IF;
  RETURN my_team();
END
$$;

CREATE FUNCTION demand_right(w text, to_write boolean) RETURNS void LANGUAGE plpgsql STABLE
  SET search_path = pg_catalog, synapse_palace, pg_temp
AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM wing_rights WHERE team = my_team() AND wing = w AND role = session_user
      AND (NOT to_write OR may IN ('owner', 'writer'))) THEN
    RAISE EXCEPTION USING ERRCODE = '42501',
      MESSAGE = format('You may not %s the wing %s.', CASE WHEN to_write THEN 'write to' ELSE 'read' END, w);
  END IF;
END
$$;

-- A palace is its member's: nobody else speaks for it.
CREATE FUNCTION demand_palace(t integer, p text) RETURNS void LANGUAGE plpgsql STABLE
  SET search_path = pg_catalog, synapse_palace, pg_temp
AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM palaces WHERE team = t AND palace = p AND role = session_user AND left_at IS NULL) THEN
    RAISE EXCEPTION USING ERRCODE = '42501', MESSAGE = 'This palace is not connected by this login.';
  END IF;
END
$$;

CREATE FUNCTION hello(p text, called text) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
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
        'drawers', (SELECT count(*) FROM drawers d WHERE d.team = t AND d.wing = r.wing AND d.state = 'live')) ORDER BY wing), '[]')
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

CREATE FUNCTION share_wing(w text, with_sensitive boolean) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, synapse_palace, pg_temp
AS $$
DECLARE
  t integer := demand_team();
BEGIN
  INSERT INTO wings VALUES (t, w, with_sensitive) ON CONFLICT DO NOTHING;
  IF FOUND THEN
    INSERT INTO wing_rights VALUES (t, w, session_user, 'owner');
  ELSE
    PERFORM demand_right(w, true);
    UPDATE wings SET includes_sensitive = with_sensitive WHERE team = t AND wing = w
      AND EXISTS (SELECT FROM wing_rights WHERE team = t AND wing = w AND role = session_user AND may = 'owner');
  END IF;
END
$$;

CREATE FUNCTION push(p text, pushed jsonb) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, synapse_palace, pg_temp
AS $$
DECLARE
  t integer := demand_team();
  seq bigint;
  known bigint;
  first_seq bigint;
  c jsonb;
  w text;
  result outcome;
BEGIN
  PERFORM demand_palace(t, p);
  -- Held until the commit: whoever gets a number later commits later, and none is lost.
  SELECT last_seq INTO seq FROM teams WHERE team = t FOR UPDATE;
  SELECT last_number INTO known FROM palaces WHERE team = t AND palace = p;
  first_seq := seq;
  FOR c IN SELECT value FROM jsonb_array_elements(pushed) WITH ORDINALITY ORDER BY ordinality LOOP
    CONTINUE WHEN (c ->> 'number')::bigint <= known;
    IF w IS DISTINCT FROM c ->> 'wing' THEN
      w := c ->> 'wing';
      PERFORM demand_right(w, true);
      INSERT INTO palace_wings VALUES (t, p, w) ON CONFLICT DO NOTHING;
    END IF;
    known := (c ->> 'number')::bigint;
    seq := seq + 1;
    CASE c ->> 'field'
      WHEN 'add' THEN result := apply_add(t, p, w, c ->> 'drawerId', c -> 'value');
      WHEN 'remove' THEN result := apply_remove(t, p, w, c ->> 'drawerId');
      WHEN 'erase' THEN result := apply_erase(t, p, w, c ->> 'drawerId');
      ELSE result := apply_field(t, p, w, c ->> 'drawerId', c ->> 'field', c -> 'value');
    END CASE;
    INSERT INTO changes VALUES (t, seq, w, c ->> 'drawerId', c ->> 'field', result.value, session_user, p, known, c ->> 'at',
      result.refused, result.previous);
  END LOOP;
  IF seq > first_seq THEN
    UPDATE teams SET last_seq = seq WHERE team = t;
    UPDATE palaces SET last_number = known, seen_at = now() WHERE team = t AND palace = p;
    PERFORM pg_notify('synapse_palace_' || t, p);
  END IF;
  RETURN known;
END
$$;

-- Notes how far a palace is and gives the last sequence: whatever has a number up to it is committed.
CREATE FUNCTION begin_pull(p text, w text, reached bigint) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, synapse_palace, pg_temp
AS $$
DECLARE
  t integer := demand_team();
BEGIN
  PERFORM demand_palace(t, p);
  PERFORM demand_right(w, false);
  INSERT INTO palace_wings AS known VALUES (t, p, w, reached)
  ON CONFLICT (team, palace, wing) DO UPDATE SET pulled_to = reached WHERE known.pulled_to <> reached;
  RETURN (SELECT last_seq FROM teams WHERE team = t);
END
$$;

CREATE FUNCTION confirm_erased(p text, ids text[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, synapse_palace, pg_temp
AS $$
DECLARE
  t integer := demand_team();
BEGIN
  PERFORM demand_palace(t, p);
  DELETE FROM erasures_due WHERE team = t AND palace = p AND drawer_id = ANY (ids);
END
$$;

CREATE FUNCTION leave_team(p text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, synapse_palace, pg_temp
AS $$
DECLARE
  t integer := demand_team();
BEGIN
  UPDATE palaces SET left_at = now() WHERE team = t AND palace = p AND role = session_user;
  IF FOUND THEN
    DELETE FROM palace_wings WHERE team = t AND palace = p;
    DELETE FROM erasures_due WHERE team = t AND palace = p;
    DELETE FROM holders WHERE team = t AND palace = p;
  END IF;
END
$$;
`;
