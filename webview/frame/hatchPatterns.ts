import { create } from 'd3';
import { phaseFamilies } from '../../extension/palace/contract/search/scorePhaseTable.ts';

/** The hatches that fill the rails of losses, one per family. The style sheet refers to them by id. */
export const hatchPatterns = (): SVGElement => {
  const svg = create('svg').attr('class', 'defs').attr('aria-hidden', 'true').attr('width', 0).attr('height', 0);
  svg
    .append('defs')
    .selectAll('pattern')
    .data(phaseFamilies)
    .join('pattern')
    .attr('id', (family) => `hatch-${family}`)
    .attr('class', (family) => `family-${family}`)
    .attr('width', 5)
    .attr('height', 5)
    .attr('patternUnits', 'userSpaceOnUse')
    .attr('patternTransform', 'rotate(45)')
    .append('rect')
    .attr('width', 1.6)
    .attr('height', 5);
  const node = svg.node();
  if (node === null) throw new TypeError('The document makes no SVG elements.');
  return node;
};
