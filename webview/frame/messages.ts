import type { InspectorCommand } from '../../extension/protocol/inspectorMessages.ts';
import { formatCount } from '../score/numberFormat.ts';
import { reasonText } from '../score/reasonText.ts';
import type { Failure } from '../host/failure.ts';
import type { InspectorState, SearchRun } from '../state/inspectorState.ts';
import { filterConditions, type PanelContent } from '../state/panelContent.ts';
import { wordsAlone } from '../../extension/palace/model/query/queryEdits.ts';
import { meantQueries, unknownReasons, writtenConditions } from '../text/queryHelp.ts';
import { element } from '../ui/element.ts';
import { messageSection, type Message } from '../ui/messageSection.ts';
import type { ActionButton } from '../ui/toolkit.ts';
import type { Surroundings } from '../ui/view.ts';
import { drawersText } from '../score/counted.ts';

type Wordless = Extract<PanelContent, { readonly kind: 'starting' | 'run' }>;

const skeletonRows = 6;
/** Recent searches that the invitation lists. */
const mostRecent = 10;

/** The commands that fix an error. */
const curesOf = (code: string, t: Surroundings['t']): readonly (readonly [InspectorCommand, string])[] => {
  if (code === 'E_MODEL_MISMATCH') return [['rebuildEmbeddings', t('Rebuild embeddings')]];
  if (code === 'E_PALACE_NOT_FOUND')
    return [
      ['openFolder', t('Open Folder')],
      ['manageTrust', t('Manage Workspace Trust')],
      ['mineWorkspace', t('Mine workspace')],
    ];
  if (code === 'E_PALACE_DAMAGED') return [['verifyPalace', t('Verify the palace')]];
  return [];
};

/** Buttons for those of the commands that the host knows; the first is the primary one. */
const commandButtons = (
  commands: readonly (readonly [InspectorCommand, string])[],
  { inspector }: Surroundings,
  state: InspectorState,
): readonly ActionButton[] =>
  commands
    .filter(([name]) => state.commands.includes(name))
    .map(([name, label], index) => ({
      label,
      primary: index === 0,
      run: () => inspector.editor.runCommand(name),
    }));

/** Searches to make again: the starred ones, then the last ones. */
const pastSearches = ({ inspector, t }: Surroundings, { searches }: InspectorState): HTMLElement | null => {
  const recent = searches.recent.filter((query) => !searches.starred.includes(query)).slice(0, mostRecent);
  const list = (title: string, queries: readonly string[]): HTMLElement | null =>
    queries.length === 0
      ? null
      : element(
          'section',
          { 'aria-label': title },
          element('h2', {}, title),
          element(
            'ul',
            {},
            queries.map((query) =>
              element(
                'li',
                {},
                element(
                  'button',
                  { type: 'button', class: 'quiet', on: { click: () => inspector.search({ query, k: null }) } },
                  query,
                ),
              ),
            ),
          ),
        );
  return element('div', { class: 'past' }, list(t('Starred'), searches.starred), list(t('Recent'), recent));
};

const primaryFirst = (buttons: readonly ActionButton[]): readonly ActionButton[] =>
  buttons.map((button, index) => ({ ...button, primary: index === 0 }));

const untrusted = (surroundings: Surroundings, state: InspectorState): Message => {
  const { t } = surroundings;
  return {
    title: t('This workspace is not trusted.'),
    paragraphs: [
      t('The files of a workspace that you don’t trust are not mined, and no palace inside it is opened.'),
    ],
    buttons: commandButtons([['manageTrust', t('Manage Workspace Trust')]], surroundings, state),
  };
};

const noFolder = (surroundings: Surroundings, state: InspectorState): Message => {
  const { t } = surroundings;
  return {
    title: t('No folder is open.'),
    paragraphs: [t('Open a folder: each workspace has a palace of its own.')],
    buttons: commandButtons([['openFolder', t('Open Folder')]], surroundings, state),
  };
};

const emptyPalace = (surroundings: Surroundings, state: InspectorState): Message => {
  if (state.commands.includes('openFolder')) return noFolder(surroundings, state);
  if (state.commands.includes('manageTrust')) return untrusted(surroundings, state);
  const { t } = surroundings;
  if (state.palace?.underWay != null)
    return {
      title: t('The memory of this workspace is being made.'),
      paragraphs: [t('What is filed can be searched at once.')],
      buttons: [],
    };
  const workspace = state.palace?.workspace ?? null;
  return {
    title: t('This workspace has no memory yet.'),
    paragraphs: [
      workspace === null
        ? t(
            'Mining reads the files and notes of the workspace and files them as drawers, word for word. Everything stays on this machine.',
          )
        : t(
            'Mining reads the files and notes of “{0}” and files them as drawers, word for word. Everything stays on this machine.',
            workspace,
          ),
    ],
    buttons: commandButtons(
      [
        ['mineWorkspace', t('Mine workspace')],
        ['importConversations', t('Import conversations…')],
        ['indexGitCommits', t('Index git commits')],
      ],
      surroundings,
      state,
    ),
  };
};

