interface HeldRow<Node> {
  /** The object by which the editor knows the row. */
  readonly given: Node;
  /** What the row shows. */
  readonly node: Node;
  /** IDs of the rows below it, once they were read. */
  readonly below?: readonly string[];
}

/**
 * The rows of a tree that the editor holds. Told of a row, the editor forgets all rows below it until it has read them again, level by
 * level, and a key that is pressed meanwhile finds no row. So it is told of what differs, and of nothing else. `Node`: plain data.
 */
export class HeldRows<Node> {
  readonly #idOf: (node: Node) => string;
  readonly #rows = new Map<string, HeldRow<Node>>();
  #top: readonly string[] | undefined;

  constructor(idOf: (node: Node) => string) {
    this.#idOf = idOf;
  }

  /** Whether the rows below one were read and not forgotten since; undefined: the top rows. */
  hasBelow(above: Node | undefined): boolean {
    return this.#below(above) !== undefined;
  }

  /** The rows below which others were read, from the top down; undefined stands for the top. */
  opened(): readonly (Node | undefined)[] {
    const rows = [...this.#rows.values()].filter(({ below }) => below !== undefined).map(({ given }) => given);
    return this.#top === undefined ? [] : [undefined, ...rows];
  }

  /** What the row of a node shows by now. */
  newest(node: Node): Node {
    return this.#rows.get(this.#idOf(node))?.node ?? node;
  }

  /** Rows were read for the editor. Gives them as it gets them: an unchanged one is the object that it knows. */
  give(above: Node | undefined, nodes: readonly Node[]): Node[] {
    const ids = nodes.map(this.#idOf);
    for (const id of this.#below(above) ?? []) if (!ids.includes(id)) this.#forget(id);
    const given = nodes.map((node, index) => {
      const id = ids[index] ?? '';
      const row = this.#rows.get(id);
      const same = row !== undefined && alike(row.given, node) ? row.given : node;
      this.#rows.set(id, { ...row, given: same, node: same });
      return same;
    });
    this.#setBelow(above, ids);
    return given;
  }

  /**
   * Rows were read anew. Gives those that the editor is told of: the row above if any came, went or moved, and is then no longer held
   * with what is below it; else those that show something else. undefined stands for the top.
   */
  renew(above: Node | undefined, nodes: readonly Node[]): readonly (Node | undefined)[] {
    const ids = nodes.map(this.#idOf);
    if (!alike(ids, this.#below(above))) {
      this.#forgetBelow(above);
      return [above];
    }
    return nodes.flatMap((node) => {
      const id = this.#idOf(node);
      const row = this.#rows.get(id);
      if (row === undefined || alike(row.node, node)) return [];
      this.#rows.set(id, { ...row, node });
      this.#forgetBelow(row.given);
      return [row.given];
    });
  }

  clear(): void {
    this.#rows.clear();
    this.#top = undefined;
  }

  #below(above: Node | undefined): readonly string[] | undefined {
    return above === undefined ? this.#top : this.#rows.get(this.#idOf(above))?.below;
  }

  #setBelow(above: Node | undefined, below: readonly string[] | undefined): void {
    if (above === undefined) {
      this.#top = below;
      return;
    }
    const row = this.#rows.get(this.#idOf(above));
    if (row === undefined) return;
    const { given, node } = row;
    this.#rows.set(this.#idOf(above), { given, node, ...(below === undefined ? {} : { below }) });
  }

  #forgetBelow(above: Node | undefined): void {
    for (const id of this.#below(above) ?? []) this.#forget(id);
    this.#setBelow(above, undefined);
  }

  #forget(id: string): void {
    for (const below of this.#rows.get(id)?.below ?? []) this.#forget(below);
    this.#rows.delete(id);
  }
}

const alike = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
