import type { SearchHit } from '../../extension/palace/contract/search/searchResult.ts';
import { maskedText } from '../../extension/palace/model/maskedText.ts';
import { drawerTitle } from './drawerTitle.ts';
import { readsAsCode } from './provenance.ts';

/** A drawer as Markdown, its secrets masked: where it is from, and its text in a block that no text can break out of. */
export const drawerMarkdown = (hit: SearchHit): string => {
  const { source_file: file, lines } = hit;
  const range = lines === null ? '' : `:${lines.start}–${lines.end}`;
  const place = hit.type === 'file' && file !== null ? `${file}${range}` : drawerTitle(hit);
  const text = maskedText(hit).replace(/\n$/u, '');
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length + 1)));
  const language = readsAsCode(hit) ? (file?.split('.').at(-1) ?? '') : '';
  return `**${place}**\n\n${fence}${language}\n${text}\n${fence}\n`;
};
