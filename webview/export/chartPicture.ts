/** Red, green and blue as `#rrggbb`, and how opaque it is: 0…1. */
export interface Paint {
  readonly hex: string;
  readonly alpha: number;
}

/** A shape in its own coordinates, with the matrix that puts it into the picture. */
export interface ShapeMark {
  readonly kind: 'shape';
  readonly path: string;
  readonly matrix: readonly [number, number, number, number, number, number];
  readonly fill: Paint | null;
  readonly stroke: Paint | null;
  readonly strokeWidth: number;
  readonly dashes: readonly number[];
}

/** One line of text; `x` is its start, `y` its middle. */
export interface TextMark {
  readonly kind: 'text';
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly weight: string;
  readonly family: string;
  readonly fill: Paint;
}

/** A chart as it is painted right now, free of the page and its style sheet. Sizes are pixels. */
export interface ChartPicture {
  readonly width: number;
  readonly height: number;
  readonly background: Paint;
  readonly marks: readonly (ShapeMark | TextMark)[];
}

type PaintOf = (css: string, opacity?: number) => Paint | null;

const hatchOpacity = 0.5;
const margin = 8;
/** Characters that no XML may hold. */
const unwritable = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;
const written = (text: string): string => text.replace(/\s+/gu, ' ').replace(unwritable, '\uFFFD');

