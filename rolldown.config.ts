import { cpSync, globSync, rmSync } from 'node:fs';
import { defineConfig, type Plugin } from 'rolldown';

const PACKAGE = /[\\/]node_modules[\\/]/;

/** Parts of Nest for applications of another kind, which are not installed. */
const ABSENT = /^(@nestjs\/(microservices|websockets|platform-express)|@fastify\/(multipart|view))(\/|$)/;

/** Guides and samples are read from beside the module that asks for them: in the bundle, and in what `tsc` makes for the tools. */
const senderAssets: Plugin = {
  name: 'sender-assets',
  writeBundle() {
    for (const target of ['dist/bundle', 'dist/libs/senders/src']) {
      for (const old of globSync(`${target}/{systems/*,auto}/*samples`)) rmSync(old, { recursive: true });
      for (const folder of ['systems', 'auto'])
        cpSync(`libs/senders/src/${folder}`, `${target}/${folder}`, {
          recursive: true,
          filter: (path) => !path.endsWith('.ts'),
        });
    }
  },
};

/** Stack traces name lines of this service's own sources. The maps of packages would be read at each start, for nothing. */
const ownMapsOnly: Plugin = {
  name: 'own-maps-only',
  generateBundle(_, bundle) {
    for (const [name, output] of Object.entries(bundle)) {
      if (!name.startsWith('packages~')) continue;
      if (output.type === 'asset') Reflect.deleteProperty(bundle, name);
      else output.code = output.code.replace(/^\/\/# sourceMappingURL=.*$/m, '');
    }
  },
};

/** The API and the worker in a few files instead of two thousand: 50 MB less memory, and less than half of the time to start. */
export default defineConfig({
  input: {
    api: 'apps/api/src/main.ts',
    worker: 'apps/worker/src/main.ts',
    // Processes and a thread of their own, which are looked for beside what starts them.
    'evaluate-process': 'libs/monitoring/src/processing/infrastructure/mapping/evaluate-process.ts',
    'sandbox-process': 'libs/monitoring/src/sandbox-process.ts',
    'watchdog-thread': 'libs/shared/src/platform/watchdog/watchdog-thread.ts',
  },
  platform: 'node',
  // Of Bull Board, which gets here by another way.
  checks: { eval: false },
  tsconfig: 'tsconfig.json',
  resolve: { conditionNames: ['source', 'node'] },
  external: ['lz4-napi', ABSENT],
  plugins: [senderAssets, ownMapsOnly],
  output: {
    dir: 'dist/bundle',
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    codeSplitting: {
      groups: [
        { name: 'packages', test: PACKAGE, entriesAware: true },
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
