// Stands in for the editor where the inspector's page is opened alone, for development (npm run inspector): answers every
// message from the made-up data of the tests. Bundled for the browser and loaded before the inspector.
import type { HostMessage, InspectorMessage } from '../../../extension/protocol/inspectorMessages.ts';
import { parseInspectorMessage } from '../../../extension/protocol/parseMessage.ts';
import { sampleGrowth } from '../../fixtures/inspector/sampleGrowth.ts';
import { samplePalace } from '../../fixtures/inspector/samplePalace.ts';
import { appliedPlan, samplePlan } from '../../fixtures/inspector/samplePlan.ts';
import { longResult, sampleResult } from '../../fixtures/inspector/sampleResults.ts';
import { otherRanking, tracedResult, whyNotAnswer } from '../../fixtures/inspector/tracedResults.ts';

const now = Date.now();
const stateKey = 'state of the inspector';

/** What the editor answers, in its order. */
const answersTo = (message: InspectorMessage): readonly HostMessage[] => {
  switch (message.type) {
    case 'ready':
      return [
        {
          type: 'init',
          palace: samplePalace,
          profiles: { names: ['default', 'orient', 'evaluate', 'decide', 'baseline'], current: 'default' },
          navigation: null,
          searches: { recent: ['berth 7'], starred: ['tide table'] },
          commands: ['mineWorkspace', 'status', 'showLog', 'reviewCompaction'],
        },
      ];
    case 'search': {
      const { requestId, search } = message;
      const result = search.candidateTrace ? tracedResult(now) : sampleResult(now);
      return [{ type: 'result', requestId, result: { ...result, query: search.query } }];
    }
    case 'similar':
      return [{ type: 'result', requestId: message.requestId, result: longResult(10, now) }];
    case 'whyNot':
      return [{ type: 'whyNot', requestId: message.requestId, answer: whyNotAnswer }];
    case 'rank':
      return [{ type: 'ranking', requestId: message.requestId, result: otherRanking(now) }];
    case 'growth':
      return [{ type: 'growth', requestId: message.requestId, growth: sampleGrowth }];
    case 'openPacket':
      return [{ type: 'cancelled', requestId: message.requestId }];
    case 'checkPlan':
      return [
        { type: 'plan', requestId: message.requestId, plan: samplePlan(now), applied: null, restored: null },
      ];
    case 'applyPlan': {
      const plan = appliedPlan(now, message.rejectedDrawers);
      return [{ type: 'plan', requestId: message.requestId, plan, applied: null, restored: null }];
    }
    case 'restorePlan': {
      const plan = samplePlan(now, { state: 'restored' });
      return [{ type: 'plan', requestId: message.requestId, plan, applied: null, restored: null }];
    }
    case 'runCommand':
      return message.command === 'reviewCompaction'
        ? [{ type: 'showPlan', plan: samplePlan(now), applied: null, restored: null }]
        : [{ type: 'announce', text: `The editor would run ${message.command}.` }];
    case 'eraseDrawer':
      return [{ type: 'erased' }];
    case 'pinDrawer':
      return [{ ...message, type: 'pinned' }];
    case 'starSearch': {
      const starred = message.starred ? [message.query] : [];
      return [{ type: 'searches', searches: { recent: [], starred } }];
    }
    case 'openSource':
    case 'copyDrawer':
    case 'copyForChat':
    case 'copyMarkdown':
    case 'copyText':
    case 'savePacket':
    case 'saveChart':
      return [{ type: 'announce', text: `The editor was sent ${message.type}.` }];
    case 'cancel':
    case 'report':
    case 'saveNavigation':
      return [];
  }
};

const editor = {
  postMessage: (value: unknown): void => {
    console.log('to the editor:', value);
    const parsed = parseInspectorMessage(value);
    if (!parsed.ok) console.error(parsed.refused.message);
    else for (const answer of answersTo(parsed.message)) window.postMessage(answer, '*');
  },
  getState: (): unknown => JSON.parse(sessionStorage.getItem(stateKey) ?? 'null') ?? undefined,
  setState: (state: unknown): void => sessionStorage.setItem(stateKey, JSON.stringify(state)),
};
window.acquireVsCodeApi = () => editor;

new EventSource('/changes').onmessage = () => location.reload();
