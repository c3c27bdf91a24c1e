import type { Localiser } from '../platform/localiser.ts';
import type { GroupPrompt } from './summaryPrompt.ts';
import type { Fallback, GroupOutcome } from './writeSummaries.ts';
import { charactersText, drawersText } from '../platform/countedText.ts';

/** Drawers that a question names one by one. */
const named = 12;

/** What the person agrees to: the model, and how many characters of which drawers. */
export const consentDetail = (prompts: readonly GroupPrompt[], localiser: Localiser): string => {
  const { t, count } = localiser;
  const drawers = prompts.flatMap((prompt) => prompt.drawers);
  const characters = drawers.reduce((sum, drawer) => sum + drawer.characters, 0);
  return [
    t(
      'Leaves the palace: {0} of {1}, listed below. Secrets are masked, sensitive drawers are never sent.',
      charactersText(characters, localiser),
      drawersText(drawers.length, localiser),
    ),
    '',
    ...drawers.slice(0, named).map(({ title, characters: size }) => `• ${title} (${count(size)})`),
    ...(drawers.length > named ? [t('… and {0} more', count(drawers.length - named))] : []),
  ].join('\n');
};

/** Everything that would be sent, as a document. */
export const sentDocument = (prompts: readonly GroupPrompt[]): string =>
  prompts.map(({ groupId, title, text }) => `# ${groupId} ${title}\n\n${text}\n`).join('\n');

const fallbackText = (fallback: Fallback, { t }: Localiser): string => {
  switch (fallback) {
    case 'refused':
      return t('the model refused');
    case 'timed_out':
      return t('the model did not answer in time');
    case 'empty':
      return t('the model answered with nothing');
    case 'too_long':
      return t('the answer is longer than a summary may be');
    case 'too_large':
      return t('its texts are too long for the model');
    case 'failed':
      return t('the model failed');
  }
};

/** The result: how many summaries were written, and which groups keep their extract and why. */
export const outcomeText = (
  outcomes: readonly GroupOutcome[],
  withheld: readonly { readonly title: string }[],
  model: string,
  localiser: Localiser,
): string => {
  const { t, count } = localiser;
  const written = outcomes.filter((outcome) => 'summary' in outcome).length;
  const total = outcomes.length + withheld.length;
  const kept = [
    ...outcomes.flatMap((outcome) =>
      'fallback' in outcome ? [`“${outcome.title}”: ${fallbackText(outcome.fallback, localiser)}`] : [],
    ),
    ...withheld.map(({ title }) => `“${title}”: ${t('nothing of it may be sent')}`),
  ];
  const head =
    written === 1
      ? t('{0} wrote 1 of {1} summaries.', model, count(total))
      : t('{0} wrote {1} of {2} summaries.', model, count(written), count(total));
  return kept.length === 0 ? head : `${head} ${t('Extracts stay: {0}.', kept.join('; '))}`;
};
