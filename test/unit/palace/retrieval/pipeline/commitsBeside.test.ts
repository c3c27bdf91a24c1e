import { expect, it } from 'vitest';
import { commitsBeside } from '../../../../../extension/palace/retrieval/pipeline/commitsBeside.ts';
import { candidate, hours } from '../../../../fixtures/candidates.ts';
import { Catalogue } from '../../../../../extension/palace/catalogue/catalogue.ts';
import type { EntryType } from '../../../../../extension/palace/model/drawer/drawer.ts';

/** A catalogue of drawers by slot: hours before now, repository, type. */
const catalogueOf = (
  drawers: readonly (readonly [age: number, source: number, type?: EntryType])[],
): Catalogue => {
  const catalogue = new Catalogue();
  drawers.forEach(([age, source, type = 'git_commit'], slot) =>
    catalogue.add(candidate({ id: `d${slot}`, slot, age: hours(age), source, type }).drawer),
  );
  return catalogue;
};
const all = () => true;

it('finds the two nearest commits on each side within an hour, once each', () => {
  const catalogue = catalogueOf([
    [10, 1],
    [10.9, 1],
    [10.2, 1],
    [10.1, 1],
    [9.9, 1],
    [9.8, 1],
    [9.7, 1],
    [8.9, 1],
  ]);
  expect(commitsBeside([0], all, catalogue)).toEqual([3, 2, 4, 5]);
  expect(commitsBeside([0, 3, 4], all, catalogue)).toEqual([2, 5, 1, 6]);
});

it('ignores other repositories, other types and drawers out of scope', () => {
  const catalogue = catalogueOf([
    [10, 1],
    [10.1, 2],
    [10.1, 1, 'file'],
    [10.2, 1],
    [10.3, 1],
  ]);
  expect(commitsBeside([0], (slot) => [0, 1, 4].includes(slot), catalogue)).toEqual([4]);
});

it('looks beside the first three results only, and beside commits only', () => {
  const catalogue = catalogueOf([
    [10, 1, 'file'],
    [20, 2],
    [30, 3],
    [40, 4],
    [10.1, 1],
    [20.1, 2],
    [40.1, 4],
  ]);
  expect(commitsBeside([0, 1, 2, 3], all, catalogue)).toEqual([5]);
});
