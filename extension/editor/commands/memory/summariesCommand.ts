import * as vscode from 'vscode';
import { planLabel } from '../../archive/archiveText.ts';
import { requirePalace } from '../../palace/requirePalace.ts';
import { abortable } from '../../platform/abortable.ts';
import type { Localiser } from '../../platform/localiser.ts';
import { registerCommands } from '../../platform/registerCommands.ts';
import type { Settings } from '../../settings/settings.ts';
import type { ReportDocuments } from '../../source/reportDocuments.ts';
import { chatModels } from '../../summaries/chatModels.ts';
import { letModelWrite, type SummariesUi } from '../../summaries/letModelWrite.ts';
import { SummaryConsent } from '../../summaries/summaryConsent.ts';
import { consentDetail, outcomeText, sentDocument } from '../../summaries/summaryText.ts';
import { textIn } from '../../tree/nodeText.ts';
import type { CommandDependencies } from '../commandDependencies.ts';

interface SummariesCommandDependencies extends CommandDependencies {
  readonly settings: () => Settings;
  readonly reports: ReportDocuments;
  /** Stores what the person agreed to permanently. */
  readonly memento: vscode.Memento;
}

/** Milliseconds that a model may take for one group. */
const timeoutMs = 90_000;
const setting = 'synapsePalace.consolidation.writer';
const consentKey = 'summaryConsent';

/**
 * `writeSummaries`: lets a language model of the editor write the summaries of a plan that nobody has applied. Nothing leaves
 * the palace unless the setting is on and the person has agreed to this model and these drawers. Any other value of the
 * setting withdraws that consent.
 */
export const registerSummariesCommand = (dependencies: SummariesCommandDependencies): vscode.Disposable => {
  const { settings, memento } = dependencies;
  const consent = new SummaryConsent({
    get: () => memento.get(consentKey),
    set: (modelIds) => void memento.update(consentKey, modelIds),
  });
  const heedSetting = (): void => {
    if (settings().summaryWriter !== 'languageModel') consent.forget();
  };
  heedSetting();
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(setting)) heedSetting();
    }),
    registerCommands({ writeSummaries: (given) => writeSummaries(given, consent, dependencies) }, dependencies),
  );
};

const writeSummaries = async (
  given: unknown,
  consent: SummaryConsent,
  dependencies: SummariesCommandDependencies,
): Promise<void> => {
  const { session, settings, localiser } = dependencies;
  if (!(await requirePalace(session, localiser))) return;
  if (settings().summaryWriter !== 'languageModel') return offerSetting(localiser);
  const planId =
    typeof given === 'string' ? given : (textIn(given, 'plan', 'id') ?? (await pickPlan(dependencies)));
  if (planId !== undefined) await write(planId, consent, dependencies);
};

const offerSetting = async ({ t }: Localiser): Promise<void> => {
  const open = t('Open Settings');
  const chosen = await vscode.window.showInformationMessage(
    t('Summaries are extracts: no language model may write them unless the setting says so.'),
    open,
  );
  if (chosen === open) await vscode.commands.executeCommand('workbench.action.openSettings', setting);
};

const pickPlan = async ({ session, localiser }: SummariesCommandDependencies): Promise<string | undefined> => {
  const proposed = (await (await session.api()).plans({})).plans.filter(({ state }) => state === 'proposed');
  if (proposed.length === 0) {
    void vscode.window.showInformationMessage(localiser.t('No plan waits for a review.'));
    return undefined;
  }
  const items = proposed.map((plan) => ({
    label: planLabel(plan, localiser),
    description: localiser.time(plan.created_at),
    id: plan.id,
  }));
  return (await vscode.window.showQuickPick(items, { title: localiser.t('Write Summaries of Which Plan?') }))?.id;
};

const write = async (
  planId: string,
  consent: SummaryConsent,
  dependencies: SummariesCommandDependencies,
): Promise<void> => {
  const { session, localiser, log } = dependencies;
  const { t } = localiser;
  const outcome = await letModelWrite(planId, {
    api: await session.api(),
    models: chatModels,
    consent,
    ui: summariesUi(dependencies),
    timeoutMs,
  });
  switch (outcome.kind) {
    case 'noModel':
      return void vscode.window.showInformationMessage(
        t('The editor has no language model. The plan keeps its extracts.'),
      );
    case 'nothing':
      return void vscode.window.showInformationMessage(t('No group of the plan has anything that may be sent.'));
    case 'left':
      return;
    case 'written':
      for (const group of outcome.outcomes)
        if ('fallback' in group)
          log.info(
            `No summary of ${group.groupId} of ${planId} by ${outcome.model.id}: ${group.fallback} ${group.detail}`.trimEnd(),
          );
      void vscode.window.showInformationMessage(
        outcomeText(outcome.outcomes, outcome.withheld, outcome.model.name, localiser),
      );
  }
};

const summariesUi = ({ reports, localiser }: SummariesCommandDependencies): SummariesUi => {
  const { t, count } = localiser;
  return {
    pickModel: async (models) =>
      (
        await vscode.window.showQuickPick(
          models.map((model) => ({ label: model.name, description: model.vendor, model })),
          { title: t('Which Language Model Writes the Summaries?') },
        )
      )?.model,
    askConsent: async (prompts, { name, vendor }) => {
      const [send, always, show] = [t('Send'), t('Send, and Don’t Ask Again Here'), t('Show What Is Sent')];
      const question = t('Let {0} ({1}) write these summaries?', name, vendor);
      const chosen = await vscode.window.showWarningMessage(
        question,
        { modal: true, detail: consentDetail(prompts, localiser) },
        send,
        always,
        show,
      );
      if (chosen !== show) return chosen === always ? 'always' : chosen === send ? 'once' : undefined;
      await reports.show(t('What would be sent'), sentDocument(prompts));
      return (await vscode.window.showInformationMessage(question, send)) === send ? 'once' : undefined;
    },
    busy: (model, groups, work) =>
      Promise.resolve(
        vscode.window.withProgress(
          {
            location: vscode.ProgressLocation.Notification,
            title: t('{0} writes summaries', model.name),
            cancellable: true,
          },
          (progress, token) =>
            abortable(token, (signal) =>
              work({
                signal,
                onProgress: (done) =>
                  progress.report({
                    message: t('{0} of {1} groups', count(done), count(groups)),
                    increment: done === 0 ? 0 : 100 / groups,
                  }),
              }),
            ),
        ),
      ),
  };
};
