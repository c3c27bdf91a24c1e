// A second extension: what docs/api.md shows, and a hook that throws.
const vscode = require('vscode');

/** The API that Synapse Palace's `activate` returned. */
const palaceApi = async () => {
  const { version, ...api } = await vscode.extensions.getExtension('synapse-palace.synapse-palace').activate();
  if (version !== 1) throw new Error(`version ${version}`);
  return api;
};

const ranking = ({ results }) => JSON.stringify(results.map(({ drawer_id, score }) => [drawer_id, score]));

const watch = async () => {
  const palace = await palaceApi();
  const request = { query: 'invoice immutable credit note', explain: true, replay: true };
  const before = await palace.search(request);
  const told = { post_model_guard: [], post_cross_wing: [], post_score_event: [] };
  const hooks = Object.entries(told).map(([name, contexts]) =>
    palace.registerHook(name, (context) => contexts.push(context)),
  );
  hooks.push(
    palace.registerHook('post_cross_wing', () => {
      throw new Error('thrown on purpose');
    }),
  );
  const after = await palace.search(request);
  for (const hook of hooks) hook.dispose();
  const again = await palace.replay(after.replay_packet);
  await palace.search('crane');
  const sumOf = ({ drawer_id, cosine_similarity }) =>
    told.post_score_event
      .filter((event) => event.drawer_id === drawer_id)
      .reduce((sum, { delta }) => sum + delta, cosine_similarity);
  return {
    results: after.results.length,
    guard: told.post_model_guard.map(({ match }) => match),
    selections: told.post_cross_wing.length,
    everyScoreAddsUp: after.results.every((hit) => sumOf(hit) === hit.score),
    hooksChangeNothing: ranking(before) === ranking(after),
    replayIsTheSame: ranking(again) === ranking(after),
  };
};

const askForMore = async () => {
  const palace = await palaceApi();
  const failed = [];
  for (const ask of [
    () => palace.search({ query: 'crane', k: 0 }),
    async () => palace.registerHook('post_everything', () => undefined),
    () => palace.replay({ not: 'a packet' }),
  ])
    await ask().catch(({ code }) => failed.push(code));
  return failed;
};

exports.activate = ({ subscriptions }) => {
  const show = (work) => async () => {
    const outcome = await work().catch((error) => ({ error: `${error.code ?? ''} ${error.message}` }));
    void vscode.window.showInformationMessage(`Watched: ${JSON.stringify(outcome)}`);
  };
  subscriptions.push(vscode.commands.registerCommand('palaceWatcher.watch', show(watch)));
  subscriptions.push(vscode.commands.registerCommand('palaceWatcher.askForMore', show(askForMore)));
};
