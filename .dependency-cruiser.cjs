// Holds the layers of docs/architecture.md: anything else fails the build.
const inside = (folder) => `^extension/palace/${folder}/`;
/** The rooms of the palace and what each may use, from the ground up. */
const ground = ['contract', 'model'];
const indexes = ['store', 'embedding', 'vectors', 'lexical', 'catalogue', ...ground];
const rooms = {
  model: [],
  contract: ['model'],
  catalogue: ['model'],
  store: ground,
  embedding: ['model'],
  vectors: ['model'],
  lexical: ['model'],
  filing: ['store', 'lexical', ...ground],
  mining: ['filing', 'store', ...ground],
  transfer: ['filing', ...indexes],
  notes: ['filing', ...indexes],
  retrieval: indexes,
  memory: ['retrieval', ...indexes],
  indexing: ['filing', 'memory', 'retrieval', ...indexes],
  erasing: ['filing', 'memory', ...indexes],
  team: ['erasing', 'filing', 'memory', 'transfer', ...indexes],
  calls: [
    'team',
    'erasing',
    'indexing',
    'filing',
    'mining',
    'transfer',
    'notes',
    'memory',
    'retrieval',
    ...indexes,
  ],
  recall: ['calls', 'team', 'transfer', 'retrieval', ...indexes],
};
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  comment: `${from} may import only: ${allowed.join(', ')}`,
  from: { path: from },
  to: { path: '^(extension|webview)/', pathNot: ['^extension/base/', ...allowed] },
});
// docs/adr/0007-one-definition-per-tool.md: the editor offers the agents' tools as language-model tools, and the command line
// starts the MCP server and the hooks.
const toolsForEditor = ['^extension/agent/(tools|quoting)/[^/]+\\.ts$'];
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '^extension/(editor/extension|api/openPalace|service/(ownerStart|ownerWorker)|service/links/readerWorker|service/checks/rowCheckWorker|cli/(start|main)|palace/embedding/embedderWorker|palace/filing/documents/documentsWorker)\\.ts$',
          '^webview/main\\.ts$',
          '\\.d\\.ts$',
        ],
      },
      to: {},
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: ['^vscode$'] } },
    {
      name: 'no-dev-dependencies',
      severity: 'error',
      from: { path: '^(extension|webview)/' },
      to: { dependencyTypes: ['npm-dev'], pathNot: ['node_modules/@types/'] },
    },
    { name: 'no-cycles-between-folders', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
    ...Object.entries(rooms).map(([room, mayUse]) => only(room, inside(room), [room, ...mayUse].map(inside))),
    only('base', '^extension/base/', []),
    only('palace', '^extension/palace/[^/]+\\.ts$', ['^extension/palace/']),
    only('service', '^extension/service/', ['^extension/service/', '^extension/palace/']),
    only('api', '^extension/api/', [
      '^extension/api/',
      '^extension/service/',
      '^extension/palace/(contract|contract/search|contract/filing|contract/memory|model/\\w+)/[^/]+\\.ts$',
    ]),
    only('editor', '^extension/editor/', [
      '^extension/editor/',
      '^extension/api/(apiOf|publicApi)\\.ts$',
      '^extension/service/',
      '^extension/palace/(contract|contract/search|contract/filing|contract/memory|model/\\w+)/[^/]+\\.ts$',
      '^extension/protocol/',
      ...toolsForEditor,
    ]),
    only('cli', '^extension/cli/', [
      '^extension/cli/',
      '^extension/service/',
      '^extension/agent/',
      '^extension/palace/(contract|contract/search|contract/filing|contract/memory|model/\\w+)/[^/]+\\.ts$',
    ]),
    only('agent', '^extension/agent/', [
      '^extension/agent/',
      '^extension/service/',
      '^extension/palace/(contract|contract/search|contract/filing|contract/memory|model/\\w+)/[^/]+\\.ts$',
    ]),
    // What the palace answers has one definition, which all sides parse.
    only('protocol', '^extension/protocol/', [
      '^extension/protocol/',
      '^extension/palace/contract/(filing/mineProgress|search/searchResult|memory/(planSchemas|longestSummary|sharedText)|growthSchema)\\.ts$',
    ]),
    // Pure and free of Node, so that there is one definition: the what-if selects as the pipeline does, and the review of an edited
    // summary tells sentences, facts and what is left out as the palace does when it files the summary.
    only('webview', '^webview/', [
      '^webview/',
      '^extension/protocol/',
      '^extension/palace/contract/(memory/(planSchemas|longestSummary|sharedText)|growthSchema|search/(searchResult|scorePhases|scorePhaseTable|retrievalSteps|localReason|notComparedReason))\\.ts$',
      '^extension/palace/model/(embedding/semanticMatch|text/(commitSubject|maskedText)|query/(querySyntax|queryEdits|readAs)|source/(fileKind|documentKinds|sourcePlace))\\.ts$',
      '^extension/palace/retrieval/phases/selection\\.ts$',
      '^extension/palace/memory/summaries/(facts|isContradicting|leftOut)\\.ts$',
      '^extension/palace/lexical/text/sentenceRanges\\.ts$',
    ]),
    {
      name: 'palace-knows-no-editor',
      severity: 'error',
      from: { path: '^extension/(api|palace|service|cli|agent)/' },
      to: { path: '^vscode$' },
    },
    {
      name: 'webview-knows-no-node',
      severity: 'error',
      from: { path: '^webview/' },
      to: { dependencyTypes: ['core'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.mjs', '.cjs', '.json', '.wat'],
    },
  },
};
