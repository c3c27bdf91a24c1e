import type { ChartPicture, Paint, ShapeMark, TextMark } from './chartPicture.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';
/** PNG pixels per pixel of the page. */
const sharpness = 2;
/** A canvas with a longer side, in pixels, is empty in Chromium, without an error. */
const longestSide = 65_535;
/** A quarter of a GiB, as a canvas holds them. */
const mostPixels = 2 ** 26;

/** PNG pixels per pixel of a picture: fewer for one that no canvas could hold otherwise. */
export const pngScale = ({ width, height }: Pick<ChartPicture, 'width' | 'height'>): number =>
  Math.min(sharpness, longestSide / Math.max(width, height), Math.sqrt(mostPixels / (width * height)));

type Values = Readonly<Record<string, string | number | null>>;

const svgNode = (name: string, values: Values): SVGElement => {
  const node = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(values)) if (value !== null) node.setAttribute(key, String(value));
  return node;
};

const painted = (role: 'fill' | 'stroke', paint: Paint | null): Values =>
  paint === null ? { [role]: 'none' } : { [role]: paint.hex, [`${role}-opacity`]: paint.alpha };

const shapeNode = ({ path, matrix, fill, stroke, strokeWidth, dashes }: ShapeMark): SVGElement =>
  svgNode('path', {
    d: path,
    transform: `matrix(${matrix.join(' ')})`,
    ...painted('fill', fill),
    ...painted('stroke', stroke),
    ...(stroke === null ? {} : { 'stroke-width': strokeWidth }),
    'stroke-dasharray': dashes.length === 0 ? null : dashes.join(' '),
  });

const textNode = ({ text, x, y, size, weight, family, fill }: TextMark): SVGElement => {
  const node = svgNode('text', {
    x,
    y,
    'font-size': size,
    'font-weight': weight,
    'font-family': family,
    'dominant-baseline': 'central',
    ...painted('fill', fill),
  });
  node.textContent = text;
  return node;
};

/** The picture as a self-contained SVG document. */
export const svgFile = ({ width, height, background, marks }: ChartPicture): string => {
  const whole = svgNode('svg', { width, height, viewBox: `0 0 ${width} ${height}` });
  whole.append(
    svgNode('rect', { width, height, ...painted('fill', background) }),
    ...marks.map((mark) => (mark.kind === 'shape' ? shapeNode(mark) : textNode(mark))),
  );
  return `${new XMLSerializer().serializeToString(whole)}\n`;
};

const drawShape = (context: CanvasRenderingContext2D, mark: ShapeMark): void => {
  const path = new Path2D(mark.path);
  context.transform(...mark.matrix);
  if (mark.fill !== null) {
    context.globalAlpha = mark.fill.alpha;
    context.fillStyle = mark.fill.hex;
    context.fill(path);
  }
  if (mark.stroke === null) return;
  context.globalAlpha = mark.stroke.alpha;
  context.strokeStyle = mark.stroke.hex;
  context.lineWidth = mark.strokeWidth;
  context.setLineDash([...mark.dashes]);
  context.stroke(path);
};

const drawText = (
  context: CanvasRenderingContext2D,
  { text, x, y, size, weight, family, fill }: TextMark,
): void => {
  context.globalAlpha = fill.alpha;
  context.fillStyle = fill.hex;
  context.font = `${weight} ${size}px ${family}`;
  context.textBaseline = 'middle';
  context.fillText(text, x, y);
};

/** The picture as a PNG, in Base64. The page's policy allows no images, so it is painted mark by mark. */
export const pngFile = ({ width, height, background, marks }: ChartPicture): string => {
  const scale = pngScale({ width, height });
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.floor(width * scale), Math.floor(height * scale)];
  const context = canvas.getContext('2d');
  if (context === null) throw new TypeError('The document makes no canvas.');
  context.scale(scale, scale);
  context.fillStyle = background.hex;
  context.fillRect(0, 0, width, height);
  for (const mark of marks) {
    context.save();
    if (mark.kind === 'shape') drawShape(context, mark);
    else drawText(context, mark);
    context.restore();
  }
  return canvas.toDataURL('image/png').replace(/^[^,]*,/u, '');
};
