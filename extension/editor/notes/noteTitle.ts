import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import { maskedText } from '../../palace/model/text/maskedText.ts';
import { textStart } from '../../base/text/textStart.ts';
import { lineLabel } from '../search/lineLabel.ts';

/** Characters of a tab's title. */
const longestTitle = 40;

/**
 * The name of a note's tab and of its document's address: the beginning of its first line, with secrets masked,
 * because others besides the note's reader see and store both. Its ID if there is no such line.
 */
export const noteTitle = (note: Pick<DrawerView, 'drawer_id' | 'text' | 'sensitive' | 'secret_spans'>): string => {
  const line = lineLabel(maskedText(note), [])
    .replace(/[/\\?#]/g, ' ')
    .trim();
  const whole = line.length <= longestTitle ? line : textStart(line, longestTitle).replace(/\s+\S*$/, '');
  // The file's ending begins with a full stop.
  const title = whole.replace(/(?<!\.)\.+$/, '');
  return title === '' ? note.drawer_id : title;
};
