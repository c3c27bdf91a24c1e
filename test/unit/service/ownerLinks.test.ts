import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { OwnerLinks } from '../../../extension/service/ownerLinks.ts';
import type { PalaceLink } from '../../../extension/service/palaceLink.ts';
import { temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

const linksTo = (isForOneCall: (number: number) => boolean) => {
  const closed: number[] = [];
  let found = 0;
  const find = (): Promise<PalaceLink> => {
    const number = (found += 1);
    let end = (_reason: string): void => undefined;
    return Promise.resolve({
      call: () => Promise.resolve(number),
      wantHooks: () => undefined,
      isOwn: true,
      isForOneCall: isForOneCall(number),
      revision: 0,
      ended: new Promise<string>((resolve) => (end = resolve)),
      close: () => {
        if (!closed.includes(number)) closed.push(number);
        end('closed');
        return Promise.resolve();
      },
    });
  };
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'palace.sqlite'), '');
  const options = { folder, workspace: null, distFolder: '', modelFolder: '' };
  return { links: new OwnerLinks(options, { follow: () => undefined }, () => undefined, find), closed };
};

it('a link for one call that several calls share is given up once, and not the one that came after it', async () => {
  // The disk was full for the first one alone: the second holds the palace's lock.
  const { links, closed } = linksTo((number) => number === 1);
  const [one, same] = [await links.link(), await links.link()];
  expect(same).toBe(one);
  links.leave(one);
  const next = await links.link();
  expect(next).not.toBe(one);
  links.leave(same);
  expect(await links.link()).toBe(next);
  await links.close();
  expect(closed).toEqual([1, 2]);
});
