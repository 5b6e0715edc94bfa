import 'reflect-metadata';
import { enterCallersFolder } from './callers-folder.js';

const DAMAGED_PAYLOADS = 2_000;

/** Loads plugin packages as API and worker do, and runs the conformance checks on their samples and on odd payloads. */
async function check(names: readonly string[]): Promise<boolean> {
  if (names.length === 0)
    throw new Error('Name at least one plugin package or module: npm run plugin -- ./plugin.js');
  const { findConformanceProblems, MonitoringModule } = await import('#monitoring');
  let passed = true;
  for (const plugin of await MonitoringModule.loadPlugins(names)) {
    const { plugin_id, version, samples } = plugin;
    const problems = await findConformanceProblems(plugin, DAMAGED_PAYLOADS);
    passed &&= problems.length === 0;
    const summary =
      problems.length === 0
        ? `passes: ${samples.length} samples, ${DAMAGED_PAYLOADS} damaged payloads`
        : 'fails:';
    console.log([`${plugin_id} ${version} ${summary}`, ...problems].join('\n  - '));
  }
  return passed;
}

enterCallersFolder('plugin');
try {
  process.exitCode = (await check(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