/** Reads any colour of CSS, which a canvas understands in all its forms. Null: nothing would be seen. */
const createPaintOf = (): PaintOf => {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  return (css, opacity = 1) => {
    if (context === null || css === 'none') return null;
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = css;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
    const hex = [red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('');
    return alpha * opacity === 0 ? null : { hex: `#${hex}`, alpha: (alpha / 255) * opacity };
  };
};

/** The fill of a shape. A hatch becomes an even tint of its colour, because it would need its pattern. */
const fillOf = ({ fill, fillOpacity, opacity }: CSSStyleDeclaration, paintOf: PaintOf): Paint | null => {
  const shown = Number(fillOpacity) * Number(opacity);
  const pattern = /^url\(["']?(#[\w-]+)/u.exec(fill)?.[1];
  if (pattern === undefined) return paintOf(fill, shown);
  const stripe = document.querySelector(`${pattern} rect`);
  return stripe === null ? null : paintOf(getComputedStyle(stripe).fill, shown * hatchOpacity);
};

const rectangle = (x: number, y: number, width: number, height: number): string =>
  `M${x} ${y}h${width}v${height}h${-width}z`;

const pathOf = (shape: SVGGeometryElement): string => {
  if (shape instanceof SVGRectElement)
    return rectangle(
      shape.x.baseVal.value,
      shape.y.baseVal.value,
      shape.width.baseVal.value,
      shape.height.baseVal.value,
    );
  if (shape instanceof SVGLineElement)
    return `M${shape.x1.baseVal.value} ${shape.y1.baseVal.value}L${shape.x2.baseVal.value} ${shape.y2.baseVal.value}`;
  if (shape instanceof SVGCircleElement) {
    const [x, y, r] = [shape.cx.baseVal.value, shape.cy.baseVal.value, shape.r.baseVal.value];
    return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  }
  return shape.getAttribute('d') ?? '';
};

const shapeMark = (shape: SVGGeometryElement, origin: DOMPoint, paintOf: PaintOf): ShapeMark | null => {
  const style = getComputedStyle(shape);
  const place = shape.getScreenCTM();
  const [fill, stroke] = [
    fillOf(style, paintOf),
    paintOf(style.stroke, Number(style.strokeOpacity) * Number(style.opacity)),
  ];
  const path = pathOf(shape);
  if (place === null || path === '' || (fill === null && stroke === null)) return null;
  const { a, b, c, d, e, f } = place;
  return {
    kind: 'shape',
    path,
    matrix: [a, b, c, d, e - origin.x, f - origin.y],
    fill,
    stroke,
    strokeWidth: Number.parseFloat(style.strokeWidth),
    dashes: (style.strokeDasharray.match(/[\d.]+/gu) ?? []).map(Number),
  };
};

/** The lines of a text as the page breaks them; text cut off by its box is left out. */
const linesOf = (node: Text, clip: DOMRect | null): { readonly text: string; readonly box: DOMRect }[] => {
  const lines: { text: string; box: DOMRect }[] = [];
  const range = document.createRange();
  for (const word of node.data.matchAll(/\S+\s*/gu)) {
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    const box = range.getBoundingClientRect();
    let text = word[0];
    if (clip !== null && box.left > clip.right) continue;
    if (clip !== null && box.right > clip.right + 1)
      text = `${text.slice(0, Math.max(0, Math.floor((text.length * (clip.right - box.left)) / box.width) - 1))}…`;
    const last = lines.at(-1);
    if (last !== undefined && Math.abs(last.box.top - box.top) < 2) last.text += text;
    else lines.push({ text, box });
  }
  return lines.filter(({ box }) => box.width > 0);
};

const textMarks = (node: Text, origin: DOMPoint, paintOf: PaintOf): readonly TextMark[] => {
  const parent = node.parentElement;
  if (parent === null) return [];
  const style = getComputedStyle(parent);
  const inSvg = parent instanceof SVGElement;
  const fill = paintOf(inSvg ? style.fill : style.color, Number(style.opacity));
  if (fill === null) return [];
  const clip = !inSvg && style.overflowX !== 'visible' ? parent.getBoundingClientRect() : null;
  return linesOf(node, clip).map(({ text, box }) => ({
    kind: 'text',
    text: written(text).trimEnd(),
    x: box.left - origin.x,
    y: (box.top + box.bottom) / 2 - origin.y,
    size: Number.parseFloat(style.fontSize),
    weight: style.fontWeight,
    family: style.fontFamily,
    fill,
  }));
};

/** A coloured box of the page: a key's swatch, a head. */
const boxMark = (box: HTMLElement, origin: DOMPoint, paintOf: PaintOf): ShapeMark | null => {
  const fill = paintOf(getComputedStyle(box).backgroundColor);
  const { left, top, width, height } = box.getBoundingClientRect();
  return fill === null
    ? null
    : {
        kind: 'shape',
        path: rectangle(0, 0, width, height),
        matrix: [1, 0, 0, 1, left - origin.x, top - origin.y],
        fill,
        stroke: null,
        strokeWidth: 0,
        dashes: [],
      };
};

const backgroundOf = (chart: Element, paintOf: PaintOf): Paint => {
  for (let at: Element | null = chart; at !== null; at = at.parentElement) {
    const paint = paintOf(getComputedStyle(at).backgroundColor);
    if (paint !== null) return { ...paint, alpha: 1 };
  }
  return { hex: '#ffffff', alpha: 1 };
};

/** How large the picture of a chart is, in pixels of the page. */
export const pictureSize = (chart: Element): Pick<ChartPicture, 'width' | 'height'> => {
  const { width, height } = chart.getBoundingClientRect();
  return { width: Math.ceil(width) + 2 * margin, height: Math.ceil(height) + 2 * margin };
};

/**
 * Reads a chart off the page: its shapes, its texts and its colours as they are painted. Texts for screen readers
 * and buttons are left out.
 */
export const chartPicture = (chart: Element): ChartPicture => {
  const paintOf = createPaintOf();
  const { left, top } = chart.getBoundingClientRect();
  const origin = new DOMPoint(left - margin, top - margin);
  const walker = document.createTreeWalker(chart, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && (node.matches('.sr-only, button, dl') || !node.checkVisibility())
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  const marks: (ShapeMark | TextMark | null)[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof SVGGeometryElement) marks.push(shapeMark(node, origin, paintOf));
    else if (node instanceof HTMLElement) marks.push(boxMark(node, origin, paintOf));
    else if (node instanceof Text) marks.push(...textMarks(node, origin, paintOf));
  }
  return {
    ...pictureSize(chart),
    background: backgroundOf(chart, paintOf),
    marks: marks.filter((mark) => mark !== null),
  };
};
