import { describe, expect, it } from 'vitest';
import { checkSettings, type RawSettings } from '../../../../extension/editor/settings/settings.ts';
import { english } from '../localiser.ts';

const check = (values: RawSettings['values'], profiles: RawSettings['profiles'] = []) =>
  checkSettings({ values, profiles }, english);

describe('settings', () => {
  it('have defaults where nothing is set, without a word', () => {
    const { settings, problems } = check({});
    expect(problems).toEqual([]);
    expect(settings).toEqual({
      location: '',
      palace: {},
      watchFiles: true,
      quietSeconds: 1,
      conversations: false,
      gitEnabled: true,
      gitDays: 1,
      maintenanceOnStart: true,
      summaryWriter: 'extractive',
      mcpServer: true,
      profile: 'default',
      results: 10,
      explain: true,
      profileLayers: [],
    });
  });

  it.each([
    ['results', 0, 'results', 10],
    ['results', 201, 'results', 10],
    ['results', 'ten', 'results', 10],
    ['results', 2.5, 'results', 10],
    ['watchFiles', 'yes', 'watchFiles', true],
    ['conversations.enabled', 'on', 'conversations', false],
    ['consolidation.writer', 'somebody', 'summaryWriter', 'extractive'],
    ['git.enabled', 1, 'gitEnabled', true],
    ['mcpServer.enabled', 'no', 'mcpServer', true],
    ['git.days', 0, 'gitDays', 1],
    ['git.days', 1.5, 'gitDays', 1],
    ['exclude', '*.log', 'palace', {}],
    ['mining.chunkTarget', 199, 'palace', {}],
    ['mining.maxFileSize', '2 MB', 'palace', {}],
    ['closets.topics', 0, 'palace', {}],
    ['model.folder', 'models/mine', 'palace', {}],
    ['mining.quietSeconds', 0, 'quietSeconds', 1],
    ['profile', '', 'profile', 'default'],
    ['location', 7, 'location', ''],
    ['location', '../elsewhere', 'location', ''],
    ['location', 'a/../../b', 'location', ''],
    ['location', './../b', 'location', ''],
    ['inspector.explain', 1, 'explain', true],
  ] as const)('%s = %j is named and its default used', (key, value, name, fallback) => {
    const { settings, problems } = check({ [key]: value });
    expect(settings[name]).toEqual(fallback);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`synapsePalace.${key}`);
    expect(problems[0]).toContain(JSON.stringify(value));
  });

  it('hand on what is set to something else than its default, under the names that every program knows', () => {
    const { settings, problems } = check({
      'mining.chunkTarget': 1200,
      'mining.maxFileSize': 1024,
      'closets.quotes': 0,
      exclude: ['*.snap'],
      'model.folder': '~/models/other',
    });
    expect(problems).toEqual([]);
    expect(settings.palace).toEqual({
      chunk_target: 1200,
      closet_quotes: 0,
      exclude: ['*.snap'],
      model_folder: '~/models/other',
    });
  });

  it('keep the profiles of each scope, lowest first, and leave out a scope whose value is no profile', () => {
    const { settings, problems } = check({}, [
      { source: 'user settings', value: { default: { mmr_lambda: 0.5 } } },
      { source: 'workspace settings', value: { default: 3 } },
    ]);
    expect(settings.profileLayers).toEqual([
      { source: 'user settings', profiles: { default: { mmr_lambda: 0.5 } } },
    ]);
    expect(problems).toHaveLength(1);
  });
});
