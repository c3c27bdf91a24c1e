/** Width of a chart label in pixels, in the theme's current font. */
export type TextMeasure = (text: string) => number;

const chartFontSize = 11;

export const createTextMeasure = (): TextMeasure => {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return (text) => text.length * chartFontSize; // wide enough: better no label than one that spills
  context.font = `${chartFontSize}px ${getComputedStyle(document.body).fontFamily}`;
  const known = new Map<string, number>();
  return (text) => {
    const width = known.get(text) ?? context.measureText(text).width;
    known.set(text, width);
    return width;
  };
};
