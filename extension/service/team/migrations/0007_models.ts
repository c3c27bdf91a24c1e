/**
 * Which models made the vectors of a wing: only vectors of one model compare, so a palace says where there are others.
 * `wing_models` steps from one model to the next in `drawers_models`, which costs the same for a thousand drawers and for a
 * million. A member may have sent any name: beyond 200 characters it is cut off, and of a wing at most nine models are told.
 */
export const models = `
CREATE INDEX drawers_models ON drawers (team, wing, left(embedding_model, 200)) WHERE embedding_model IS NOT NULL;

CREATE FUNCTION wing_models() RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, synapse_palace, pg_temp
  -- While the rows of a new database are not counted yet, reading all of them looks cheap.
  SET enable_seqscan = off
AS $$
  SELECT coalesce(jsonb_object_agg(w.wing, (
    WITH RECURSIVE each (model) AS (
      (SELECT left(d.embedding_model, 200) FROM drawers d
        WHERE d.team = w.team AND d.wing = w.wing AND d.embedding_model IS NOT NULL
        ORDER BY left(d.embedding_model, 200) LIMIT 1)
      UNION ALL
      SELECT (SELECT left(d.embedding_model, 200) FROM drawers d
        WHERE d.team = w.team AND d.wing = w.wing AND d.embedding_model IS NOT NULL
          AND left(d.embedding_model, 200) > each.model
        ORDER BY left(d.embedding_model, 200) LIMIT 1)
      FROM each WHERE each.model IS NOT NULL)
    SELECT coalesce(jsonb_agg(jsonb_build_object('key', model, 'dim', (
        SELECT {vector}.vector_dims(d.embedding) FROM drawers d
        WHERE d.team = w.team AND d.wing = w.wing AND d.embedding_model IS NOT NULL
          AND left(d.embedding_model, 200) = first.model LIMIT 1)) ORDER BY model), '[]')
    FROM (SELECT model FROM each WHERE model IS NOT NULL LIMIT 9) first)), '{}')
  FROM wing_rights r JOIN wings w USING (team, wing) WHERE r.role = session_user AND r.team = my_team()
$$;

REVOKE ALL ON FUNCTION wing_models() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION wing_models() TO synapse_palace_member;
`;
