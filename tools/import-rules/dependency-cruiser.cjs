/**
 * Which modules may import which. Every rule has a tree under `cases/<name of the rule>/` that breaks it, and
 * `import-rules.spec.ts` fails if the rule does not report it.
 */

// A case is a small copy of the layout, so the patterns must match below its folder as well. (An empty alternative
// instead of a question mark: dependency-cruiser rejects nested repetitions.)
const ROOT = '^(?:tools/import-rules/cases/[^/]+/|)';
const CONTEXT = '(?:identity|monitoring|notification)';
const SPEC = '\\.(?:int-|e2e-)?spec\\.ts$';
const KERNEL = `${ROOT}libs/shared/src/kernel/`;
const QUERY = `${ROOT}libs/shared/src/query/`;
const SENDERS = `${ROOT}libs/senders/`;
// The parts of `senders` that a context may import: the plugin interface and the registry, no single sender.
const SENDERS_DOOR = `${SENDERS}src/(?:plugin-api/|body/|registry\\.ts$)`;
// A context consists of slices, or is a single one. (`$2` is the slice, with its slash.)
const SLICE = '(|[a-z-]+/)';
const ANY_SLICE = '(?:|[a-z-]+/)';
const PLAIN_NODE = '^(?:node:)?(?:buffer|crypto|querystring|url|util|vm|zlib)$';

// The features of a context from the lowest to the highest. A folder of a feature may be lower than the feature itself: what a
// webhook is (`webhooks/domain`) is known to all, and its use cases use the features between.
const FEATURES = {
  monitoring: [
    ...['persistence', 'webhooks/domain', 'intake', 'heartbeats', 'feed', 'events', 'processing', 'alerts'],
    ...['webhooks', 'maintenance'],
  ],
  notification: [
    ...[
      'persistence',
      'protocols',
      'quotas',
      'previews',
      'subscriptions/domain',
      'subscriptions/tables',
      'subscriptions/application',
      'delivery/tables',
      'silences/domain',
      'silences/tables',
      'subscriptions',
    ],
    ...['reminders/domain', 'reminders/tables', 'inhibitions', 'silences', 'reminders'],
    ...['on-call/domain', 'on-call/tables', 'escalations/domain', 'escalations/tables'],
    ...['on-call', 'escalations', 'actions', 'slack', 'delivery', 'plans', 'inbound'],
  ],
};
const featurePaths = (context, features) =>
  features.map((feature) => `${ROOT}libs/${context}/src/${feature}/`);

