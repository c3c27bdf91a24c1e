import type { InspectorCommand } from '../../extension/protocol/inspectorMessages.ts';
import { formatCount } from '../score/numberFormat.ts';
import type { InspectorState } from '../state/inspectorState.ts';
import { filterConditions, type PanelContent } from '../state/panelContent.ts';
import { element } from '../ui/element.ts';
import { actionButton, type ActionButton } from '../ui/toolkit.ts';
import type { Surroundings } from '../ui/view.ts';

type Wordless = Extract<PanelContent, { readonly kind: 'starting' | 'run' }>;

const skeletonRows = 6;

/** The commands that mend an error. */
const curesOf = (code: string, t: Surroundings['t']): readonly (readonly [InspectorCommand, string])[] => {
  if (code === 'E_MODEL_MISMATCH') return [['rebuildEmbeddings', t('Rebuild embeddings')]];
  if (code === 'E_PALACE_NOT_FOUND') return [['mineWorkspace', t('Mine workspace')]];
  if (code === 'E_PALACE_DAMAGED') return [['verifyPalace', t('Verify the palace')]];
  return [];
};

/** What the panel says when it has no results to show: what is, then what to do. */
export const messageFor = (
  { inspector, t }: Surroundings,
  content: Exclude<PanelContent, Wordless>,
  state: InspectorState,
): HTMLElement => {
  const message = (
    title: string,
    paragraphs: readonly (string | HTMLElement)[],
    buttons: readonly ActionButton[],
  ): HTMLElement =>
    element(
      'section',
      { class: 'message' },
      element('h2', {}, title),
      paragraphs.map((text) => element('p', {}, text)),
      buttons.length === 0 ? null : element('div', { class: 'buttons' }, buttons.map(actionButton)),
    );
  const commands = (list: readonly (readonly [InspectorCommand, string])[]): readonly ActionButton[] =>
    list
      .filter(([name]) => state.commands.includes(name))
      .map(([name, label], index) => ({ label, primary: index === 0, run: () => inspector.runCommand(name) }));

  switch (content.kind) {
    case 'empty': {
      const workspace = state.palace?.workspace ?? null;
      return message(
        t('This workspace has no memory yet.'),
        [
          workspace === null
            ? t(
                'Mining reads the files and notes of the workspace and files them as drawers, word for word. Everything stays on this machine.',
              )
            : t(
                'Mining reads the files and notes of “{0}” and files them as drawers, word for word. Everything stays on this machine.',
                workspace,
              ),
        ],
        commands([
          ['mineWorkspace', t('Mine workspace')],
          ['importConversations', t('Import conversations…')],
          ['indexGitCommits', t('Index git commits')],
        ]),
      );
    }
    case 'invitation': {
      const drawers = formatCount(state.palace?.drawers ?? 0);
      const wings = Object.keys(state.palace?.wings ?? {}).length;
      return message(
        t('Ask this palace something.'),
        [
          wings === 1
            ? t('It holds {0} drawers in one wing.', drawers)
            : t('It holds {0} drawers in {1} wings.', drawers, wings),
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
        [],
      );
    }
    case 'noResults': {
      const { search, result } = content.run;
      const conditions = filterConditions(search.filter);
      const { scope } = result.pipeline_trace;
      const whyNot = { label: t('Why isn’t it here?'), run: () => inspector.chooseTab('trace') };
      if (conditions.length > 0) {
        return message(
          t('Nothing found in {0}.', conditions.join(', ')),
          [
            t(
              '{0} of {1} drawers lie within these filters.',
              formatCount(scope.in_scope),
              formatCount(scope.palace),
            ),
          ],
          [
            { label: t('Search without filters'), primary: true, run: () => inspector.search({ filter: {} }) },
            whyNot,
          ],
        );
      }
      return message(
        t('Nothing found.'),
        [
          scope.in_scope < scope.palace
            ? t(
                '{0} of {1} drawers meet the query’s conditions, such as quotes, a leading minus or wing:.',
                formatCount(scope.in_scope),
                formatCount(scope.palace),
              )
            : t('{0} drawers were searched. Try other or fewer words.', formatCount(scope.in_scope)),
        ],
        [
          ...(search.filter.includeArchived === true
            ? []
            : [
                {
                  label: t('Search archived drawers too'),
                  run: () => inspector.search({ filter: { includeArchived: true } }),
                },
              ]),
          whyNot,
        ],
      );
    }
    case 'failed': {
      const { code, message: text, remedy } = content.failure;
      if (code.startsWith('E_QUERY_'))
        return message(t('This query cannot be searched.'), [text, remedy, element('code', {}, code)], []);
      const cures = commands(curesOf(code, t));
      const query = state.navigation.search.query.trim();
      return message(
        t('The search did not finish.'),
        [text, remedy, element('code', {}, code)],
        [
          ...cures,
          ...(query === ''
            ? []
            : [{ label: t('Try again'), primary: cures.length === 0, run: () => inspector.search() }]),
          ...commands([['showLog', t('Show log')]]).map((button) => ({ ...button, primary: false })),
        ],
      );
    }
    case 'loading':
      return element(
        'div',
        { class: 'loading', 'aria-busy': 'true' },
        element('div', { class: 'indeterminate', role: 'progressbar', 'aria-label': t('Searching') }),
        element(
          'p',
          { class: 'note dim' },
          [content.pending.note, t('Esc cancels.')].filter((part) => part !== null).join(' '),
        ),
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
  }
};