const invitation = ({ t }: Surroundings, { palace }: InspectorState): Message => {
  const drawers = drawersText(palace?.drawers ?? 0, t);
  const wings = Object.keys(palace?.wings ?? {}).length;
  return {
    title: t('Ask this palace something.'),
    paragraphs: [
      wings === 1 ? t('It holds {0} in one wing.', drawers) : t('It holds {0} in {1} wings.', drawers, wings),
      element(
        'span',
        {},
        t('Words and meaning both count. These narrow a search: '),
        ...['wing:notes', 'type:decision', 'before:2025-09-01', '"exact words"', '-word'].flatMap(
          (text, index) => [index === 0 ? '' : ', ', element('code', {}, text)],
        ),
        '.',
      ),
    ],
    buttons: [],
  };
};

/** Searches that were probably meant by one whose conditions match no name in the palace. */
const meantButtons = (
  searched: string,
  { inspector, t }: Surroundings,
  palace: InspectorState['palace'],
): readonly ActionButton[] =>
  meantQueries(searched, palace).map(({ meant, query }) => ({
    label: t('Did you mean {0}?', meant),
    run: () => inspector.search({ query }),
  }));

const noResults = (
  surroundings: Surroundings,
  { search, result }: SearchRun,
  { palace }: InspectorState,
): Message => {
  const { inspector, t } = surroundings;
  const conditions = [...writtenConditions(search.query), ...filterConditions(search.filter, t)];
  const words = wordsAlone(search.query);
  const { scope } = result.pipeline_trace;
  const [inScope, all] = [formatCount(scope.in_scope), formatCount(scope.palace)];
  const { archived_matches: archived = 0 } = result;
  const archivedToo = {
    label: archived === 0 ? t('Search archived drawers too') : t('Show {0} archived', formatCount(archived)),
    run: () => inspector.search({ filter: { ...search.filter, includeArchived: true } }),
  };
  const whyNot = { label: t('Why isn’t it here?'), run: () => inspector.chooseTab('trace') };
  if (conditions.length > 0)
    return {
      title: t('Nothing found in {0}.', conditions.join(', ')),
      paragraphs: [
        ...unknownReasons(search.query, palace).map((reason) => reasonText(reason, t)),
        t('Drawers that meet these conditions: {0} of {1}.', inScope, all),
      ],
      buttons: primaryFirst([
        ...meantButtons(search.query, surroundings, palace),
        ...(archived === 0 ? [] : [archivedToo]),
        ...(words === null && Object.keys(search.filter).length === 0
          ? []
          : [
              {
                label: t('Search without filters'),
                run: () => inspector.search({ query: words ?? search.query, filter: {} }),
              },
            ]),
        whyNot,
      ]),
    };
  return {
    title: t('Nothing found.'),
    paragraphs: [t('{0} searched. Try other or fewer words.', drawersText(scope.in_scope, t))],
    buttons: search.filter.includeArchived === true ? [whyNot] : [archivedToo, whyNot],
  };
};

const failed = (
  surroundings: Surroundings,
  { code, message, remedy }: Failure,
  state: InspectorState,
): Message => {
  const { inspector, t } = surroundings;
  const paragraphs = [message, remedy, element('code', {}, code)];
  if (code.startsWith('E_QUERY_'))
    return {
      title: t('This query cannot be searched.'),
      paragraphs,
      buttons: primaryFirst(meantButtons(state.navigation.search.query, surroundings, state.palace)),
    };
  const cures = commandButtons(curesOf(code, t), surroundings, state);
  // Nothing was searched: the palace could not be asked at all.
  const isUnopened = state.palace === null && state.failure === null;
  const again = {
    label: t('Try again'),
    primary: cures.length === 0,
    run: () => (isUnopened ? inspector.greet() : inspector.search()),
  };
  const log = commandButtons([['showLog', t('Show log')]], surroundings, state);
  return {
    title: isUnopened ? t('The palace could not be opened.') : t('The search did not finish.'),
    paragraphs,
    buttons: [
      ...cures,
      ...(isUnopened || state.navigation.search.query.trim() !== '' ? [again] : []),
      ...log.map((button) => ({ ...button, primary: false })),
    ],
  };
};

const loading = ({ t }: Surroundings): HTMLElement =>
  element(
    'div',
    { class: 'loading', 'aria-busy': 'true' },
    element('div', { class: 'indeterminate', role: 'progressbar', 'aria-label': t('Searching') }),
    element('p', { class: 'note dim' }, t('Esc cancels.')),
    Array.from({ length: skeletonRows }, () =>
      element(
        'div',
        { class: 'skeleton', 'aria-hidden': 'true' },
        element('span'),
        element('span'),
        element('span'),
      ),
    ),
  );

/** The panel's message when it has no results to show: the situation, then what to do. */
export const messageFor = (
  surroundings: Surroundings,
  content: Exclude<PanelContent, Wordless>,
  state: InspectorState,
): HTMLElement => {
  switch (content.kind) {
    case 'empty':
      return messageSection(emptyPalace(surroundings, state));
    case 'invitation':
      return element(
        'div',
        {},
        messageSection(invitation(surroundings, state)),
        pastSearches(surroundings, state),
      );
    case 'noResults':
      return messageSection(noResults(surroundings, content.run, state));
    case 'failed':
      return messageSection(failed(surroundings, content.failure, state));
    case 'loading':
      return loading(surroundings);
  }
};
