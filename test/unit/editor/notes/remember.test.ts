import { describe, expect, it } from 'vitest';
import { remember, type NotePalace, type RememberUi } from '../../../../extension/editor/notes/remember.ts';
import { noteTypeTexts } from '../../../../extension/editor/notes/noteTypeText.ts';
import { chosenTags, commonTags, tagChange, tagProblem } from '../../../../extension/editor/notes/tagChoice.ts';
import { noteTypes } from '../../../../extension/palace/model/drawer/noteTypes.ts';
import type { SaveRequest } from '../../../../extension/palace/contract/noteSchemas.ts';
import type { PalaceApi } from '../../../../extension/palace/contract/palaceApi.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import { apiOf } from '../fakePalace.ts';
import { english } from '../localiser.ts';

const given = { text: 'Tokens rotate alone.', source: { file: 'src/a.ts', lines: { start: 2, end: 3 } } };
const ids = { requestId: () => 'id', sessionId: 'window' };
const duplicate = {
  drawer_id: 'other',
  similarity: 1,
  kind: 'exact' as const,
  text_start: 'tokens rotate',
  type: 'insight',
};
/** An interface that answers as told, and notes what it was asked. */
const uiOf = (
  answers: Partial<Record<'type' | 'tags' | 'duplicates', unknown>>,
): RememberUi & { readonly asked: string[] } => {
  const asked: string[] = [];
  const answer = <T>(question: 'type' | 'tags' | 'duplicates'): Promise<T> => {
    asked.push(question);
    return Promise.resolve(answers[question] as T);
  };
  return {
    asked,
    askType: () => answer('type'),
    askTags: () => answer('tags'),
    askDuplicates: () => answer('duplicates'),
    busy: (work) => work(),
  };
};
const palaceOf = (duplicates: readonly (typeof duplicate)[]) => {
  const saved: SaveRequest[] = [];
  const api = apiOf({
    tags: () => Promise.resolve({ tags: [{ tag: 'auth', drawers: 2 }] }),
    save: (request) => {
      saved.push(request);
      const isSaved = duplicates.length === 0 || request.allow_duplicate === true;
      return Promise.resolve({
        drawer_id: isSaved ? 'new' : null,
        saved: isSaved,
        duplicates: [...duplicates],
        check: 'due',
        warnings: [],
        pattern: null,
        pattern_ms: null,
        elapsed_ms: 1,
      });
    },
  });
  return { api, saved };
};

/** The window's palace. */
const placeOf = (api: PalaceApi): NotePalace => ({
  session: { api: () => Promise.resolve(api), apiOrNew: () => Promise.resolve(api) },
  beforehand: () => Promise.resolve(undefined),
});
/** A window without a palace, which tries what it is to save on `empty`. */
const nowhere = (empty: PalaceApi): NotePalace => ({
  session: {
    api: () => Promise.reject(new PalaceError('E_PALACE_NOT_FOUND', 'none')),
    apiOrNew: () => Promise.reject(new Error('A palace was made.')),
  },
  beforehand: (work) => work(empty),
});

