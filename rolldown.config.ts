import { isBuiltin } from 'node:module';
import { defineConfig, type Plugin } from 'rolldown';

const PACKAGE = /[\\/]node_modules[\\/]/;
/** How the names of modules that stand for Node's own begin. */
const OF_NODE = '\0of-node ';

/** Parts of Nest for applications of another kind, which are not installed. */
const ABSENT = /^(@nestjs\/(microservices|websockets|platform-express)|@fastify\/(multipart|view))(\/|$)/;

/**
 * What is loaded stays in memory as text as long as the process lives, with its map where it has one. Packages have none here, and
 * no text has a character beyond ASCII, of which a single one makes V8 take two bytes for each of its file.
 */
const leanTexts: Plugin = {
  name: 'lean-texts',
  generateBundle(_, bundle) {
    for (const [name, file] of Object.entries(bundle)) {
      if (file.type !== 'chunk') continue;
      if (RAW.test(file.code))
        this.error(`${name}: characters beyond ASCII in String.raw have to be written as \\u….`);
      file.code = file.code.replaceAll(
        /[^\0-\x7f]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
      if (!file.moduleIds.some((id) => PACKAGE.test(id))) continue;
      delete bundle[`${name}.map`];
      file.code = file.code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
    }
  },
};
const RAW = /String\.raw`[^`]*[^\0-\x7f][^`]*`/;

/**
 * To `import` a module of Node is to read all that it exports, also what it loads only once it is asked for: with `node:http` comes
 * what `fetch` needs, which takes more than 10 MB. So the bundle takes them as `require` does.
 */
const lazyNode: Plugin = {
  name: 'lazy-node',
  resolveId(source, importer, { kind }) {
    if (kind !== 'import-statement' || !isBuiltin(source) || importer?.startsWith('\0')) return null;
    return OF_NODE + source;
  },
  load(id) {
    if (!id.startsWith(OF_NODE)) return null;
    return `module.exports = process.getBuiltinModule('${id.slice(OF_NODE.length)}');`;
  },
};

/** The API and the worker in a few files instead of two thousand: 50 MB less memory, and less than half of the time to start. */
export default defineConfig({
  input: {
    api: 'apps/api/src/main.ts',
    worker: 'apps/worker/src/main.ts',
    // Processes and a thread of their own, which are looked for beside what starts them.
    'evaluate-process': 'libs/monitoring/src/processing/infrastructure/mapping/evaluate-process.ts',
    'trial-process': 'libs/monitoring/src/trial-process.ts',
    'watchdog-thread': 'libs/shared/src/platform/watchdog/watchdog-thread.ts',
  },
  platform: 'node',
  // Of Bull Board, which gets here by another way.
  checks: { eval: false },
  tsconfig: 'tsconfig.json',
  resolve: { conditionNames: ['source', 'node'] },
  external: ['lz4-napi', ABSENT],
  plugins: [lazyNode, leanTexts],
  output: {
    dir: 'dist/bundle',
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    codeSplitting: {
      groups: [
        { name: 'packages', test: (id) => PACKAGE.test(id) || id.startsWith(OF_NODE), entriesAware: true },
        { name: 'service', test: /[\\/](apps|libs)[\\/]/, entriesAware: true },
      ],
    },
    // Nest shows classes by their names, and the API document is made of them.
    keepNames: true,
    comments: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
  },
});
