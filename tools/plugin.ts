import 'reflect-metadata';
import { conformanceProblems, MonitoringModule } from '#monitoring';

const RUNS = 2_000;

/** Loads plugin packages as API and worker do, and tries them on what nobody would post on purpose. */
async function check(names: readonly string[]): Promise<boolean> {
  let fine = true;
  for (const plugin of await MonitoringModule.loadPlugins(names)) {
    const { plugin_id, version, samples } = plugin;
    const problems = await conformanceProblems(plugin, RUNS);
    fine &&= problems.length === 0;
    const said =
      problems.length === 0 ? `fine: ${samples.length} samples, ${RUNS} odd payloads` : 'not fine:';
    console.log([`${plugin_id} ${version} is ${said}`, ...problems].join('\n  - '));
  }
  return fine;
}

const names = process.argv.slice(2);
if (names.length === 0) throw new Error('say which packages or modules: npm run plugin -- ./plugin.js');
try {
  process.exitCode = (await check(names)) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
