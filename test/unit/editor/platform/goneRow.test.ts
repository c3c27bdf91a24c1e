import { expect, it } from 'vitest';
import { isGoneRow } from '../../../../extension/editor/platform/goneRow.ts';
import { drawerIdOf } from '../../../../extension/editor/tree/drawerArgument.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';

const thrownBy = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (thrown) {
    return thrown;
  }
};

it('a command whose row is gone is told from one that is called without a row, and from what else fails', () => {
  const noDrawer = thrownBy(() => drawerIdOf(undefined));
  expect(isGoneRow([undefined, undefined], noDrawer)).toBe(true);
  expect(isGoneRow([undefined], new PalaceError('E_USAGE', 'The command was called without an item.'))).toBe(true);
  expect(isGoneRow([], noDrawer)).toBe(false);
  expect(isGoneRow([{ kind: 'wing' }], noDrawer)).toBe(false);
  expect(isGoneRow([undefined], new PalaceError('E_DISK_FULL', 'full'))).toBe(false);
  expect(isGoneRow([undefined], new Error('else'))).toBe(false);
});
