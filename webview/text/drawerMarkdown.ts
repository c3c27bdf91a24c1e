import type { SearchHit } from '../../extension/palace/contract/search/searchResult.ts';
import { fencedBlock } from '../../extension/base/text/fencedBlock.ts';
import { maskedText } from '../../extension/palace/model/text/maskedText.ts';
import { fullTitle } from './drawerTitle.ts';
import { readsAsCode } from './provenance.ts';

/** A drawer as Markdown, its secrets masked. */
export interface DrawerMarkdown {
  /** Its origin. */
  readonly heading: string;
  /** Its text, in a block that no text can break out of. */
  readonly block: string;
}

export const drawerMarkdown = (hit: SearchHit): DrawerMarkdown => {
  const { source_file: file } = hit;
  const language = readsAsCode(hit) ? (file?.split('.').at(-1) ?? '') : '';
  return { heading: `**${fullTitle(hit)}**`, block: fencedBlock(maskedText(hit), language) };
};