describe('remembering', () => {
  it('asks for type, then tags, and saves the text as it stands with where it came from', async () => {
    const { api, saved } = palaceOf([]);
    const ui = uiOf({ type: 'decision', tags: ['auth'] });
    expect(await remember(given, placeOf(api), ui, ids)).toEqual({
      kind: 'saved',
      drawerId: 'new',
      type: 'decision',
      pattern: null,
      warnings: [],
    });
    expect(ui.asked).toEqual(['type', 'tags']);
    expect(saved).toEqual([
      {
        text: given.text,
        type: 'decision',
        tags: ['auth'],
        source: given.source,
        request_id: 'id',
        session_id: 'window',
      },
    ]);
  });

  it('saves nothing when a question is left', async () => {
    for (const answers of [{}, { type: 'issue' }]) {
      const { api, saved } = palaceOf([]);
      expect(await remember(given, placeOf(api), uiOf(answers), ids)).toEqual({ kind: 'left' });
      expect(saved).toEqual([]);
    }
  });

  it('makes no palace for a note that is left or that it would refuse, and asks nothing of one that can be none', async () => {
    for (const answers of [{}, { type: 'issue' }])
      expect(await remember(given, nowhere(palaceOf([]).api), uiOf(answers), ids)).toEqual({ kind: 'left' });
    const refusing = apiOf({ save: () => Promise.reject(new PalaceError('E_TAG', 'No such tag.')) });
    await expect(
      remember(given, nowhere(refusing), uiOf({ type: 'issue', tags: ['sha:1'] }), ids),
    ).rejects.toMatchObject({ code: 'E_TAG' });
    const ui = uiOf({});
    const long = { text: 'x'.repeat(1_000_001), source: undefined };
    await expect(remember(long, nowhere(refusing), ui, ids)).rejects.toMatchObject({
      code: 'E_NOTE',
      message: 'The note has 1,000,001 characters; 1,000,000 are allowed.',
    });
    expect(ui.asked).toEqual([]);
  });

  it('shows what says the same before saving, and does as the person decides', async () => {
    const decide = async (duplicates: unknown) => {
      const { api, saved } = palaceOf([duplicate]);
      return {
        outcome: await remember(given, placeOf(api), uiOf({ type: 'insight', tags: [], duplicates }), ids),
        saved,
      };
    };
    expect((await decide('open')).outcome).toEqual({ kind: 'open', drawerId: 'other' });
    expect(await decide(undefined)).toMatchObject({ outcome: { kind: 'left' }, saved: [{ request_id: 'id' }] });
    const { outcome, saved } = await decide('save');
    expect(outcome).toMatchObject({ kind: 'saved', drawerId: 'new' });
    expect(saved.map(({ allow_duplicate: allowed, request_id: id }) => [allowed, id])).toEqual([
      [undefined, 'id'],
      [true, 'id'],
    ]);
  });

  it('marks the older note as replaced where the person says so', async () => {
    const { api } = palaceOf([duplicate]);
    const updates: unknown[] = [];
    const updating = {
      ...api,
      update: (request: unknown) => {
        updates.push(request);
        return Promise.resolve({ updated: 1, unchanged: 0, missing: [] });
      },
    };
    await remember(given, placeOf(updating), uiOf({ type: 'insight', tags: [], duplicates: 'replace' }), ids);
    expect(updates).toEqual([{ drawer_ids: ['other'], whole_notes: true, superseded_by: 'new' }]);
  });

  it('describes every type of note with how long it is kept', () => {
    const texts = noteTypeTexts(english);
    expect(texts.map(({ type }) => type)).toEqual([...noteTypes]);
    expect(
      texts.every(
        ({ label, detail }) =>
          label !== '' && /kept (7 days after its last use|normally|for the long term)$/.test(detail),
      ),
    ).toBe(true);
  });
});

describe('tags', () => {
  it('chosen and typed are one set, in the spelling that was there first', () => {
    expect(chosenTags(['Auth', 'gateway'], ' auth, new one ,,')).toEqual(['Auth', 'gateway', 'new one']);
    expect([tagProblem('a, b', english), tagProblem('', english)]).toEqual([null, null]);
    expect(tagProblem('fine, sha:0123', english)).toContain('commits');
  });

  it('of several drawers: only what all bear is shown as chosen, and only what was changed by hand is changed', () => {
    const common = commonTags([{ tags: ['Auth', 'x'] }, { tags: ['auth', 'y'] }]);
    expect(common).toEqual(['Auth']);
    expect(tagChange(common, ['AUTH', 'z'])).toEqual({ add: ['z'], remove: [] });
    expect(tagChange(common, [])).toEqual({ add: [], remove: ['Auth'] });
    expect(commonTags([])).toEqual([]);
  });
});
