import type { ExchangeView } from '../../palace/contract/filing/conversationSchemas.ts';
import type { Localiser } from '../platform/localiser.ts';

/** An exchange as a document; offsets of the drawer that was asked for, end exclusive. */
interface ExchangeDocument {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const programs: Readonly<Record<string, string>> = {
  claude: 'Claude Code',
  codex: 'Codex',
  'vscode-chat': 'VS Code Chat',
  chatgpt: 'ChatGPT',
  'claude-ai': 'Claude',
  continue: 'Continue',
  gemini: 'Gemini',
  slack: 'Slack',
};

/** The exchange in Markdown: its origin, then each turn, word for word, under its speaker. */
export const exchangeDocument = (view: ExchangeView, localiser: Localiser): ExchangeDocument => {
  const program = programs[view.format];
  const facts = [
    localiser.date(view.filed_at),
    ...(program === undefined ? [] : [program]),
    localiser.t('exchange {0}', view.exchange + 1),
  ].join(' · ');
  let text = `# ${view.title.replace(/\s+/g, ' ')}\n\n${facts}${view.source_file === null ? '' : `  \n${view.source_file}`}\n`;
  let [start, end] = [-1, 0];
  for (const turn of view.turns) {
    text += `\n## ${speakerOf(turn.role, view.format, localiser)}\n\n`;
    const from = Math.max(turn.start, view.asked.start);
    const to = Math.min(turn.start + turn.text.length, view.asked.end);
    if (from < to) {
      if (start < 0) start = text.length + from - turn.start;
      end = text.length + to - turn.start;
    }
    text += `${turn.text}\n`;
  }
  return { text, start: Math.max(start, 0), end };
};

/** The speaker of a turn. Messages of Slack begin with the names of their writers. */
const speakerOf = (role: 'user' | 'assistant', format: string, { t }: Localiser): string => {
  if (format === 'slack') return role === 'user' ? t('Message') : t('Replies');
  return role === 'user' ? t('User') : (programs[format] ?? t('Assistant'));
};
