import { describe, expect, it } from 'vitest';
import type { ProfileLayer } from '../../../../../extension/palace/contract/caller.ts';
import { PalaceError } from '../../../../../extension/palace/model/errors/palaceError.ts';
import { builtInProfiles } from '../../../../../extension/palace/retrieval/profiles/builtInProfiles.ts';
import { profileFlagsSchema } from '../../../../../extension/palace/retrieval/profiles/profileFlags.ts';
import { emptySnapshot } from '../../../../../extension/palace/retrieval/phases/phaseSnapshot.ts';
import { phases } from '../../../../../extension/palace/retrieval/pipeline/runPhases.ts';
import { profileNames, resolveProfile } from '../../../../../extension/palace/retrieval/profiles/profiles.ts';

const layer = (source: string, profiles: ProfileLayer['profiles']): ProfileLayer => ({ source, profiles });
const failure = (work: () => unknown): PalaceError => {
  try {
    work();
  } catch (error) {
    return PalaceError.from(error);
  }
  return expect.unreachable('it should have failed');
};

describe('built-in profiles', () => {
  it('are six, each within the bounds of every flag', () => {
    expect(profileNames([])).toEqual(['baseline', 'decide', 'default', 'evaluate', 'orient', 'seed_rrf']);
    for (const flags of Object.values(builtInProfiles))
      expect(profileFlagsSchema.safeParse(flags).success).toBe(true);
  });
  it('have age, association and expansion off by default, wings balanced by their share, replaced drawers only marked', () => {
    expect(resolveProfile('default', []).flags).toMatchObject({
      half_life_days: null,
      association_enabled: false,
      query_expansion_enabled: false,
      tagging_scope: 'notes',
      ltp_enabled: true,
      importance_enabled: true,
      tier_enabled: true,
      wing_diversity_weight: 0.3,
      wing_diversity_scale: 'palace_share',
      supersede_action: 'annotate',
      pinned_search_boost: 0.05,
      lifecycle_min_factor: 0.5,
      lifecycle_max_factor: 2,
      mmr_lambda: 1,
    });
  });
  it.each(['baseline', 'seed_rrf'])(
    'leave %s to the legs: no phase that changes a score or an order is on',
    (name) => {
      const snapshot = { ...emptySnapshot, changes: [{ commit: 'drawer_1', drawers: ['drawer_2'], files: 1 }] };
      const on = phases
        .filter(({ isOn }) => isOn(resolveProfile(name, []).flags, snapshot))
        .map((phase) => phase.name);
      expect(on).toEqual(['duplicates', 'lifecycle_cap', 'consolidation', 'selection']);
    },
  );
  it('orient, evaluate and decide keep their own diversity, half-life and number', () => {
    const of = (name: string) => {
      const {
        mmr_lambda: lambda,
        half_life_days: halfLife,
        final_k: k,
        supersede_action: action,
      } = resolveProfile(name, []).flags;
      return [lambda, halfLife, k, action];
    };
    expect([of('orient'), of('evaluate'), of('decide')]).toEqual([
      [0.5, 180, 10, 'filter'],
      [0.7, 90, 7, 'annotate'],
      [0.85, 7, 3, 'filter'],
    ]);
  });
});

describe('the merge chain', () => {
  const user = layer('user settings', { default: { final_k: 4, mmr_lambda: 0.9 }, orient: { pair_weight: 0.1 } });
  const workspace = layer('workspace settings', { default: { final_k: 5 }, mine: { time_boost: 0 } });
  const palace = layer('the palace’s profiles.json', { default: { final_k: 6 }, orient: { pair_weight: 0.2 } });
  const layers = [user, workspace, palace];

  it('lets later layers win, the call last, and knows the source of each value', () => {
    const { flags, sources } = resolveProfile('default', layers, { time_boost: 0.01 });
    expect([flags.final_k, flags.mmr_lambda, flags.time_boost]).toEqual([6, 0.9, 0.01]);
    expect([sources['final_k'], sources['mmr_lambda'], sources['time_boost'], sources['rrf_k']]).toEqual([
      'the palace’s profiles.json (default)',
      'user settings (default)',
      'this call',
      'built in (default)',
    ]);
  });
  it('applies a named profile on top of a person’s changes to default', () => {
    const { flags, sources } = resolveProfile('orient', layers);
    expect([flags.final_k, flags.mmr_lambda, flags.pair_weight]).toEqual([10, 0.5, 0.2]);
    expect([sources['final_k'], sources['mmr_lambda'], sources['pair_weight']]).toEqual([
      'built in (orient)',
      'built in (orient)',
      'the palace’s profiles.json (orient)',
    ]);
    expect(
      resolveProfile('decide', [layer('user settings', { default: { pair_weight: 0 } })]).flags.pair_weight,
    ).toBe(0);
  });
  it('lets a person define profiles, which inherit from default', () => {
    const { flags } = resolveProfile('mine', layers);
    expect([flags.time_boost, flags.final_k]).toEqual([0, 6]);
    expect(profileNames(layers)).toContain('mine');
  });
  it.each(['baseline', 'seed_rrf'])('keeps %s unchanged, whatever is changed in default', (name) =>
    expect(
      resolveProfile(name, [layer('user settings', { default: { pair_weight: 1, final_k: 3 } })]).flags,
    ).toEqual(builtInProfiles[name]),
  );
  it('never lets one resolution change another', () => {
    const before = resolveProfile('default', []);
    resolveProfile('orient', layers, { pair_weight: 1 });
    expect(resolveProfile('default', [])).toEqual(before);
  });
});