const own = (folder) => `${ROOT}libs/$1/src/${ANY_SLICE}${folder}/`;
const inside = (folder) => ({ path: `${ROOT}libs/(${CONTEXT})/src/${SLICE}${folder}/`, pathNot: SPEC });
const production = { path: `${ROOT}(?:libs|apps)/[^/]+/src/`, pathNot: SPEC };
const NPM = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown'];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'domain-is-pure',
      severity: 'error',
      comment:
        'The domain imports nothing but itself, the kernel, the query language and what describes a plugin.',
      from: inside('domain'),
      to: { pathNot: [own('domain'), KERNEL, QUERY, PLAIN_NODE, SENDERS_DOOR] },
    },
    {
      name: 'contracts-are-plain',
      severity: 'error',
      comment:
        'What other contexts see is names and records: contracts import only contracts, domain types and the kernel.',
      from: inside('contracts'),
      to: {
        pathNot: [own('contracts'), own('domain'), KERNEL, QUERY, `${ROOT}libs/${CONTEXT}/src/contracts/`],
      },
    },
    {
      name: 'application-knows-no-platform',
      severity: 'error',
      comment:
        'Use cases see ports and the domain; tables and what a platform offers reach them through a port.',
      from: inside('application'),
      to: { path: [`${ROOT}libs/shared/src/platform/`, own('tables')] },
    },
    {
      name: 'application-uses-no-technology',
      severity: 'error',
      comment:
        'Use cases are plain classes; of the packages they know the two that carry messages and injection.',
      from: inside('application'),
      to: { dependencyTypes: NPM, pathNot: ['node_modules/@nestjs/(?:common|cqrs)/'] },
    },
    {
      name: 'integrations-are-found-by-the-registry',
      severity: 'error',
      comment: 'Use cases and adapters ask the registry for a plugin and never name one.',
      from: inside('(?:domain|application|infrastructure|persistence|tables)'),
      to: { path: SENDERS, pathNot: SENDERS_DOOR },
    },
    {
      name: 'senders-know-no-context',
      severity: 'error',
      comment: 'What the payloads of other systems mean depends on nothing but the kernel.',
      from: { path: SENDERS, pathNot: SPEC },
      to: { path: `${ROOT}(?:libs|apps)/`, pathNot: [SENDERS, KERNEL] },
    },
    {
      name: 'senders-do-no-io',
      severity: 'error',
      comment: 'parse() is pure: no file, no network, no clock, no process.',
      // Except assets.ts, which reads guides and samples when the process starts.
      from: { path: SENDERS, pathNot: [`${SENDERS}src/assets\\.ts$`, SPEC] },
      to: { dependencyTypes: ['core'], pathNot: PLAIN_NODE },
    },
    {
      name: 'the-plugin-interface-knows-no-sender',
      severity: 'error',
      comment: 'The interface and the vocabulary are below the systems that use them.',
      from: { path: `${SENDERS}src/(?:plugin-api|body|vocabulary)/`, pathNot: SPEC },
      to: { path: `${SENDERS}src/(?:systems|auto)/` },
    },
    {
      name: 'slices-keep-their-adapters',
      severity: 'error',
      comment:
        'A slice reaches another one through its messages, ports and records, and its tables through the functions in its tables/.',
      from: { path: `${ROOT}libs/(${CONTEXT})/src/((?!persistence/)[a-z-]+)/`, pathNot: SPEC },
      to: { path: `${ROOT}libs/$1/src/[a-z-]+/infrastructure/`, pathNot: `${ROOT}libs/$1/src/$2/` },
    },
    ...Object.entries(FEATURES).flatMap(([context, features]) =>
      features.slice(0, -1).map((feature, at) => ({
        name: 'features-run-downwards',
        severity: 'error',
        comment: 'A feature imports the features below it, so that none of them form a circle.',
        from: { path: featurePaths(context, [feature]), pathNot: SPEC },
        to: {
          path: featurePaths(context, features.slice(at + 1)),
          pathNot: featurePaths(context, features.slice(0, at + 1)),
        },
      })),
    ),
    {
      name: 'only-the-module-binds',
      severity: 'error',
      comment: 'Adapters are reached through their ports; a module alone knows both sides.',
      from: {
        path: `${ROOT}libs/(${CONTEXT})/src/`,
        pathNot: [
          `${ROOT}libs/[^/]+/src/${ANY_SLICE}infrastructure/`,
          `${ROOT}libs/[^/]+/src/${ANY_SLICE}[^/]+\\.module\\.ts$`,
          // The entry point of a child process has no module.
          `${ROOT}libs/monitoring/src/sandbox-process\\.ts$`,
          SPEC,
        ],
      },
      to: { path: own('infrastructure') },
    },
    {
      name: 'nothing-imports-its-module',
      severity: 'error',
      comment: 'The module is the last to know; only the door shows it.',
      from: {
        path: `${ROOT}libs/(${CONTEXT})/src/`,
        pathNot: [`${ROOT}libs/[^/]+/src/index\\.ts$`, `${ROOT}libs/[^/]+/src/[^/]+\\.module\\.ts$`, SPEC],
      },
      to: { path: `${ROOT}libs/$1/src/${ANY_SLICE}[^/]+\\.module\\.ts$` },
    },
    {
      name: 'contexts-meet-at-contracts',
      severity: 'error',
      comment: "A context reaches another one only through that one's contracts/.",
      from: { path: `${ROOT}libs/(${CONTEXT})/` },
      to: {
        path: `${ROOT}libs/${CONTEXT}/`,
        pathNot: [`${ROOT}libs/$1/`, `${ROOT}libs/${CONTEXT}/src/contracts/`],
      },
    },
    {
      name: 'apps-enter-by-the-door',
      severity: 'error',
      comment: 'Apps and tools enter a context by its index.ts (#monitoring) or its contracts/.',
      from: { path: `${ROOT}(?:apps/|tools/(?!import-rules/))`, pathNot: SPEC },
      to: {
        path: `${ROOT}libs/${CONTEXT}/`,
        pathNot: [`${ROOT}libs/${CONTEXT}/src/index\\.ts$`, `${ROOT}libs/${CONTEXT}/src/contracts/`],
      },
    },
    {
      name: 'packages-by-their-name',
      severity: 'error',
      comment:
        'Another package is imported by its name in package.json (#shared/…, #monitoring), never by a path.',
      from: { path: `${ROOT}(libs/[^/]+|apps/[^/]+|tools|test)/` },
      to: {
        path: `${ROOT}(?:libs/(?:shared|senders)/|libs/${CONTEXT}/src/(?:index\\.ts$|contracts/)|test/)`,
        pathNot: `${ROOT}$1/`,
        dependencyTypesNot: ['aliased-subpath-import'],
      },
    },
    {
      name: 'door-is-for-others',
      severity: 'error',
      comment:
        'Inside a context files are imported where they are: index files used at home are where cycles come from.',
      from: { path: `${ROOT}libs/(${CONTEXT})/` },
      to: { path: `${ROOT}libs/$1/src/index\\.ts$` },
    },
    {
      name: 'shared-knows-no-context',
      severity: 'error',
      comment: 'Shared is below every context.',
      from: { path: `${ROOT}libs/shared/` },
      to: { path: `${ROOT}libs/(?:senders|${CONTEXT})/` },
    },
    {
      name: 'kernel-is-pure',
      severity: 'error',
      comment:
        'The kernel imports itself, the package of ids, the parser of cron expressions and nothing that reads, writes or waits.',
      from: { path: KERNEL, pathNot: SPEC },
      to: { pathNot: [KERNEL, PLAIN_NODE, 'node_modules/(?:uuid|croner)/'] },
    },
    {
      name: 'query-language-is-pure',
      severity: 'error',
      comment: 'The query language compiles text; whoever has a connection runs it.',
      from: { path: QUERY, pathNot: SPEC },
      to: { pathNot: [KERNEL, QUERY, PLAIN_NODE] },
    },
    {
      name: 'libs-know-no-app',
      severity: 'error',
      comment: 'Libraries are below the apps.',
      from: { path: `${ROOT}libs/` },
      to: { path: `${ROOT}apps/` },
    },
    {
      name: 'apps-stay-apart',
      severity: 'error',
      comment: 'API and worker are two processes; what both need is a library.',
      from: { path: `${ROOT}apps/([^/]+)/` },
      to: { path: `${ROOT}apps/`, pathNot: `${ROOT}apps/$1/` },
    },
    {
      name: 'the-console-is-a-client',
      severity: 'error',
      comment:
        'The console knows what any client of the API may know and the text form of filters, and nothing else of this repository.',
      from: { path: `${ROOT}apps/console/src/` },
      to: {
        path: `${ROOT}(?:apps|libs|tools|test)/`,
        pathNot: [`${ROOT}apps/console/src/`, `${QUERY}text/`],
      },
    },
    {
      name: 'no-barrel',
      severity: 'error',
      comment: 'One index.ts per context, its door; contracts may have one.',
      from: {},
      to: {
        path: `${ROOT}(?:apps|libs|tools|test)/(?:|.+/)index\\.ts$`,
        pathNot: `${ROOT}libs/${CONTEXT}/src/(?:contracts/)?index\\.ts$`,
      },
    },
    {
      name: 'no-cycle',
      severity: 'error',
      comment: 'Files that import each other are one file.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphan',
      severity: 'error',
      comment: 'A file that imports nothing and that nothing imports is not part of the product.',
      from: {
        orphan: true,
        pathNot: [SPEC, '\\.cjs$', '/main\\.ts$', '\\.d\\.ts$', '^tools/start/end-with-parent\\.ts$'],
      },
      to: {},
    },
    {
      name: 'nobody-imports-a-spec',
      severity: 'error',
      comment: 'What two specs share is a builder or a fake under test/.',
      from: {},
      to: { path: SPEC },
    },
    {
      name: 'production-without-test-code',
      severity: 'error',
      comment: 'Fakes and builders stay out of what is shipped.',
      from: production,
      to: { path: `${ROOT}(?:(?:libs|apps)/[^/]+/test/|test/)` },
    },
    {
      name: 'production-without-dev-packages',
      severity: 'error',
      comment:
        'What is shipped is installed without devDependencies. The console is shipped as files with everything in them.',
      from: { ...production, pathNot: [`${ROOT}apps/console/`, SPEC] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'type-only'] },
    },
    {
      name: 'packages-are-declared',
      severity: 'error',
      comment: 'An import that is not in package.json works until the day it does not.',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'imports-resolve',
      severity: 'error',
      comment: 'An import that leads nowhere would hide from every other rule.',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^tools/import-rules/cases/', '^dist/'] },
    // Type imports count as dependencies too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: {
      conditionNames: ['source', 'import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.js', '.cjs', '.mjs', '.json', '.d.ts'],
    },
  },
};
