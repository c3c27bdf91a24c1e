/**
 * Who may what: members read rows of their own team and wings, and write nothing but through the functions. Everybody else
 * may do nothing.
 */
export const rights = `
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA synapse_palace FROM PUBLIC;
GRANT USAGE ON SCHEMA synapse_palace TO synapse_palace_member;
GRANT SELECT ON schema_version, teams, members, wings, wing_rights, palaces, palace_wings, drawers, holders, changes, erasures_due
  TO synapse_palace_member;
GRANT EXECUTE ON FUNCTION my_team(), my_wings(), hello(text, text), share_wing(text, boolean), push(text, jsonb),
  begin_pull(text, text, bigint), confirm_erased(text, text[]), leave_team(text) TO synapse_palace_member;

ALTER TABLE teams ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team ON teams FOR SELECT USING (team = (SELECT my_team()));
ALTER TABLE members ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team ON members FOR SELECT USING (team = (SELECT my_team()));
ALTER TABLE palaces ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team ON palaces FOR SELECT USING (team = (SELECT my_team()));

ALTER TABLE wings ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_wings ON wings FOR SELECT USING (team = (SELECT my_team()) AND wing IN (SELECT my_wings()));
ALTER TABLE wing_rights ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_wings ON wing_rights FOR SELECT USING (team = (SELECT my_team()) AND wing IN (SELECT my_wings()));
ALTER TABLE palace_wings ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_wings ON palace_wings FOR SELECT USING (team = (SELECT my_team()) AND wing IN (SELECT my_wings()));
ALTER TABLE drawers ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_wings ON drawers FOR SELECT USING (team = (SELECT my_team()) AND wing IN (SELECT my_wings()));
ALTER TABLE holders ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_wings ON holders FOR SELECT USING (team = (SELECT my_team()) AND wing IN (SELECT my_wings()));
ALTER TABLE changes ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_wings ON changes FOR SELECT USING (team = (SELECT my_team()) AND wing IN (SELECT my_wings()));
ALTER TABLE erasures_due ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_wings ON erasures_due FOR SELECT USING (team = (SELECT my_team()) AND wing IN (SELECT my_wings()));
`;
