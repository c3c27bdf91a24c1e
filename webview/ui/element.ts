type Child = Node | string | null | undefined | false | readonly Child[];

type Listeners = { readonly [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void };

interface Attributes {
  readonly class?: string;
  readonly on?: Listeners;
  readonly [name: string]: string | number | boolean | null | undefined | Listeners;
}

const append = (parent: Element, children: readonly Child[]): void => {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (typeof child === 'string') parent.append(child);
    else if (child instanceof Node) parent.append(child);
    else append(parent, child);
  }
};

/**
 * Makes an element. Text children are text, never markup; attributes that are false, null or undefined are left out;
 * `on` holds event listeners.
 */
export const element = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false || typeof value === 'object') continue;
    made.setAttribute(name, value === true ? '' : String(value));
  }
  for (const [name, listener] of Object.entries(attributes.on ?? {})) {
    if (typeof listener === 'function')
      made.addEventListener(name, (event) => {
        Reflect.apply(listener, undefined, [event]);
      });
  }
  append(made, children);
  return made;
};

/** Replaces a parent's content. */
export const replaceContent = (parent: Element, ...children: readonly Child[]): void => {
  parent.replaceChildren();
  append(parent, children);
};
