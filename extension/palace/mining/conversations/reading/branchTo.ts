import { textAt, type JsonRecord } from './jsonValue.ts';

/**
 * The nodes of a tree from the root to a leaf. `parent` names the member that holds a node's parent. A branch whose
 * parent is missing begins there, and one that returns to itself ends there.
 */
export const branchTo = (
  nodes: ReadonlyMap<string, JsonRecord>,
  leaf: string | null,
  parent: string,
): JsonRecord[] => {
  const branch: JsonRecord[] = [];
  const seen = new Set<string>();
  for (let id = leaf; id !== null && !seen.has(id);) {
    const node = nodes.get(id);
    if (node === undefined) break;
    seen.add(id);
    branch.push(node);
    id = textAt(node, parent);
  }
  return branch.reverse();
};
