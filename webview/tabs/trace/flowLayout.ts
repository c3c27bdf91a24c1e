import type { FlowStage } from './flowStages.ts';
import { translatable } from '../../text/translate.ts';

/** Pixels throughout; y from the chart's top. */
export interface FlowNode {
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly count: number;
  /** The step after which this many are left; null for the first node. */
  readonly after: string | null;
  /** Room for its title, to the next node's. */
  readonly room: number;
}

/** The candidates that continue from one node to the next, with the steps on the way that dropped nothing. */
interface FlowStream {
  readonly from: number;
  readonly to: number;
  readonly y: number;
  readonly size: number;
  readonly passed: readonly string[];
  readonly kept: boolean;
}

/**
 * Dropped candidates: a ribbon from the node's lower part to its label, which has its own lane from `labelTop` on.
 */
interface FlowDrop {
  readonly phase: string;
  readonly count: number;
  readonly from: { readonly x: number; readonly y: number };
  readonly to: { readonly x: number; readonly y: number };
  readonly size: number;
  readonly labelX: number;
  readonly labelTop: number;
  readonly labelRoom: number;
}

export interface FlowLayout {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly FlowNode[];
  readonly streams: readonly FlowStream[];
  readonly drops: readonly FlowDrop[];
}

export const nodeWidth = 8;
export const laneHeight = 15;
/** Reasons shown per step; if there are more, the smallest are shown as one. */
export const mostReasons = 8;
export const otherReasons = translatable('other reasons');

const top = 20;
const highest = 78;
const tallestUnit = 1.2;
const leastGap = 120;
const mostGap = 400;
const laneGap = 3;
const belowStream = 12;
const labelGap = 6;

interface Segment {
  readonly stage: FlowStage;
  readonly passed: readonly string[];
}

/** Joins steps that drop nothing to the next one that does; the last segment ends the flow. */
const segmentsOf = (stages: readonly FlowStage[]): readonly Segment[] => {
  const segments: Segment[] = [];
  let passed: string[] = [];
  for (const stage of stages) {
    if (stage.drops.length > 0) {
      segments.push({ stage, passed });
      passed = [];
    } else passed.push(stage.phase);
  }
  const last = stages.at(-1);
  if (last !== undefined && (segments.length === 0 || passed.length > 0))
    segments.push({ stage: { ...last, in: last.out }, passed });
  return segments;
};

const fewerReasons = (drops: FlowStage['drops']): FlowStage['drops'] => {
  if (drops.length <= mostReasons) return drops;
  const rest = drops.slice(mostReasons - 1);
  return [
    ...drops.slice(0, mostReasons - 1),
    { phase: otherReasons, count: rest.reduce((sum, { count }) => sum + count, 0) },
  ];
};

/**
 * The flow of candidates, left to right. Heights are numbers of candidates, on one scale. There is a node wherever
 * candidates left. Each reason runs down to its own lane, so that there is room for any number of reasons. Null if
 * there is nothing to draw, or too little width for the steps; the table is shown instead.
 */
export const flowLayout = (stages: readonly FlowStage[], width: number): FlowLayout | null => {
  const segments = segmentsOf(stages);
  const most = Math.max(...stages.map((stage) => stage.in), 0);
  const gap = Math.min(mostGap, (width - nodeWidth) / Math.max(1, segments.length));
  if (segments.length === 0 || most === 0 || gap < leastGap) return null;
  const unit = Math.min(tallestUnit, highest / most);
  const xOf = (index: number): number => index * gap;
  const counts = [segments[0]?.stage.in ?? 0, ...segments.map(({ stage }) => stage.out)];
  const nodes = counts.map((count, index): FlowNode => ({
    x: xOf(index),
    y: top,
    height: count * unit,
    count,
    after: index === 0 ? null : (segments[index - 1]?.stage.phase ?? null),
    room: gap - labelGap,
  }));
  const streams = segments.map(({ stage, passed }, index): FlowStream => ({
    from: xOf(index) + nodeWidth,
    to: xOf(index + 1),
    y: top,
    size: stage.out * unit,
    passed,
    kept: index === segments.length - 1,
  }));
  let bottom = top + most * unit;
  const drops = segments.flatMap(({ stage }, index): FlowDrop[] => {
    const x = xOf(index) + nodeWidth;
    const end = x + Math.min(96, gap * 0.32);
    let leaves = top + stage.out * unit;
    let lane = leaves + belowStream;
    return fewerReasons(stage.drops).map(({ phase, count }) => {
      const size = count * unit;
      const room = Math.max(size, laneHeight);
      const drop = {
        phase,
        count,
        size,
        from: { x, y: leaves },
        to: { x: end, y: lane + (room - size) / 2 },
        labelX: end + labelGap,
        labelTop: lane + (room - laneHeight) / 2,
        labelRoom: xOf(index + 1) - end - 2 * labelGap,
      };
      leaves += size;
      lane += room + laneGap;
      bottom = Math.max(bottom, lane);
      return drop;
    });
  });
  return { width: segments.length * gap + nodeWidth, height: Math.ceil(bottom + 2), nodes, streams, drops };
};
