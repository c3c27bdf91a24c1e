import type * as vscode from 'vscode';
import type { MineProgress } from '../../palace/contract/filing/mineProgress.ts';
import type { Localiser } from './localiser.ts';
import { progressText } from './progressText.ts';

/**
 * Turns the share of work done into increments, as the editor's progress bar expects; a new stage does not move it.
 */
export const progressReporter = (
  progress: vscode.Progress<{ message?: string; increment?: number }>,
  localiser: Localiser,
) => {
  let shown = 0;
  let stage: MineProgress['stage'] | null = null;
  return (step: MineProgress): void => {
    const share = step.total === null || step.total === 0 ? 0 : Math.min(100, (100 * step.done) / step.total);
    const increment = step.stage === stage || stage === null ? Math.max(0, share - shown) : 0;
    stage = step.stage;
    shown += increment;
    progress.report({ message: progressText(step, localiser), increment });
  };
};
