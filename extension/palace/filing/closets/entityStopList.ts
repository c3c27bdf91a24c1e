/**
 * Capitalised words that are not names: they begin sentences, or are days, months, roles and parts of programs. In
 * lower case.
 */
export const entityStopList: ReadonlySet<string> = new Set(
  (
    'a after all also although an and another any are as at because before being both but by can could did do does during each either else even every ' +
    'few first finally for from had has have he her here hers him his how however i if in into is it its just last later let like many maybe me more most much ' +
    'must my neither never next no nor not nothing now of on once one only or other our out over please perhaps same see several shall she should since so some ' +
    'still such than that the their them then there these they this those though through thus to today together tomorrow too under unless until up upon us very ' +
    'was we were what when whenever where whether which while who whose why will with without would yes yesterday yet you your ' +
    'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december ' +
    'user assistant system human tool agent admin author reviewer maintainer developer manager customer client team note todo fixme warning example usage ' +
    'true false null undefined none self return import export const let var function class interface type new delete public private static void readonly async await string number boolean object array int optional params result value values name type types expect describe test todo'
  ).split(' '),
);