describe('axes_enabled', () => {
  it('switches off what it does not list, even what the call asks for', () => {
    const { flags, sources } = resolveProfile('default', [], {
      axes_enabled: ['similarity', 'tagging'],
      ltp_enabled: true,
      association_enabled: true,
    });
    expect([flags.ltp_enabled, flags.tagging_enabled, flags.association_enabled]).toEqual([false, true, false]);
    expect(sources['ltp_enabled']).toBe('axes_enabled (this call)');
  });
  it('when empty, leaves relevance and age', () => {
    const { flags } = resolveProfile('default', [], { axes_enabled: [] });
    expect([flags.ltp_enabled, flags.tagging_enabled, flags.association_enabled]).toEqual([false, false, false]);
  });
  it('does not switch on a phase whose own flag is off', () =>
    expect(resolveProfile('default', []).flags.association_enabled).toBe(false));
});

describe('bad values', () => {
  it('for an unknown profile list the known ones', () =>
    expect(failure(() => resolveProfile('nope', []))).toMatchObject({
      code: 'E_PROFILE_UNKNOWN',
      message: expect.stringContaining('orient') as unknown,
    }));
  it.each([
    ['ltp_max_boost', 0.5],
    ['half_life_days', 0],
    ['half_life_days', 'soon'],
    ['supersede_action', 'delete'],
    ['mmr_lambda', 1.1],
    ['wing_diversity_weight', -1],
    ['axes_enabled', ['banana']],
    ['supersede_max_candidates', 0],
    ['query_expansion_boost', 2],
    ['tagging_window_hours', 0],
    ['pinned_search_boost', NaN],
  ])('%s = %j is refused with flag, value and layer', (flag, value) => {
    const error = failure(() =>
      resolveProfile('default', [layer('user settings', { default: { [flag]: value } })]),
    );
    expect(error.code).toBe('E_PROFILE_VALUE');
    expect(error.message).toContain('user settings (default)');
    expect(error.message).toContain(flag);
  });
  it('names the bound', () =>
    expect(failure(() => resolveProfile('default', [], { mmr_lambda: 7 })).message).toMatch(
      /mmr_lambda can't be 7.*1/,
    ));
});

describe('a flag of MemPalace', () => {
  it('is accepted, or refused with the flag to use instead', () => {
    const understood = [
      ...['half_life_days', 'ltp_enabled', 'ltp_window_days', 'ltp_max_boost', 'tagging_enabled', 'mmr_lambda'],
      ...['tagging_window_hours', 'tagging_max_boost', 'association_enabled', 'association_max_boost'],
      ...['association_coefficient', 'axes_enabled', 'include_consolidated_summaries', 'description'],
      ...['include_consolidated_sources', 'pinned_memory_enabled', 'pinned_max_tokens', 'pinned_max_items'],
      ...['pinned_ltp_threshold', 'pinned_include_tagged', 'pinned_tagged_window_hours'],
      ...['query_expansion_enabled', 'query_expansion_max_terms', 'query_expansion_similarity_threshold'],
      ...['query_expansion_boost', 'query_expansion_lookback_days', 'supersede_filter_enabled'],
      ...['supersede_similarity_threshold', 'supersede_min_age_gap_days', 'supersede_action'],
      'supersede_max_candidates',
    ];
    expect(Object.keys(profileFlagsSchema.shape)).toEqual(expect.arrayContaining(understood));
    const refusal = (flag: string) => {
      const { code, message } = failure(() =>
        resolveProfile('default', [layer('there', { default: { [flag]: 5 } })]),
      );
      return [code, message];
    };
    expect(refusal('mmr_final_k')).toEqual([
      'E_PROFILE_VALUE',
      'there (default): “mmr_final_k” is a flag of MemPalace. Write final_k.',
    ]);
    expect(refusal('mmr_enabled')[1]).toContain('Write mmr_lambda: below 1');
    expect(refusal('consolidation_suggestions_in_status')[1]).toContain('Leave it out');
    expect(refusal('synapse_ltp_enabled')[1]).toContain('Write ltp_enabled.');
    expect(refusal('synapse_nothing')[1]).toContain('there is no flag “synapse_nothing”');
  });

  it('that is misspelt, as a profile’s name, is answered with the one that was probably meant', () => {
    const remedy = (resolve: () => unknown): string => failure(resolve).remedy;
    expect(remedy(() => resolveProfile('default', [], { mmr_lamda: 1 }))).toBe('Did you mean mmr_lambda?');
    expect(remedy(() => resolveProfile('defualt', []))).toBe('Did you mean default?');
    expect(remedy(() => resolveProfile('lighthouse', []))).toBe('Choose one of the profiles named.');
  });
});
