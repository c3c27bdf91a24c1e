/** 16 × 16 paths, stroked in the text's colour; drawn for this product. */
const paths = {
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9M10.3 10.3L14 14',
  filter: 'M2 3.5h12M4.5 8h7M7 12.5h2',
  bars: 'M2.5 3.5h7M6.5 8h7M4.5 12.5h6M2.5 2v3M13.5 6.5v3M4.5 11v3',
  flow: 'M2 3.5h12M2 7h4c4 0 3 6 8 6M2 10.5h2',
  similar: 'M6 2.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7M10 6.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7',
  beaker: 'M6 2h4M6.7 2v4.2L3 13.2h10L9.3 6.2V2M4.6 10.5h6.8',
  chevron: 'M6 3.5L10.5 8L6 12.5',
  file: 'M4 1.8h5.2L12.2 5v9.2H4ZM9 2v3.2h3',
  git_commit: 'M8 5.3a2.7 2.7 0 1 0 0 5.4a2.7 2.7 0 1 0 0-5.4M1 8h4.3M10.7 8H15',
  conversation: 'M2 3h12v8.5H7.5L4.5 14v-2.5H2ZM5 6h6M5 8.5h4',
  progress: 'M8 2a6 6 0 1 0 6 6M8 5v3.2l2.3 1.6',
  summary: 'M3 4h10M3 8h10M3 12h6',
  pin: 'M6 2h4l-.6 4l2.6 2.5H4L6.6 6ZM8 8.5V14',
  warning: 'M8 2L14.5 13.5H1.5ZM8 6.2v3.6M8 11.2v.8',
  info: 'M8 2a6 6 0 1 0 0 12a6 6 0 1 0 0-12M8 7.3v3.7M8 4.8v.8',
  check: 'M2.8 8.5L6.3 12L13.2 4.5',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  copy: 'M5.5 5.5h7.5v8H5.5ZM3 10.5V2.5h7',
  open: 'M9 2.5h4.5V7M13.5 2.5L7.5 8.5M11.5 9.5v4h-9v-9h4',
  star: 'M8 2l1.8 3.9l4.2.5l-3.1 2.9l.8 4.2L8 11.4l-3.7 2.1l.8-4.2L2 6.4l4.2-.5Z',
  eye: 'M1.5 8C3.5 4.5 6 3.5 8 3.5s4.5 1 6.5 4.5C12.5 11.5 10 12.5 8 12.5s-4.5-1-6.5-4.5ZM8 6a2 2 0 1 0 0 4a2 2 0 1 0 0-4',
  eyeClosed: 'M1.5 7C3.5 10 6 11 8 11s4.5-1 6.5-4M3.5 9.3L2 11.5M8 11v2.5M12.5 9.3L14 11.5',
  crossing: 'M2 4.5h3l5.5 7H14M2 11.5h3l1.5-2M9 6.5l1.5-2H14M12.3 2.8L14 4.5l-1.7 1.7M12.3 9.8L14 11.5l-1.7 1.7',
} as const;
export type IconName = keyof typeof paths;

const svgNamespace = 'http://www.w3.org/2000/svg';

/** An icon, which is decoration unless it has a label. */
export const icon = (name: IconName, label?: string): SVGSVGElement => {
  const svg = document.createElementNS(svgNamespace, 'svg');
  svg.setAttribute('class', `icon icon-${name}`);
  svg.setAttribute('viewBox', '0 0 16 16');
  if (label === undefined) svg.setAttribute('aria-hidden', 'true');
  else {
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', label);
  }
  const path = document.createElementNS(svgNamespace, 'path');
  path.setAttribute('d', paths[name]);
  svg.append(path);
  return svg;
};
